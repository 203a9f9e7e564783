import Ciphers
import CommandKit

/// The password of backups, found or asked for once and used for all of them.
final class CachedPassword {
  private let secrets: Secrets
  private let options: PasswordOptions
  private var known: KeptSecret?

  init(_ secrets: Secrets, _ options: PasswordOptions) {
    self.secrets = secrets
    self.options = options
  }

  func secret() throws -> SecretBytes {
    if let known { return known.secret.copy() }
    let kept = KeptSecret(try secrets.read(options.request(isNew: false)))
    known = kept
    return kept.secret.copy()
  }
}

/// A secret that several owners share.
final class KeptSecret {
  let secret: SecretBytes

  init(_ secret: consuming SecretBytes) {
    self.secret = secret
  }
}
