import Ciphers
import JSONDocument

/// Changes of models, collected and then stored as one transaction: each file in the form that its model has.
final class WorkspaceEdit {
  /// Hands pieces of plain content to its argument.
  typealias Content = (_ sink: (UnsafeRawBufferPointer) throws -> Void) throws -> Void

  private enum FileChange {
    case write(Content, StoredForm, old: FileSnapshot?)
    case remove(FileSnapshot)
  }

  let store: EntityStore
  private let keyring: Keyring
  private var editors: [ObjectIdentifier: (document: ModelDocument, editor: JSONEditor)] = [:]
  private var files: [ExactText: FileChange] = [:]

  var workspace: Workspace { store.workspace }
  /// Whether nothing was changed so far.
  var isEmpty: Bool { files.isEmpty && editors.values.allSatisfy(\.editor.isEmpty) }

  fileprivate init(_ workspace: Workspace, keyring: Keyring) {
    store = EntityStore(workspace, keyring: keyring)
    self.keyring = keyring
  }

  // MARK: - Collecting

  /// Edits `document`. Throws an error of kind `malformed` with the place where the edit cannot be made.
  func edit(_ document: ModelDocument, _ body: (inout JSONEditor) throws -> Void) throws {
    let key = ObjectIdentifier(document)
    var editor = editors[key]?.editor ?? JSONEditor(document.json)
    // The editor is changed where it is, not copied for each of many edits.
    editors[key] = nil
    defer { editors[key] = (document, editor) }
    do {
      try body(&editor)
    } catch let error as JSONEditError {
      let place = document.json.position(of: error.offset)
      throw OKitError(
        .malformed, "cannot be changed: \(error)",
        at: .init(path: document.opened.file.path, line: place.line, column: place.column))
    }
  }

  /// Stores new content for the file at `path` (relative to the workspace), in the form of its model.
  func write(_ path: String, as form: StoredForm, _ content: @escaping Content) throws {
    files[ExactText(path)] = .write(content, form, old: try workspace.snapshot(path))
  }

  /// Removes the file at `path` (relative to the workspace), if it is there.
  func remove(_ path: String) throws {
    if let old = try workspace.snapshot(path) { files[ExactText(path)] = .remove(old) }
  }

  // MARK: - Storing

  fileprivate func stage(in transaction: Transaction) throws {
    for (document, editor) in editors.values where !editor.isEmpty {
      guard case .remove? = files[ExactText(document.path)] else {
        let bytes = editor.apply()
        try stage(
          document.path, { sink in try bytes.withUnsafeBytes { try sink($0) } }, document.opened.form,
          document.opened.file, transaction)
        continue
      }
    }
    for (path, change) in files.sorted(by: { $0.key < $1.key }) {
      switch change {
      case .write(let content, let form, let old): try stage(path.text, content, form, old, transaction)
      case .remove(let old): try transaction.remove(path.text, old: old)
      }
    }
  }

  private func stage(
    _ path: String, _ content: Content, _ form: StoredForm, _ old: FileSnapshot?, _ transaction: Transaction
  ) throws {
    let target = try target(form)
    try transaction.ensureFolder(Path.parent(of: path))
    try transaction.replace(path, old: old) { staged in
      let encoder = try target.encoder { try staged.write($0) }
      try content { try encoder.write($0) }
      try encoder.finish()
    }
  }

  private lazy var targets: [StoredForm: TargetForm] = [.plain: .plain]

  /// How a file of this form is stored: to whom models are encrypted now.
  private func target(_ form: StoredForm) throws -> TargetForm {
    if let known = targets[form] { return known }
    let target = try workspace.currentConfiguration()
      .target(form == .age ? .age : .okitCBC, in: workspace, keyring: keyring)
    targets[form] = target
    return target
  }
}

extension Workspace {
  /// Runs `body`, which collects changes, while nobody else reads or writes, and stores them; with `dryRun` they are let go.
  ///
  /// When anything is thrown, nothing is changed.
  func editing<Result>(
    keyring: Keyring, command: String, patience: Duration, dryRun: Bool = false,
    _ body: (WorkspaceEdit) throws -> Result
  ) throws -> Result {
    try keyring.prepareAsking { try storedForms() }
    return try writing(patience: patience) {
      try Transaction.run(self, command: command) { transaction in
        let edit = WorkspaceEdit(self, keyring: keyring)
        let result = try body(edit)
        if !dryRun { try edit.stage(in: transaction) }
        return result
      }
    }
  }
}
