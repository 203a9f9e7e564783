package import JSONDocument

/// A path, with `/` between its components. `Base` says where it begins, so that paths with different beginnings cannot be confused.
///
/// Paths are compared by their bytes, like the names of files on Linux.
package struct Path<Base>: Hashable, Comparable, Sendable {
  /// The path as text.
  package let text: String

  /// Takes over the text of a path.
  package init(text: String) { self.text = text }

  package static func == (left: Path, right: Path) -> Bool { left.text.isExactly(right.text) }

  package static func < (left: Path, right: Path) -> Bool { left.text.utf8.lexicographicallyPrecedes(right.text.utf8) }

  package func hash(into hasher: inout Hasher) { ExactText(text).hash(into: &hasher) }

  /// Returns the path of `name` in this folder.
  package func appending(_ name: String) -> Path {
    Path(text: text.isEmpty ? name : text.utf8.last == UInt8(ascii: "/") ? text + name : text + "/" + name)
  }

  /// The folder that contains it; `.` for a single component.
  package var parent: Path {
    guard let slash = text.utf8.lastIndex(of: UInt8(ascii: "/")) else { return Path(".") }
    return slash == text.startIndex ? Path("/") : Path(text: String(text[..<slash]))
  }

  /// The last component.
  package var name: String {
    guard let slash = text.utf8.lastIndex(of: UInt8(ascii: "/")) else { return text }
    return String(text[text.index(after: slash)...])
  }

  /// The components between slashes, including empty ones.
  package var components: [String] { text.pathComponents }

  /// True if it is `folder` or lies in it. Compares only the text.
  package func lies(in folder: Path) -> Bool { self == folder || folder.text == "/" || part(after: folder) != nil }

  /// Returns the part after `folder`; nil if it does not lie in it.
  package func part(after folder: Path) -> String? { text.withoutPrefix(folder.text + "/") }

  /// Returns all folders that contain one of the relative `paths`, at any depth.
  package static func folders(of paths: some Sequence<Path>) -> Set<Path> {
    var folders: Set<Path> = []
    for path in paths {
      var folder = path.parent
      while folder.text != ".", folders.insert(folder).inserted { folder = folder.parent }
    }
    return folders
  }
}

extension Path: CustomStringConvertible {
  package var description: String { text }
}

extension String {
  /// The components between slashes, including empty ones.
  package var pathComponents: [String] {
    // Comparing by bytes also separates a slash from a combining character after it.
    utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map {
      String(decoding: $0, as: UTF8.self)
    }
  }
}

extension Path: JSONWritable {
  package func write(to writer: inout JSONWriter) { text.write(to: &writer) }
}

extension Path: ExpressibleByStringLiteral {
  package init(stringLiteral text: String) { self.init(text: text) }
}
