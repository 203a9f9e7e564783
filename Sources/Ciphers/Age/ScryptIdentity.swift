/// A passphrase for decryption (age-encryption.org/v1, "The scrypt recipient type").
package final class ScryptIdentity: AgeIdentity, Sendable {
  private let passphrase: SecretBytes
  private let maximumWorkFactor: Int

  /// Wraps a passphrase.
  ///
  /// - Parameters:
  ///   - passphrase: The exact bytes of the passphrase.
  ///   - maximumWorkFactor: The maximum binary logarithm of scrypt's cost that a file may require, at most 22. The key
  ///     derivation needs 2^workFactor KiB of memory.
  package init(passphrase: consuming SecretBytes, maximumWorkFactor: Int = 20) {
    self.passphrase = passphrase
    self.maximumWorkFactor = min(maximumWorkFactor, ScryptStanza.workFactorCap)
  }

  /// Unwraps the file key from the `scrypt` stanza; nil if the file is not encrypted with a passphrase.
  ///
  /// - Throws: ``AgeError`` of kind `incorrectPassphrase` for a wrong passphrase, `workFactor` if the file requires more
  ///   than the maximum, before any memory is allocated, and `header` if the stanza is malformed or not the only one.
  package func unwrap(_ stanzas: [AgeStanza]) throws -> SecretBytes? {
    guard let stanza = try ScryptStanza(in: stanzas) else { return nil }
    guard stanza.workFactor <= maximumWorkFactor else {
      throw AgeError(
        .workFactor, "the file requires a scrypt work factor of \(stanza.workFactor), above \(maximumWorkFactor)")
    }
    let key = try ScryptStanza.wrapKey(
      passphrase: passphrase, salt: stanza.salt, workFactor: stanza.workFactor)
    guard let fileKey = FileKey.unwrap(stanza.body, with: key) else {
      throw AgeError(.incorrectPassphrase, "incorrect passphrase")
    }
    return fileKey
  }
}
