import TestSupport
import Testing

@testable import Ciphers

/// Malformed stanzas of the two native types.
@Suite struct HostileStanzaTests {
  static let identity = X25519Identity.generate()

  private static func base64(_ bytes: [UInt8]) -> String { String(decoding: Base64.encoded(bytes), as: UTF8.self) }

  private static func x25519(_ arguments: String, body: Int = 32) -> String {
    "-> X25519 \(arguments)\n\(base64([UInt8](repeating: 3, count: body)))\n"
  }

  private static func scrypt(_ arguments: String, body: Int = 32) -> String {
    "-> scrypt \(arguments)\n\(base64([UInt8](repeating: 3, count: body)))\n"
  }

  private static let share = base64(seededBytes(32))
  private static let salt = base64(seededBytes(16))

  static let hostile: [Hostile] = [
    "X25519 without a share": "-> X25519\n\(base64(seededBytes(32)))\n",
    "X25519 with two arguments": x25519(share + " x"),
    "X25519 share of 31 bytes": x25519(base64(seededBytes(31))),
    "X25519 share of 33 bytes": x25519(base64(seededBytes(33))),
    "X25519 share that is not canonical": x25519(share.dropLast() + "B"),
    "X25519 share with padding": x25519(share + "="),
    "X25519 share of zeros": x25519(base64([UInt8](repeating: 0, count: 32))),
    "X25519 share of low order": x25519(base64([1] + [UInt8](repeating: 0, count: 31))),
    "X25519 wrapped key of 31 bytes": x25519(share, body: 31),
    "X25519 wrapped key of 33 bytes": x25519(share, body: 33),
    "X25519 wrapped key of 0 bytes": x25519(share, body: 0),
    "scrypt without arguments": "-> scrypt\n\(base64(seededBytes(32)))\n",
    "scrypt without a work factor": scrypt(salt),
    "scrypt with three arguments": scrypt("\(salt) 1 1"),
    "scrypt salt of 15 bytes": scrypt("\(base64(seededBytes(15))) 1"),
    "scrypt salt of 17 bytes": scrypt("\(base64(seededBytes(17))) 1"),
    "scrypt salt that is not canonical": scrypt("\(salt.dropLast())B 1"),
    "scrypt salt with padding": scrypt("\(salt)== 1"),
    "scrypt work factor 0": scrypt("\(salt) 0"),
    "scrypt work factor 018": scrypt("\(salt) 018"),
    "scrypt work factor +18": scrypt("\(salt) +18"),
    "scrypt work factor -1": scrypt("\(salt) -1"),
    "scrypt work factor 0x12": scrypt("\(salt) 0x12"),
    "scrypt work factor 1.0": scrypt("\(salt) 1.0"),
    "scrypt work factor a": scrypt("\(salt) a"),
    "scrypt work factor 1x": scrypt("\(salt) 1x"),
    "scrypt work factor 1_0": scrypt("\(salt) 1_0"),
    "scrypt work factor of a separator": scrypt("\(salt) 1,0"),
    "scrypt work factor 00": scrypt("\(salt) 00"),
    "scrypt work factor -0": scrypt("\(salt) -0"),
    "scrypt work factor before the salt": scrypt("1 \(salt)"),
    "scrypt wrapped key of 0 bytes": scrypt("\(salt) 1", body: 0),
    "scrypt wrapped key of 31 bytes": scrypt("\(salt) 1", body: 31),
    "scrypt wrapped key of 33 bytes": scrypt("\(salt) 1", body: 33),
    "two scrypt stanzas": scrypt("\(salt) 1") + scrypt("\(salt) 1"),
    "scrypt before another": scrypt("\(salt) 1") + "-> x\n\n",
    "scrypt after another": "-> x\n\n" + scrypt("\(salt) 1"),
  ].map { name, stanzas in Hostile(name) { $0.stanzas = stanzas } }

  /// Every point of low order (RFC 7748, section 7), with those above the prime and those that set the unused bit.
  static let lowOrder: [[UInt8]] = {
    let order8 = [
      "e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800",
      "5f9c95bca3508c24b1d0b1559c83ef5b04445cc4581c8e86d8224eddd09f1157",
    ].map { text in stride(from: 0, to: 64, by: 2).map { UInt8(text.dropFirst($0).prefix(2), radix: 16) ?? 0 } }
    let around = [0, 1].map { [$0] + [UInt8](repeating: 0, count: 31) }
    let prime = [0xEC, 0xED, 0xEE].map { [$0] + [UInt8](repeating: 0xFF, count: 30) + [0x7F] }
    let points = around + order8 + prime
    return points + points.map { $0.dropLast() + [$0[31] | 0x80] }
  }()

  @Test(arguments: lowOrder) func pointsOfLowOrderAreRefused(point: [UInt8]) {
    var file = CraftedFile()
    file.stanzas = Self.x25519(Self.base64(point))
    #expect(kind { _ = try decrypt(file.bytes, with: [Self.identity]) } == .header)
    let recipient = X25519Recipient(bytes: point)
    #expect(kind { _ = try encrypt([], to: [recipient]) } == .recipient)
    // Parsing the recipient refuses it before anything is encrypted to it.
    let error = #expect(throws: AgeKeyError.self) { try X25519Recipient(parsing: recipient.description) }
    #expect(error?.kind == .insecure)
  }

