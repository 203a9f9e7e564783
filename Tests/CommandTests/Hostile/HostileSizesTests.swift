import TestSupport
import Testing

@Suite struct HostileSizesTests {
  private static let big = "data/_data/BIG.raw"

  /// An entry with a wrong size; the manifest has the right or the wrong one.
  @Test(arguments: [5_000, 30, 28, 1, 0, 1 << 32 - 1], ForgedBackup.Container.files)
  func aWrongSizeIsRefused(_ size: Int, _ container: ForgedBackup.Container) throws {
    let siege = try Siege()
    for isBelieved in [true, false] {
      var backup = ForgedBackup()
      backup.files[1].declared = size
      if !isBelieved {
        let entries = ForgedBackup().files.map { #"{"path":"\#($0.name)","size":\#($0.bytes.count),"form":"json"}"# }
        backup.manifest.files = "[" + entries.joined(separator: ",") + "]"
      }
      // In a tar the following bytes are read as another entry, whose name the error shows.
      let shown = container == .zip || !isBelieved ? "one.json" : "forged.tar.zst.age"
      try siege.refuses(backup, in: container, naming: shown == "one.json" && size == 1 << 32 - 1 ? "forged" : shown)
    }
    var bare = ForgedBackup()
    bare.isBare = true
    bare.files[1].declared = size
    if container == .zip { try siege.refuses(bare, in: .zip, [.importAll], naming: "forged.zip") }
  }

  @Test(arguments: ["data/_data/BIG.raw", "data/big.json"])
  func fourMissingGigabytesAreRefused(_ name: String) throws {
    for size in [1 << 32 - 64, 1 << 32, 8 << 30 - 1] {
      let siege = try Siege()
      var backup = ForgedBackup()
      backup.add(.init(name: name, bytes: Array("{}".utf8), declared: size))
      try siege.refuses(backup, in: .archive, naming: name)
    }
  }

  @Test func anImpossibleSizeIsRefused() throws {
    let siege = try Siege()
    for size in ["-1", "9223372036854775807", "999999999999999999", "99999999999999999999", "0x10", "1.5"] {
      var backup = ForgedBackup()
      backup.files[1].before = TarFile.pax(("size", size))
      try siege.refuses(backup, in: .archive, naming: "forged.tar.zst.age")
    }
  }

  @Test(arguments: ForgedBackup.Container.files)
  func aBombIsRefusedInConstantMemory(_ container: ForgedBackup.Container) throws {
    let size = Effort.isWhole ? 1 << 30 : 192 << 20
    let siege = try Siege()
    siege.machine.memory = 160 << 20
    var backup = ForgedBackup()
    backup.add(.init(name: Self.big, bytes: [UInt8](repeating: 0, count: size)))
    backup.changeSums = { sums in
      let lines = sums.split(separator: "\n").map {
        $0.hasSuffix(Self.big) ? "\(String(repeating: "0", count: 64))  \(Self.big)" : $0
      }
      sums = lines.map { $0 + "\n" }.joined()
    }
    let archive = try backup.write(container, to: siege.machine.folder, recipient: siege.recipient)
    #expect(try Files.size(archive) < size / 500)
    try siege.refuses(archive, [.verify], naming: Self.big)
  }

  @Test(.needsRoot("mounts a file system"), .enabled(if: SmallDisk.isPossible, "file systems cannot be mounted here"))
  func anArchiveLargerThanTheDiskIsRefusedAsRoot() throws {
    let machine = try Machine()
    let disk = try SmallDisk(machine, megabytes: 16)
    let siege = try Siege(in: disk.folder + "/w")
    var backup = ForgedBackup()
    backup.add(.init(name: Self.big, bytes: [UInt8](repeating: 0, count: 64 << 20)))
    for container in ForgedBackup.Container.files {
      let archive = try backup.write(container, to: siege.machine.folder, recipient: siege.recipient)
      try siege.machine.okit(siege.arguments(.verify, archive), in: siege.root)
      let uses = Siege.Use.whole.filter { $0 != .verify }
      try siege.refuses(archive, status: 74, uses, naming: "are free")
    }
    backup.isBare = true
    try siege.refuses(backup, in: .zip, status: 74, [.importAll], naming: "are free")
  }

  @Test func anArchiveLargerThanAnyDiskIsRefused() throws {
    let siege = try Siege()
    var backup = ForgedBackup()
    backup.add(.init(name: Self.big, bytes: [1]))
    let files = backup.files.map { ($0.name, $0.name == Self.big ? 3 << 40 : $0.bytes.count) }
    let listed = files.map { #"{"path":"\#($0)","size":\#($1),"form":"json"}"# }
    backup.manifest.files = "[" + listed.joined(separator: ",") + "]"
    let archive = try backup.write(.archive, to: siege.machine.folder, recipient: siege.recipient)
    try siege.refuses(archive, [.verify], naming: Self.big)
    try siege.refuses(archive, status: 74, Siege.Use.whole.filter { $0 != .verify }, naming: "are free")
  }

  /// A sanitizer needs so much memory that no limit can be set.
  @Test(.enabled(if: !ChildProcess.Limits.isSanitized, "a sanitizer takes more memory than the test allows"))
  func aDocumentLargerThanTheMemoryIsRefused() throws {
    let siege = try Siege()
    var backup = ForgedBackup()
    siege.machine.memory = 160 << 20
    let bytes = [UInt8](repeating: 32, count: 192 << 20)
    backup.add(.init(name: "data/big.json", bytes: bytes))
    let archive = try backup.write(.archive, to: siege.machine.folder, recipient: siege.recipient)
    // Verifying and restoring everything, also into a new workspace, only stream the file.
    let passing: Set<Siege.Use> = [.verify, .restore, .initFrom]
    try siege.refuses(
      archive, status: 74, Siege.Use.whole.filter { !passing.contains($0) }, naming: "not enough memory for")
    for use in passing { try siege.machine.okit(siege.arguments(use, archive), in: siege.root) }
    #expect(try Files.size(siege.root + "/okit/data/big.json") == bytes.count)
  }

  @Test func aFalseRatioIsRefused() throws {
    let siege = try Siege()
    for isBare in [true, false] {
      var backup = ForgedBackup()
      backup.isBare = isBare
      backup.add(.init(name: Self.big, bytes: [UInt8](repeating: 0, count: 3_000), declared: 1 << 32 - 2))
      try siege.refuses(
        backup, in: .zip, isBare ? [.importAll] : Siege.Use.whole, naming: "expands to more than 100000 times")
    }
  }

  @Test func overlappingEntriesAreRefused() throws {
    let siege = try Siege()
    var backup = ForgedBackup()
    for number in 0..<100 {
      backup.add(.init(name: "data/_data/\(number).raw", bytes: [UInt8](repeating: 0, count: 100_000)))
    }
    backup.changeZip = { zip in for index in zip.entries.indices { zip.entries[index].start = 0 } }
    try siege.refuses(backup, in: .zip, naming: "forged.zip")
  }

  @Test(
    .enabled(if: Effort.isWhole, "only 'make torture' does it"),
    arguments: ForgedBackup.Container.files)
  func twoMillionEntriesAreRefused(_ container: ForgedBackup.Container) throws {
    let siege = try Siege()
    siege.machine.memory = 2 << 30
    let archive = siege.machine.path("forged." + container.rawValue)
    if container == .zip {
      try EmptyEntries.writeZip(2_000_000, to: archive)
    } else {
      try EmptyEntries.writeTar(2_000_000, to: archive + ".tar")
      try siege.machine.shell(
        "zstd -qc '\(archive).tar' | age -r \(siege.recipient) > '\(archive)'; rm '\(archive).tar'")
    }
    let shown = container == .zip ? "more than 1000000 entries" : "does not begin with okit-backup.json"
    try siege.refuses(archive, naming: shown)
  }
}
