import Synchronization

/// A passphrase to encrypt with (age-encryption.org/v1, "The scrypt recipient type").
///
/// It must be a file's only recipient.
package final class ScryptRecipient: AgeRecipient {
  /// The key that a passphrase and a salt give.
  private struct WrapKey: ~Copyable {
    let key: SecretBytes
    let salt: [UInt8]
  }

  private let passphrase: SecretBytes
  private let workFactor: Int
  private let prepared = Mutex<WrapKey?>(nil)

  /// Takes a passphrase.
  ///
  /// - Parameters:
  ///   - passphrase: Its bytes, of any number; `age` takes UTF-8.
  ///   - workFactor: The binary logarithm of scrypt's cost, 1 to 22; 18 takes 256 MiB and about a second.
  package init(passphrase: consuming SecretBytes, workFactor: Int = 18) {
    precondition((1...ScryptStanza.workFactorCap).contains(workFactor), "scrypt work factor out of range")
    self.passphrase = passphrase
    self.workFactor = workFactor
  }

  /// Does what takes long for the next ``wrap(_:)``, as on a thread of its own; what it cannot do is left to that.
  package func prepare() {
    prepared.withLock { $0 = try? makeKey() }
  }

  /// Wraps the file key in one `scrypt` stanza with a new salt.
  ///
  /// - Throws: ``AgeError`` of kind `memory` if there is not enough memory.
  package func wrap(_ fileKey: borrowing SecretBytes) throws -> [AgeStanza] {
    let made = try prepared.withLock { $0.take() } ?? makeKey()
    return [ScryptStanza(salt: made.salt, workFactor: workFactor, body: FileKey.wrap(fileKey, with: made.key)).stanza]
  }

  private func makeKey() throws -> WrapKey {
    let salt = randomBytes(ScryptStanza.saltSize)
    return WrapKey(
      key: try ScryptStanza.wrapKey(passphrase: passphrase, salt: salt, workFactor: workFactor), salt: salt)
  }
}
