import TestSupport
import Testing

@testable import Ciphers

/// Each file has exactly one encoding: re-encoding the parts of a decrypted file gives the same bytes.
@Suite struct ReencodingTests {
  /// Opens any file made with the file key of crafted files, and encrypts it again.
  private func reencoded(_ file: [UInt8], fileKey: [UInt8]) throws -> [UInt8] {
    let identity = CraftedFile.Identity(key: fileKey)
    let decryptor = try AgeDecryptor(identities: [identity], source: source(file))
    let plain = try readAll(decryptor.read)
    let header = try AgeHeader(stanzas: decryptor.header.stanzas, fileKey: secret(fileKey))
    #expect(header == decryptor.header)
    #expect(decryptor.header.length == header.serialized().count)
    var crafted = CraftedFile()
    crafted.nonce = Array(file[header.length..<(header.length + 16)])
    crafted.chunks = stride(from: 0, to: max(plain.count, 1), by: 65_536).map { start in
      let chunk = Array(plain[start..<min(start + 65_536, plain.count)])
      return (chunk, start + 65_536 >= plain.count)
    }
    return header.serialized() + crafted.payload(fileKey: fileKey)
  }

  private func fileKey(of file: [UInt8], _ identity: X25519Identity) throws -> [UInt8] {
    let fileKey = optionalBytes(try identity.unwrap(AgeHeader(parsing: source(file)).stanzas))
    return try #require(fileKey)
  }

  @Test(arguments: HostileHeaderTests.right) func unusualHeadersAreEncodedTheSame(stanzas: String) throws {
    var file = CraftedFile()
    file.stanzas = stanzas
    #expect(try reencoded(file.bytes, fileKey: CraftedFile.fileKey) == file.bytes)
  }

  @Test(arguments: AgeRoundTripTests.sizes) func filesOfAnySizeAreReencoded(size: Int) throws {
    let identity = X25519Identity.generate()
    let file = try encrypt(seededBytes(size), to: [identity.recipient, X25519Identity.generate().recipient])
    let fileKey = try fileKey(of: file, identity)
    #expect(try reencoded(file, fileKey: fileKey) == file)
  }

  @Test func filesOfAgeAreEncodedTheSame() throws {
    let identity = X25519Identity.generate()
    for size in [0, 1, 65_536, 70_000] {
      let file = try Tool.run("age", "-r", "\(identity.recipient)", input: seededBytes(size)).bytes
      let fileKey = try fileKey(of: file, identity)
      #expect(try reencoded(file, fileKey: fileKey) == file)
    }
  }

  /// Random headers, most of them a byte away from being valid: those that can be read are written unchanged.
  @Test func randomHeadersAreEncodedTheSame() {
    var generator = SeededGenerator(seed: Effort.seed)
    var accepted = 0
    for _ in 0..<2_000 {
      var file = CraftedFile()
      file.stanzas = (0..<Int.random(in: 1...3, using: &generator)).map { _ in Self.stanza(&generator) }.joined()
      guard let header = try? AgeDecryptor(identities: [CraftedFile.Identity()], source: source(file.bytes)).header
      else {
        continue
      }
      accepted += 1
      #expect(header.serialized() == file.header, "\(file.stanzas)")
      let again = try? AgeHeader(stanzas: header.stanzas, fileKey: secret(CraftedFile.fileKey))
      #expect(again?.serialized() == file.header, "\(file.stanzas)")
    }
    #expect((200...1_900).contains(accepted), "\(accepted) of 2,000 are right")
  }

  private static func stanza(_ generator: inout SeededGenerator) -> String {
    let words = (0..<Int.random(in: 1...3, using: &generator)).map { _ in
      String(
        (0..<Int.random(in: 1...5, using: &generator)).map { _ in
          Character(UnicodeScalar(UInt8.random(in: 0x21...0x7E, using: &generator)))
        })
    }
    let body = (0..<Int.random(in: 0...100, using: &generator)).map { _ in UInt8.random(in: 0...255, using: &generator)
    }
    var text = "-> \(words.joined(separator: " "))\n"
    var rest = String(decoding: Base64.encoded(body), as: UTF8.self)[...]
    while rest.count >= 64 {
      text += rest.prefix(64) + "\n"
      rest = rest.dropFirst(64)
    }
    text += rest + "\n"
    guard Bool.random(using: &generator), let place = text.indices.randomElement(using: &generator) else { return text }
    text.replaceSubrange(place...place, with: ["", " ", "\n", "A", "=", "-> "].randomElement(using: &generator) ?? "")
    return text
  }
}
