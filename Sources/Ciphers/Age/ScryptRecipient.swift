/// A passphrase to encrypt with (age-encryption.org/v1, "The scrypt recipient type").
///
/// It must be a file's only recipient.
public final class ScryptRecipient: AgeRecipient {
  private let passphrase: SecretBytes
  private let workFactor: Int

  /// Takes a passphrase.
  ///
  /// - Parameters:
  ///   - passphrase: Its bytes, of any number; `age` takes UTF-8.
  ///   - workFactor: The binary logarithm of scrypt's cost, 1 to 22; 18 takes 256 MiB and about a second.
  public init(passphrase: consuming SecretBytes, workFactor: Int = 18) {
    precondition((1...ScryptStanza.workFactorCap).contains(workFactor), "scrypt work factor out of range")
    self.passphrase = passphrase
    self.workFactor = workFactor
  }

  /// Wraps the file key in one `scrypt` stanza with a new salt.
  ///
  /// - Throws: ``AgeError`` of kind `workFactor` if there is not enough memory.
  public func wrap(_ fileKey: borrowing SecretBytes) throws -> [AgeStanza] {
    let salt = randomBytes(ScryptStanza.saltSize)
    let key = try ScryptStanza.wrapKey(passphrase: passphrase, salt: salt, workFactor: workFactor)
    return [ScryptStanza(salt: salt, workFactor: workFactor, body: FileKey.wrap(fileKey, with: key)).stanza]
  }
}
