package import Glibc

/// The status of a file, folder or link.
package struct FileStatus {
  /// The type of a file system object.
  package enum Kind { case file, folder, link, other }

  /// The result of stat(2).
  package let raw: stat

  /// Wraps the result of stat(2).
  package init(raw: stat) { self.raw = raw }

  /// The type of the object.
  package var kind: Kind {
    switch raw.st_mode & Glibc.S_IFMT {
    case Glibc.S_IFREG: .file
    case Glibc.S_IFDIR: .folder
    case Glibc.S_IFLNK: .link
    default: .other
    }
  }
  /// The version of the file.
  package var stamp: FileStamp { FileStamp(raw) }
  /// The size in bytes.
  package var size: Int64 { Int64(raw.st_size) }
  /// The permission bits, with setuid, setgid and the sticky bit.
  package var mode: mode_t { raw.st_mode & 0o7777 }

  /// True if both are of the same object, even if its content changed.
  package func isSameFile(as other: FileStatus?) -> Bool {
    other.map { stamp.device == $0.stamp.device && stamp.inode == $0.stamp.inode } ?? false
  }

  /// Returns the status of the object at `path`; nil if nothing is there. A link at the end of the path is followed only with `followingLinks`.
  package static func of(_ path: FilePath, followingLinks: Bool = false) throws -> FileStatus? {
    switch MountedFiles.find(path) {
    case .missing: return nil
    case .found(let node, let time): return try node.status(time: time)
    case nil: break
    }
    var raw = stat()
    guard fstatat(AT_FDCWD, path.text, &raw, followingLinks ? 0 : AT_SYMLINK_NOFOLLOW) == 0 else {
      let error = SystemError("read", path)
      if error.isMissing { return nil }
      throw error
    }
    return FileStatus(raw: raw)
  }
}

/// A file with its status at the time when it was read.
package struct FileSnapshot {
  /// The path of the file.
  package let path: FilePath
  /// The status when the file was read.
  package let status: FileStatus

  package init(path: FilePath, status: FileStatus) {
    self.path = path
    self.status = status
  }

  /// The version of the file.
  package var stamp: FileStamp { status.stamp }
  /// The size in bytes.
  package var size: Int64 { status.size }
}
