import Ciphers

/// What `okit.json` says of the framework's key, so that a wrong one is known before anything is read or written with it.
public struct FrameworkKeyRecord {
  private let workspace: Workspace
  private let keyPath: String
  private let check: SHA256Digest

  /// A record of the key in the file `keyPath`.
  ///
  /// Throws an error of kind `locked` where another key is on record and models are still encrypted with it. Where an image proves this
  /// one, the record is wrong.
  public init(_ workspace: Workspace, keyPath: String) throws {
    self.workspace = workspace
    self.keyPath = keyPath
    check = try KeyFile.frameworkKey(keyPath, warn: { _ in }).check
    guard let recorded = workspace.configuration?.keyCheck, recorded != check else { return }
    switch try proof() {
    case .untested, .certain: return
    case .plausible, .refuted:
      throw OKitError(
        .locked, "\(keyPath) is not the key that models of this workspace are encrypted with",
        remedy: .words("to change the key, decrypt them with the old one first"))
    }
  }

  /// Records the key where an image proves it, and where nothing depends on the one on record. Returns false where there are models in the
  /// framework's cipher and it opens none of them.
  ///
  /// Throws errors of kind `busy` and `inputOutput`.
  public func write(patience: Duration) throws -> Bool {
    if workspace.configuration?.keyCheck == check { return true }
    return try workspace.writing(patience: patience) {
      let configuration = try workspace.currentConfiguration()
      switch try proof() {
      case .refuted: return false
      case .plausible: return true
      case .untested where configuration.keyCheck == nil: return true
      case .untested, .certain: break
      }
      try Transaction.run(workspace, command: "key import") { transaction in
        var edit = ConfigurationEdit(configuration)
        edit.setKeyCheck(check)
        try edit.stage(in: transaction, of: workspace)
      }
      return true
    }
  }

  private func proof() throws -> FrameworkKeyProof {
    let keyring = Keyring(
      identityPath: nil, frameworkKeyPath: keyPath,
      passphrase: { _ in throw OKitError(.usage, "no identity is needed to prove a key") })
    return try FrameworkKeyProof(of: keyring, in: workspace)
  }
}
