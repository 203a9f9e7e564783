import JSONDocument
import OKitStorage

/// Chooses each model's cipher when the setting `encryption` is switched on: the one it had before, because the app may know only its
/// own cipher and would replace a model that it cannot read by its defaults.
struct CipherChoice {
  private let workspace: Workspace
  private let configuration: Configuration
  /// What the user asked for.
  private let chosen: Configuration.Cipher?
  private var usual: Configuration.Cipher?
  private var targets: [Configuration.Cipher: TargetForm] = [:]

  init(
    _ workspace: Workspace, _ configuration: Configuration, chosen: Configuration.Cipher?
  ) {
    self.workspace = workspace
    self.configuration = configuration
    self.chosen = chosen
  }

  /// How the model is stored. Throws what `Configuration.target(_:in:keyring:)` throws.
  mutating func target(for model: ModelFiles) throws -> TargetForm {
    let cipher =
      try chosen ?? configuration.models[model.name]?.cipher ?? Self.cipher(of: model, in: workspace) ?? usualCipher()
    if let known = targets[cipher] { return known }
    let target = try target(cipher)
    targets[cipher] = target
    return target
  }

  private func target(_ cipher: Configuration.Cipher) throws -> TargetForm {
    do {
      return try configuration.target(cipher, in: workspace)
    } catch let error as OKitError where error.remedy == .generateKey && chosen == nil {
      throw OKitError(
        error.kind, error.detail,
        remedy: .words("run 'okit key generate' to create a key, or use --cipher okit-cbc for the app's own"))
    }
  }

  /// The cipher that files of a model are stored with; nil if none is encrypted.
  static func cipher(of model: ModelFiles, in workspace: Workspace) throws -> Configuration.Cipher? {
    let documents = model.documents.map(\.opened.form)
    if let form = documents.first(where: \.isEncrypted) { return Configuration.Cipher(form) }
    for attachment in model.attachments {
      let file = try workspace.storage.openUnlinked(Path.join(workspace.storage.dataFolder, attachment.path))
      if let cipher = try Configuration.Cipher(attachment.form(of: file, host: model.main.opened.form)) {
        return cipher
      }
    }
    return nil
  }

  /// The cipher of a model of which nothing is known: the framework's, if everything else that is encrypted is, or if its key is all there is to encrypt
  /// with; else that of the workspace.
  private mutating func usualCipher() throws -> Configuration.Cipher {
    if let usual { return usual }
    let cipher = try knowsOnlyFrameworkCipher() ? .okitCBC : configuration.cipher
    usual = cipher
    return cipher
  }

  private func knowsOnlyFrameworkCipher() throws -> Bool {
    let forms = try workspace.storedForms(skippingUnreadable: false)
    // The recorded ciphers of models that are plain now count, too.
    let recorded = configuration.models.values.compactMap(\.cipher)
    if forms.contains(.age) || recorded.contains(.age) { return false }
    if forms.contains(.okitCBC) || recorded.contains(.okitCBC) { return true }
    let reader = ModelReader(workspace)
    for name in try workspace.storedModels() {
      if try attachmentCipher(of: name, reader) == .okitCBC { return true }
    }
    // A key on record has opened models here.
    if configuration.keyCheck != nil { return true }
    return try configuration.recipients.isEmpty && workspace.keyring.frameworkKeyPresence() == .present
  }

  private func attachmentCipher(of name: ModelName, _ reader: ModelReader) throws -> Configuration.Cipher? {
    do {
      return try Self.cipher(of: ModelFiles(name, in: workspace, reader: reader, isTolerant: true), in: workspace)
    } catch let error as OKitError where error.kind == .malformed {
      // A damaged model proves nothing.
      return nil
    }
  }
}

extension Configuration.Cipher {
  /// The cipher of a stored form; nil of what is not encrypted.
  package init?(_ form: StoredForm) {
    switch form {
    case .plain: return nil
    case .age: self = .age
    case .okitCBC: self = .okitCBC
    }
  }
}
