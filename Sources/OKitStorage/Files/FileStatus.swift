package import Glibc

/// What lies at a path.
package struct FileStatus {
  package enum Kind { case file, folder, link, other }

  package let raw: stat

  package init(raw: stat) { self.raw = raw }

  package var kind: Kind {
    switch raw.st_mode & Glibc.S_IFMT {
    case Glibc.S_IFREG: .file
    case Glibc.S_IFDIR: .folder
    case Glibc.S_IFLNK: .link
    default: .other
    }
  }
  package var stamp: FileStamp { FileStamp(raw) }
  package var size: Int64 { Int64(raw.st_size) }
  package var mode: mode_t { raw.st_mode & 0o7777 }

  /// The status of what `path` names; nil where nothing is there.
  package static func of(_ path: String, followingLinks: Bool = false) throws -> FileStatus? {
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
package struct FileSnapshot {
  package let path: String
  package let status: FileStatus

  package init(path: String, status: FileStatus) {
    self.path = path
    self.status = status
  }

  package var stamp: FileStamp { status.stamp }
  package var size: Int64 { status.size }
}
