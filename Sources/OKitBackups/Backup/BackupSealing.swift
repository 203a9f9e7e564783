import Ciphers
import OKitStorage

/// Whom an archive is sealed for, made ready while the files are looked through: a key from a password takes a second.
struct BackupSealing {
  private let recipients: [any AgeRecipient]
  private let preparation: BackgroundWork<Void>?

  /// Begins. Throws an error of kind `locked` where nothing protects the backup.
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

  /// Hands to `sink` in the age format what `content` hands to its argument, once what prepares it is done.
  func seal(
    to sink: @escaping CipherSink, whileWaiting: () throws -> Void, _ content: (@escaping CipherSink) throws -> Void
  ) throws {
    try preparation?.value(whileWaiting: whileWaiting)
    let encryptor = try AgeEncryptor(recipients: recipients, sink: sink)
    try content { try encryptor.write($0) }
    try encryptor.finish()
  }
}
