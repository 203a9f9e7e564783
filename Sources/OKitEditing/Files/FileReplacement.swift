import Definitions
import JSONDocument
package import OKitModels
package import OKitStorage

/// Replaces or removes whole files of models, as an app does, in the form in which they are stored.
package struct FileReplacement {
  /// Checks the present content before a change; nil if there is no file. It throws to stop the change.
  package typealias Precondition = (OpenFile?) throws -> Void

  /// The result of storing a file.
  package enum Outcome: Sendable {
    /// There was no file.
    case created
    /// There was a file.
    case replaced
  }

  private let workspace: Workspace
  /// True if encrypted documents are decrypted and checked like others.
  private let opensEncrypted: Bool
  /// The models that may be created although nothing names them.
  private let newModels: Set<ModelName>

  /// Prepares changes of files in `workspace`.
  package init(_ workspace: Workspace, opensEncrypted: Bool = false, newModels: Set<ModelName> = []) {
    self.workspace = workspace
    self.opensEncrypted = opensEncrypted
    self.newModels = newModels
  }

  /// Stores `content` as it is in the file, in one transaction, and runs the hooks. A document must be in the stored form of its model. If it is not
  /// encrypted, or its key is available, it must fit the definitions and the rules.
  ///
  /// Throws ``UnacceptableContent`` (another form, or not a valid document), errors of kind `notFound` (an unknown model), `usage` (an invalid name) and `busy`,
  /// ``OKitModels/RuleViolations``, and the errors of `precondition`. In each case nothing is changed.
  package func store(
    _ file: StoredFile, _ content: OpenFile, command: String, precondition: Precondition = { _ in }
  ) throws -> Outcome {
    try workspace.editing(command: command) { edit in
      try workspace.requireOwn(file)
      let present = try workspace.open(file)
      try precondition(present)
      if present == nil { try file.requireValidNewName() }
      let forms = try FileForms(workspace, newModels: newModels)
      let form = try forms.requireForm(of: content, for: file, present: present)
      let old = present?.snapshot
      var version: WorkspaceEdit.FileVersion?
      if file.model != nil, form == .plain || opensEncrypted {
        let check = try DocumentReplacement(edit, file, content, old)
        try check.run()
        version = check.version
        if form.isEncrypted { edit.transaction?.noteEncryption(of: check.entityIDs) }
      }
      let similar = try old ?? file.model.flatMap { try workspace.storage.snapshot(ModelFiles.mainPath(of: $0)) }
      edit.store(file.workspacePath, old: old, like: similar, version: version) { try content.forEachPiece($0) }
      if present == nil, case .model(let name) = file { try recordNew(name, form, isChecked: version != nil, edit) }
      return present == nil ? .created : .replaced
    }
  }

  /// Removes the file in one transaction, and runs the hooks. Returns false if there is none.
  ///
  /// Throws errors of kind `busy`, and the errors of `precondition`. In each case nothing is changed.
  package func remove(_ file: StoredFile, command: String, precondition: Precondition = { _ in }) throws -> Bool {
    try workspace.editing(command: command) { edit in
      try workspace.requireOwn(file)
      let present = try workspace.open(file)
      try precondition(present)
      guard let present else { return false }
      // The hooks get the old document from the store. One that cannot be read can be removed, too.
      if case .model(let name) = file { _ = try? edit.store.main(name) }
      if case .partial(let key, let name) = file {
        _ = try? edit.store.main(name).entity(key).map { try edit.store.partial(of: $0) }
      }
      edit.remove(file.workspacePath, present.snapshot)
      return true
    }
  }

  /// Records the kind of a new model, and the definitions that it conforms to.
  private func recordNew(_ name: ModelName, _ form: StoredForm, isChecked: Bool, _ edit: WorkspaceEdit) throws {
    guard let transaction = edit.transaction else { return }
    if try ModelKinds(workspace).required(name) == nil {
      var configuration = ConfigurationEdit(try workspace.currentConfiguration())
      configuration.setKind(form.isEncrypted, of: name)
      try configuration.stage(in: transaction)
    }
    guard isChecked, let snapshot = try edit.store.classes().workspace.snapshot(of: name) else { return }
    var applied = try AppliedDefinitions(of: workspace)
    applied.record(name, snapshot, migration: try MigrationNumber.highest(in: workspace.root))
    applied.stage(in: transaction, of: workspace)
  }
}
