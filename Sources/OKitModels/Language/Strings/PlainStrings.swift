import JSONDocument
import OKitStorage

/// The text syntax of strings files: `"key" = "text";`, with comments as in C. `key;` is a key that is its own text.
struct PlainStrings {
  private let bytes: [UInt8]
  private var position = 0

  /// Returns the texts of a file in UTF-8.
  static func texts(of bytes: [UInt8]) throws(StringsFault) -> [ExactText: String] {
    var reader = PlainStrings(bytes: bytes)
    var texts: [ExactText: String] = [:]
    while try reader.skipSpace() {
      let key = try reader.string("a key")
      var text = key
      guard try reader.skipSpace() else { throw reader.fault("expected ';' or '=' after a key") }
      if reader.take(UInt8(ascii: "=")) {
        guard try reader.skipSpace() else { throw reader.fault("expected a text after '='") }
        text = try reader.string("a text")
        _ = try reader.skipSpace()
        guard reader.take(UInt8(ascii: ";")) else { throw reader.fault("expected ';' after a text") }
      } else if !reader.take(UInt8(ascii: ";")) {
        throw reader.fault("expected ';' or '=' after a key")
      }
      texts[ExactText(key)] = text
    }
    return texts
  }

  private init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  private func fault(_ detail: String, at offset: Int? = nil) -> StringsFault {
    StringsFault(detail: detail, offset: offset ?? position)
  }

  private func byte(_ distance: Int = 0) -> UInt8? {
    position + distance < bytes.count ? bytes[position + distance] : nil
  }

  private mutating func take(_ wanted: UInt8) -> Bool {
    guard byte() == wanted else { return false }
    position += 1
    return true
  }

  // MARK: - Space

  /// Skips white space and comments. Returns false at the end.
  private mutating func skipSpace() throws(StringsFault) -> Bool {
    while let next = byte() {
      if next == UInt8(ascii: "/"), byte(1) == UInt8(ascii: "/") {
        while byte() != nil, !isLineEnd { position += 1 }
      } else if next == UInt8(ascii: "/"), byte(1) == UInt8(ascii: "*") {
        let start = position
        position += 2
        while !(byte() == UInt8(ascii: "*") && byte(1) == UInt8(ascii: "/")) {
          guard byte() != nil else { throw fault("a comment is never closed", at: start) }
          position += 1
        }
        position += 2
      } else if next == UInt8(ascii: " ") || (9...13).contains(next) {
        position += 1
      } else if isWideLineEnd {
        position += 3
      } else {
        return true
      }
    }
    return false
  }

  private var isLineEnd: Bool { byte() == UInt8(ascii: "\n") || byte() == UInt8(ascii: "\r") || isWideLineEnd }

  /// True at U+2028 or U+2029.
  private var isWideLineEnd: Bool { byte() == 0xe2 && byte(1) == 0x80 && (byte(2) == 0xa8 || byte(2) == 0xa9) }

  // MARK: - Strings

  private mutating func string(_ what: String) throws(StringsFault) -> String {
    if let quote = byte(), quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
      return try quoted(by: quote)
    }
    let start = position
    while let next = byte(), Self.isPlain(next) { position += 1 }
    guard position > start else { throw fault("expected \(what) or a quotation mark") }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  /// True if a byte can be in a string without quotation marks.
  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: "_$/:.-".utf8.contains(byte)
    }
  }

  private mutating func quoted(by quote: UInt8) throws(StringsFault) -> String {
    let start = position
    var text = UTF16Text()
    position += 1
    while let next = byte() {
      position += 1
      if next == quote { return text.finish() }
      if next == UInt8(ascii: "\\") { takeEscape(&text) } else { text.append(next) }
    }
    throw fault("a string is never closed", at: start)
  }

  private mutating func takeEscape(_ text: inout UTF16Text) {
    guard let next = byte() else { return }
    position += 1
    switch next {
    case UInt8(ascii: "0")...UInt8(ascii: "7"):
      position -= 1
      text.append(NextStepEncoding.scalar(UInt8(truncatingIfNeeded: digits(radix: 8, atMost: 3))))
    case UInt8(ascii: "U"): text.append(unit: UInt16(digits(radix: 16, atMost: 4)))
    case UInt8(ascii: "a"): text.append(7)
    case UInt8(ascii: "b"): text.append(8)
    case UInt8(ascii: "f"): text.append(12)
    case UInt8(ascii: "n"): text.append(10)
    case UInt8(ascii: "r"): text.append(13)
    case UInt8(ascii: "t"): text.append(9)
    case UInt8(ascii: "v"): text.append(11)
    default: text.append(next)
    }
  }

  private mutating func digits(radix: Int, atMost count: Int) -> Int {
    var number = 0
    for _ in 0..<count {
      guard let next = byte(), next < 0x80, let digit = Character(Unicode.Scalar(next)).hexDigitValue, digit < radix
      else { break }
      number = number * radix + digit
      position += 1
    }
    return number
  }
}
