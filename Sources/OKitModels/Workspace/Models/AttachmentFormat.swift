/// Formats of attachments, recognized by their first bytes.
package enum AttachmentFormat {
  /// The number of bytes that recognition needs.
  package static let sniffedBytes = 16

  /// True if all bytes of `prefix` are possible in its format.
  ///
  /// A PNG has 16 fixed bytes: the signature, and the length and name of the first chunk. In an app's bundle, that chunk can be Apple's own. A
  /// single PNG is therefore enough to detect a wrong IV.
  package static func isWhole(_ prefix: some Collection<UInt8>) -> Bool {
    let bytes = Array(prefix.prefix(sniffedBytes))
    guard bytes.first == 0x89, bytes.count == sniffedBytes else { return true }
    return bytes[8...].elementsEqual([0, 0, 0, 13] + "IHDR".utf8)
      || bytes[8...].elementsEqual([0, 0, 0, 4] + "CgBI".utf8)
  }

  /// True if `prefix` begins with all fixed bytes of a PNG.
  static func isWholePNG(_ prefix: some Collection<UInt8>) -> Bool {
    prefix.first == 0x89 && prefix.count >= sniffedBytes && isKnown(prefix) && isWhole(prefix)
  }

  /// True if `prefix` begins like an image or document in a common format.
  package static func isKnown(_ prefix: some Collection<UInt8>) -> Bool {
    let bytes = Array(prefix.prefix(sniffedBytes))
    return MediaType(prefix: bytes) != nil
      || bytes.dropFirst(4).starts(with: "ftyp".utf8)  // AVIF, MP4, HEIC of any brand
      || bytes.starts(with: [0x49, 0x49, 0x2a, 0]) || bytes.starts(with: [0x4d, 0x4d, 0, 0x2a])  // TIFF
      || bytes.starts(with: [0x50, 0x4b, 3, 4])  // zip
  }
}
