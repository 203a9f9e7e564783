import JSONDocument

/// The text of a table in UTF-8, without a byte order mark.
///
/// UTF-16 is recognized by its byte order mark, or by a NUL in the first two bytes, because a table begins with an ASCII character.
struct TableText {
  let bytes: [UInt8]
  let wasUTF16: Bool

  init(_ bytes: [UInt8]) throws(TableError) {
    switch (bytes.first, bytes.dropFirst().first) {
    case (0xFF, 0xFE): self.init(utf8: try Self.utf8(bytes.dropFirst(2), isBigEndian: false), wasUTF16: true)
    case (0xFE, 0xFF): self.init(utf8: try Self.utf8(bytes.dropFirst(2), isBigEndian: true), wasUTF16: true)
    case (let first?, 0) where first != 0:
      self.init(utf8: try Self.utf8(bytes[...], isBigEndian: false), wasUTF16: true)
    case (0, let second?) where second != 0:
      self.init(utf8: try Self.utf8(bytes[...], isBigEndian: true), wasUTF16: true)
    default:
      self.init(utf8: bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes, wasUTF16: false)
    }
    if let offset = Self.firstFault(of: self.bytes) {
      throw TableError(
        self.bytes[offset] == 0 ? "a NUL byte" : "invalid UTF-8", at: TablePosition(of: offset, in: self.bytes),
        hint: self.bytes[offset] == 0 ? nil : "use 'iconv -t utf-8' to convert the file")
    }
  }

  private init(utf8 bytes: [UInt8], wasUTF16: Bool) {
    self.bytes = bytes
    self.wasUTF16 = wasUTF16
  }

  private static func utf8(_ text: ArraySlice<UInt8>, isBigEndian: Bool) throws(TableError) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count / 2)
    func fault(_ bytes: [UInt8]) -> TableError {
      TableError("invalid UTF-16", at: TablePosition(of: bytes.count, in: bytes))
    }
    guard text.count.isMultiple(of: 2) else { throw fault(bytes) }
    func unit(_ index: Int) -> UInt32 {
      let (first, second) = (UInt32(text[index]), UInt32(text[index + 1]))
      return isBigEndian ? first << 8 | second : second << 8 | first
    }
    var index = text.startIndex
    while index < text.endIndex {
      var scalar = unit(index)
      index += 2
      if 0xD800...0xDBFF ~= scalar, index < text.endIndex, 0xDC00...0xDFFF ~= unit(index) {
        scalar = 0x10000 + (scalar - 0xD800) << 10 + (unit(index) - 0xDC00)
        index += 2
      }
      guard let scalar = Unicode.Scalar(scalar) else { throw fault(bytes) }
      if scalar.isASCII { bytes.append(UInt8(scalar.value)) } else { bytes += Array(String(scalar).utf8) }
    }
    return bytes
  }

  /// Returns the offset of the first byte that is a NUL or not part of valid UTF-8; nil if there is none.
  private static func firstFault(of bytes: [UInt8]) -> Int? {
    bytes.withUnsafeBytes { bytes in
      var index = 0
      while index < bytes.count {
        let byte = bytes[index]
        if byte == 0 { return index }
        if byte < 0x80 {
          index += 1
          continue
        }
        guard let sequence = UTF8Sequence(lead: byte), index + sequence.length <= bytes.count,
          sequence.secondBytes.contains(bytes[index + 1]),
          bytes[index + 1..<index + sequence.length].allSatisfy({ $0 & 0xC0 == 0x80 })
        else { return index }
        index += sequence.length
      }
      return nil
    }
  }
}
