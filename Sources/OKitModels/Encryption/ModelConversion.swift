import Ciphers
import JSONDocument
package import OKitStorage

/// Converts models to another form: all of them, with their partials and attachments, or none.
package struct ModelConversion {
  /// The result for one model.
  package struct Outcome: Equatable, Sendable {
    /// The model.
    package let name: ModelName
    /// The number of converted files; 0 if all had the right form.
    package let files: Int
    /// Partials that no entity of the model refers to. They were not converted.
    package let orphans: [WorkspacePath]
    /// The new form of the files; nil if each keeps its form or the caller chose the form.
    package var form: StoredForm?
    /// The reason why the class or the settings require another form than the new one; nil if they do not.
    package var mismatch: ModelKinds.Mismatch?
  }

  /// The models to convert.
  package enum Selection: Sendable {
    /// The models with these names.
    case named([ModelName])
    /// When encrypting, all models except the framework's settings, which an app reads only unencrypted. When decrypting, all encrypted models.
    case all
  }

  /// The workspace of the models.
  package let workspace: Workspace

  /// A conversion of models in `workspace`.
  package init(_ workspace: Workspace) {
    self.workspace = workspace
  }

  /// Encrypts models with `cipher`, by default the workspace's, and records their kind. If they use the framework's key, also records how to verify
  /// it.
  ///
  /// Throws errors of kind `configuration` (no recipients), `locked` (no key, or not the key of the other models), `malformed`, `notFound` and
  /// `busy`; nothing is changed then.
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
  /// Throws errors of kind `locked` (no key), `malformed`, `notFound` and `busy`; nothing is changed then.
  package func decrypt(_ selection: Selection) throws -> [Outcome] {
    try convert(selection, command: "decrypt") { .plain }
  }

  /// Re-encrypts all age files to the current recipients of the workspace.
  ///
  /// Throws errors of kind `configuration` (no recipients), `locked` (no key), `malformed` and `busy`; nothing is changed then.
  package func rekey() throws -> [Outcome] {
    try workspace.prepareKeys()
    return try workspace.writing {
      try workspace.requireDataNotNewer()
      let configuration = try workspace.currentConfiguration()
      // Without a file to re-encrypt, no identity is needed.
      let target = try configuration.target(
        .age, in: workspace,
        mayBeForOthers: !workspace.storedForms(skippingUnreadable: false).contains(.age))
      return try workspace.changing("rekey", as: .keys) { transaction in
        try workspace.storedModels().compactMap { name in
          let outcome = try convert(name, to: target, label: "rekeying", in: transaction) { $0 == .age }
          return outcome.files == 0 ? nil : outcome
        }
      }
    }
  }

  // MARK: - Planning

  /// An attachment to convert.
  package struct PlannedAttachment {
    package let attachment: AttachmentFile
    package let file: FileSnapshot
    /// The current form of the file.
    package let form: StoredForm
  }

  /// The files of a model that a conversion changes.
  package struct Plan {
    /// All files of the model.
    package let model: ModelFiles
    /// The documents to convert.
    package var documents: [ModelDocument]
    /// The attachments to convert, with their current forms.
    package var attachments: [PlannedAttachment]
    /// Partials that no entity of the model refers to.
    package let orphans: [WorkspacePath]
    /// The new form of the files, if the conversion chooses one for each model.
    package var form: StoredForm?

    /// All files to convert.
    package var files: [FileSnapshot] { documents.map(\.opened.file) + attachments.map(\.file) }
    /// The result after the files were converted.
    package var outcome: Outcome { Outcome(name: model.name, files: files.count, orphans: orphans, form: form) }
  }

  /// Returns the files of a model for whose form `needsConversion` returns true.
  package func plan(_ name: ModelName, needsConversion: (StoredForm) -> Bool) throws -> Plan {
    let model = try ModelFiles(name, in: workspace, reader: ModelReader(workspace))
    return Plan(
      model: model, documents: model.documents.filter { needsConversion($0.opened.form) },
      attachments: try planned(model.attachments, host: model.main.opened.form, needsConversion: needsConversion),
      orphans: model.orphanedPartials)
  }

  /// Returns the attachments for whose form `needsConversion` returns true. `host` is the form of their model.
  func planned(
    _ attachments: [AttachmentFile], host: StoredForm, needsConversion: (StoredForm) -> Bool
  ) throws -> [PlannedAttachment] {
    try attachments.compactMap { attachment in
      let file = try workspace.storage.openUnlinked(workspace.storage.absolute(inData: attachment.path))
      let form = try attachment.form(of: file, host: host)
      return needsConversion(form) ? PlannedAttachment(attachment: attachment, file: file.snapshot, form: form) : nil
    }
  }

  private func selected(_ selection: Selection, encrypting: Bool, _ kinds: Kinds) throws -> [ModelName] {
    switch selection {
    case .named(let names): return names
    case .all where encrypting:
      let kinds = try kinds.get()
      return try workspace.storedModels().filter { try kinds.required($0) != .settings }
    case .all:
      return try workspace.storedModels().filter { name in
        let path = workspace.storage.absolute(ModelFiles.mainPath(of: name))
        return try ModelReader.form(of: workspace.storage.open(path)).isEncrypted
      }
    }
  }

  /// The kinds of the models, or the fault of a file that determines them. Most conversions do not depend on these files, and `check` reports them.
  private typealias Kinds = Result<ModelKinds, OKitError>

  private func kinds() throws -> Kinds {
    do {
      return .success(try ModelKinds(workspace))
    } catch let error as OKitError where error.kind == .configuration || error.kind == .malformed {
      return .failure(error)
    }
  }

  // MARK: - Storing

  private func convert(
    _ selection: Selection, command: String,
    to target: () throws -> StorageTarget
  ) throws -> [Outcome] {
    // Only the selected models are read. Encrypting plain models needs no identity.
    try workspace.keyring.asking {
      try workspace.writing { try convertLocked(selection, command: command, to: target) }
    }
  }

  private func convertLocked(
    _ selection: Selection, command: String, to target: () throws -> StorageTarget
  ) throws -> [Outcome] {
    try workspace.requireDataNotNewer()
    let target = try target()
    return try workspace.changing(command, as: target.form.isEncrypted ? .keys : .edit) { transaction in
      var configuration = ConfigurationEdit(try workspace.currentConfiguration())
      let kinds = try kinds()
      let names = try selected(selection, encrypting: target.form.isEncrypted, kinds)
      let label = target.form.isEncrypted ? "encrypting" : "decrypting"
      let outcomes = try names.map { name in
        var outcome = try convert(name, to: target, label: label, in: transaction) { $0 != target.form }
        outcome.mismatch = (try? kinds.get())?.mismatch(name, convertedTo: target.form)
        return outcome
      }
      if workspace.isDryRun { return outcomes }
      for name in names {
        configuration.setKind(target.form.isEncrypted, of: name)
        if target.form.isEncrypted { configuration.setCipher(nil, of: name) }
      }
      try record(target, &configuration, in: transaction)
      return outcomes
    }
  }

  /// Stages the files of a model for whose form `needsConversion` returns true, in the form of `target`. Stages nothing in a dry run.
  private func convert(
    _ name: ModelName, to target: StorageTarget, label: String, in transaction: Transaction,
    needsConversion: (StoredForm) -> Bool
  ) throws -> Outcome {
    if !workspace.isDryRun, target.form.isEncrypted {
      try convertCommonDocuments(of: name, to: target, in: transaction, needsConversion: needsConversion)
    }
    if !workspace.isDryRun,
      let outcome = try convertStreaming(
        name, as: target, label: label, in: transaction, needsConversion: needsConversion)
    {
      return outcome
    }
    let plan = try plan(name, needsConversion: needsConversion)
    if !workspace.isDryRun, !plan.files.isEmpty { try store(plan, as: target, label: label, in: transaction) }
    return plan.outcome
  }

  /// Stages the changes of okit.json after a conversion to `target`, including how to verify its key.
  package func record(_ target: StorageTarget, _ edit: inout ConfigurationEdit, in transaction: Transaction) throws {
    edit.setKeyCheck(of: target, workspace.keyring)
    try edit.stage(in: transaction)
  }

  /// Stages the files of a plan in the form of `target`.
  package func store(_ plan: Plan, as target: StorageTarget, label: String, in transaction: Transaction) throws {
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

  /// Stages attachments, except those that are already staged.
  package func storeAttachments(
    _ attachments: [PlannedAttachment], as target: StorageTarget, in transaction: Transaction
  ) throws {
    for planned in attachments where try !transaction.replaces(WorkspacePath(planned.attachment.path)) {
      let (attachment, old, form) = (planned.attachment, planned.file, planned.form)
      try transaction.replace(
        WorkspacePath(attachment.path), old: old, isDecrypted: target.form == .plain
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
