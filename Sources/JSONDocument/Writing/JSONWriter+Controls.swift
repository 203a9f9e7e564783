extension JSONWriter {
  /// Returns JSON with an escape for every character that controls a terminal or the direction of text: DEL, the C1 controls, the marks and
  /// controls of bidirectional text, U+2028, U+2029 and U+FEFF.
  ///
  /// The meaning stays the same, because such characters can only be in strings. C0 controls are always escaped in JSON.
  ///
  /// - Parameter json: JSON in UTF-8.
  package static func escapingControls(_ json: [UInt8]) -> [UInt8] {
    json.withUnsafeBytes { source in
      guard var found = firstControl(in: source, from: 0) else { return json }
      var escaped: [UInt8] = []
      escaped.reserveCapacity(source.count + 64)
      var copied = 0
      while true {
        escaped.append(contentsOf: source[copied..<found.position])
        let digits = String(found.scalar, radix: 16)
        escaped +=
          Array("\\u".utf8) + Array(repeating: UInt8(ascii: "0"), count: 4 - digits.utf8.count) + Array(digits.utf8)
        copied = found.position + found.length
        guard let next = firstControl(in: source, from: copied) else { break }
        found = next
      }
      escaped.append(contentsOf: source[copied...])
      return escaped
    }
  }

  private static func firstControl(
    in source: UnsafeRawBufferPointer, from start: Int
  ) -> (position: Int, length: Int, scalar: UInt32)? {
    var position = start
    let count = source.count
    while position < count {
      let byte = source[position]
      // Most bytes cannot be the start of such a character.
      guard byte >= 0x7F else {
        position &+= 1
        continue
      }
      func byteAfter(_ distance: Int) -> UInt8 { position + distance < count ? source[position + distance] : 0 }
      switch byte {
      case 0x7F: return (position, 1, 0x7F)
      case 0xC2 where (0x80...0x9F).contains(byteAfter(1)): return (position, 2, UInt32(byteAfter(1)))
      case 0xD8 where byteAfter(1) == 0x9C: return (position, 2, 0x061C)
      case 0xE2, 0xEF:
        let scalar =
          UInt32(byte & 0x0F) << 12 | UInt32(byteAfter(1) & 0x3F) << 6 | UInt32(byteAfter(2) & 0x3F)
        switch scalar {
        case 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF: return (position, 3, scalar)
        default: break
        }
      default: break
      }
      position &+= 1
    }
    return nil
  }
}
