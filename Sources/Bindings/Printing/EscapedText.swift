import JSONDocument

/// Writes text so that no character is read as syntax: `\u{…}` replaces each character that would be.
enum EscapedText {
  private static let syntax = Set("/[]()#%!$,@<>~\\:.={}".unicodeScalars)
  private static let syntaxOfConstants = Set(",()\\=]{}".unicodeScalars)

  /// Returns a name with all syntax escaped. An empty name is `\u{}`.
  static func name(_ name: String) -> String {
    // Most names are words.
    if !name.isEmpty, name.utf8.allSatisfy(isWord) { return name }
    return name.isEmpty ? "\\u{}" : escaped(name, edge: { $0 == "\"" }) { syntax.contains($0) }
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
      true
    default: false
    }
  }

  /// Returns the text of a constant.
  static func constant(_ text: String) -> String { escaped(text) { syntaxOfConstants.contains($0) } }

  /// Returns the right side of a comparison. It is quoted if any of it could be read as syntax.
  ///
  /// - Parameter isAlone: True in a condition that is a single `=`, whose text extends to the bracket.
  static func compared(_ text: String, isAlone: Bool) -> String {
    if text.utf8.contains(where: { (isAlone ? "=<>&|{}" : "=<>&|{}()[],\"").utf8.contains($0) }) || text == "null"
      || text.isEmpty || containsWord(text, of: ["AND", "OR"])
    {
      return JSONText.quote(text)
    }
    return escaped(text, edge: { $0 == "\"" || $0 == "~" }, { $0 == "]" || $0 == "\\" })
  }

  /// True if a binding on the left side of a comparison needs no braces.
  static func isComparable(_ text: String) -> Bool {
    let isPlain = text.unicodeScalars.allSatisfy {
      $0.properties.isAlphabetic || "0123456789./@-_".unicodeScalars.contains($0)
    }
    return isPlain && !text.isEmpty && !PredicateWords.all.contains(text)
  }

  private static func containsWord(_ text: String, of words: Set<String>) -> Bool {
    text.split { !$0.isLetter }.contains { words.contains($0.uppercased()) }
  }

  private static func escaped(
    _ text: String, edge isEscapedInFront: (Unicode.Scalar) -> Bool = { _ in false },
    _ isEscaped: (Unicode.Scalar) -> Bool
  ) -> String {
    var result = ""
    let last = text.unicodeScalars.indices.last
    for index in text.unicodeScalars.indices {
      let scalar = text.unicodeScalars[index]
      let isFirst = index == text.unicodeScalars.startIndex
      let isSpace = scalar.properties.isWhitespace || scalar.value < 0x20
      if isEscaped(scalar) || scalar.value < 0x20 || isSpace && (isFirst || index == last)
        || isFirst && isEscapedInFront(scalar)
      {
        result += "\\u{\(String(scalar.value, radix: 16))}"
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
