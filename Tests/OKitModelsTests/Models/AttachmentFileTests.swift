import Foundation
import TestSupport
import Testing
import WorkspaceTestSupport

@testable import OKitModels
@testable import OKitStorage

@Suite struct AttachmentFileTests {
  private func form(_ bytes: [UInt8], declared: Int64?, host: StoredForm?) throws -> StoredForm {
    let scratch = try TemporaryFolder()
    try Files.write(bytes, to: scratch.file("x"))
    return try AttachmentFile(path: "_data/x.raw", declaredSize: declared).form(
      of: OpenFile(FilePath(text: scratch.file("x"))), host: host)
  }

  private static let block = [UInt8](repeating: 0xa5, count: 16)
  private static let png = Array(SampleShop.image.prefix(16)) + [UInt8](repeating: 1, count: 16)

  @Test(arguments: [nil, .plain, .age, .okitCBC] as [StoredForm?])
  func anAgeFileIsRecognizedInAModelOfAnyForm(_ host: StoredForm?) throws {
    let bytes = Array("age-encryption.org/v1\n12345678901234567890123456".utf8)
    #expect(try form(bytes, declared: Int64(bytes.count), host: host) == .age)
    #expect(try form(bytes, declared: nil, host: host) == .age)
  }

  @Test func anImageIsPlain() throws {
    let image = Self.png + Self.block
    try #require(image.count % 16 == 0)
    for declared in [nil, 1, Int64(image.count), Int64(image.count) - 1] as [Int64?] {
      for host in [nil, .plain, .age, .okitCBC] as [StoredForm?] {
        #expect(try form(image, declared: declared, host: host) == .plain)
      }
    }
  }

  @Test func aFileOfPartialBlocksIsPlain() throws {
    #expect(try form(Self.block + [1], declared: 5, host: .plain) == .plain)
    #expect(try form([], declared: 5, host: nil) == .plain)
    #expect(try form([], declared: nil, host: .okitCBC) == .plain)
  }

  @Test func anUndecryptableFileOfAnEncryptedModelIsLeftToItsCipher() throws {
    #expect(try form(Self.block + [1], declared: 5, host: .okitCBC) == .okitCBC)
    #expect(try form([], declared: 5, host: .okitCBC) == .okitCBC)
    let image = AttachmentFile(path: "_image/x.png", declaredSize: nil)
    #expect(image.form(prefix: Self.block, size: 17, host: .okitCBC) == .okitCBC)
    #expect(image.form(prefix: Self.block, size: 17, host: .plain) == .plain)
    // An age file with a wrong first byte has none of the three formats.
    #expect(image.form(prefix: Array("bge-encryption.org/v1\n".utf8), size: 300, host: .age) == .age)
    #expect(try form(Array("bge-encryption.org/v1\n".utf8), declared: 5, host: .age) == .age)
  }

  @Test(arguments: [Int64.max, .max - 16, .max - 31, .min, .min + 1, -1, -16])
  func anySizeIsAccepted(_ declared: Int64) throws {
    for host in [nil, .plain] as [StoredForm?] {
      #expect(try form(Self.block, declared: declared, host: host) == .plain)
    }
    #expect(try form(Self.block, declared: declared, host: .okitCBC) == .okitCBC)
  }

  @Test func wholePNGsProveTheIV() throws {
    let attachment = AttachmentFile(path: "_image/x.png", declaredSize: 48)
    for bit in 0..<128 {
      var prefix = Array(Self.png.prefix(16))
      try attachment.checkDecrypted(size: 48, prefix: prefix, name: "x")
      prefix[bit / 8] ^= 1 << (bit % 8)
      #expect(kind { try attachment.checkDecrypted(size: 48, prefix: prefix, name: "x") } == .malformed, "bit \(bit)")
    }
    try attachment.checkDecrypted(size: 48, prefix: Self.png.prefix(8) + [0, 0, 0, 4] + "CgBI".utf8, name: "x")
  }

  @Test func aFileOfTheDeclaredSizeIsPlain() throws {
    #expect(try form(Self.block, declared: 16, host: .okitCBC) == .plain)
    #expect(try form(Self.block + Self.block, declared: 32, host: nil) == .plain)
  }

  @Test(
    arguments: [
      (0, 16), (1, 16), (15, 16), (16, 32), (17, 32), (31, 32), (32, 48),
    ] as [(Int64, Int)])
  func aFileOfTheEncryptedSizeIsEncrypted(_ declared: Int64, _ size: Int) throws {
    let bytes = [UInt8](repeating: 0xa5, count: size)
    for host in [nil, .plain, .age, .okitCBC] as [StoredForm?] {
      #expect(try form(bytes, declared: declared, host: host) == .okitCBC)
    }
  }

  @Test func theModelsFormDecidesIfTheSizeDoesNot() throws {
    let bytes = Self.block + Self.block + Self.block
    for declared in [nil, 3, 100] as [Int64?] {
      #expect(try form(bytes, declared: declared, host: .okitCBC) == .okitCBC)
      // Only the entity's size shows that an attachment of an age model is a damaged age file.
      #expect(try form(bytes, declared: declared, host: .age) == (declared == nil ? .plain : .age))
      #expect(try form(bytes, declared: declared, host: .plain) == .plain)
      #expect(try form(bytes, declared: declared, host: nil) == .plain)
    }
  }

  @Test func decryptedBytesMatchTheirFormatOrSize() throws {
    let attachment = AttachmentFile(path: "_image/x.png", declaredSize: 10)
    #expect(kind { try attachment.checkDecrypted(size: 10, prefix: [1, 2, 3], name: "x") } == .malformed)
    try AttachmentFile(path: "_data/x.raw", declaredSize: 10).checkDecrypted(size: 10, prefix: [1, 2, 3], name: "x")
    try attachment.checkDecrypted(size: 11, prefix: Self.png, name: "x")
    try AttachmentFile(path: "x", declaredSize: nil).checkDecrypted(size: 11, prefix: [1], name: "x")
    #expect(kind { try attachment.checkDecrypted(size: 11, prefix: [1, 2, 3], name: "x") } == .malformed)
  }

  @Test(
    arguments: [
      SampleAttachment.pngSignature, [0xff, 0xd8, 0xff, 0xe0], Array("GIF87a".utf8), Array("GIF89a".utf8),
      Array("%PDF-1.7".utf8),
      Array("RIFF\0\0\0\0WEBP".utf8), Array("\0\0\0\u{18}ftypheic".utf8), [0x49, 0x49, 0x2a, 0, 8],
      [0x4d, 0x4d, 0, 0x2a],
      [0x50, 0x4b, 3, 4],
    ] as [[UInt8]])
  func formatsAreKnownByTheirFirstBytes(_ bytes: [UInt8]) {
    #expect(AttachmentFormat.isKnown(bytes))
    #expect(!AttachmentFormat.isKnown(bytes.dropFirst()))
    #expect(!AttachmentFormat.isKnown([UInt8]()))
  }

  @Test func aDamagedAttachmentStopsTheConversion() throws {
    let scene = try SampleShop.scene(.okitCBC)
    let path = scene.data + "/_data/SOUND.raw"
    var bytes = try Files.read(path)
    bytes[bytes.count - 17] ^= 0xff
    try Files.write(bytes, to: path)
    let before = try Files.read(path)
    let error = failure {
      _ = try ModelConversion(scene.workspace()).decrypt(
        .named([SampleShop.shop]))
    }
    #expect(error?.kind == .malformed)
    #expect(error?.message.contains("SOUND.raw") == true)
    #expect(try Files.read(path) == before)
    #expect(scene.staged == [])
  }
}
