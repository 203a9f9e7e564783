import Ciphers
import TestSupport
import Testing

@Suite struct KeyFileTests {
  private func identityFile(_ text: String) throws -> IdentityFile {
    try Array(text.utf8).withUnsafeBytes { try IdentityFile(parsing: $0) }
  }

  @Test func keyFilesOfAgeKeygenAreRead() throws {
    let text = try Tool.run("age-keygen").bytes
    let file = try text.withUnsafeBytes { try IdentityFile(parsing: $0) }
    let created = String(decoding: text, as: UTF8.self).split(separator: "\n")[0].dropFirst("# created: ".count)
    #expect(file.identities.count == 1)
    #expect(bytes(file.encoded(created: String(created))) == text)
  }

  @Test func ageKeygenReadsOurKeyFiles() throws {
    let identities = [X25519Identity.generate(), .generate()]
    let text = bytes(IdentityFile(identities).encoded(created: "2026-11-21T07:50:14Z"))
    let output = try Tool.run("age-keygen", "-y", input: text).bytes
    #expect(String(decoding: output, as: UTF8.self) == identities.map { "\($0.recipient)\n" }.joined())
    let again = try text.withUnsafeBytes { try IdentityFile(parsing: $0) }
    #expect(again.identities.map(\.recipient) == identities.map(\.recipient))
  }

  @Test(arguments: ["\n", "\r\n"]) func commentsAndBlankLinesAreAccepted(end: String) throws {
    let lines = ["# a", "", KeyTests.identity, "#", KeyTests.identity, ""]
    #expect(try identityFile(lines.joined(separator: end)).identities.count == 2)
  }

  @Test(arguments: [
    ("", "the file contains no identity"), ("# only\n\n", "the file contains no identity"),
    ("# x\nhello\n", "line 2: the identity does not start with AGE-SECRET-KEY-1"),
    (KeyTests.recipient, "line 1: this is a recipient (a public key), not an identity (a secret key)"),
    ("\n\n \(KeyTests.identity)", "line 3: the identity does not start with AGE-SECRET-KEY-1"),
    (
      KeyTests.identity + "\n" + KeyTests.identity.dropLast() + "\n",
      "line 2: the identity has a wrong checksum: it was mistyped or cut off"
    ),
    ("-----BEGIN OPENSSH PRIVATE KEY-----\n", "line 1: SSH keys are not supported"),
    ("age-encryption.org/v1\n", "the identity file is encrypted with a passphrase"),
  ])
  func identityErrorsNameTheirLine(text: String, message: String) {
    #expect(self.message { _ = try identityFile(text) } == message)
  }

  @Test func encryptedKeyFilesAreReadAsWritten() throws {
    let identities = [X25519Identity.generate(), .generate()]
    let file = try IdentityFile(identities)
      .encrypt(passphrase: secret("x"), created: "2026-11-21T07:50:14Z", workFactor: 1)
    #expect(file.withUnsafeBytes { IdentityFile.isEncrypted($0) })
    let again = try file.withUnsafeBytes { try IdentityFile.decrypt($0, passphrase: secret("x")) }
    #expect(again.identities.map(\.recipient) == identities.map(\.recipient))
    let wrong = kind { _ = try file.withUnsafeBytes { try IdentityFile.decrypt($0, passphrase: secret("y")) } }
    #expect(wrong == .incorrectPassphrase)
  }

  @Test func encryptedFilesAreBoundedAndSealedWithAPassphrase() throws {
    let recipient = ScryptRecipient(passphrase: secret("x"), workFactor: 1)
    let large = try encrypt([UInt8](repeating: 0x0A, count: 2 << 20), to: [recipient])
    let message = self.message {
      _ = try large.withUnsafeBytes { try IdentityFile.decrypt($0, passphrase: secret("x")) }
    }
    #expect(message == "the identity file is larger than 1 MiB")
    let other = try encrypt(Array(KeyTests.identity.utf8), to: [X25519Identity.generate().recipient])
    let failure = kind { _ = try other.withUnsafeBytes { try IdentityFile.decrypt($0, passphrase: secret("x")) } }
    #expect(failure == .noMatch)
  }

  private func message(_ body: () throws -> Void) -> String? {
    do {
      try body()
      return nil
    } catch { return "\(error)" }
  }
}
