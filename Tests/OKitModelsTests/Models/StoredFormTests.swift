import Ciphers
import Foundation
import JSONDocument
import TestSupport
import Testing
import WorkspaceTestSupport

@testable import OKitModels
@testable import OKitStorage

@Suite struct StoredFormTests {
  struct Sample: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let bytes: [UInt8]
    var size: Int64?
    let form: StoredForm?

    init(_ name: String, _ bytes: [UInt8], size: Int64? = nil, _ form: StoredForm?) {
      testDescription = name
      self.bytes = bytes
      self.size = size
      self.form = form
    }
  }

  private static let json = Array(#"{"name":"Straße 名前 \#u{1F600}","id":"X"}"#.utf8)

  @Test(arguments: [
    Sample("JSON", json, .plain),
    Sample("JSON of a whole number of blocks", Array(#"{"id": "123456"}"#.utf8), .plain),
    Sample("one byte", [0x7b], .plain),
    Sample("truncated JSON", Array(json.prefix(20)), .plain),
    Sample("JSON cut inside a character", Array(#"{"id":"0123456789","name":"Stra\#u{df}"#.utf8.dropLast()), .plain),
    Sample("a byte order mark", [0xef, 0xbb, 0xbf] + json, .plain),
    Sample("text with a damaged byte", Array("{\"id\": \"abcdefghijk\"".utf8) + [0xff] + Array("}".utf8), .plain),
    Sample(
      "a block of Latin-1", Array("{\"a\":\"".utf8) + [0xe4, 0xf6, 0xfc, 0xdf, 0x41, 0x41, 0x41, 0x41, 0x22, 0x7d],
      .plain),
    Sample("a block with control characters", Array("{ \"a\" : ".utf8) + [1, 2, 3] + Array("1234}".utf8), .plain),
    Sample("noise that begins as JSON", Array("{\"".utf8) + seededBytes(510), size: 512, .okitCBC),
    Sample("words", Array("not json at all, but sixteen times n".utf8), .plain),
    Sample("age", Array("age-encryption.org/v1\n-> X25519 abc\n".utf8), .age),
    Sample("age of a whole number of blocks", Array("age-encryption.org/v1\n".utf8), size: 4096, .age),
    Sample("armored age", Array("-----BEGIN AGE ENCRYPTED FILE-----\nYWdl".utf8), .age),
    Sample("ciphertext", seededBytes(512), size: 4096, .okitCBC),
    Sample(
      "one block of ciphertext",
      [0xc7, 0xb6, 0x52, 0x9d, 0x7d, 0x01, 0x55, 0x50, 0xe4, 0x34, 0x1b, 0xde, 0, 1, 2, 3], .okitCBC),
    Sample("ciphertext that was cut", seededBytes(512), size: 4095, nil),
    Sample("UTF-16", Array("{\"id\":1}".utf8).flatMap { [$0, 0] } + [0x20], nil),
    Sample("UTF-16 with a mark", [0xfe, 0xff] + Array("{\"id\":12}".utf8).flatMap { [0, $0] } + [0], nil),
    Sample("an image", SampleAttachment.pngSignature + [UInt8](repeating: 0, count: 25), nil),
    Sample("UTF-16 of a whole number of blocks", Array("{\"id\":1}".utf8).flatMap { [$0, 0] }, nil),
    Sample(
      "UTF-16 with a mark of a whole number of blocks",
      [0xff, 0xfe] + Array("{\"id\":\"12345678\"}".utf8).flatMap { [$0, 0] } + Array(" \0 \0 \0 \0 \0".utf8),
      size: 48, nil),
    Sample("UTF-32 of a whole number of blocks", Array("{\"a\":1} ".utf8).flatMap { [0, 0, 0, $0] }, size: 32, nil),
    Sample("zeros", [UInt8](repeating: 0, count: 17), nil),
    Sample("zeros of a whole number of blocks", [UInt8](repeating: 0, count: 512), size: 4096, nil),
    Sample("nothing", [], .plain),
  ])
  func theFormOfADocumentIsKnownByItsBytes(_ sample: Sample) {
    let size = sample.size ?? Int64(sample.bytes.count)
    #expect(StoredForm.ofDocument(prefix: Array(sample.bytes.prefix(512)), size: size) == sample.form)
  }

  @Test func everyCiphertextOfTheFrameworkIsRecognized() throws {
    // With a random key, one run in thousands would make bytes that are text.
    let key = try OKitCBCKey(key: SecretBytes(count: 32), iv: SecretBytes(count: 16))
    for length in 0..<300 {
      var stored: [UInt8] = []
      let encryptor = OKitCBCEncryptor(key) { stored += $0 }
      try Array(repeating: UInt8(ascii: "{"), count: length).withUnsafeBytes { try encryptor.write($0) }
      try encryptor.finish()
      #expect(StoredForm.ofDocument(prefix: stored, size: Int64(stored.count)) == .okitCBC, "\(length)")
    }
  }

  @Test func aFileThatIsTooLargeIsRefusedUnread() throws {
    let scene = try SampleShop.scene(.plain)
    let path = scene.data + "/plain.json"
    try Files.write(#"{"id":"\#(String(repeating: "x", count: 1_200))"#, to: path)
    try #require(truncate(path, 5 << 30) == 0)
    let error = failure { _ = try scene.model("plain") }
    #expect(error?.kind == .malformed)
    #expect(error?.message == "\(path): the text has 5368709120 bytes; the limit is 4294967231")
  }

  @Test func theFormsOfTheBookshopAreKnown() throws {
    let forms: [(String, StoredForm)] = [
      ("default.json", .okitCBC), ("directory.json", .plain), ("settings.json", .plain),
    ]
    for (name, form) in forms {
      #expect(try ModelReader.form(of: OpenFile(FilePath(text: Fixture.data + "/" + name))) == form, "\(name)")
    }
  }

  @Test(arguments: [
    "", "{", "[1", "{\"id\":}", "nonsense", "\u{feff}",
  ])
  func emptyTruncatedAndForeignFilesAreMalformed(_ text: String) throws {
    let scene = try SampleShop.scene(.plain)
    try Files.write(text, to: scene.data + "/plain.json")
    let error = failure { _ = try scene.model("plain") }
    #expect(error?.kind == .malformed)
    #expect(error?.message.contains("plain.json:1:") == true)
  }

  @Test func aByteOrderMarkIsAccepted() throws {
    let scene = try SampleShop.scene(.plain)
    try Files.write("\u{feff}{\"id\":\"X\"}", to: scene.data + "/plain.json")
    #expect(try scene.model("plain").main.opened.document.root["id"]?.string == "X")
  }
}
