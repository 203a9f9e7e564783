import Glibc

/// Operations on paths as text, with `/` between components.
package enum Path {
  /// Returns `base/name`.
  package static func join(_ base: String, _ name: String) -> String {
    base.isEmpty ? name : base.utf8.last == UInt8(ascii: "/") ? base + name : base + "/" + name
  }

  /// Returns the folder of `path`; `.` for a single component.
  package static func parent(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// Returns the last component of `path`.
  package static func name(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return path }
    return String(path[path.index(after: slash)...])
  }

  /// Returns `path` with all links resolved; nil if it does not exist.
  package static func resolved(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(validatingCString: resolved)
  }

  /// Returns `path` with the links resolved in the part of it that exists.
  package static func resolvedAsFarAsThere(_ path: String) -> String {
    if path == "/" || path == "." { return path }
    return resolved(path) ?? join(resolvedAsFarAsThere(parent(of: path)), name(of: path))
  }

  /// True if `path` is `folder` or lies in it. Compares only the text.
  package static func lies(_ path: String, in folder: String) -> Bool {
    path.isExactly(folder) || folder == "/" || path.withoutPrefix(folder + "/") != nil
  }

  /// Returns all folders that contain one of the relative `paths`, at any depth.
  package static func folders(of paths: some Sequence<String>) -> Set<ExactText> {
    var folders: Set<ExactText> = []
    for path in paths {
      var folder = parent(of: path)
      while folder != ".", folders.insert(ExactText(folder)).inserted { folder = parent(of: folder) }
    }
    return folders
  }

  /// Returns `path` relative to `folder` as an absolute path. Removes `.` and doubled slashes, without a look at the disk.
  package static func absolute(_ path: String, in folder: String) -> String {
    let whole = path.utf8.first == UInt8(ascii: "/") ? path : join(folder, path)
    let components = whole.pathComponents.filter { !$0.isEmpty && $0 != "." }
    return "/" + components.joined(separator: "/")
  }
}
