import TestSupport
import Testing

@testable import OKitModels
@testable import OKitStorage

@Suite struct ImageSizeTests {
  private static let headers: [[UInt8]] = [
    [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13] + Array("IHDR".utf8) + [0, 0, 1, 44, 0, 0, 0, 200],
    [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 4] + Array("CgBI".utf8) + [0x50, 0, 0x20, 6, 0, 0, 0, 0]
      + [0, 0, 0, 13] + Array("IHDR".utf8) + [0, 0, 1, 44, 0, 0, 0, 200],
    Array("GIF87a".utf8) + [44, 1, 200, 0],
    [0xff, 0xd8, 0xff, 0xe1, 0, 4, 1, 2, 0xff, 0xff, 0xc2, 0, 11, 8, 0, 200, 1, 44, 1],
    Array("RIFF\u{1}\0\0\0WEBPVP8X\n\0\0\0".utf8) + [0, 0, 0, 0, 43, 1, 0, 199, 0, 0],
    Array("RIFF\u{1}\0\0\0WEBPVP8L\n\0\0\0".utf8) + [0x2f, 0x2b, 0xc1, 0x31, 0],
    Array("RIFF\u{1}\0\0\0WEBPVP8 \n\0\0\0".utf8) + [0x50, 1, 0, 0x9d, 1, 0x2a, 44, 1, 200, 0],
    Array("\0\0\0\u{10}ftypheic\0\0\0\0\0\0\0\u{30}meta\0\0\0\0\0\0\0\u{24}iprp\0\0\0\u{1c}ipco\0\0\0\u{14}ispe".utf8)
      + [0, 0, 0, 0, 0, 0, 1, 44, 0, 0, 0, 200],
  ]

  @Test(arguments: headers)
  func theSizeIsReadFromTheHeader(_ header: [UInt8]) throws {
    let size = try #require(ImageSize(prefix: header))
    #expect(size.width == 300)
    #expect(size.height == 200)
    #expect(ImageSize(prefix: Array(header.dropLast(2))) == nil)
  }

  @Test(arguments: headers)
  func aMutatedHeaderGivesASizeOrNone(_ header: [UInt8]) {
    var generator = SeededGenerator(seed: Effort.seed)
    for _ in 0..<(Effort.isWhole ? 300_000 : 10_000) {
      var bytes = header
      for _ in 0..<Int.random(in: 1...6, using: &generator) {
        let place = Int.random(in: 0..<max(bytes.count, 1), using: &generator)
        switch Int.random(in: 0..<5, using: &generator) {
        case _ where bytes.isEmpty: bytes = header
        case 0: bytes[place] = UInt8.random(in: .min ... .max, using: &generator)
        case 1: bytes[place] = 0xff
        case 2: bytes.removeSubrange(place...)
        case 3: bytes.insert(contentsOf: header.suffix(from: header.count / 2), at: place)
        default: bytes.replaceSubrange(place..<min(place + 4, bytes.count), with: [0, 0, 0, 1])
        }
      }
      if let size = ImageSize(prefix: bytes) {
        #expect(size.width > 0 && size.height > 0)
      }
    }
  }

  @Test func endlessBoxesAndSegmentsTakeNoTime() {
    let boxes = Array(Self.headers[7].prefix(16)) + (0..<130_000).flatMap { _ in [0, 0, 0, 8] + Array("free".utf8) }
    #expect(ImageSize(prefix: boxes) == nil)
    let segments = [0xff, 0xd8, 0xff] + [UInt8](repeating: 0xff, count: 1 << 20)
    #expect(ImageSize(prefix: segments) == nil)
    let largest: [UInt8] = Array(Self.headers[7].dropLast(8)) + [UInt8](repeating: 0xff, count: 8)
    #expect(ImageSize(prefix: largest) == nil)
  }
}
