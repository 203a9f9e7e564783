/// The valid continuation of the first byte of a UTF-8 sequence with two or more bytes (RFC 3629, section 4).
package struct UTF8Sequence {
  /// The number of bytes.
  package let length: Int
  /// The valid second bytes. They exclude overlong forms, surrogates and values above U+10FFFF.
  package let secondBytes: ClosedRange<UInt8>

  /// The sequence that begins with `lead`; nil if none of several bytes does.
  @inline(__always)
  package init?(lead: UInt8) {
    switch lead {
    case 0xC2...0xDF: (length, secondBytes) = (2, 0x80...0xBF)
    case 0xE0: (length, secondBytes) = (3, 0xA0...0xBF)
    case 0xED: (length, secondBytes) = (3, 0x80...0x9F)
    case 0xE1...0xEF: (length, secondBytes) = (3, 0x80...0xBF)
    case 0xF0: (length, secondBytes) = (4, 0x90...0xBF)
    case 0xF1...0xF3: (length, secondBytes) = (4, 0x80...0xBF)
    case 0xF4: (length, secondBytes) = (4, 0x80...0x8F)
    default: return nil
    }
  }
}

@inline(__always)
func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

/// Returns the value of a hexadecimal digit; nil for any other byte.
@inline(__always)
func hexValue(_ byte: UInt8) -> UInt32? {
  if isDigit(byte) { return UInt32(byte &- 0x30) }
  let letter = (byte | 0x20) &- 0x61
  return letter < 6 ? UInt32(letter &+ 10) : nil
}
