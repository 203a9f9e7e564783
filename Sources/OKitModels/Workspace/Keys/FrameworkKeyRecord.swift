import Ciphers
package import OKitStorage

/// The check value of the framework's key in `okit.json`. It detects a wrong key before anything is read or written with it.
package struct FrameworkKeyRecord {
  private let workspace: Workspace
  private let keyPath: FilePath
  private let check: SHA256Digest

  /// A record of the key in the file `keyPath`.
  ///
  /// Throws an error of kind `locked` if models are encrypted with another key: if another key is recorded and no image proves this one, or if this
  /// key decrypts none of them.
  package init(_ workspace: Workspace, keyPath: FilePath) throws {
    self.workspace = workspace
    self.keyPath = keyPath
    check = try KeyFile.frameworkKey(keyPath, warn: { _ in }).check
    guard workspace.configuration?.keyCheck != check else { return }
    switch try proof() {
    case .untested, .certain: return
    case .plausible where workspace.configuration?.keyCheck == nil: return
    case .refuted where workspace.configuration?.keyCheck == nil:
      throw OKitError(.locked, "\(keyPath) opens none of the models stored as okit-cbc")
    case .plausible, .refuted:
      throw OKitError(
        .locked, "\(keyPath) is not the key of this workspace's models",
        remedy: .words("decrypt the models with the old key first, then import the new key"))
    }
  }

  /// Records the key if an image proves it, or if another key is recorded but nothing is encrypted with it.
  ///
  /// Throws errors of kind `busy` and `inputOutput`.
  package func write() throws {
    if workspace.isDryRun || workspace.configuration?.keyCheck == check { return }
    try workspace.storage.writing {
      let configuration = try workspace.currentConfiguration()
      switch try proof() {
      case .refuted, .plausible: return
      case .untested where configuration.keyCheck == nil: return
      case .untested, .certain: break
      }
      try workspace.changing("key import", as: .keys) { transaction in
        var edit = ConfigurationEdit(configuration)
        edit.setKeyCheck(check)
        try edit.stage(in: transaction)
      }
    }
  }

  private func proof() throws -> FrameworkKeyEvidence {
    let keyring = Keyring(
      identityPath: nil, frameworkKeyPath: keyPath,
      passphrase: { _ in throw OKitError(.usage, "no identity is needed to prove a key") })
    return try FrameworkKeyEvidence(of: keyring, in: workspace)
  }
}
