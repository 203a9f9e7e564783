/// What a file is, told from its first bytes.
public enum ArchiveFormat: Equatable, Sendable {
  /// A zip archive, an empty one included (APPNOTE 4.3.7, 4.3.16).
  case zip
  /// A zstd stream, which starts with a frame or with a skippable one (RFC 8878, 3.1).
  case zstd
  /// An age file, binary or armored (age-encryption.org/v1).
  case age
  /// A tar archive without compression, ustar or its GNU and pax descendants.
  case tar
  /// Something else, or too few bytes.
  case unknown

  /// Bytes that `detect` wants to see: with fewer, a tar archive stays `unknown`.
  public static let prefixLength = 512

  /// Tells the format from the first bytes of a file.
  public static func detect(prefix: some Collection<UInt8>) -> ArchiveFormat {
    let bytes = Array(prefix.prefix(prefixLength))
    if bytes.starts(with: [0x50, 0x4B, 3, 4]) || bytes.starts(with: [0x50, 0x4B, 5, 6]) { return .zip }
    if bytes.starts(with: [0x28, 0xB5, 0x2F, 0xFD]) { return .zstd }
    if bytes.count >= 4, bytes[0] & 0xF0 == 0x50, bytes[1...3].elementsEqual([0x2A, 0x4D, 0x18]) { return .zstd }
    if bytes.starts(with: "age-encryption.org/".utf8) { return .age }
    if bytes.starts(with: "-----BEGIN AGE ENCRYPTED FILE-----".utf8) { return .age }
    if bytes.count >= 262, bytes[257..<262].elementsEqual("ustar".utf8) { return .tar }
    return .unknown
  }

  /// Whether content that starts like this is compressed or encrypted already, so that deflating it is a waste of time.
  static func isIncompressible(prefix: UnsafeRawBufferPointer) -> Bool {
    switch detect(prefix: prefix) {
    case .zip, .zstd, .age: return true
    case .tar, .unknown: break
    }
    let starts: [[UInt8]] = [
      [0x89, 0x50, 0x4E, 0x47], [0xFF, 0xD8, 0xFF], Array("GIF8".utf8), [0x1F, 0x8B], [0xFD, 0x37, 0x7A, 0x58],
      [0x37, 0x7A, 0xBC, 0xAF],
    ]
    if starts.contains(where: { prefix.starts(with: $0) }) { return true }
    guard prefix.count >= 12 else { return false }
    if prefix.starts(with: "RIFF".utf8), prefix[8..<12].elementsEqual("WEBP".utf8) { return true }
    // The ISO base media box: HEIC and AVIF pictures, MP4 and QuickTime films, all of them compressed inside.
    return prefix[4..<8].elementsEqual("ftyp".utf8)
  }
}
