/// The syntax of one word of a command line, independent of the known options.
enum Token: Equatable {
  case value
  case endOfOptions
  /// `--name` or `--name=value`.
  case long(name: String, value: String?)
  /// `-abc`: the letters after the dash.
  case short(letters: String)

  // Bytes, not characters: a combining character after a dash or an equals sign does not change its meaning.
  init(_ word: String) {
    let dash = UInt8(ascii: "-")
    let bytes = word.utf8
    if word == "--" {
      self = .endOfOptions
    } else if bytes.starts(with: [dash, dash]) {
      let body = bytes.dropFirst(2)
      if let equals = body.firstIndex(of: UInt8(ascii: "=")) {
        self = .long(name: Self.text(body[..<equals]), value: Self.text(body[body.index(after: equals)...]))
      } else {
        self = .long(name: Self.text(body), value: nil)
      }
    } else if bytes.first == dash, word != "-" {
      self = .short(letters: Self.text(bytes.dropFirst()))
    } else {
      self = .value
    }
  }

  private static func text(_ bytes: Substring.UTF8View) -> String { String(decoding: bytes, as: UTF8.self) }

  /// Returns true if the word can be the value of the preceding option. A word with a dash must be a dash alone or a number, so that an option
  /// with a forgotten value does not take the next option as its value.
  static func canBeValue(_ word: String) -> Bool {
    Token(word) == .value || isNegativeNumber(word)
  }

  /// Returns true for `-1`, `-0.5`, `-.5`, `-1e9`.
  static func isNegativeNumber(_ word: String) -> Bool {
    var rest = word.utf8.dropFirst()
    guard word.utf8.first == UInt8(ascii: "-") else { return false }
    func skipDigits() -> Int {
      let digits = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
      rest = rest.dropFirst(digits.count)
      return digits.count
    }
    var digits = skipDigits()
    if rest.first == UInt8(ascii: ".") {
      rest = rest.dropFirst()
      digits += skipDigits()
    }
    if digits == 0 { return false }
    if let letter = rest.first, letter == UInt8(ascii: "e") || letter == UInt8(ascii: "E") {
      rest = rest.dropFirst()
      if let sign = rest.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") { rest = rest.dropFirst() }
      if skipDigits() == 0 { return false }
    }
    return rest.isEmpty
  }
}
