import Glibc

/// Everything below a folder: names, contents, targets of links.
package struct FileTree: Equatable {
  package enum Entry: Equatable {
    case folder
    case file([UInt8])
    case link([UInt8])
    case other
  }

  /// The entries by path, as bytes, since `String` treats different Unicode spellings of a name as equal.
  package private(set) var entries: [[UInt8]: Entry] = [:]
  private let includesSteps: Bool

  /// Reads everything below `folder`, except the history of steps unless `includingSteps`: each change adds to it.
  package init(_ folder: String, includingSteps: Bool = false) throws {
    includesSteps = includingSteps
    try add(folder, [])
  }

  private mutating func add(_ folder: String, _ prefix: [UInt8]) throws {
    for name in try Files.byteNames(in: folder) where includesSteps || name != Array(".steps".utf8) {
      let path = "\(folder)/\(String(decoding: name, as: UTF8.self))"
      var status = stat()
      guard lstat(path, &status) == 0 else { throw Files.Failure(path) }
      switch status.st_mode & S_IFMT {
      case S_IFDIR:
        entries[prefix + name] = .folder
        try add(path, prefix + name + [UInt8(ascii: "/")])
      case S_IFREG: entries[prefix + name] = .file(try Files.read(path))
      case S_IFLNK:
        entries[prefix + name] = .link(try Files.linkTarget(path))
      default: entries[prefix + name] = .other
      }
    }
  }

  /// The paths, in order.
  package var paths: [String] {
    entries.keys.sorted { $0.lexicographicallyPrecedes($1) }.map { String(decoding: $0, as: UTF8.self) }
  }

  package var fileCount: Int { entries.values.count { if case .file = $0 { true } else { false } } }

  package subscript(path: String) -> Entry? { entries[Array(path.utf8)] }

  /// Returns the tree without the paths for which `isLeftOut` is true.
  package func without(_ isLeftOut: (String) -> Bool) -> FileTree {
    var tree = self
    tree.entries = entries.filter { !isLeftOut(String(decoding: $0.key, as: UTF8.self)) }
    return tree
  }

  /// Returns the paths at which two trees differ, each with its difference; empty for equal trees.
  package func differences(from other: FileTree) -> [String] {
    Set(entries.keys).union(other.entries.keys).sorted { $0.lexicographicallyPrecedes($1) }.compactMap { path in
      let name = String(decoding: path, as: UTF8.self)
      switch (entries[path], other.entries[path]) {
      case (let one, let two) where one == two: return nil
      case (nil, _): return "\(name) is missing"
      case (_, nil): return "\(name) is new"
      default: return "\(name) differs"
      }
    }
  }
}