  /// libcrypto computes zero for exactly these points.
  @Test func onlyPointsOfLowOrderAreRefused() throws {
    let secret = SecretBytes(random: 32)
    var points = Self.lowOrder
    for point in Self.lowOrder {
      for byte in [0, 15, 31] {
        for bit in 0..<8 {
          var other = point
          other[byte] ^= 1 << bit
          points.append(other)
        }
      }
    }
    for point in points {
      #expect(X25519.isLowOrder(point) == (X25519.sharedSecret(of: secret, and: point) == nil), "\(point)")
    }
  }

  /// A well-formed stanza that does not open belongs to somebody else, or to another passphrase.
  @Test func aWrongTagIsNoMatch() throws {
    var file = CraftedFile()
    file.stanzas = Self.x25519(Self.share)
    #expect(kind { _ = try decrypt(file.bytes, with: [Self.identity]) } == .noMatch)
    file.stanzas = Self.scrypt("\(Self.salt) 1")
    #expect(
      kind { _ = try decrypt(file.bytes, with: [ScryptIdentity(passphrase: secret("x"))]) } == .incorrectPassphrase)
    // The key depends on the work factor.
    let stanzas = try CraftedFile.stanzas(ScryptRecipient(passphrase: secret("x"), workFactor: 2))
    file.stanzas = stanzas.replacing(" 2\n", with: " 3\n")
    #expect(
      kind { _ = try decrypt(file.bytes, with: [ScryptIdentity(passphrase: secret("x"))]) } == .incorrectPassphrase)
    file.stanzas = stanzas
    #expect(try decrypt(file.bytes, with: [ScryptIdentity(passphrase: secret("x"))]) == Array("hello".utf8))
  }

  /// The size of the wrapped key is checked before it is opened: one of 17 bytes that would open is refused too.
  @Test(arguments: [15, 17, 32]) func aFileKeyOfAnotherSizeIsRefusedThoughItsTagIsRight(size: Int) throws {
    let ephemeral = SecretBytes(random: 32)
    let share = X25519.publicKey(of: ephemeral)
    guard let shared = X25519.sharedSecret(of: ephemeral, and: Self.identity.recipient.bytes) else {
      Issue.record("no shared secret")
      return
    }
    let key = X25519Stanza.wrapKey(shared: shared, share: share, recipient: Self.identity.recipient.bytes)
    let other = secret([UInt8](repeating: 1, count: size))
    var file = CraftedFile()
    file.stanzas = "-> X25519 \(Self.base64(share))\n\(Self.base64(FileKey.wrap(other, with: key)))\n"
    #expect(kind { _ = try decrypt(file.bytes, with: [Self.identity]) } == .header)
  }

  @Test(arguments: hostile) func malformedStanzasAreRefused(file: Hostile) {
    let identities: [any AgeIdentity] = [Self.identity, ScryptIdentity(passphrase: secret("x"))]
    #expect(kind { _ = try decrypt(file.bytes, with: identities) } == .header)
  }

  /// A passphrase must be the only way to open a file: it proves that nobody else could have made the file.
  @Test func scryptBesideAnHonestStanzaIsRefused() throws {
    var file = CraftedFile()
    file.stanzas = try CraftedFile.stanzas(
      Self.identity.recipient, ScryptRecipient(passphrase: secret("x"), workFactor: 1))
    #expect(kind { _ = try decrypt(file.bytes, with: [Self.identity]) } == .header)
    #expect(kind { _ = try decrypt(file.bytes, with: [ScryptIdentity(passphrase: secret("x"))]) } == .header)
    #expect(kind { _ = try decrypt(file.bytes, with: [CraftedFile.Identity()]) } == .header)
  }

  @Test func stanzasOfOtherTypesOrCaseAreIgnored() throws {
    var file = CraftedFile()
    file.stanzas = "-> x25519 a\n\n-> example.com/x\n\n" + (try CraftedFile.stanzas(Self.identity.recipient))
    #expect(try decrypt(file.bytes, with: [Self.identity]) == Array("hello".utf8))
    file.stanzas = "-> SCRYPT a\n\n"
    #expect(kind { _ = try decrypt(file.bytes, with: [ScryptIdentity(passphrase: secret("x"))]) } == .noMatch)
  }

  @Test(arguments: [
    ("21", "21"), ("22", "22"), ("23", "23"), ("64", "64"), ("999999999999999999999999", "\(Int.max)"),
  ])
  func aLargeWorkFactorIsRefusedBeforeMemoryIsTaken(factor: String, shown: String) {
    var file = CraftedFile()
    file.stanzas = Self.scrypt("\(Self.salt) \(factor)")
    // If memory is too low, the error has the same kind and says so.
    let refusal = AgeError(.workFactor, "the file requires a scrypt work factor of \(shown), above 20")
    #expect(throws: refusal) { try decrypt(file.bytes, with: [ScryptIdentity(passphrase: secret("x"))]) }
  }

  @Test func theMaximumWorkFactorIsCapped() {
    var file = CraftedFile()
    file.stanzas = Self.scrypt("\(Self.salt) 23")
    let generous = ScryptIdentity(passphrase: secret("x"), maximumWorkFactor: 40)
    #expect(kind { _ = try decrypt(file.bytes, with: [generous]) } == .workFactor)
    file.stanzas = Self.scrypt("\(Self.salt) 5")
    let strict = ScryptIdentity(passphrase: secret("x"), maximumWorkFactor: 4)
    #expect(kind { _ = try decrypt(file.bytes, with: [strict]) } == .workFactor)
  }
}
