/// Formats of attachments that are known by their first bytes.
enum AttachmentFormat {
  /// So many first bytes are looked at.
  static let sniffedBytes = 16

  /// Whether no byte of `prefix` differs from what a file of its format must have there.
  ///
  /// Of a PNG these are the first 16: signature, length and name of the first chunk, which in an app's bundle can be Apple's own. So one
  /// of them is enough to find every wrong IV.
  static func isWhole(_ prefix: some Collection<UInt8>) -> Bool {
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
  static func isKnown(_ prefix: some Collection<UInt8>) -> Bool {
    let bytes = Array(prefix.prefix(sniffedBytes))
    func has(_ text: StaticString, at offset: Int = 0) -> Bool {
      text.withUTF8Buffer { bytes.count >= offset + $0.count && bytes[offset..<offset + $0.count].elementsEqual($0) }
    }
    return bytes.starts(with: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])  // PNG
      || bytes.starts(with: [0xff, 0xd8, 0xff])  // JPEG
      || has("GIF87a") || has("GIF89a") || has("%PDF-") || has("RIFF") && has("WEBP", at: 8)
      || has("ftyp", at: 4)  // HEIC, AVIF, MP4
      || bytes.starts(with: [0x49, 0x49, 0x2a, 0]) || bytes.starts(with: [0x4d, 0x4d, 0, 0x2a])  // TIFF
      || bytes.starts(with: [0x50, 0x4b, 3, 4])  // zip
  }
}
