package import Ciphers
package import JSONDocument
package import OKitModels
package import OKitStorage

/// The form in which restored or imported models are stored.
package struct EncryptionPolicy {
  /// The form that the user chose.
  package enum Choice: Sendable {
    /// As recorded in the backup. Encrypted models are encrypted to the workspace's recipients.
    case recorded
    /// Encrypted models are encrypted to these recipients.
    case recipients([X25519Recipient])
    /// All models are decrypted.
    case decrypted
    /// The bytes of the backup are kept, even if no available key decrypts them.
    case asStored
  }

  /// The choice of the user.
  package let choice: Choice
  /// The recipients if none are chosen: those of the workspace, or else of the backup.
  private var recipients: [X25519Recipient] = []
  /// The fingerprint of the framework's key, recorded in the workspace or else in the backup.
  private var keyCheck: SHA256Digest?
  /// The workspace whose models prove that the framework's key is right.
  private var workspace: Workspace?

  /// True if the backup may add recipients whose identity is not available.
  private var takesRecipients = true

  /// The step that helps if the app's key is missing or wrong.
  private static let nameFrameworkKey = OKitError.Remedy.words(
    "name the app's key in $OKIT_CBC_KEY, use recipients with -r, or store the models decrypted with --decrypted")

  /// Applies `choice` without a workspace. Pass true for `takesRecipients` only for a trusted backup, which may add recipients whose identity is not
  /// available.
  package init(choice: Choice, takesRecipients: Bool) {
    self.choice = choice
    self.takesRecipients = takesRecipients
  }

  /// Applies `choice` in `workspace`, with the recipients of its `configuration`.
  package init(choice: Choice, in workspace: Workspace, _ configuration: Configuration) {
    self.choice = choice
    self.workspace = workspace
    recipients = configuration.recipients
    keyCheck = configuration.keyCheck
  }

  /// Returns the new form of a file that was stored in `form`.
  ///
  /// Throws an error of kind `locked` if no available identity could open the result, so that nobody locks themselves out. Chosen recipients are not
  /// checked, because somebody may restore for others.
  package func target(for form: StoredForm, keyring: Keyring) throws -> StorageTarget {
    switch (form, choice) {
    case (.plain, _), (_, .decrypted): return .plain
    case (_, .recipients(let chosen)): return .age(chosen)
    case (.age, _):
      guard !recipients.isEmpty else {
        throw OKitError(
          .locked, "no recipients to encrypt to",
          remedy: .words("name recipients with -r, or store the models decrypted with --decrypted"))
      }
      try keyring.requireAccess(to: recipients, remedy: .chooseEncryption)
      return .age(recipients)
    case (.okitCBC, _):
      guard try keyring.frameworkKeyPresence() == .present else {
        throw OKitError(
          .locked, "the app's key for models stored as okit-cbc is missing", remedy: Self.nameFrameworkKey)
      }
      let key = try workspace?.provenFrameworkKey(keyring) ?? keyring.frameworkKey()
      guard keyCheck == nil || keyCheck == key.check else {
        throw OKitError(.locked, "the app's key is not the key of the backup", remedy: Self.nameFrameworkKey)
      }
      return .okitCBC(key)
    }
  }

  /// For data folders and apps' zip files, which record no forms: returns the new form of a file in `form`; nil if it stays unchanged. `wanted`
  /// returns the form of its model in the workspace.
  ///
  /// Rethrows the errors of `wanted`.
  package func target(ofUnproven form: StoredForm, wanted: () throws -> StorageTarget?) throws -> StorageTarget? {
    switch choice {
    case .decrypted: return .plain
    case .asStored: return nil
    case .recorded: return form.isEncrypted ? nil : try wanted()
    case .recipients(let chosen):
      if form.isEncrypted { return .age(chosen) }
      return try wanted().map { $0.form.isEncrypted ? .age(chosen) : $0 }
    }
  }

  /// Returns the new form of a decrypted document, stored in `form`, from a source without a manifest; nil if it stays unchanged.
  ///
  /// Rethrows the errors of `wanted`, and throws those of ``target(for:keyring:)``.
  package func target(ofOpened form: StoredForm, _ keyring: Keyring, wanted: () throws -> StorageTarget?) throws
    -> StorageTarget?
  {
    guard case .recorded = choice else { return try target(ofUnproven: form, wanted: wanted) }
    return try wanted() ?? target(for: form, keyring: keyring)
  }

  /// Reads a whole backup. Its data goes to `staged`, and all other files go to `onOtherFile`.
  ///
  /// Do not use any data before this returns. Throws errors of kind `malformed` (damaged), and `locked` if no available key would open the
  /// result.
  package func stage(
    _ reader: BackupReader, in staged: StagedData,
    onOtherFile: (_ path: BackupPath, _ bytes: JSONBytes) throws -> Void = { _, _ in }
  ) throws {
    var form = self
    try FreeSpace.require(reader.manifest.totalSize, of: reader.name, in: staged.folder.parent)
    try reader.readAll { file, source in
      if let path = DataPath(file.path) {
        return try form.add(path, file, of: reader, in: staged, from: source)
      }
      let bytes = try JSONBytes.collecting(
        "\(reader.name): \(file.path)", expected: file.size, secret: false, limit: Configuration.maximumSize, source)
      // A configuration that cannot be parsed adds no recipients and no key check.
      if file.path == BackupManifest.configuration, let found = try? Configuration(parsing: bytes, path: file.path) {
        if form.recipients.isEmpty {
          let own = try takesRecipients ? [] : staged.keyring.identityRecipients() ?? []
          form.recipients = takesRecipients ? found.recipients : found.recipients.filter(own.contains)
        }
        if form.workspace == nil { form.keyCheck = found.keyCheck }
      }
      try onOtherFile(file.path, bytes)
    }
    try form.examineUnread(staged)
  }

  private func add(
    _ path: DataPath, _ file: BackupManifest.File, of reader: BackupReader, in staged: StagedData,
    from source: @escaping CipherSource
  ) throws {
    let form = file.form
    let keyring = staged.keyring
    if reader.manifest.content == .decrypted || form == .plain {
      return try staged.add(path, as: target(for: form, keyring: keyring), from: source)
    }
    switch choice {
    case .recipients, .decrypted:
      let plain = try PlainSource(form, name: "\(reader.name): \(path)", keyring: keyring, source: source)
      try Self.add(path, plain, form, as: target(for: form, keyring: keyring), of: reader.name, to: staged)
    case .recorded, .asStored:
      guard form == .age, ModelName(document: path) != nil else {
        return try staged.add(path, asStoredIn: form, from: source)
      }
      // A damaged file is kept, but one of another form is not what was backed up.
      let sniffed = try SniffedSource(source, count: StoredForm.sniffedBytes)
      guard StoredForm.ofDocument(prefix: sniffed.prefix, size: file.size) == form else {
        throw OKitError(.malformed, "\(reader.name): \(path) is not an age file")
      }
      try staged.add(path, asStoredIn: form) { try sniffed.read(into: $0) }
    }
  }

  /// Adds a file of the source `name`, which has the form `form` and is decrypted while it is read. A document in the framework's cipher is read
  /// completely first, because only its content shows a wrong key.
  package static func add(
    _ path: DataPath, _ plain: PlainSource, _ form: StoredForm, as target: @autoclosure () throws -> StorageTarget,
    of name: String, to staged: StagedData
  ) throws {
    guard form == .okitCBC, ModelName(document: path) != nil else {
      return try staged.add(path, as: target()) { try plain.read(into: $0) }
    }
    let document = MemorySource(try requiredFrameworkDocument(plain, named: "\(name): \(path)"))
    try staged.add(path, as: target()) { document.read(into: $0) }
  }

  /// Returns a document decrypted with the framework's cipher. Its padding, its JSON syntax and the object at its root show that the key is right;
  /// nil if they do not, because the key is wrong or the document is damaged.
  static func frameworkDocument(_ source: PlainSource, named name: String) throws -> JSONBytes? {
    do {
      let bytes = try JSONBytes.collecting(name, expected: 0, secret: true) { try source.read(into: $0) }
      return try JSONDocument(parsing: bytes, path: name).root.kind == .object ? bytes : nil
    } catch let error as OKitError where error.kind == .malformed {
      return nil
    }
  }

  /// Returns the document in `source` like ``frameworkDocument(_:named:)``. Throws an error of kind `locked` instead of returning nil.
  static func requiredFrameworkDocument(_ source: PlainSource, named name: String) throws -> JSONBytes {
    guard let bytes = try frameworkDocument(source, named: name) else {
      throw OKitError(.locked, "the app's key does not open \(name)", remedy: .chooseEncryption)
    }
    return bytes
  }

  /// Tries the available keys on the models that stay encrypted, if it matters. Throws an error of kind `locked` if they must open each model but do
  /// not. A model that was already damaged does not stop the restore of the others.
  private func examineUnread(_ staged: StagedData) throws {
    let mustOpen = if case .recorded = choice { true } else { false }
    guard mustOpen || staged.notesNames else { return }
    try readUnread(staged)
    if mustOpen, let name = staged.locked.min() {
      let isFramework = staged.file(at: DataPath(mainOf: name))?.form == .okitCBC
      let key = isFramework ? "the app's key in $OKIT_CBC_KEY" : "an identity with -i"
      throw OKitError(
        .locked, "no available key opens model \(name) of the backup",
        remedy: .words("name \(key), or use --as-stored to take over the models as they are"))
    }
  }

  /// Tries the available keys on the models of `staged` that were not decrypted. See ``StagedData/readUnread(isKeyProven:)``.
  func readUnread(_ staged: StagedData) throws {
    try staged.readUnread {
      if let keyCheck { return try staged.keyring.frameworkKey().check == keyCheck }
      return try workspace.map { try ModelReader($0, keyring: staged.keyring).frameworkKeyOpensAnyModel() } ?? false
    }
  }
}
