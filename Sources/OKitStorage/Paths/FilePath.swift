/// A path for system calls: absolute, or as a person typed it, relative to the current folder.
package typealias FilePath = Path<FileSystemBase>

/// The base of a ``FilePath``.
package enum FileSystemBase {}

extension FilePath {
  /// Takes `path` relative to `folder`, or as it is if it is absolute. Removes `.` and doubled slashes, without accessing the disk.
  package init(_ path: String, in folder: FilePath) {
    let whole = path.utf8.first == UInt8(ascii: "/") ? FilePath(text: path) : folder.appending(path)
    self.init(text: "/" + whole.components.filter { !$0.isEmpty && $0 != "." }.joined(separator: "/"))
  }

  /// Returns the place of `path` if this is a data folder.
  package func appending(_ path: DataPath) -> FilePath { appending(path.text) }

  /// Returns the place of `path` if this is a backup folder or `okit/`.
  package func appending(_ path: BackupPath) -> FilePath { appending(path.text) }
}
