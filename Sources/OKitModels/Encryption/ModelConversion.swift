import Ciphers
import JSONDocument
package import OKitStorage

/// Stores models in another form: each with its partials and attachments, all of them or none.
package struct ModelConversion {
  /// What was done with one model.
  package struct Outcome: Equatable, Sendable {
    /// The model.
    package let name: ModelName
    /// How many files were stored anew; 0 where all were as they should be.
    package let files: Int
    /// Files that lie with the model but that it does not name, and that were therefore left as they are.
    package let orphans: [String]
    /// How these files are stored now; nil where each is stored as it was, or in the form that was asked for.
    package var form: StoredForm?
  }

  /// Which models.
  package enum Selection: Sendable {
    /// Those of these names.
    case named([ModelName])
    /// To encrypt: all but the framework's settings, which an app reads plain only. To decrypt: all that are encrypted.
    case all
  }

  package let workspace: Workspace

  /// A conversion of models of `workspace`, read with `keyring`.
  package init(_ workspace: Workspace) {
    self.workspace = workspace
  }

  /// Encrypts models with `cipher`, by default the workspace's, and records their kind, and of the framework's key by what it is known.
  ///
  /// Throws errors of kind `configuration` (no recipients), `locked` (no key, or not the one of the other models), `malformed`, `notFound`,
  /// `busy`; then nothing is changed.
  package func encrypt(
    _ selection: Selection, cipher: Configuration.Cipher? = nil
  ) throws -> [Outcome] {
    let cipher = try cipher ?? workspace.requireConfiguration().cipher
    return try convert(selection, command: "encrypt") {
      try workspace.currentConfiguration().target(cipher, in: workspace, mayBeForOthers: true)
    }
  }

  /// Decrypts models and records their kind.
  ///
  /// Throws errors of kind `locked` (no key), `malformed`, `notFound`, `busy`; then nothing is changed.
  package func decrypt(_ selection: Selection) throws -> [Outcome] {
    try convert(selection, command: "decrypt") { .plain }
  }

  /// Encrypts all files in the age format anew, to the recipients that the workspace has now.
  ///
  /// Throws errors of kind `configuration` (no recipients), `locked` (no key), `malformed`, `busy`; then nothing is changed.
  package func rekey() throws -> [Outcome] {
    try workspace.prepareKeys()
    return try workspace.storage.writing {
      try workspace.requireDataNotNewer()
      let configuration = try workspace.currentConfiguration()
      // Without a file to encrypt again nobody needs an identity.
      let target = try configuration.target(
        .age, in: workspace,
        mayBeForOthers: !workspace.storedForms(skippingUnreadable: false).contains(.age))
      return try workspace.changing("rekey") { transaction in
        try workspace.storedModels().compactMap { name in
          if !workspace.isDryRun,
            let outcome = try storeWhileReading(
              name, as: target, label: "rekeying", in: transaction, changing: { $0 == .age })
          {
            return outcome
          }
          let plan = try plan(name) { $0 == .age }
          guard !plan.files.isEmpty else { return nil }
          if !workspace.isDryRun { try store(plan, as: target, label: "rekeying", in: transaction) }
          return plan.outcome
        }
      }
    }
  }

  // MARK: - Planning

  package typealias PlannedAttachment = (attachment: AttachmentFile, file: FileSnapshot, form: StoredForm)

  package struct Plan {
    package let model: ModelFiles
    package var documents: [ModelDocument]
    package var attachments: [PlannedAttachment]
    package let orphans: [String]
    /// How the files are stored from now on, if the conversion decides that for each model.
    package var form: StoredForm?

    package var files: [FileSnapshot] { documents.map(\.opened.file) + attachments.map(\.file) }
    package var outcome: Outcome { Outcome(name: model.name, files: files.count, orphans: orphans, form: form) }
  }

  /// Finds the files of a model whose form is one of `changing`.
  package func plan(_ name: ModelName, changing: (StoredForm) -> Bool) throws -> Plan {
    let model = try ModelFiles(name, in: workspace, reader: ModelReader(workspace))
    return Plan(
      model: model, documents: model.documents.filter { changing($0.opened.form) },
      attachments: try planned(model.attachments, host: model.main.opened.form, changing: changing),
      orphans: model.orphanedPartials)
  }

  /// Those of the attachments of a model stored in the form `host` whose form is one of `changing`.
  func planned(
    _ attachments: [AttachmentFile], host: StoredForm, changing: (StoredForm) -> Bool
  ) throws -> [PlannedAttachment] {
    try attachments.compactMap { attachment in
      let file = try workspace.storage.openUnlinked(Path.join(workspace.storage.dataFolder, attachment.path))
      let form = try attachment.form(of: file, host: host)
      return changing(form) ? (attachment, file.snapshot, form) : nil
    }
  }

  private func selected(_ selection: Selection, encrypting: Bool) throws -> [ModelName] {
    guard case .named(let names) = selection else {
      let kinds = try ModelKinds(workspace)
      return try workspace.storedModels().filter { name in
        if encrypting { return try kinds.required(name) != .settings }
        let path = workspace.storage.absolute(ModelFiles.mainPath(of: name))
        return try ModelReader.form(of: workspace.storage.open(path)).isEncrypted
      }
    }
    return names
  }

  // MARK: - Storing

  private func convert(
    _ selection: Selection, command: String,
    to target: () throws -> TargetForm
  ) throws -> [Outcome] {
    try workspace.prepareKeys()
    return try workspace.storage.writing {
      try workspace.requireDataNotNewer()
      let target = try target()
      return try workspace.changing(command) { transaction in
        var kinds = ConfigurationEdit(try workspace.currentConfiguration())
        let names = try selected(selection, encrypting: target.form.isEncrypted)
        if workspace.isDryRun { return try names.map { try plan($0) { $0 != target.form }.outcome } }
        let outcomes = try names.map { name in
          let outcome = try store(name, as: target, in: transaction)
          kinds.setKind(target.form.isEncrypted, of: name)
          if target.form.isEncrypted { kinds.setCipher(nil, of: name) }
          return outcome
        }
        try record(target, &kinds, in: transaction)
        return outcomes
      }
    }
  }

  private func store(_ name: ModelName, as target: TargetForm, in transaction: Transaction) throws -> Outcome {
    let label = target.form.isEncrypted ? "encrypting" : "decrypting"
    let changing = { $0 != target.form }
    if let outcome = try storeWhileReading(name, as: target, label: label, in: transaction, changing: changing) {
      return outcome
    }
    let plan = try plan(name, changing: changing)
    try store(plan, as: target, label: label, in: transaction)
    return plan.outcome
  }

  /// Stages what okit.json is to know of a conversion to `target`, by what its key is known among it.
  package func record(_ target: TargetForm, _ edit: inout ConfigurationEdit, in transaction: Transaction) throws {
    edit.setKeyCheck(of: target, workspace.keyring)
    try edit.stage(in: transaction, of: workspace)
  }

  package func store(_ plan: Plan, as target: TargetForm, label: String, in transaction: Transaction) throws {
    let observer = workspace.observer
    let total = plan.files.reduce(0) { $0 + $1.size }
    try observer.step("\(label) \(plan.model.name)", totalBytes: total) {
      for document in plan.documents {
        try transaction.replace(
          document.path, old: document.opened.file, isDecrypted: target.form == .plain
        ) { staged in
          try target.encode(to: { try staged.write($0) }) { sink in
            try document.json.bytes.withUnsafeBytes { try sink($0) }
          }
        }
        try observer.advanced(byBytes: document.opened.file.size)
      }
      try storeAttachments(plan.attachments, as: target, in: transaction)
    }
  }

  /// Stores attachments but for those that get, or lose, their content otherwise.
  package func storeAttachments(
    _ attachments: [PlannedAttachment], as target: TargetForm, in transaction: Transaction
  ) throws {
    for (attachment, old, form) in attachments where try !transaction.replaces(Workspace.dataPath(attachment.path)) {
      try transaction.replace(
        Workspace.dataPath(attachment.path), old: old, isDecrypted: target.form == .plain
      ) { staged in
        try target.encode(to: { try staged.write($0) }) { sink in
          try attachment.decrypt(workspace.storage.openUnlinked(old.path), form: form, keyring: workspace.keyring) {
            piece in
            try sink(piece)
            try workspace.observer.advanced(byBytes: Int64(piece.count))
          }
        }
      }
    }
  }
}
