import TestSupport
import Testing

@testable import Ciphers

@Suite struct ScryptTests {
  private func recipient(_ passphrase: String = "correct horse") -> ScryptRecipient {
    ScryptRecipient(passphrase: secret(passphrase), workFactor: 1)
  }

  @Test(arguments: ["x", "correct horse", "ü€𝄞", ""]) func aPassphraseFileIsDecryptedAsEncrypted(passphrase: String)
    throws
  {
    let file = try encrypt([1, 2], to: [recipient(passphrase)])
    #expect(try decrypt(file, with: [ScryptIdentity(passphrase: secret(passphrase))]) == [1, 2])
    #expect(try AgeHeader(parsing: source(file)).isPassphraseSealed)
  }

  @Test func aWrongPassphraseDiffersFromNoMatch() throws {
    let wrong = ScryptIdentity(passphrase: secret("battery staple"))
    let right = ScryptIdentity(passphrase: secret("correct horse"))
    let file = try encrypt([1], to: [recipient()])
    #expect(kind { _ = try decrypt(file, with: [wrong]) } == .incorrectPassphrase)
    #expect(kind { _ = try decrypt(file, with: [wrong, X25519Identity.generate()]) } == .incorrectPassphrase)
    #expect(kind { _ = try decrypt(file, with: [X25519Identity.generate()]) } == .noMatch)
    #expect(try decrypt(file, with: [X25519Identity.generate(), wrong, right]) == [1])

    let other = try encrypt([1], to: [X25519Identity.generate().recipient])
    #expect(kind { _ = try decrypt(other, with: [right]) } == .noMatch)
  }

  @Test func aPassphraseStanzaMustBeAlone() {
    let other = X25519Identity.generate().recipient
    #expect(kind { _ = try encrypt([], to: [recipient(), other]) } == .recipient)
    #expect(kind { _ = try encrypt([], to: [other, recipient()]) } == .recipient)
    #expect(kind { _ = try encrypt([], to: [recipient(), recipient()]) } == .recipient)
  }

  @Test func factorsBeyondLibcryptosOwnLimitWork() throws {
    // 2^16 needs 64 MiB; libcrypto's own limit is 32.
    let file = try encrypt([1], to: [ScryptRecipient(passphrase: secret("x"), workFactor: 16)])
    #expect(try decrypt(file, with: [ScryptIdentity(passphrase: secret("x"))]) == [1])
  }
}
