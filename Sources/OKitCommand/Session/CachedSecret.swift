import Ciphers
import CommandKit

/// A secret that is read at most once, when it is first needed, such as the password of several backups.
final class CachedSecret {
  private let secrets: Secrets
  private let request: Secrets.Request
  private var known: SharedSecret?

  init(_ secrets: Secrets, _ request: Secrets.Request) {
    self.secrets = secrets
    self.request = request
  }

  func secret() throws -> SecretBytes {
    if let known { return known.secret.copy() }
    let kept = SharedSecret(try secrets.read(request))
    known = kept
    return kept.secret.copy()
  }
}
