/// A passphrase to decrypt with (age-encryption.org/v1, "The scrypt recipient type").
package final class ScryptIdentity: AgeIdentity, Sendable {
  private let passphrase: SecretBytes
  private let maximumWorkFactor: Int

  /// Takes a passphrase.
  ///
  /// - Parameters:
  ///   - passphrase: Its bytes, exactly as they were when the file was sealed.
  ///   - maximumWorkFactor: The largest binary logarithm of scrypt's cost that a file may ask for, at most 22; the file
  ///     takes 2^workFactor KiB of memory.
  package init(passphrase: consuming SecretBytes, maximumWorkFactor: Int = 20) {
    self.passphrase = passphrase
    self.maximumWorkFactor = min(maximumWorkFactor, ScryptStanza.workFactorCap)
  }

  /// Finds the file key in the `scrypt` stanza; nil if the file is not sealed with a passphrase.
  ///
  /// - Throws: ``AgeError`` of kind `incorrectPassphrase` if it is sealed with another one, `workFactor` if it asks for
  ///   more than the maximum, before any memory is taken, and `header` if the stanza is malformed or not alone.
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
