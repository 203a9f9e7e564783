/// Converts text to mdoc, the language of manual pages.
enum MdocText {
  private static let width = 78

  /// Returns `text` with special characters escaped.
  ///
  /// Hyphens and quotes can be copied from the page unchanged, and the source is ASCII.
  static func escaped(_ text: some StringProtocol) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": result += "\\e"
      case "-": result += "\\-"
      case "'": result += "\\(aq"
      case "`": result += "\\(ga"
      case "^": result += "\\(ha"
      case "~": result += "\\(ti"
      case _ where !scalar.isASCII:
        result += "\\[u\(scalar.hexadecimal)]"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// Returns `text` as one argument of a macro.
  static func argument(_ text: String) -> String {
    let escaped = escaped(text).split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\\(dq")
    // Text that looks like a macro or punctuation would be interpreted as such.
    let isMacro = text.count < 4 && text.first?.isUppercase == true && text.dropFirst().first?.isLowercase == true
    let shielded = (text.first?.isLetter == true && !isMacro ? "" : "\\&") + escaped
    return shielded.contains(" ") ? "\"\(shielded)\"" : shielded
  }

  /// Returns `text` as the arguments of a macro that interprets macros among its arguments.
  static func words(_ text: some StringProtocol) -> String {
    text.split(separator: " ").map { argument(String($0)) }.joined(separator: " ")
  }

  /// Returns a line of a literal block.
  static func literal(_ line: some StringProtocol) -> String {
    (line.first == "." ? "\\&" : "") + escaped(line)
  }

  /// Returns lines of running text. Every sentence begins on a new line, which is how formatters recognize sentences.
  static func lines(_ text: String) -> [String] {
    var lines: [String] = []
    var current = ""
    for word in text.split(separator: " ") {
      let escaped = formatted(word)
      if !current.isEmpty, current.utf8.count + 1 + escaped.utf8.count > width {
        lines.append(current)
        current = ""
      }
      current += (current.isEmpty ? "" : " ") + escaped
      if endsSentence(word) {
        lines.append(current)
        current = ""
      }
    }
    return current.isEmpty ? lines : lines + [current]
  }

  private static func endsSentence(_ word: Substring) -> Bool {
    let bare = word.last == ")" || word.last == "\"" ? word.dropLast() : word
    return endsWithStop(bare) && bare.dropLast().last.map { $0 != "." && $0 != "/" } == true
  }

  private static func endsWithStop(_ word: Substring) -> Bool { word.last.map { ".?!".contains($0) } == true }

  /// Returns a word of running text; options are bold.
  private static func formatted(_ word: Substring) -> String {
    let opening = word.prefix { $0 == "(" }
    let rest = word.dropFirst(opening.count)
    let closing = rest.reversed().prefix { ".,;:)".contains($0) }.reversed()
    let option = rest.dropLast(closing.count)
    guard option.first == "-", option.contains(where: \.isLetter) else { return shielded(word) }
    return escaped(opening) + "\\fB" + escaped(option) + "\\fP" + escaped(String(closing))
  }

  /// Returns a word that is not an option. Paths and similar words are not hyphenated, and a period inside a sentence does not end it.
  private static func shielded(_ word: Substring) -> String {
    let isPlain = word.allSatisfy { $0.isLetter || ".,;:?!()'\"".contains($0) } && !word.dropLast().contains(":")
    let isMisleading = endsWithStop(word) && !endsSentence(word)
    return (isPlain && word.first != "." ? "" : "\\%") + escaped(word) + (isMisleading ? "\\&" : "")
  }
}
