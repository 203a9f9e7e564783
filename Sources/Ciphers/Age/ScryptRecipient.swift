import Synchronization

/// A passphrase for encryption (age-encryption.org/v1, "The scrypt recipient type").
///
/// It must be a file's only recipient.
package final class ScryptRecipient: AgeRecipient {
  /// A wrapping key, derived from a passphrase and a salt.
  private struct WrapKey: ~Copyable {
    let key: SecretBytes
    let salt: [UInt8]
  }

  private let passphrase: SecretBytes
  private let workFactor: Int
  private let prepared = Mutex<WrapKey?>(nil)

  /// Wraps a passphrase.
  ///
  /// - Parameters:
  ///   - passphrase: The bytes of the passphrase. `age` expects UTF-8.
  ///   - workFactor: The binary logarithm of scrypt's cost, 1 to 22. A value of 18 needs 256 MiB and about a second.
  package init(passphrase: consuming SecretBytes, workFactor: Int = 18) {
    precondition((1...ScryptStanza.workFactorCap).contains(workFactor), "scrypt work factor out of range")
    self.passphrase = passphrase
    self.workFactor = workFactor
  }

  /// Derives the key for the next ``wrap(_:)`` in advance, for example on another thread. If this fails, ``wrap(_:)`` derives it.
  package func prepare() {
    prepared.withLock { $0 = try? makeKey() }
  }

  /// Wraps the file key in a `scrypt` stanza with a new salt.
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
