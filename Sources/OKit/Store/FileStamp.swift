import Glibc

/// What tells a file from the one that was read before: where it lies, its size and its times, without a look at its content.
struct FileStamp: Equatable, Sendable {
  let device: UInt64
  let inode: UInt64
  let size: Int64
  let modified: Int64
  let changed: Int64

  init(_ status: stat) {
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

/// What lies at a path.
struct FileStatus {
  enum Kind { case file, folder, link, other }

  let raw: stat

  var kind: Kind {
    switch raw.st_mode & Glibc.S_IFMT {
    case Glibc.S_IFREG: .file
    case Glibc.S_IFDIR: .folder
    case Glibc.S_IFLNK: .link
    default: .other
    }
  }
  var stamp: FileStamp { FileStamp(raw) }
  var size: Int64 { Int64(raw.st_size) }
  var mode: mode_t { raw.st_mode & 0o7777 }

  /// The status of what `path` names; nil where nothing is there.
  static func of(_ path: String, followingLinks: Bool = false) throws -> FileStatus? {
    var raw = stat()
    guard fstatat(AT_FDCWD, path, &raw, followingLinks ? 0 : AT_SYMLINK_NOFOLLOW) == 0 else {
      let error = SystemError("read", path)
      if error.isMissing { return nil }
      throw error
    }
    return FileStatus(raw: raw)
  }
}

/// A file as it was when it was read.
struct FileSnapshot {
  let path: String
  let status: FileStatus

  var stamp: FileStamp { status.stamp }
  var size: Int64 { status.size }
}
