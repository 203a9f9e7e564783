/// The rule for names of entries, the same for reading and writing.
enum ArchiveName {
  /// Largest number of UTF-8 bytes of a whole name (PATH_MAX).
  static let maximumBytes = 4_096

  /// Largest number of UTF-8 bytes of one component (NAME_MAX).
  static let maximumComponentBytes = 255

  /// Checks that a name is a relative path of plain components, and returns it; a folder's one trailing `/` is dropped.
  ///
  /// Refused: an empty name, a leading `/`, an empty component, `.` and `..`, NUL and every other control character
  /// (C0, DEL, C1: a newline too, for it would forge lines in listings and in `SHA256SUMS`), a component of more than
  /// 255 bytes, a name of more than 4,096 bytes. A backslash is an ordinary character on this system and passes. Names
  /// are compared by their bytes everywhere: names that are equal but for case or Unicode normalisation are different
  /// names, as they are to the file system.
  ///
  /// - Throws: `ArchiveError` of kind `unsafe`.
  @discardableResult
  static func check(_ name: String, kind: ArchiveEntry.Kind) throws(ArchiveError) -> String {
    var path = Substring(name)
    if kind == .folder, path.utf8.last == UInt8(ascii: "/") { path = path.dropLast() }
    if let fault = fault(path) { throw ArchiveError(.unsafe, entry: name, fault) }
    return String(path)
  }

  /// A name without `./` in front, which tools put there that pack the folder they are in; empty for that folder itself.
  /// `.//` stays: no tool writes it, and an error shows the name as it is stored.
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

  /// The whole of Unicode's category Cc; asking for a scalar's category is slow.
  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
  }

  /// A name for people: in quotes, control characters and those that change the direction of text escaped, the middle
  /// of a very long one left out.
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
