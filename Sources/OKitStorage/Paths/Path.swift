import Glibc

/// Paths as text: `/` between components.
package enum Path {
  /// `base/name`.
  package static func join(_ base: String, _ name: String) -> String {
    base.isEmpty ? name : base.utf8.last == UInt8(ascii: "/") ? base + name : base + "/" + name
  }

  /// The folder that holds `path`; `.` for a lone name.
  package static func parent(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// The last component of `path`.
  package static func name(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return path }
    return String(path[path.index(after: slash)...])
  }

  /// `path` with all its links followed, or nil where it does not exist.
  package static func resolved(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(validatingCString: resolved)
  }

  /// `path` with all links of what is there of it followed.
  package static func resolvedAsFarAsThere(_ path: String) -> String {
    if path == "/" || path == "." { return path }
    return resolved(path) ?? join(resolvedAsFarAsThere(parent(of: path)), name(of: path))
  }

  /// Whether `path` is `folder` or lies in it, by their text.
  package static func lies(_ path: String, in folder: String) -> Bool {
    path.isExactly(folder) || folder == "/" || path.withoutPrefix(folder + "/") != nil
  }

  /// All folders that hold one of the relative `paths`, at any depth.
  package static func folders(of paths: some Sequence<String>) -> Set<ExactText> {
    var folders: Set<ExactText> = []
    for path in paths {
      var folder = parent(of: path)
      while folder != ".", folders.insert(ExactText(folder)).inserted { folder = parent(of: folder) }
    }
    return folders
  }

  /// `path` made absolute with `folder`, lexically: without `.` and doubled slashes.
  package static func absolute(_ path: String, in folder: String) -> String {
    let whole = path.utf8.first == UInt8(ascii: "/") ? path : join(folder, path)
    let components = whole.pathComponents.filter { !$0.isEmpty && $0 != "." }
    return "/" + components.joined(separator: "/")
  }
}
