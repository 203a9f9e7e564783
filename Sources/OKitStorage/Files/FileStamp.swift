package import Glibc

/// What tells a file from the one that was read before: where it lies, its size and its times, without a look at its content.
package struct FileStamp: Equatable, Sendable {
  package let device: UInt64
  package let inode: UInt64
  package let size: Int64
  package let modified: Int64
  package let changed: Int64

  package init(_ status: stat) {
    device = UInt64(status.st_dev)
    inode = UInt64(status.st_ino)
    size = Int64(status.st_size)
    modified = Int64(status.st_mtim.tv_sec) &* 1_000_000_000 &+ Int64(status.st_mtim.tv_nsec)
    changed = Int64(status.st_ctim.tv_sec) &* 1_000_000_000 &+ Int64(status.st_ctim.tv_nsec)
  }
}

extension FileStamp {
  /// Whether both tell of the same content, whatever became of the file's name.
  func hasContent(of other: FileStamp) -> Bool {
    device == other.device && inode == other.inode && size == other.size && modified == other.modified
  }
}
