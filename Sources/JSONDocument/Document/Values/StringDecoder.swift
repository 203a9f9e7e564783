import Glibc

/// Decodes the text between the quotes of a parsed string, one byte of UTF-8 at a time.
struct StringDecoder {
  private var position: UnsafeRawPointer
  private let end: UnsafeRawPointer
  /// The remaining bytes of the last escape, with the next one in the lowest byte, and a 1 after the last one.
  private var pending: UInt64 = 1

  init(_ text: UnsafeRawBufferPointer) {
    // The buffer is part of a document, which has a base address.
    position = text.baseAddress!
    end = position + text.count
  }

  mutating func next() -> UInt8? {
    if pending > 1 {
      defer { pending &>>= 8 }
      return UInt8(truncatingIfNeeded: pending)
    }
    if position == end { return nil }
    let byte = Scanner.byte(position)
    if byte != 0x5C {
      position += 1
      return byte
    }
    decodeEscape()
    return next()
  }

  /// Writes the whole text. The memory must have room for as many bytes as the text with its escapes.
  ///
  /// - Returns: The number of bytes written.
  mutating func write(to target: UnsafeMutableRawPointer) -> Int {
    var count = 0
    while position < end {
      let backslash = memchr(position, 0x5C, end - position).map { UnsafeRawPointer($0) } ?? end
      memcpy(target + count, position, backslash - position)
      count += backslash - position
      position = backslash
      if position == end { break }
      decodeEscape()
      while pending > 1 {
        target.storeBytes(of: UInt8(truncatingIfNeeded: pending), toByteOffset: count, as: UInt8.self)
        pending &>>= 8
        count += 1
      }
    }
    return count
  }

  /// Reads an escape, or both escapes of a surrogate pair, into the pending bytes.
  private mutating func decodeEscape() {
    let letter = Scanner.byte(position + 1)
    position += 2
    switch letter {
    case 0x62: pending = 0x108
    case 0x66: pending = 0x10C
    case 0x6E: pending = 0x10A
    case 0x72: pending = 0x10D
    case 0x74: pending = 0x109
    case 0x75:
      var value = codeUnit()
      if value & 0xF800 == 0xD800 {
        position += 2
        value = 0x10000 + (value & 0x3FF) << 10 | codeUnit() & 0x3FF
      }
      setPending(scalar: UInt64(value))
    default: pending = 0x100 | UInt64(letter)
    }
  }

  /// Encodes a scalar in UTF-8 (RFC 3629, section 3).
  private mutating func setPending(scalar: UInt64) {
    switch scalar {
    case 0..<0x80: pending = 0x100 | scalar
    case 0x80..<0x800: pending = 0x1_80C0 | scalar >> 6 | scalar << 8 & 0x3F00
    case 0x800..<0x1_0000: pending = 0x180_80E0 | scalar >> 12 | scalar << 2 & 0x3F00 | scalar << 16 & 0x3F_0000
    default:
      pending =
        0x1_8080_80F0 | scalar >> 18 | scalar >> 4 & 0x3F00 | scalar << 10 & 0x3F_0000 | scalar << 24 & 0x3F00_0000
    }
  }

  private mutating func codeUnit() -> UInt32 {
    var value: UInt32 = 0
    for index in 0..<4 { value = value << 4 | (hexValue(Scanner.byte(position + index)) ?? 0) }
    position += 4
    return value
  }
}
