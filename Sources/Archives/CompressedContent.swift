/// Recognizes content that is already compressed or encrypted, so that deflating it would only waste time.
enum CompressedContent {
  /// zip (APPNOTE 4.3.7, 4.3.16), zstd (RFC 8878, 3.1.1), age, PNG, JPEG, GIF, gzip, xz and 7z.
  private static let starts: [[UInt8]] = [
    [0x50, 0x4B, 3, 4], ZipEndRecord.signature, [0x28, 0xB5, 0x2F, 0xFD], Array("age-encryption.org/".utf8),
    [0x89, 0x50, 0x4E, 0x47], [0xFF, 0xD8, 0xFF], Array("GIF8".utf8), [0x1F, 0x8B], [0xFD, 0x37, 0x7A, 0x58],
    [0x37, 0x7A, 0xBC, 0xAF],
  ]

  /// The number of bytes to examine.
  static let prefixLength = 32

  /// True if these are the first bytes of such content.
  static func begins(_ prefix: UnsafeRawBufferPointer) -> Bool {
    if starts.contains(where: { prefix.starts(with: $0) }) { return true }
    guard prefix.count >= 12 else { return false }
    if prefix.starts(with: "RIFF".utf8), prefix[8..<12].elementsEqual("WEBP".utf8) { return true }
    // The ISO base media file format: HEIC and AVIF images, MP4 and QuickTime videos. Their content is compressed.
    return prefix[4..<8].elementsEqual("ftyp".utf8)
  }
}
