import OKitStorage

/// The encodings of strings files.
enum StringsEncoding {
  /// Returns the text in UTF-8 without a byte order mark. The input is UTF-8, or UTF-16 with a byte order mark or an ASCII character at its
  /// beginning.
  static func utf8(of bytes: [UInt8]) throws(StringsFault) -> [UInt8] {
    if bytes.starts(with: [0xef, 0xbb, 0xbf]) { return try checked(Array(bytes.dropFirst(3)), skipped: 3) }
    if bytes.starts(with: [0xff, 0xfe]) { return try utf8(ofUTF16: bytes.dropFirst(2), isBigEndian: false) }
    if bytes.starts(with: [0xfe, 0xff]) { return try utf8(ofUTF16: bytes.dropFirst(2), isBigEndian: true) }
    if bytes.count > 1, bytes[0] == 0, bytes[1] != 0 { return try utf8(ofUTF16: bytes[...], isBigEndian: true) }
    if bytes.count > 1, bytes[0] != 0, bytes[1] == 0 { return try utf8(ofUTF16: bytes[...], isBigEndian: false) }
    return try checked(bytes, skipped: 0)
  }

  private static func checked(_ bytes: [UInt8], skipped: Int) throws(StringsFault) -> [UInt8] {
    if String(validating: bytes, as: UTF8.self) != nil { return bytes }
    var decoder = UTF8()
    var iterator = bytes.makeIterator()
    var offset = skipped
    while case .scalarValue(let scalar) = decoder.decode(&iterator) { offset += UTF8.width(scalar) }
    throw StringsFault(detail: "neither UTF-8 nor UTF-16", offset: offset)
  }

  private static func utf8(ofUTF16 bytes: ArraySlice<UInt8>, isBigEndian: Bool) throws(StringsFault) -> [UInt8] {
    guard bytes.count.isMultiple(of: 2) else { throw StringsFault(detail: "UTF-16 with an odd number of bytes") }
    var units: [UInt16] = []
    units.reserveCapacity(bytes.count / 2)
    for index in stride(from: bytes.startIndex, to: bytes.endIndex, by: 2) {
      let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
      units.append(isBigEndian ? first << 8 | second : second << 8 | first)
    }
    guard let text = String(validating: units, as: UTF16.self) else {
      throw StringsFault(detail: "UTF-16 with half of a surrogate pair")
    }
    return Array(text.utf8)
  }
}
