import CommandKit
import OKitModels
import OKitStorage

extension Session {
  /// Warns if no available identity can open the files that were just encrypted to the recipients of `workspace`. Encrypting for others is
  /// allowed. A protected identity is skipped, because reading it needs a passphrase.
  func warnIfForOthers(_ workspace: Workspace) throws {
    guard let own = try workspace.keyring.identityRecipients() else { return }
    if !own.contains(where: { workspace.configuration?.recipients.contains($0) == true }) {
      console.warn("no available identity opens the encrypted files; only their recipients can decrypt them")
    }
  }
}
