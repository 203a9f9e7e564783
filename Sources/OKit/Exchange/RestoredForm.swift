public import Ciphers

/// In which form restored or imported models are stored.
public struct RestoredForm: Sendable {
  /// The choice of the user.
  public enum Choice: Sendable {
    /// As the backup says they were, encrypted to the workspace's recipients.
    case recorded
    /// Encrypted ones to these recipients.
    case recipients([X25519Recipient])
    /// All decrypted.
    case decrypted
    /// The bytes as they are in the backup, even when no key at hand opens them.
    case asStored
  }

  let choice: Choice
  /// The recipients where none are chosen: the workspace's, else the backup's.
  var recipients: [X25519Recipient]

  /// How a file that was stored in `form` is stored now.
  ///
  /// Throws an error of kind `locked` when no identity at hand would open the result, so that nobody locks themselves out.
  func target(for form: StoredForm, keyring: Keyring) throws -> TargetForm {
    switch (form, choice) {
    case (.plain, _), (_, .decrypted): return .plain
    case (_, .recipients(let chosen)): return .age(chosen)
    case (.age, _):
      guard !recipients.isEmpty else {
        throw OKitError(.locked, "there are no recipients to encrypt to", remedy: .chooseRestoredForm)
      }
      let own = try keyring.identityRecipients() ?? keyring.identities().map(\.recipient)
      guard own.contains(where: recipients.contains) else {
        throw OKitError(.locked, "no identity at hand would open the restored models", remedy: .chooseRestoredForm)
      }
      return .age(recipients)
    case (.okitCBC, _):
      guard try keyring.frameworkKeyPresence() == .present else {
        throw OKitError(
          .locked, "the app's key, for models stored as okit-cbc, is not known here", remedy: .chooseRestoredForm)
      }
      return .okitCBC(try keyring.frameworkKey())
    }
  }

  /// Adds a file of a backup to `staged`.
  func stage(
    _ path: String, stored form: StoredForm, content: BackupManifest.Content, of name: String, keyring: Keyring,
    in staged: StagedData, from source: @escaping CipherSource
  ) throws {
    if content == .decrypted || form == .plain {
      return try staged.add(path, as: target(for: form, keyring: keyring), from: source)
    }
    switch choice {
    case .recipients, .decrypted:
      let plain = try PlainSource(form, path: "\(name): \(path)", keyring: keyring, source: source)
      try staged.add(path, as: target(for: form, keyring: keyring)) { try plain.read(into: $0) }
    case .recorded, .asStored:
      try staged.add(path, asStoredIn: form, from: source)
    }
  }

  /// Throws an error of kind `locked` unless the keys at hand open each model that came, and stays, encrypted.
  func requireOpenable(_ staged: StagedData, keyring: Keyring) throws {
    guard case .recorded = choice else { return }
    for name in staged.unread {
      let path = "\(name).json"
      guard let form = staged.file(at: path)?.form else { continue }
      do {
        let source = try PlainSource(OpenFile(Path.join(staged.folder, path)), form: form, keyring: keyring)
        try withIOBuffer { buffer in
          while try source.read(into: buffer) > 0 {}
        }
      } catch let error as OKitError where error.kind == .locked || form == .okitCBC {
        throw OKitError(.locked, "no key at hand opens model \(name) of the backup", remedy: .chooseRestoredForm)
      }
    }
  }
}
