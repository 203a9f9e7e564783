/// JSON text, which ``JSONWriter`` writes unchanged.
package struct JSONText: Sendable {
  let json: String

  /// Wraps a JSON text.
  ///
  /// - Parameter json: One JSON value. It is not validated.
  package init(_ json: String) { self.json = json }

  /// Returns a text as a JSON string, with only the escapes that RFC 8259 requires: for quotes, backslashes and control characters.
  package static func quote(_ text: String) -> String {
    var bytes: [UInt8] = []
    quote(text, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  static func quote(_ text: String, to bytes: inout [UInt8]) {
    bytes.append(0x22)
    for byte in text.utf8 {
      switch byte {
      case 0x22, 0x5C: bytes += [0x5C, byte]
      case 0x08: bytes += Array(#"\b"#.utf8)
      case 0x09: bytes += Array(#"\t"#.utf8)
      case 0x0A: bytes += Array(#"\n"#.utf8)
      case 0x0C: bytes += Array(#"\f"#.utf8)
      case 0x0D: bytes += Array(#"\r"#.utf8)
      case 0..<0x20: bytes += Array((byte < 0x10 ? #"\u000"# : #"\u00"#).utf8) + Array(String(byte, radix: 16).utf8)
      default: bytes.append(byte)
      }
    }
    bytes.append(0x22)
  }
}
