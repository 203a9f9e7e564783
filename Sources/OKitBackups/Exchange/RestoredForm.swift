package import Ciphers
package import JSONDocument
package import OKitModels
import OKitStorage

/// In which form restored or imported models are stored.
package struct RestoredForm {
  /// The choice of the user.
  package enum Choice: Sendable {
    /// As the backup says they were, encrypted to the workspace's recipients.
    case recorded
    /// Encrypted ones to these recipients.
    case recipients([X25519Recipient])
    /// All decrypted.
    case decrypted
    /// The bytes as they are in the backup, even when no key at hand opens them.
    case asStored
  }

  package let choice: Choice
  /// The recipients where none are chosen: the workspace's, else the backup's.
  private var recipients: [X25519Recipient] = []
  /// By what the framework's key is known: to the workspace, else to the backup.
  private var keyCheck: SHA256Digest?
  /// The workspace whose models prove the framework's key.
  private var workspace: Workspace?

  /// True if the backup may add recipients whose identity is not at hand.
  private var takesRecipients = true

  /// Applies `choice` without a workspace. Only a trusted backup may add recipients whose identity is not at hand.
  package init(choice: Choice, takesRecipients: Bool) {
    self.choice = choice
    self.takesRecipients = takesRecipients
  }

  /// What `choice` means in `workspace`.
  package init(choice: Choice, in workspace: Workspace, _ configuration: Configuration) {
    self.choice = choice
    self.workspace = workspace
    recipients = configuration.recipients
    keyCheck = configuration.keyCheck
  }

  /// How a file that was stored in `form` is stored now.
  ///
  /// Throws an error of kind `locked` when no identity at hand would open the result, so that nobody locks themselves out.
  package func target(for form: StoredForm, keyring: Keyring) throws -> TargetForm {
    switch (form, choice) {
    case (.plain, _), (_, .decrypted): return .plain
    case (_, .recipients(let chosen)): return .age(chosen)
    case (.age, _):
      guard !recipients.isEmpty else {
        throw OKitError(.locked, "no recipients to encrypt to", remedy: .chooseRestoredForm)
      }
      try keyring.requireAccess(to: recipients, remedy: .chooseRestoredForm)
      return .age(recipients)
    case (.okitCBC, _):
      guard try keyring.frameworkKeyPresence() == .present else {
        throw OKitError(
          .locked, "the app's key for models stored as okit-cbc is missing", remedy: .chooseRestoredForm)
      }
      let key = try workspace?.provenFrameworkKey(keyring) ?? keyring.frameworkKey()
      guard keyCheck == nil || keyCheck == key.check else {
        throw OKitError(
          .locked, "the app's key is not the key of the backup", remedy: .chooseRestoredForm)
      }
      return .okitCBC(key)
    }
  }

  /// How a file is stored that came in `form` from a source without a manifest; nil if it stays as it came. `wanted` says how its model is
  /// stored in the workspace.
  ///
  /// Throws what `wanted` throws.
  package func target(ofUnproven form: StoredForm, wanted: () throws -> TargetForm?) throws -> TargetForm? {
    switch choice {
    case .decrypted: return .plain
    case .asStored: return nil
    case .recorded: return form.isEncrypted ? nil : try wanted()
    case .recipients(let chosen):
      if form.isEncrypted { return .age(chosen) }
      return try wanted().map { $0.form.isEncrypted ? .age(chosen) : $0 }
    }
  }

  /// How a document is stored that came encrypted, was opened, and has no manifest; nil if it stays as it came.
  ///
  /// Throws what `wanted` throws, and what ``target(for:keyring:)`` throws.
  package func target(ofOpened form: StoredForm, _ keyring: Keyring, wanted: () throws -> TargetForm?) throws
    -> TargetForm?
  {
    guard case .recorded = choice else { return try target(ofUnproven: form, wanted: wanted) }
    return try wanted() ?? target(for: form, keyring: keyring)
  }

  /// Reads a whole backup: its data go to `staged`, everything else to `besides`.
  ///
  /// Nothing of it counts before this returns. Throws errors of kind `malformed` (damaged), and `locked` where no key at hand would open
  /// the result.
  package func stage(
    _ reader: BackupReader, in staged: StagedData, keyring: Keyring,
    besides: (_ path: String, _ bytes: JSONBytes) throws -> Void = { _, _ in }
  ) throws {
    var form = self
    try FreeSpace.require(reader.manifest.totalSize, of: reader.name, in: staged.folder)
    try reader.readAll { file, source in
      if let path = file.path.withoutPrefix("data/") {
        return try form.add(path, stored: file.form, of: reader, keyring: keyring, in: staged, from: source)
      }
      let bytes = try JSONBytes.collecting(
        "\(reader.name): \(file.path)", expected: file.size, secret: false, limit: Configuration.maximumSize, source)
      // One that cannot be understood only leaves unknown what it says.
      if file.path == Configuration.fileName, let found = try? Configuration(parsing: bytes, path: file.path) {
        if form.recipients.isEmpty {
          let own = try takesRecipients ? [] : keyring.identityRecipients() ?? []
          form.recipients = takesRecipients ? found.recipients : found.recipients.filter(own.contains)
        }
        if form.workspace == nil { form.keyCheck = found.keyCheck }
      }
      try besides(file.path, bytes)
    }
    try form.requireOpenable(staged, keyring: keyring)
  }

  private func add(
    _ path: String, stored form: StoredForm, of reader: BackupReader, keyring: Keyring, in staged: StagedData,
    from source: @escaping CipherSource
  ) throws {
    if reader.manifest.content == .decrypted || form == .plain {
      return try staged.add(path, as: target(for: form, keyring: keyring), from: source)
    }
    switch choice {
    case .recipients, .decrypted:
      let plain = try PlainSource(form, path: "\(reader.name): \(path)", keyring: keyring, source: source)
      try Self.add(path, plain, form, as: target(for: form, keyring: keyring), of: reader.name, to: staged)
    case .recorded, .asStored:
      try staged.add(path, asStoredIn: form, from: source)
    }
  }

  /// Adds a file of the source `name` that came in `form` and is decrypted as it is read. A document in the framework's cipher is read whole before: nothing else
  /// tells a wrong key.
  package static func add(
    _ path: String, _ plain: PlainSource, _ form: StoredForm, as target: @autoclosure () throws -> TargetForm,
    of name: String, to staged: StagedData
  ) throws {
    guard form == .okitCBC, ModelName(document: path) != nil else {
      return try staged.add(path, as: target()) { try plain.read(into: $0) }
    }
    let document = MemorySource(try frameworkDocument(plain, named: "\(name): \(path)"))
    try staged.add(path, as: target()) { document.read(into: $0) }
  }

  /// A document that the framework's cipher has decrypted: its padding, its JSON and the object at its root say that the key is right.
  static func frameworkDocument(_ source: PlainSource, named name: String) throws -> JSONBytes {
    do {
      let bytes = try JSONBytes.collecting(name, expected: 0, secret: true) { try source.read(into: $0) }
      if try JSONDocument(parsing: bytes, path: name).root.kind == .object { return bytes }
    } catch let error as OKitError where error.kind == .malformed {}
    throw OKitError(.locked, "the app's key does not open \(name)", remedy: .chooseRestoredForm)
  }

  /// Throws an error of kind `locked` unless the keys at hand open each model that came, and stays, encrypted.
  private func requireOpenable(_ staged: StagedData, keyring: Keyring) throws {
    guard case .recorded = choice else { return }
    for name in staged.unread {
      let path = "\(name).json"
      guard let form = staged.file(at: path)?.form else { continue }
      do {
        let source = try PlainSource(OpenFile(Path.join(staged.folder, path)), form: form, keyring: keyring)
        if form == .okitCBC {
          _ = try Self.frameworkDocument(source, named: path)
        } else {
          try forEachPiece(of: source.read(into:)) { _ in }
        }
      } catch let error as OKitError where error.kind == .locked {
        throw OKitError(.locked, "no available key opens model \(name) of the backup", remedy: .chooseRestoredForm)
      }
    }
  }
}
