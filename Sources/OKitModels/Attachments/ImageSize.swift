import OKitStorage

/// The width and height of an image in pixels, from its header.
package struct ImageSize: Equatable, Sendable {
  /// The width in pixels.
  package let width: Int
  /// The height in pixels.
  package let height: Int

  /// The number of first bytes that contain the size of nearly every image. A camera can write much data before the size of a JPEG.
  static let neededBytes = 1 << 20

  /// The size of the image that begins with `bytes`; nil if it is not an image or its size is not in these bytes.
  package init?(prefix bytes: [UInt8]) {
    guard let type = MediaType(prefix: bytes) else { return nil }
    let reader = HeaderBytes(bytes)
    let size: (Int, Int)? =
      switch type {
      case .png: Self.png(reader)
      case .gif: reader.little16(6).flatMap { width in reader.little16(8).map { (width, $0) } }
      case .jpeg: Self.jpeg(reader)
      case .webp: Self.webp(reader)
      case .heic: Self.heic(reader)
      case .pdf: nil
      }
    guard let (width, height) = size, width > 0, height > 0 else { return nil }
    self.width = width
    self.height = height
  }

  /// Reads the first chunk, or the second if the first is Apple's own.
  private static func png(_ bytes: HeaderBytes) -> (Int, Int)? {
    let start = bytes.has("CgBI", at: 12) ? 16 + 4 + 4 : 8
    guard bytes.has("IHDR", at: start + 4) else { return nil }
    return bytes.big32(start + 8).flatMap { width in bytes.big32(start + 12).map { (width, $0) } }
  }

  /// Reads the segments, each with its length, up to the start of the frame. See ISO/IEC 10918-1, B.1.1.
  private static func jpeg(_ bytes: HeaderBytes) -> (Int, Int)? {
    var offset = 2
    while let marker = bytes[offset], marker == 0xff, let code = bytes[offset + 1] {
      switch code {
      case 0xff: offset += 1
      case 0x01, 0xd0...0xd8: offset += 2
      case 0xc0...0xc3, 0xc5...0xc7, 0xc9...0xcb, 0xcd...0xcf:
        return bytes.big16(offset + 7).flatMap { width in bytes.big16(offset + 5).map { (width, $0) } }
      case 0xd9, 0xda: return nil
      default:
        guard let length = bytes.big16(offset + 2), length >= 2 else { return nil }
        offset += 2 + length
      }
    }
    return nil
  }

  /// See RFC 9649, 2.5 to 2.7.
  private static func webp(_ bytes: HeaderBytes) -> (Int, Int)? {
    if bytes.has("VP8X", at: 12) {
      return bytes.little24(24).flatMap { width in bytes.little24(27).map { (width + 1, $0 + 1) } }
    }
    if bytes.has("VP8L", at: 12), bytes[20] == 0x2f, let low = bytes.little16(21), let high = bytes.little16(23) {
      let bits = high << 16 | low
      return ((bits & 0x3fff) + 1, (bits >> 14 & 0x3fff) + 1)
    }
    guard bytes.has("VP8 ", at: 12), bytes[23] == 0x9d else { return nil }
    return bytes.little16(26).flatMap { width in bytes.little16(28).map { (width & 0x3fff, $0 & 0x3fff) } }
  }

  /// Reads the boxes meta, iprp and ipco and returns the largest spatial extent. The others belong to tiles and thumbnails. See ISO/IEC 23008-12.
  private static func heic(_ bytes: HeaderBytes) -> (Int, Int)? {
    guard let meta = bytes.box("meta", in: 0..<bytes.count), meta.count >= 4,
      let properties = bytes.box("iprp", in: meta.lowerBound + 4..<meta.upperBound),
      let containers = bytes.box("ipco", in: properties)
    else { return nil }
    var largest: (Int, Int)?
    bytes.forEachBox(in: containers) { name, content in
      guard name == "ispe", let width = bytes.big32(content.lowerBound + 4),
        let height = bytes.big32(content.lowerBound + 8)
      else { return }
      // No image is larger, and the comparison of areas would overflow.
      guard width < 1 << 30, height < 1 << 30 else { return }
      if width * height > (largest.map { $0.0 * $0.1 } ?? 0) { largest = (width, height) }
    }
    return largest
  }
}

/// The first bytes of a file with the numbers in them; nil after the end.
private struct HeaderBytes {
  private let bytes: [UInt8]

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  var count: Int { bytes.count }

  subscript(offset: Int) -> Int? { bytes.indices.contains(offset) ? Int(bytes[offset]) : nil }

  func has(_ text: StaticString, at offset: Int) -> Bool {
    text.withUTF8Buffer { bytes.count >= offset + $0.count && bytes[offset..<offset + $0.count].elementsEqual($0) }
  }

  func big16(_ offset: Int) -> Int? { self[offset].flatMap { high in self[offset + 1].map { high << 8 | $0 } } }
  func big32(_ offset: Int) -> Int? { big16(offset).flatMap { high in big16(offset + 2).map { high << 16 | $0 } } }
  func little16(_ offset: Int) -> Int? { self[offset].flatMap { low in self[offset + 1].map { $0 << 8 | low } } }
  func little24(_ offset: Int) -> Int? { little16(offset).flatMap { low in self[offset + 2].map { $0 << 16 | low } } }

  /// Iterates over boxes, each with a length and a name. See ISO/IEC 14496-12, 4.2.
  func forEachBox(in range: Range<Int>, _ body: (_ name: String, _ content: Range<Int>) -> Void) {
    var offset = range.lowerBound
    while offset + 8 <= range.upperBound, let size = big32(offset) {
      // A size of 0 extends to the end; 1 means that a 64-bit size follows the name.
      var (start, end) = (offset + 8, size == 0 ? range.upperBound : offset + size)
      if size == 1, let long = big32(offset + 12), big32(offset + 8) == 0 {
        (start, end) = (offset + 16, offset + long)
      }
      guard start <= end else { return }
      let name = String(decoding: bytes[offset + 4..<offset + 8], as: UTF8.self)
      body(name, min(start, range.upperBound)..<min(end, range.upperBound))
      offset = end
    }
  }

  func box(_ wanted: String, in range: Range<Int>) -> Range<Int>? {
    guard range.lowerBound <= range.upperBound else { return nil }
    var found: Range<Int>?
    forEachBox(in: range) { name, content in
      if name == wanted, found == nil { found = content }
    }
    return found
  }
}
