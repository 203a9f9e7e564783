/// The type of an attachment's content, by its first bytes.
package enum MediaType: String, CaseIterable, Sendable {
  /// ISO/IEC 15948.
  case png = "image/png"
  /// ISO/IEC 10918-1.
  case jpeg = "image/jpeg"
  /// GIF87a and GIF89a.
  case gif = "image/gif"
  /// RFC 9649.
  case webp = "image/webp"
  /// ISO/IEC 23008-12 with HEVC inside.
  case heic = "image/heic"
  /// ISO 32000.
  case pdf = "application/pdf"

  /// The number of first bytes that tell the type.
  package static let neededBytes = 32

  /// True for images.
  package var isImage: Bool { self != .pdf }

  /// The type of content that begins with `prefix`; nil for other types.
  package init?(prefix: some Collection<UInt8>) {
    let bytes = Array(prefix.prefix(Self.neededBytes))
    func has(_ text: StaticString, at offset: Int = 0) -> Bool {
      text.withUTF8Buffer { bytes.count >= offset + $0.count && bytes[offset..<offset + $0.count].elementsEqual($0) }
    }
    if bytes.starts(with: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]) {
      self = .png
    } else if bytes.starts(with: [0xff, 0xd8, 0xff]) {
      self = .jpeg
    } else if has("GIF87a") || has("GIF89a") {
      self = .gif
    } else if has("RIFF"), has("WEBP", at: 8) {
      self = .webp
    } else if has("%PDF-") {
      self = .pdf
    } else if has("ftyp", at: 4),
      ["heic", "heix", "heim", "heis", "mif1", "hevc"].contains(where: { brand in
        bytes.count >= 12 && bytes[8..<12].elementsEqual(brand.utf8)
      })
    {
      self = .heic
    } else {
      return nil
    }
  }
}
