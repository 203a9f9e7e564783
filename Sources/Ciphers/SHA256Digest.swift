/// A SHA-256 digest.
///
/// Its text is 64 hexadecimal digits, written in lower case like `sha256sum` does, and parsed in any case.
package struct SHA256Digest: Hashable, Sendable, CustomStringConvertible {
  /// The size of a digest in bytes: 32.
  package static let size = 32

  /// The 32 bytes.
  package let bytes: [UInt8]

  /// Wraps the bytes of a digest; nil unless there are 32.
  package init?(bytes: some Sequence<UInt8>) {
    let bytes = Array(bytes)
    guard bytes.count == Self.size else { return nil }
    self.bytes = bytes
  }

  /// Parses the text of a digest; nil unless it is exactly 64 hexadecimal digits.
  package init?(hex: some StringProtocol) {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Self.size)
    var high: UInt8?
    for character in hex.utf8 {
      guard let digit = Self.value(ofDigit: character) else { return nil }
      if let upper = high {
        bytes.append(upper << 4 | digit)
        high = nil
      } else {
        high = digit
      }
    }
    guard high == nil, bytes.count == Self.size else { return nil }
    self.bytes = bytes
  }

  init(unchecked bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// The digest as 64 lower-case hexadecimal digits.
  package var hex: String {
    let digits = Array("0123456789abcdef".utf8)
    return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }

  /// The same as ``hex``.
  package var description: String { hex }

  private static func value(ofDigit character: UInt8) -> UInt8? {
    switch character {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): character - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): character - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): character - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
