import Ciphers
import OKitStorage

/// Encrypts an archive. Deriving a key from a password takes a second, so it happens while the files are examined.
struct ArchiveEncryption {
  private let recipients: [any AgeRecipient]
  private let preparation: BackgroundWork<Void>?

  /// Starts the preparation. Throws an error of kind `locked` if nothing protects the backup.
  init(_ protection: borrowing BackupProtection, scryptWorkFactor: Int) throws {
    switch protection {
    case .password(let password):
      let recipient = ScryptRecipient(passphrase: password.copy(), workFactor: scryptWorkFactor)
      recipients = [recipient]
      preparation = BackgroundWork { _ in recipient.prepare() }
    case .recipients(let list):
      recipients = list
      preparation = nil
    case .none: throw OKitError(.locked, "the backup has neither a password nor recipients", remedy: .protectBackup)
    }
  }

  /// Encrypts the bytes that `content` passes to its argument, and passes the age file to `sink`. First waits for the preparation.
  func seal(
    to sink: @escaping CipherSink, whileWaiting: () throws -> Void, _ content: (@escaping CipherSink) throws -> Void
  ) throws {
    try preparation?.value(whileWaiting: whileWaiting)
    let encryptor = try AgeEncryptor(recipients: recipients, sink: sink)
    try content { try encryptor.write($0) }
    try encryptor.finish()
  }
}
