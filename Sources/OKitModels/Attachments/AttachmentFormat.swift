/// Formats of attachments that are known by their first bytes.
package enum AttachmentFormat {
  /// So many first bytes are looked at.
  package static let sniffedBytes = 16

  /// Whether no byte of `prefix` differs from what a file of its format must have there.
  ///
  /// Of a PNG these are the first 16: signature, length and name of the first chunk, which in an app's bundle can be Apple's own. So one
  /// of them is enough to find every wrong IV.
  package static func isWhole(_ prefix: some Collection<UInt8>) -> Bool {
    let bytes = Array(prefix.prefix(sniffedBytes))
    guard bytes.first == 0x89, bytes.count == sniffedBytes else { return true }
    return bytes[8...].elementsEqual([0, 0, 0, 13] + "IHDR".utf8)
      || bytes[8...].elementsEqual([0, 0, 0, 4] + "CgBI".utf8)
  }

  /// Whether `prefix` is how a PNG begins, with nothing left to chance.
  static func isWholePNG(_ prefix: some Collection<UInt8>) -> Bool {
    prefix.first == 0x89 && prefix.count >= sniffedBytes && isKnown(prefix) && isWhole(prefix)
  }

  /// Whether `prefix` begins like an image or document of a common format.
  package static func isKnown(_ prefix: some Collection<UInt8>) -> Bool {
    let bytes = Array(prefix.prefix(sniffedBytes))
    return MediaType(prefix: bytes) != nil
      || bytes.dropFirst(4).starts(with: "ftyp".utf8)  // AVIF, MP4, HEIC of any brand
      || bytes.starts(with: [0x49, 0x49, 0x2a, 0]) || bytes.starts(with: [0x4d, 0x4d, 0, 0x2a])  // TIFF
      || bytes.starts(with: [0x50, 0x4b, 3, 4])  // zip
  }
}
