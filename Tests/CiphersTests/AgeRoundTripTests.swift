import TestSupport
import Testing

@testable import Ciphers

@Suite struct AgeRoundTripTests {
  static let sizes = [0, 1, 65_535, 65_536, 65_537, 131_072, 200_000, 600_000]

  @Test(arguments: sizes, [false, true]) func aFileIsDecryptedAsEncrypted(size: Int, armor: Bool) throws {
    let identity = X25519Identity.generate()
    let plain = seededBytes(size)
    let file = try encrypt(plain, to: [identity.recipient], armor: armor)
    #expect(try decrypt(file, with: [identity]) == plain)
  }

  /// The size of the pieces in which bytes are read and written changes neither the file nor its content.
  @Test(arguments: [1, 1_000, 65_535, 65_536, 65_537, 100_000], [false, true])
  func anyPieceSizeGivesTheSameFile(piece: Int, armor: Bool) throws {
    let identity = X25519Identity.generate()
    let plain = seededBytes(piece == 1 ? 70_000 : 200_000)
    let file = try encrypt(plain, to: [identity.recipient], armor: armor, piece: piece)
    for buffer in [1, 47, 65_535, 65_536, 1 << 20] {
      #expect(try decrypt(file, with: [identity], piece: piece, buffer: buffer) == plain)
    }
  }

  @Test func anyRecipientOpensIt() throws {
    let identities = (0..<5).map { _ in X25519Identity.generate() }
    let file = try encrypt([1, 2, 3], to: identities.map(\.recipient))
    for identity in identities {
      #expect(try decrypt(file, with: [X25519Identity.generate(), identity]) == [1, 2, 3])
    }
    #expect(kind { _ = try decrypt(file, with: [X25519Identity.generate()]) } == .noMatch)
    #expect(kind { _ = try decrypt(file, with: []) } == .noMatch)
  }

  @Test func encryptingNeedsARecipient() {
    #expect(kind { _ = try encrypt([], to: []) } == .recipient)
  }

  @Test func aRecipientWithoutSecrecyIsRefused() {
    let zero = X25519Recipient(bytes: [UInt8](repeating: 0, count: 32))
    #expect(kind { _ = try encrypt([], to: [zero]) } == .recipient)
  }

  @Test func malformedStanzasAreRefused() {
    struct Odd: AgeRecipient {
      let stanza: AgeStanza
      func wrap(_ fileKey: borrowing SecretBytes) throws -> [AgeStanza] { [stanza] }
    }
    for arguments in [[""], ["a b"], ["ä"], ["a\n"]] {
      let stanza = AgeStanza(type: "test", arguments: arguments, body: [])
      #expect(kind { _ = try encrypt([], to: [Odd(stanza: stanza)]) } == .recipient)
    }
    let many = [any AgeRecipient](
      repeating: Odd(stanza: AgeStanza(type: "test", arguments: [], body: [])), count: 1_001)
    #expect(kind { _ = try encrypt([], to: many) } == .recipient)
  }

  @Test(arguments: [0, 1, 47, 48, 49, 95, 96, 100]) func stanzasOfAnyBodyAreReadAsWritten(size: Int) throws {
    struct Plain: AgeRecipient {
      let size: Int
      func wrap(_ fileKey: borrowing SecretBytes) throws -> [AgeStanza] {
        [AgeStanza(type: "test", arguments: ["!", "~a"], body: bytes(fileKey) + seededBytes(size))]
      }
    }
    struct Opener: AgeIdentity {
      func unwrap(_ stanzas: [AgeStanza]) throws -> SecretBytes? { secret(Array(stanzas[0].body.prefix(16))) }
    }
    let file = try encrypt([5], to: [Plain(size: size)])
    let decryptor = try AgeDecryptor(identities: [Opener()], source: source(file))
    #expect(decryptor.header.stanzas[0].arguments == ["!", "~a"])
    #expect(decryptor.header.stanzas[0].body.count == 16 + size)
    #expect(file.starts(with: decryptor.header.serialized()))
    #expect(try readAll(decryptor.read) == [5])
  }

  @Test func encryptingTwiceGivesDifferentFiles() throws {
    let recipient = X25519Identity.generate().recipient
    #expect(try encrypt([1], to: [recipient]) != encrypt([1], to: [recipient]))
  }
}
