import CSystem
import Glibc

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

  /// The path with all links resolved; nil if nothing is there.
  package var resolved: FilePath? {
    // Most paths have no links, and realpath(3) makes a call for each component.
    let isNormal =
      text.utf8.first == UInt8(ascii: "/") && components.dropFirst().allSatisfy { !["", ".", ".."].contains($0) }
    if isNormal, okit_has_no_links(text) != 0 { return self }
    guard let resolved = realpath(text, nil) else { return nil }
    defer { free(resolved) }
    return String(validatingCString: resolved).map { FilePath(text: $0) }
  }

  /// The path with the links resolved in the part of it that exists.
  package var resolvingExistingPrefix: FilePath {
    if text == "/" || text == "." { return self }
    return resolved ?? parent.resolvingExistingPrefix.appending(name)
  }
}
