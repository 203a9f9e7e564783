import JSONDocument

/// Writes text so that no character is read as syntax: `\u{…}` replaces each character that would be.
enum EscapedText {
  private static let syntax = Set("/[]()#%!$,@<>~\\:.=".unicodeScalars)
  private static let syntaxOfConstants = Set(",()\\=]".unicodeScalars)

  /// Returns a name with all syntax escaped. An empty name is `\u{}`.
  static func name(_ name: String) -> String { name.isEmpty ? "\\u{}" : escaped(name) { syntax.contains($0) } }

  /// Returns the text of a constant.
  static func constant(_ text: String) -> String { escaped(text) { syntaxOfConstants.contains($0) } }

  /// Returns the right side of a condition. It is quoted if it could be read as an operator.
  static func compared(_ text: String) -> String {
    if text.utf8.contains(where: { "=<>&|".utf8.contains($0) }) || containsWord(text, of: ["AND", "OR"]) {
      return JSONText.quote(text)
    }
    return escaped(text, edge: { $0 == "\"" || $0 == "~" }, { $0 == "]" || $0 == "\\" })
  }

  /// Returns a constant on the left side of a condition, without characters that could be read as an operator.
  static func comparedConstant(_ text: String) -> String {
    escaped(text) { syntaxOfConstants.contains($0) || "!<>~&| ".unicodeScalars.contains($0) }
  }

  /// Returns the left side of a condition. Names that could be read as an operator are escaped.
  static func comparable(_ text: String) -> String {
    let hasOperator = zip(text.utf8, text.utf8.dropFirst()).contains { $0 == $1 && "&|".utf8.contains($0) }
    guard hasOperator || containsWord(text, of: ConditionWords.all) else { return text }
    var result = ""
    // Brackets contain a nested condition or parameter, where quotes are allowed.
    var depth = 0
    var (isQuoted, isEscaped, last): (Bool, Bool, Unicode.Scalar) = (false, false, " ")
    for scalar in text.unicodeScalars {
      if isQuoted {
        if scalar == "\"", !isEscaped { isQuoted = false }
        isEscaped = scalar == "\\" && !isEscaped
      } else {
        if scalar == "\"", depth > 0, last == "=" { isQuoted = true }
        if "[(".unicodeScalars.contains(scalar) { depth += 1 }
        if "])".unicodeScalars.contains(scalar) { depth -= 1 }
      }
      last = scalar
      if depth == 0, "&| ".unicodeScalars.contains(scalar) {
        result += "\\u{\(String(scalar.value, radix: 16))}"
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
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
