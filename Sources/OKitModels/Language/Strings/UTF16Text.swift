/// A text built from UTF-8 bytes and from UTF-16 units in escapes.
struct UTF16Text {
  private var bytes: [UInt8] = []
  /// A lead surrogate, until its trail surrogate follows.
  private var half: UInt16?

  mutating func append(_ byte: UInt8) {
    endHalf()
    bytes.append(byte)
  }

  mutating func append(unit: UInt16) {
    if UTF16.isTrailSurrogate(unit), let first = half {
      half = nil
      append(UTF16.decode(UTF16.EncodedScalar([first, unit])))
    } else {
      endHalf()
      if UTF16.isLeadSurrogate(unit) { half = unit } else { append(Unicode.Scalar(unit) ?? "\u{fffd}") }
    }
  }

  mutating func append(_ scalar: Unicode.Scalar) {
    endHalf()
    bytes += Array(String(scalar).utf8)
  }

  mutating func finish() -> String {
    endHalf()
    return String(decoding: bytes, as: UTF8.self)
  }

  private mutating func endHalf() {
    guard half != nil else { return }
    half = nil
    bytes += [0xef, 0xbf, 0xbd]
  }
}
