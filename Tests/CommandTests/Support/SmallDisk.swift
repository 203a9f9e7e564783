import Glibc
import TestSupport

/// A small file system, for tests that may mount one.
final class SmallDisk {
  let folder: String
  private let machine: Machine

  /// True if this process may mount.
  static let isPossible: Bool = {
    guard geteuid() == 0, let machine = try? Machine() else { return false }
    return (try? SmallDisk(machine, megabytes: 1)) != nil
  }()

  /// Mounts a tmpfs on `folder`, or on a new folder of the machine.
  init(_ machine: Machine, megabytes: Int, on folder: String? = nil) throws {
    self.machine = machine
    self.folder = folder ?? machine.path("disk")
    try Files.makeFolder(self.folder)
    try machine.run("mount", "-t", "tmpfs", "-o", "size=\(megabytes)m,mode=755", "none", self.folder)
  }

  deinit {
    _ = try? machine.run("umount", "-l", folder)
  }

  /// Copies a folder to the disk. Returns the path of the copy.
  func copy(_ source: String) throws -> String {
    try machine.run("cp", "-a", source, folder + "/")
    return folder + "/" + source[source.index(after: source.lastIndex(of: "/") ?? source.startIndex)...]
  }

  private var filler: String { folder + "/filler" }

  /// Fills the disk except for `bytes`.
  func fill(leaving bytes: Int) throws {
    try clear()
    var status = statvfs()
    guard statvfs(folder, &status) == 0 else { throw Files.Failure(folder) }
    let free = Int(status.f_bavail) * Int(status.f_frsize)
    try Files.write([UInt8](repeating: 0x66, count: max(free - bytes, 0)), to: filler)
  }

  func clear() throws { try Files.remove(filler) }
}
