/// Strict Base64 with the standard alphabet (RFC 4648, section 4): no white space, and no extra bits in the last digit.
///
/// The age header uses it without padding, and the armor with padding.
package enum Base64 {
  private static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// The value of each character; 255 if the character is not a digit.
  private static let values: [UInt8] = {
    var values = [UInt8](repeating: 255, count: 256)
    for (value, digit) in digits.enumerated() { values[Int(digit)] = UInt8(value) }
    return values
  }()

  /// Returns the text of the bytes with padding.
  package static func padded(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
    let size = (bytes.count + 2) / 3 * 4
    return [UInt8](unsafeUninitializedCapacity: size) { text, count in
      count = encode(bytes, into: UnsafeMutableRawBufferPointer(text))
    }
  }

  /// Returns the text of a secret with padding.
  package static func padded(_ secret: borrowing SecretBytes) -> SecretBytes {
    var text = SecretBytes(count: (secret.count + 2) / 3 * 4)
    text.withUnsafeMutableBytes { target in secret.withUnsafeBytes { _ = encode($0, into: target) } }
    return text
  }

  /// Returns the bytes of a text with padding; nil if it is not canonical.
  package static func decoded(padded text: [UInt8]) -> [UInt8]? {
    guard text.count % 4 == 0 else { return nil }
    let padding = text.suffix(2).count { $0 == UInt8(ascii: "=") }
    return decoded(text.dropLast(padding))
  }

  /// Returns the text of the bytes without padding.
  static func encoded(_ bytes: [UInt8]) -> [UInt8] {
    let size = (bytes.count * 4 + 2) / 3
    return [UInt8](unsafeUninitializedCapacity: size + 4) { text, count in
      bytes.withUnsafeBytes { _ = encode($0, into: UnsafeMutableRawBufferPointer(text)) }
      count = size
    }
  }

  /// Returns the bytes of a text without padding; nil if it is not canonical.
  static func decoded(_ text: some Collection<UInt8>) -> [UInt8]? {
    let text = Array(text)
    var isValid = false
    let bytes = [UInt8](unsafeUninitializedCapacity: text.count) { bytes, count in
      let size = text.withUnsafeBytes { decode($0, into: UnsafeMutableRawBufferPointer(bytes)) }
      isValid = size != nil
      count = size ?? 0
    }
    return isValid ? bytes : nil
  }

  /// Writes the text of the bytes with padding. Returns its size: four characters for every three bytes, rounded up.
  static func encode(_ bytes: UnsafeRawBufferPointer, into text: UnsafeMutableRawBufferPointer) -> Int {
    precondition(text.count >= (bytes.count + 2) / 3 * 4)
    return digits.withUnsafeBufferPointer { digits in
      var written = 0
      var index = 0
      while index < bytes.count {
        let left = bytes.count - index
        var group = UInt32(bytes[index]) << 16
        if left > 1 { group |= UInt32(bytes[index &+ 1]) << 8 }
        if left > 2 { group |= UInt32(bytes[index &+ 2]) }
        text[written] = digits[Int(group >> 18)]
        text[written &+ 1] = digits[Int(group >> 12 & 63)]
        text[written &+ 2] = left > 1 ? digits[Int(group >> 6 & 63)] : UInt8(ascii: "=")
        text[written &+ 3] = left > 2 ? digits[Int(group & 63)] : UInt8(ascii: "=")
        written &+= 4
        index &+= 3
      }
      return written
    }
  }

  /// Decodes a text without padding and returns the number of bytes; nil if the text is not canonical.
  static func decode(_ text: UnsafeRawBufferPointer, into bytes: UnsafeMutableRawBufferPointer) -> Int? {
    let rest = text.count % 4
    let size = text.count / 4 * 3 + max(rest - 1, 0)
    guard rest != 1 else { return nil }
    precondition(bytes.count >= size)
    return values.withUnsafeBufferPointer { values in
      // The value of an invalid character has bits that no digit has.
      var seen: UInt8 = 0
      var written = 0
      var index = 0
      while index < text.count - rest {
        let (a, b) = (values[Int(text[index])], values[Int(text[index &+ 1])])
        let (c, d) = (values[Int(text[index &+ 2])], values[Int(text[index &+ 3])])
        seen |= a | b | c | d
        bytes[written] = a << 2 | b >> 4
        bytes[written &+ 1] = b << 4 | c >> 2
        bytes[written &+ 2] = c << 6 | d
        written &+= 3
        index &+= 4
      }
      if rest > 0 {
        let (a, b) = (values[Int(text[index])], values[Int(text[index + 1])])
        let c = rest == 3 ? values[Int(text[index + 2])] : 0
        seen |= a | b | c
        bytes[written] = a << 2 | b >> 4
        if rest == 3 { bytes[written + 1] = b << 4 | c >> 2 }
        let stray = rest == 3 ? c & 0b11 : b & 0b1111
        guard stray == 0 else { return nil }
      }
      return seen < 64 ? size : nil
    }
  }
}
