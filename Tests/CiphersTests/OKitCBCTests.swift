import Ciphers
import Foundation
import TestSupport
import Testing

@Suite struct OKitCBCTests {
  static let sizes = [0, 1, 15, 16, 17, 31, 32, 65_519, 65_520, 65_535, 65_536, 65_537, 200_000]

  let keyBytes = seededBytes(32)
  let ivBytes = Array(seededBytes(48).suffix(16))

  private func key() throws -> OKitCBCKey { try OKitCBCKey(key: secret(keyBytes), iv: secret(ivBytes)) }

  private func encrypt(_ plain: [UInt8], _ key: OKitCBCKey, piece: Int = .max) throws -> [UInt8] {
    var file: [UInt8] = []
    let encryptor = OKitCBCEncryptor(key) { file += $0 }
    var rest = plain[...]
    while !rest.isEmpty {
      try Array(rest.prefix(piece)).withUnsafeBytes(encryptor.write)
      rest = rest.dropFirst(piece)
    }
    try encryptor.finish()
    return file
  }

  private func decrypt(
    _ file: [UInt8], _ key: OKitCBCKey, piece: Int = .max, buffer: Int = 100_000
  ) throws -> [UInt8] {
    try readAll(buffer: buffer, OKitCBCDecryptor(key, source: source(file, piece: piece)).read)
  }

  private func openssl(_ options: String..., input: [UInt8]) throws -> [UInt8] {
    func hex(_ bytes: [UInt8]) -> String { bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() }
    return try Tool.run(
      "openssl", "enc", options[0], "-aes-256-cbc", "-K", hex(keyBytes), "-iv", hex(ivBytes), input: input
    ).bytes
  }

  @Test(arguments: sizes) func theCipherAgreesWithOpenSSL(size: Int) throws {
    let (plain, key) = (seededBytes(size), try key())
    let file = try encrypt(plain, key)
    #expect(file == (try openssl("-e", input: plain)))
    #expect(try openssl("-d", input: file) == plain)
    #expect(try decrypt(file, key) == plain)
  }

  @Test(arguments: [1, 15, 16, 17, 1_000, 65_536], [1, 16, 65_552, 1 << 20])
  func anyPieceSizeGivesTheSameFile(piece: Int, buffer: Int) throws {
    let plain = seededBytes(100_001)
    let file = try encrypt(plain, key(), piece: piece)
    #expect(try decrypt(file, key(), piece: piece, buffer: buffer) == plain)
  }

  @Test func theBookshopIsDecrypted() throws {
    struct CryptInfo: Decodable {
      let key: [UInt8]
      let iv: [UInt8]
    }
    let info = try JSONDecoder().decode(CryptInfo.self, from: Data(Fixture.bytes("cryptinfo.json")))
    let key = try OKitCBCKey(key: secret(info.key), iv: secret(info.iv))
    let file = try Fixture.bytes("data/default.json")
    let plain = try Fixture.bytes("expected/default.json")
    #expect(try decrypt(file, key) == plain)
    #expect(try encrypt(plain, key) == file)
  }

  @Test(arguments: [1, 15, 17, 31, 65_535]) func cutFilesHaveTheWrongLength(size: Int) throws {
    let file = Array(try encrypt(seededBytes(70_000), key()).prefix(size))
    #expect(throws: OKitCBCError.length) { try decrypt(file, key()) }
  }

  @Test func theEmptyFileHasTheWrongLength() throws {
    let empty: [UInt8] = []
    #expect(throws: OKitCBCError.length) { try decrypt(empty, key()) }
  }

  /// Blocks whose plain text ends with each byte in turn, without the padding that should follow.
  @Test func everyWrongPaddingIsFound() throws {
    for last in UInt8.min...UInt8.max {
      let plain = [UInt8](repeating: 0xAA, count: 31) + [last]
      let file = try Self.unpadded(plain, key: keyBytes, iv: ivBytes)
      let whole = Result { try decrypt(file, key()) }
      if last == 1 {
        #expect(try whole.get().count == 31)
      } else {
        #expect(throws: OKitCBCError.padding, "\(last)") { try whole.get() }
      }
    }
  }

  /// The blocks of a message without its padding: the beginning of a longer message.
  private static func unpadded(_ plain: [UInt8], key: [UInt8], iv: [UInt8]) throws -> [UInt8] {
    var file: [UInt8] = []
    let encryptor = OKitCBCEncryptor(try OKitCBCKey(key: secret(key), iv: secret(iv))) { file += $0 }
    try plain.withUnsafeBytes(encryptor.write)
    try encryptor.finish()
    return Array(file.prefix(plain.count))
  }

  @Test func aFailedStreamKeepsFailing() throws {
    let decryptor = OKitCBCDecryptor(try key(), source: source(seededBytes(33)))
    for _ in 0..<3 { #expect(throws: OKitCBCError.length) { try readAll(decryptor.read) } }
  }

  @Test func keysHaveTheirSize() {
    #expect(throws: OKitCBCError.keySize) { try OKitCBCKey(key: SecretBytes(count: 31), iv: SecretBytes(count: 16)) }
    #expect(throws: OKitCBCError.keySize) { try OKitCBCKey(key: SecretBytes(count: 32), iv: SecretBytes(count: 17)) }
  }
}
