import TestSupport

/// The smallest files of each image format that have a size.
enum Picture: String, CaseIterable, Sendable {
  case png, gif, jpeg, heic
  case webp
  case webpLossless
  case webpExtended

  /// The end of the media type, which is also the file name extension.
  var ending: String { rawValue.hasPrefix("webp") ? "webp" : rawValue }

  func bytes(width: Int, height: Int) -> [UInt8] {
    switch self {
    case .png:
      SampleAttachment.pngSignature + Self.chunk("IHDR", Self.big(width, 4) + Self.big(height, 4) + [8, 2, 0, 0, 0])
        + Self.end
    case .gif: Array("GIF89a".utf8) + Self.little(width, 2) + Self.little(height, 2) + [0, 0, 0, 0x3b]
    case .jpeg:
      [0xff, 0xd8, 0xff, 0xe0, 0, 16] + Array("JFIF".utf8) + [0, 1, 1, 0, 0, 1, 0, 1, 0, 0, 0xff, 0xc0, 0, 11, 8]
        + Self.big(height, 2) + Self.big(width, 2) + [1, 1, 0x11, 0, 0xff, 0xd9]
    case .webp:
      Self.webp("VP8 ", [0x50, 1, 0, 0x9d, 1, 0x2a] + Self.little(width, 2) + Self.little(height, 2))
    case .webpLossless: Self.webp("VP8L", [0x2f] + Self.little((width - 1) | (height - 1) << 14, 4) + [0])
    case .webpExtended: Self.webp("VP8X", [0, 0, 0, 0] + Self.little(width - 1, 3) + Self.little(height - 1, 3))
    case .heic:
      Self.box("ftyp", Array("heic".utf8) + [0, 0, 0, 0] + Array("mif1heic".utf8))
        + Self.box(
          "meta",
          [0, 0, 0, 0]
            + Self.box("iprp", Self.box("ipco", Self.extent(1, 1) + Self.extent(width, height) + Self.extent(2, 2))))
    }
  }

  private static let end: [UInt8] = [0, 0, 0, 0] + Array("IEND".utf8) + [0xae, 0x42, 0x60, 0x82]

  private static func big(_ number: Int, _ count: Int) -> [UInt8] {
    (0..<count).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }

  private static func little(_ number: Int, _ count: Int) -> [UInt8] { big(number, count).reversed() }

  /// A chunk of a PNG, with a wrong checksum that nothing here reads.
  private static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
    big(content.count, 4) + Array(name.utf8) + content + [0, 0, 0, 0]
  }

  private static func webp(_ name: String, _ content: [UInt8]) -> [UInt8] {
    let chunk = Array(name.utf8) + little(content.count, 4) + content
    return Array("RIFF".utf8) + little(chunk.count + 4, 4) + Array("WEBP".utf8) + chunk
  }

  private static func box(_ name: String, _ content: [UInt8]) -> [UInt8] {
    big(content.count + 8, 4) + Array(name.utf8) + content
  }

  private static func extent(_ width: Int, _ height: Int) -> [UInt8] {
    box("ispe", [0, 0, 0, 0] + big(width, 4) + big(height, 4))
  }
}
