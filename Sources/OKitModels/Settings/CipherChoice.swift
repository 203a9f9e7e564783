import JSONDocument
import OKitStorage

/// Chooses the cipher of each model when the setting `encryption` is turned on: the one that the model had before. An app may support only its own
/// cipher, and would replace a model that it cannot read with defaults.
struct CipherChoice {
  private let workspace: Workspace
  private let configuration: Configuration
  /// The cipher that the user chose; nil if none.
  private let chosen: Configuration.Cipher?
  private var usual: Configuration.Cipher?
  private var targets: [Configuration.Cipher: StorageTarget] = [:]

  init(
    _ workspace: Workspace, _ configuration: Configuration, chosen: Configuration.Cipher?
  ) {
    self.workspace = workspace
    self.configuration = configuration
    self.chosen = chosen
  }

  /// Returns the form to store the model in. Throws the errors of `Configuration.target(_:in:mayBeForOthers:remedy:)`.
  mutating func target(for model: ModelFiles) throws -> StorageTarget {
    let cipher =
      try chosen ?? configuration.models[model.name]?.cipher ?? Self.cipher(of: model, in: workspace) ?? usualCipher()
    if let known = targets[cipher] { return known }
    let target = try target(cipher)
    targets[cipher] = target
    return target
  }

  private func target(_ cipher: Configuration.Cipher) throws -> StorageTarget {
    do {
      return try configuration.target(cipher, in: workspace)
    } catch let error as OKitError where error.remedy == .generateKey && chosen == nil {
      throw OKitError(
        error.kind, error.detail,
        remedy: .words("run 'okit key generate' to create a key, or use --cipher okit-cbc for the app's key"))
    }
  }

  /// Returns the cipher of a model's files; nil if none is encrypted.
  static func cipher(of model: ModelFiles, in workspace: Workspace) throws -> Configuration.Cipher? {
    let documents = model.documents.map(\.opened.form)
    if let form = documents.first(where: \.isEncrypted) { return Configuration.Cipher(form) }
    for attachment in model.attachments {
      let file = try workspace.storage.openUnlinked(workspace.storage.absolute(inData: attachment.path))
      if let cipher = try Configuration.Cipher(attachment.form(of: file, host: model.main.opened.form)) {
        return cipher
      }
    }
    return nil
  }

  /// Returns the cipher for a model that had none: the framework's if all other encrypted files use it or if its key is the only one, and otherwise
  /// that of the workspace.
  private mutating func usualCipher() throws -> Configuration.Cipher {
    if let usual { return usual }
    let cipher = try knowsOnlyFrameworkCipher() ? .okitCBC : configuration.cipher
    usual = cipher
    return cipher
  }

  private func knowsOnlyFrameworkCipher() throws -> Bool {
    let forms = try workspace.storedForms(skippingUnreadable: false)
    // The recorded ciphers of models that are currently plain also count.
    let recorded = configuration.models.values.compactMap(\.cipher)
    if forms.contains(.age) || recorded.contains(.age) { return false }
    if forms.contains(.okitCBC) || recorded.contains(.okitCBC) { return true }
    let reader = ModelReader(workspace)
    for name in try workspace.storedModels() {
      if try attachmentCipher(of: name, reader) == .okitCBC { return true }
    }
    // A recorded key has decrypted models in this workspace.
    if configuration.keyCheck != nil { return true }
    return try configuration.recipients.isEmpty && workspace.keyring.frameworkKeyPresence() == .present
  }

  private func attachmentCipher(of name: ModelName, _ reader: ModelReader) throws -> Configuration.Cipher? {
    do {
      return try Self.cipher(of: ModelFiles(name, in: workspace, reader: reader, isTolerant: true), in: workspace)
    } catch let error as OKitError where error.kind == .malformed {
      // A damaged model is no evidence.
      return nil
    }
  }
}

extension Configuration.Cipher {
  /// The cipher of a form; nil for the plain form.
  package init?(_ form: StoredForm) {
    switch form {
    case .plain: return nil
    case .age: self = .age
    case .okitCBC: self = .okitCBC
    }
  }
}
