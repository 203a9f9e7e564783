/// The rules for names of entries, for reading and writing.
enum ArchiveName {
  /// The maximum size of a name in UTF-8 bytes (PATH_MAX).
  static let maximumBytes = 4_096

  /// The maximum size of a component in UTF-8 bytes (NAME_MAX).
  static let maximumComponentBytes = 255

  /// Returns a name if it is a relative path of plain components. Removes a single trailing `/` of a folder.
  ///
  /// It refuses an empty name, a leading `/`, empty components, `.` and `..`, NUL and all other control characters (C0, DEL,
  /// C1; a newline would forge lines in listings and in `SHA256SUMS`), components of more than 255 bytes, and names of more
  /// than 4,096 bytes. A backslash is an ordinary character on Linux and is allowed. Names are always compared by their
  /// bytes: names that differ only in case or Unicode normalization are different names, like in the file
  /// system.
  ///
  /// - Throws: `ArchiveError` of kind `unsafe`.
  @discardableResult
  static func check(_ name: String, kind: ArchiveEntry.Kind) throws(ArchiveError) -> String {
    var path = Substring(name)
    if kind == .folder, path.utf8.last == UInt8(ascii: "/") { path = path.dropLast() }
    if let fault = fault(path) { throw ArchiveError(.unsafe, entry: name, fault) }
    return String(path)
  }

  /// Returns a name without leading `./`, which some tools write when they pack the current folder; empty for that folder itself.
  /// `.//` stays, because no tool writes it, and an error shows the stored name.
  static func withoutDot(_ name: String) -> String {
    var path = Substring(name)
    while path.utf8.starts(with: "./".utf8), !path.utf8.starts(with: ".//".utf8) {
      path = path[path.utf8.index(path.startIndex, offsetBy: 2)...]
    }
    return path.utf8.elementsEqual(".".utf8) ? "" : String(path)
  }

  private static func fault(_ path: Substring) -> String? {
    if path.utf8.isEmpty { return "the name is empty" }
    if path.utf8.first == UInt8(ascii: "/") { return "the name is an absolute path" }
    if path.utf8.count > maximumBytes { return "the name has more than \(maximumBytes) bytes" }
    if path.unicodeScalars.contains(where: isControl) { return "the name contains a control character" }
    for component in path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
      if component.isEmpty { return "the name has an empty component" }
      if component.count > maximumComponentBytes { return "a component has more than \(maximumComponentBytes) bytes" }
      if component.elementsEqual(".".utf8) || component.elementsEqual("..".utf8) {
        return "the name has the component \(component.count == 1 ? "." : "..")"
      }
    }
    return nil
  }

  /// True for all characters of Unicode's category Cc. Looking up the category of a scalar would be slow.
  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
  }

  /// Returns a name for people: in quotes, with escapes for control characters and those that change the direction of text.
  /// Omits the middle of a very long name.
  static func quoted(_ name: String) -> String {
    var text = "\""
    let scalars = name.unicodeScalars
    let long = scalars.count > 300
    for (index, scalar) in scalars.enumerated() {
      if long, index == 140 { text += "…" }
      if long, index >= 140, index < scalars.count - 140 { continue }
      let category = scalar.properties.generalCategory
      let hidden = category == .control || category == .lineSeparator || category == .paragraphSeparator
      if hidden || scalar.properties.isBidiControl {
        text += scalar.escaped(asASCII: true)
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
    return text + "\""
  }
}
