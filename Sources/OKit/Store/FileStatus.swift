import Glibc

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
