/// Texts in which a character that would be syntax is written as `\u{…}`.
enum EscapedText {
  private static let syntax = Set("/[]()#%!$,@<>~\\:.=".unicodeScalars)
  private static let syntaxOfConstants = Set(",()\\=]".unicodeScalars)

  /// A name, which has to stay one; without any character it is `\u{}`.
  static func name(_ name: String) -> String { name.isEmpty ? "\\u{}" : escaped(name) { syntax.contains($0) } }

  /// The text of a constant.
  static func constant(_ text: String) -> String { escaped(text) { syntaxOfConstants.contains($0) } }

  /// What a filter compares with.
  static func compared(_ text: String) -> String {
    escaped(text, edge: { $0 == "\"" }, { $0 == "]" || $0 == "\\" })
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
