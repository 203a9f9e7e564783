import TestSupport
import Testing

@Suite struct HostileContainersTests {
  @Test(arguments: ForgedBackup.Container.files)
  func aNestedArchiveIsAFile(_ container: ForgedBackup.Container) throws {
    let siege = try Siege()
    for inner in ForgedBackup.Container.files {
      let path = try ForgedBackup().write(inner, to: siege.machine.folder, recipient: siege.recipient)
      var backup = ForgedBackup()
      let bytes = try Files.read(path)
      backup.add(.init(name: "data/_data/INNER.raw", bytes: bytes))
      let tree = try siege.restored(backup, from: container)
      #expect(tree["_data/INNER.raw"] == .file(bytes))
      #expect(tree.fileCount == 4)
    }
  }

  @Test func anArchiveInAnotherContainerIsRefused() throws {
    let siege = try Siege()
    let zip = try ForgedBackup().write(.zip, to: siege.machine.folder, recipient: siege.recipient)
    let age = try ForgedBackup().write(.archive, to: siege.machine.folder, recipient: siege.recipient)
    let path = siege.machine.path("forged")
    let seal = "age -r \(siege.recipient)"
    for line in [
      "\(seal) < '\(zip)'", "\(seal) < '\(age)'", "zstd -qc '\(age)' | \(seal)", "zstd -qc '\(zip)' | \(seal)",
      "age -d -i '\(siege.machine.path("identity.txt"))' '\(age)' | zstd -qc | \(seal)",
    ] {
      try siege.machine.shell("\(line) > '\(path)'")
      try siege.refuses(path, Siege.Use.allCases, naming: "forged")
    }
    // A zip that contains only a zip.
    var outer = ForgedBackup()
    outer.isBare = true
    outer.files = [.init(name: "backup.zip", bytes: try Files.read(zip))]
    try siege.refuses(outer, in: .zip, naming: "forged.zip")
  }

  @Test(arguments: ["cat", "gzip", "bzip2", "xz", "xz --format=lzma", "lz4 frame", "zip - -"])
  func otherCompressorsAreRefused(_ program: String) throws {
    let siege = try Siege()
    let path = siege.machine.path("forged")
    try Files.write(TarFile(entries: ForgedBackup().entries()).bytes, to: path + ".tar")
    if program == "lz4 frame" {
      // The magic number and descriptor of a frame, and one uncompressed block.
      let tar = try Files.read(path + ".tar")
      let size = (0..<4).map { UInt8(truncatingIfNeeded: (tar.count | 1 << 31) >> (8 * $0)) }
      try Files.write([0x04, 0x22, 0x4d, 0x18, 0x64, 0x40, 0xa7] + size + tar + [0, 0, 0, 0], to: path + ".tar")
    }
    let filter = program == "lz4 frame" ? "cat" : program
    try siege.machine.shell("\(filter) < '\(path).tar' | age -r \(siege.recipient) > '\(path)'")
    try siege.refuses(path, Siege.Use.allCases, naming: "forged")
  }

  @Test(arguments: ["BZip2", "LZMA", "Deflate64", "PPMd"])
  func otherZipMethodsAreRefused(_ method: String) throws {
    let siege = try Siege()
    var backup = ForgedBackup()
    backup.zipMethod = method
    // Short content would only be stored.
    backup.files[1].bytes = Array(#"{"id":"ONE","text":"\#(String(repeating: "long ", count: 200))"}"#.utf8)
    try siege.refuses(backup, in: .zip, status: 69, Siege.Use.allCases, naming: "compression method")
    backup.isBare = true
    try siege.refuses(backup, in: .zip, status: 69, [.importAll], naming: "compression method")
  }

  @Test(arguments: [21, 22, 23, 63, 64, 1 << 40])
  func aLargeWorkFactorIsRefusedBeforeMemoryIsTaken(_ factor: Int) throws {
    let siege = try Siege()
    siege.machine.memory = 128 << 20
    let path = siege.machine.path("forged")
    let text = """
      age-encryption.org/v1
      -> scrypt AAAAAAAAAAAAAAAAAAAAAA \(factor)
      AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA
      --- AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA

      """
    try Files.write(Array(text.utf8) + [UInt8](repeating: 0, count: 64), to: path)
    try siege.refuses(path, Siege.Use.allCases, naming: "work factor")
  }
}
