/// Text as mdoc, the language of manual pages, wants it.
enum MdocText {
  private static let width = 78

  /// `text` with every character that would mean or become something else written otherwise.
  ///
  /// A hyphen and a quote stay what they are when they are copied from the page, and the source is ASCII.
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
        let digits = String(scalar.value, radix: 16, uppercase: true)
        result += "\\[u" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits + "]"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// `text` as one argument of a macro.
  static func argument(_ text: String) -> String {
    let escaped = escaped(text).split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\\(dq")
    // What looks like a macro or like punctuation would be taken for it.
    let first = text.first?.isLetter == true && text.count > 3 || text.first?.isLowercase == true
    return (first ? "" : "\\&") + (escaped.contains(" ") || escaped.isEmpty ? "\"\(escaped)\"" : escaped)
  }

  /// A line that is shown as it is.
  static func literal(_ line: some StringProtocol) -> String {
    (line.first == "." ? "\\&" : "") + escaped(line)
  }

  /// Lines of running text; every sentence begins on a line of its own, from which formatters know sentences.
  static func lines(_ text: String) -> [String] {
    var lines: [String] = []
    var current = ""
    for word in text.split(separator: " ") {
      let escaped = emphasized(word)
      if !current.isEmpty, current.utf8.count + 1 + escaped.utf8.count > width {
        lines.append(current)
        current = ""
      }
      current += current.isEmpty ? (word.first == "." ? "\\&" : "") + escaped : " " + escaped
      if endsSentence(word) {
        lines.append(current)
        current = ""
      }
    }
    return current.isEmpty ? lines : lines + [current]
  }

  private static func endsSentence(_ word: Substring) -> Bool {
    let bare = word.last == ")" || word.last == "\"" ? word.dropLast() : word
    return bare.count > 1 && bare.last.map { ".?!".contains($0) } == true
  }

  /// A word of running text; options are bold.
  private static func emphasized(_ word: Substring) -> String {
    let opening = word.prefix { $0 == "(" }
    let rest = word.dropFirst(opening.count)
    let closing = rest.reversed().prefix { ".,;:)".contains($0) }.reversed()
    let option = rest.dropLast(closing.count)
    guard option.first == "-", option.contains(where: \.isLetter) else { return escaped(word) }
    return escaped(opening) + "\\fB" + escaped(option) + "\\fP" + escaped(String(closing))
  }
}
