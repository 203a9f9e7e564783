/// The text of a binding as bytes, with the position of its reader.
struct BindingSource {
  let text: String
  let bytes: [UInt8]
  var position = 0

  init(_ text: String) {
    self.text = text
    bytes = Array(text.utf8)
  }

  /// The next byte; nil at the end.
  var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  func isAt(_ character: Unicode.Scalar) -> Bool { next == UInt8(ascii: character) }

  mutating func skipSpaces() {
    while let next, Self.isSpace(next) { position += 1 }
  }

  /// Goes to the next byte for which `isStop` is true, or to the end.
  mutating func skipUntil(_ isStop: (UInt8) -> Bool) {
    while let next, !isStop(next) { position += 1 }
  }

  /// Goes to the next byte, or behind an escape such as `\u{7d}`.
  mutating func skipCharacter() {
    if isAt("\\"), position + 2 < bytes.count, bytes[position + 1] == UInt8(ascii: "u"),
      bytes[position + 2] == UInt8(ascii: "{")
    {
      var end = position + 3
      while end < bytes.count, Self.isHexadecimalDigit(bytes[end]) { end += 1 }
      if end < bytes.count, bytes[end] == UInt8(ascii: "}") { position = end }
    }
    position += 1
  }

  private static func isHexadecimalDigit(_ byte: UInt8) -> Bool {
    UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || UInt8(ascii: "a")...UInt8(ascii: "f") ~= byte | 0x20
  }

  /// Returns the position after the quoted text that begins at `start`.
  func endOfString(at start: Int) -> Int {
    var index = start + 1
    while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
      index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
    }
    return min(index + 1, bytes.count)
  }

  func string(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  func trimmed(_ range: Range<Int>) -> Range<Int> {
    var (start, end) = (range.lowerBound, range.upperBound)
    while start < end, Self.isSpace(bytes[start]) { start += 1 }
    while end > start, Self.isSpace(bytes[end - 1]) { end -= 1 }
    return start..<end
  }

  /// Returns the text of a name, with each escape `\u{…}` replaced by its character.
  func unescaped(_ range: Range<Int>) throws(BindingError) -> String {
    guard bytes[range].contains(UInt8(ascii: "\\")) else { return string(range) }
    var name: [UInt8] = []
    var index = range.lowerBound
    while index < range.upperBound {
      guard bytes[index] == UInt8(ascii: "\\") else {
        name.append(bytes[index])
        index += 1
        continue
      }
      // Leading zeros are allowed, so the number of digits has no limit.
      let end = bytes[index..<range.upperBound].firstIndex(of: UInt8(ascii: "}"))
      guard let end, end > index + 2, bytes[index + 1] == UInt8(ascii: "u"), bytes[index + 2] == UInt8(ascii: "{"),
        let scalar = Self.scalar(bytes[(index + 3)..<end])
      else { throw error(.syntax, "an escape must be \\u{…} with a hexadecimal number", range) }
      // An escape without digits adds no character, so that an empty name can be written.
      if let scalar = scalar.value { name += Array(String(Character(scalar)).utf8) }
      index = end + 1
    }
    return String(decoding: name, as: UTF8.self)
  }

  /// Returns the character with this hexadecimal number; nil if there is none. Without digits, the result is not nil but its `value` is.
  private static func scalar(_ digits: ArraySlice<UInt8>) -> (value: Unicode.Scalar?, Void)? {
    if digits.isEmpty { return (nil, ()) }
    guard let number = UInt32(String(decoding: digits, as: UTF8.self), radix: 16),
      let scalar = Unicode.Scalar(number), digits.first != UInt8(ascii: "+")
    else { return nil }
    return (scalar, ())
  }

  func error(
    _ kind: BindingError.Kind, _ description: String, _ range: Range<Int>, candidates: [String] = []
  ) -> BindingError {
    BindingError(kind, description, in: text, at: range, candidates: candidates)
  }

  static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0d).contains(byte) }
}
