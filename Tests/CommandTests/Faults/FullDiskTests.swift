import Glibc
import TestSupport
import Testing

/// A full disk causes an error that names the file and changes nothing, and commands work again once there is space.
@Suite struct FullDiskTests {
  @Test(
    .needsRoot("mounts a file system"), .enabled(if: SmallDisk.isPossible, "file systems cannot be mounted here"),
    arguments: Work.all)
  func aFullDiskChangesNothingAsRoot(_ work: Work) throws {
    let shelf = try Shelf()
    try work.prepare(shelf)
    try shelf.machine.write("open sesame\n", "password")
    let disk = try SmallDisk(shelf.machine, megabytes: 8)
    let root = disk.folder + "/scene/shelf"
    var (full, done) = (0, 0)
    for pages in [0, 1] + Effort.sample(3, of: 2..<160) {
      let level = pages * 4096
      try Files.remove(disk.folder + "/scene")
      try Files.makeFolder(disk.folder + "/scene")
      try shelf.machine.run("cp", "-a", shelf.root, root)
      try Files.makeFolder(root + "/okit/backup")
      let before = try scene(disk, work)
      try disk.fill(leaving: level)
      let output = try shelf.machine.launch([Machine.okit] + work.arguments(shelf), [], [:], root)
      if output.end == .status(0) {
        done += 1
        continue
      }
      full += 1
      #expect(output.end == .status(74), "\(work) with \(level) bytes: \(output.errors)")
      let isSaid = ["No space left on device", "not enough disk space"].contains(
        where: output.errors.contains)
      #expect(isSaid, "\(output.errors)")
      expectClear(output)
      #expect(try scene(disk, work).differences(from: before) == [], "\(work) with \(level) bytes")
      try disk.clear()
      try shelf.machine.okit(work.arguments(shelf), in: root)
      #expect(try litter(below: disk.folder) == [])
    }
    #expect(full > 0)
    Effort.report("\(work) on a full disk: \(full) times no room, \(done) times just enough")
  }

  private func scene(_ disk: SmallDisk, _ work: Work) throws -> FileTree {
    try FileTree(disk.folder + "/scene").without { Self.isNoChange($0, work) }
  }

  /// The lock file is not content. A generated identity stays, with a note for the next run, since something may already be encrypted to it. A backup
  /// that is about to be rekeyed no longer counts as the newest one.
  private static func isNoChange(_ path: String, _ work: Work) -> Bool {
    path.hasSuffix("okit/.lock") || work.words.hasPrefix("backup rekey") && path.hasSuffix("okit/.last-backup.json")
      || path == "keys"
      || path == "keys/identity.txt"
      || path.hasPrefix("keys/.okit-generating-")
  }

  /// A limit of the file size is reported like a full disk, and does not end okit by a signal.
  @Test(.canLimitFiles, arguments: Work.all)
  func aLimitOfFilesChangesNothing(_ work: Work) throws {
    let shelf = try Shelf()
    try work.prepare(shelf)
    try shelf.machine.write("open sesame\n", "password")
    let root = shelf.machine.path("scene/shelf")
    var refused = 0
    for limit in Effort.sample(3, of: [0, 1, 50, 150, 300, 1000, 4096, 10_000, 19_000]) {
      try Files.remove(shelf.machine.path("scene"))
      try Files.makeFolder(shelf.machine.path("scene"))
      try shelf.machine.run("cp", "-a", shelf.root, root)
      try Files.makeFolder(root + "/okit/backup")
      let before = try FileTree(shelf.machine.path("scene")).without { Self.isNoChange($0, work) }
      let words = work.arguments(shelf).joined(separator: " ")
      // Output goes through a pipe, which has no such limit.
      let line = #"{ prlimit --fsize=\#(limit) "$okit" \#(words); echo "status $?"; } 2>&1 | cat"#
      let said = try shelf.machine.shell(line, in: root).text
      if said.hasSuffix("status 0\n") { continue }
      refused += 1
      #expect(said.hasSuffix("status 74\n"), "\(work) with \(limit) bytes: \(said)")
      #expect(said.contains("File too large"), "\(said)")
      #expect(!said.contains(".okit-"), "\(said)")
      let after = try FileTree(shelf.machine.path("scene")).without { Self.isNoChange($0, work) }
      #expect(after.differences(from: before) == [], "\(work) with \(limit) bytes")
    }
    #expect(refused > 0)
    Effort.report("\(work) with a limit of files: \(refused) times refused")
  }

  /// Expects one line that names a file by its final path.
  private func expectClear(_ output: Output) {
    let lines = output.errors.split(separator: "\n").filter { $0.hasPrefix("okit: error: ") }
    #expect(lines.count == 1, "\(output.errors)")
    #expect(!output.errors.contains(".okit-"), "\(output.errors)")
  }
}
