extension SwiftLexer {
  /// True if a byte can be part of a word. Letters and operators beyond ASCII are treated alike because the reader uses neither.
  static func isWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"),
      UInt8(ascii: "_"), UInt8(ascii: "$"), 0x80...:
      true
    default: false
    }
  }

  static func isNewline(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") }

  mutating func skipWord() {
    while position < bytes.count, Self.isWord(bytes[position]) { position += 1 }
  }

  mutating func skipLine() {
    while position < bytes.count, !Self.isNewline(bytes[position]) { position += 1 }
  }

  mutating func lexQuotedWord() {
    let start = position
    position += 1
    while position < bytes.count, !Self.isNewline(bytes[position]), bytes[position] != UInt8(ascii: "`") {
      position += 1
    }
    guard byte() == UInt8(ascii: "`") else {
      report("a name in backticks is never closed", at: start)
      return append(.quotedWord, from: start)
    }
    position += 1
    append(.quotedWord, from: start)
  }

  mutating func lexNumber() {
    let start = position
    let isHex = byte() == UInt8(ascii: "0") && byte(1) | 0x20 == UInt8(ascii: "x")
    let exponent = isHex ? UInt8(ascii: "p") : UInt8(ascii: "e")
    while position < bytes.count {
      let current = bytes[position]
      if current | 0x20 == exponent, byte(1) == UInt8(ascii: "+") || byte(1) == UInt8(ascii: "-"),
        Self.isDigit(byte(2))
      {
        position += 2
      } else if current == UInt8(ascii: "."), Self.isDigit(byte(1)) || (isHex && Self.isHexDigit(byte(1))) {
        position += 1
      } else if !Self.isWord(current) {
        break
      }
      position += 1
    }
    append(.number, from: start)
  }

  /// Reads a regex literal `/…/`. To tell it from a division, it must be in the place of a value and end on its line with balanced parentheses.
  mutating func lexBareRegex() -> Bool {
    let first = byte(1)
    if first == 0x20 || first == 0x09 || first == UInt8(ascii: "/") { return false }
    guard position >= regexSearchEnd, mayBeginValue else { return false }
    guard let end = endOfBareRegex() else { return false }
    let start = position
    position = end
    append(.regex, from: start)
    return true
  }

  /// Returns the end of the regex literal that begins here. Records how far it searched, because another search from inside that range, from a
  /// slash after a backslash, would end at the same place.
  private mutating func endOfBareRegex() -> Int? {
    var index = position + 1
    var depth = 0
    defer { regexSearchEnd = index }
    while index < bytes.count, !Self.isNewline(bytes[index]) {
      switch bytes[index] {
      case UInt8(ascii: "\\"): index += 1
      case UInt8(ascii: "("): depth += 1
      case UInt8(ascii: ")"):
        depth -= 1
        if depth < 0 { return nil }
      case UInt8(ascii: "/"): return depth > 0 || bytes[index - 1] == 0x20 ? nil : index + 1
      default: break
      }
      index += 1
    }
    return nil
  }

  private var mayBeginValue: Bool {
    guard let last = tokens.last else { return true }
    switch last.kind {
    case .sign:
      let isPostfix = !last.followsSpace && (last.sign == UInt8(ascii: "?") || last.sign == UInt8(ascii: "!"))
      return !isPostfix && !")]}.>/".utf8.contains(last.sign)
    case .word:
      let word = bytes[last.range]
      return ["return", "in", "case", "where", "if", "while", "try", "await", "else"].contains {
        word.elementsEqual($0.utf8)
      }
    default: return false
    }
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

  private static func isHexDigit(_ byte: UInt8) -> Bool {
    isDigit(byte) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte | 0x20)
  }
}
