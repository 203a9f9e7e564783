import CommandKit
import OKitModels
import OKitStorage

extension Session {
  /// Warns if no identity at hand opens what was just encrypted to the recipients of `workspace`, which the commands that encrypt for others
  /// allow. A protected identity is not asked for its passphrase to find that out.
  func warnIfForOthers(_ workspace: Workspace) throws {
    guard let own = try workspace.keyring.identityRecipients() else { return }
    if !own.contains(where: { workspace.configuration?.recipients.contains($0) == true }) {
      console.warn("no identity here opens what was encrypted; its owner has to decrypt it")
    }
  }
}
