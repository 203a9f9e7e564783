/// Bech32 (BIP 173) in age's variant without a maximum length.
///
/// A prefix in upper case makes the whole text upper case. All intermediate data is wiped, because it may be a secret.
enum Bech32 {
  private static let digits = Array("qpzry9x8gf2tvdw0s3jn54khce6mua7l".utf8)
  private static let checksumSize = 6

  static func encode(_ data: UnsafeRawBufferPointer, prefix: String) -> SecretBytes {
    let isUppercase = prefix.utf8.contains(where: isUppercaseLetter)
    let prefix = Array(prefix.utf8)
    let dataDigits = (data.count * 8 + 4) / 5
    var text = SecretBytes(count: prefix.count + 1 + dataDigits + checksumSize)
    text.withUnsafeMutableBytes { text in
      text.copyBytes(from: prefix + [UInt8(ascii: "1")])
      var checksum = Checksum(prefix: prefix)
      var written = prefix.count + 1
      func write(_ value: UInt32) {
        let digit = digits[Int(value)]
        text[written] = isUppercase ? uppercase(digit) : digit
        written += 1
      }
      var bits: UInt32 = 0
      var bitCount: UInt32 = 0
      for byte in data {
        bits = bits << 8 | UInt32(byte)
        bitCount += 8
        while bitCount >= 5 {
          bitCount -= 5
          let value = bits >> bitCount & 31
          checksum.add(value)
          write(value)
        }
      }
      if bitCount > 0 {
        let value = bits << (5 - bitCount) & 31
        checksum.add(value)
        write(value)
      }
      let sum = checksum.finished()
      for index in 0..<UInt32(checksumSize) { write(sum >> (5 * (5 - index)) & 31) }
    }
    return text
  }

  /// Decodes a text, which errors call `noun`. Its prefix must be exactly `prefix`, including the case.
  static func decode(_ text: UnsafeRawBufferPointer, prefix: String, as noun: String) throws(AgeKeyError) -> SecretBytes
  {
    let prefix = Array(prefix.utf8)
    let isUppercase = prefix.contains(where: isUppercaseLetter)
    guard text.count > prefix.count, text.prefix(prefix.count).elementsEqual(prefix),
      text[prefix.count] == UInt8(ascii: "1")
    else { throw AgeKeyError("the \(noun) does not start with \(String(decoding: prefix, as: UTF8.self))1") }
    let body = UnsafeRawBufferPointer(rebasing: text[(prefix.count + 1)...])
    guard body.count >= checksumSize else { throw AgeKeyError("the \(noun) is too short") }

    var checksum = Checksum(prefix: prefix)
    let dataDigits = body.count - checksumSize
    var data = SecretBytes(count: dataDigits * 5 / 8)
    var written = 0
    var bits: UInt32 = 0
    var bitCount: UInt32 = 0
    for (index, character) in body.enumerated() {
      guard !(isUppercase ? isLowercaseLetter(character) : isUppercaseLetter(character)) else {
        throw AgeKeyError("the \(noun) mixes upper and lower case")
      }
      guard let value = digits.firstIndex(of: lowercase(character)) else {
        throw AgeKeyError("the \(noun) has an invalid character")
      }
      checksum.add(UInt32(value))
      guard index < dataDigits else { continue }
      bits = (bits << 5 | UInt32(value)) & 0xFFF
      bitCount += 5
      if bitCount >= 8 {
        bitCount -= 8
        data.withUnsafeMutableBytes { $0[written] = UInt8(truncatingIfNeeded: bits >> bitCount) }
        written += 1
      }
    }
    guard checksum.isValid else { throw AgeKeyError("the \(noun) has a wrong checksum: it was mistyped or cut off") }
    guard bitCount < 5, bits & (1 << bitCount - 1) == 0 else {
      throw AgeKeyError("the \(noun) has extra bits at its end")
    }
    return data
  }

  private static func isUppercaseLetter(_ character: UInt8) -> Bool {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(character)
  }

  private static func isLowercaseLetter(_ character: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(character)
  }

  private static func lowercase(_ character: UInt8) -> UInt8 {
    isUppercaseLetter(character) ? character | 0x20 : character
  }

  private static func uppercase(_ character: UInt8) -> UInt8 {
    isLowercaseLetter(character) ? character & 0xDF : character
  }

  /// The checksum of BIP 173, over the prefix in lower case and the values of the digits.
  private struct Checksum {
    private var state: UInt32 = 1

    init(prefix: [UInt8]) {
      let prefix = prefix.map(lowercase)
      for character in prefix { add(UInt32(character >> 5)) }
      add(0)
      for character in prefix { add(UInt32(character & 31)) }
    }

    /// True if the added digits end with the right checksum.
    var isValid: Bool { state == 1 }

    mutating func add(_ value: UInt32) {
      let top = state >> 25
      state = (state & 0x1FF_FFFF) << 5 ^ value
      let generators: [UInt32] = [0x3B6A_57B2, 0x2650_8E6D, 0x1EA1_19FA, 0x3D42_33DD, 0x2A14_62B3]
      for (bit, generator) in generators.enumerated() where top >> UInt32(bit) & 1 == 1 { state ^= generator }
    }

    /// Returns the checksum to write: six digits in 30 bits.
    consuming func finished() -> UInt32 {
      for _ in 0..<checksumSize { add(0) }
      return state ^ 1
    }
  }
}
