package import Glibc

/// Identifies a version of a file without reading it: its device, inode, size and times.
package struct FileStamp: Equatable, Sendable {
  /// The device number of the file system.
  package let device: UInt64
  /// The inode number.
  package let inode: UInt64
  /// The size in bytes.
  package let size: Int64
  /// The time of the last change of the content, in nanoseconds since 1970.
  package let modified: Int64
  /// The time of the last change of the inode, in nanoseconds since 1970.
  package let changed: Int64

  package init(device: UInt64, inode: UInt64, size: Int64, modified: Int64, changed: Int64) {
    self.device = device
    self.inode = inode
    self.size = size
    self.modified = modified
    self.changed = changed
  }

  /// Takes the stamp from the result of stat(2).
  package init(_ status: stat) {
    device = UInt64(status.st_dev)
    inode = UInt64(status.st_ino)
    size = Int64(status.st_size)
    modified = Int64(status.st_mtim.tv_sec) &* 1_000_000_000 &+ Int64(status.st_mtim.tv_nsec)
    changed = Int64(status.st_ctim.tv_sec) &* 1_000_000_000 &+ Int64(status.st_ctim.tv_nsec)
  }
}

extension FileStamp {
  /// True if both stamps are of the same file with the same content, even if its name changed.
  func hasContent(of other: FileStamp) -> Bool {
    device == other.device && inode == other.inode && size == other.size && modified == other.modified
  }
}
