import Testing

@testable import Ciphers

/// Another header in front of the same payload.
@Suite struct AgeRewrappingTests {
  private static let (old, new) = (X25519Identity.generate(), X25519Identity.generate())
  private static let text = [UInt8](repeating: 7, count: 200_000)

  private func source(_ bytes: [UInt8]) -> CipherSource {
    var rest = bytes[...]
    return { buffer in
      let piece = rest.prefix(buffer.count)
      buffer.copyBytes(from: piece)
      rest = rest.dropFirst(piece.count)
      return piece.count
    }
  }

  private func sealed(_ recipients: [any AgeRecipient], armor: Bool = false) throws -> [UInt8] {
    var bytes: [UInt8] = []
    let encryptor = try AgeEncryptor(recipients: recipients, armor: armor) { bytes += $0 }
    try Self.text.withUnsafeBytes { try encryptor.write($0) }
    try encryptor.finish()
    return bytes
  }

  private func rewrapped(_ bytes: [UInt8], _ identity: any AgeIdentity, to recipients: [X25519Recipient]) throws
    -> [UInt8]
  {
    var new: [UInt8] = []
    try AgeRewrapping(identities: [identity], recipients: recipients, source: source(bytes)).write { new += $0 }
    return new
  }

  private func opened(_ bytes: [UInt8], _ identity: any AgeIdentity) throws -> [UInt8] {
    let decryptor = try AgeDecryptor(identities: [identity], source: source(bytes))
    var plain: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 70_000)
    while case let count = try buffer.withUnsafeMutableBytes({ try decryptor.read(into: $0) }), count > 0 {
      plain += buffer[..<count]
    }
    return plain
  }

  @Test(arguments: [false, true]) func theNewIdentityOpensIt(armor: Bool) throws {
    let file = try rewrapped(sealed([Self.old.recipient], armor: armor), Self.old, to: [Self.new.recipient])
    #expect(try opened(file, Self.new) == Self.text)
    #expect(throws: AgeError.self) { try opened(file, Self.old) }
  }

  @Test func aPassphraseIsRefused() throws {
    let password = SecretBytes(copying: Array("secret".utf8))
    let file = try sealed([ScryptRecipient(passphrase: password.copy(), workFactor: 1)])
    #expect(throws: AgeError.self) {
      try rewrapped(file, ScryptIdentity(passphrase: password.copy()), to: [Self.new.recipient])
    }
  }

  @Test func itNeedsTheOldIdentityAndARecipient() throws {
    let file = try sealed([Self.old.recipient])
    #expect(throws: AgeError.self) { try rewrapped(file, Self.new, to: [Self.new.recipient]) }
    #expect(throws: AgeError.self) { try rewrapped(file, Self.old, to: []) }
  }

  @Test func aChangedHeaderIsNotWrapped() throws {
    var file = try sealed([Self.old.recipient])
    // A digit of the authentication code.
    let dashes = try #require(file.indices.first { file[$0...].starts(with: "--- ".utf8) })
    file[dashes + 6] ^= 1
    #expect(throws: AgeError.self) { try rewrapped(file, Self.old, to: [Self.new.recipient]) }
  }

  @Test func aTruncatedPayloadStaysTruncated() throws {
    let file = try rewrapped(Array(sealed([Self.old.recipient]).dropLast(20)), Self.old, to: [Self.new.recipient])
    #expect(throws: AgeError.self) { try opened(file, Self.new) }
  }
}
