import Glibc

/// A file system of its own in memory, of a few megabytes, mounted until this object goes.
final class SmallDisk {
  /// Whether the tests may mount one.
  static let isPossible: Bool = {
    guard geteuid() == 0, let machine = try? Machine() else { return false }
    return (try? SmallDisk(machine, size: 1 << 20)) != nil
  }()

  let path: String
  private let machine: Machine

  init(_ machine: Machine, size: Int) throws {
    self.machine = machine
    path = machine.path("disk")
    try Files.makeFolder(path)
    try machine.run("mount", "-t", "tmpfs", "-o", "size=\(size)", "none", path)
  }

  deinit {
    _ = try? machine.run("umount", "-l", path)
  }
}
