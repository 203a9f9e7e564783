package import JSONDocument
package import OKitModels
package import OKitStorage

/// Collects changes of models and stores them in one transaction, each file in the form of its model.
package final class WorkspaceEdit {
  /// Passes decrypted content to its argument, piece by piece.
  package typealias Content = (_ sink: (UnsafeRawBufferPointer) throws -> Void) throws -> Void

  private enum FileChange {
    case write(Content, StoredForm, old: FileSnapshot?, like: FileSnapshot)
    case store(Content, old: FileSnapshot?, like: FileSnapshot?, version: FileVersion?)
    case remove(FileSnapshot)

    /// The file as it was read; nil for a new one.
    var old: FileSnapshot? {
      switch self {
      case .write(_, _, let old, _), .store(_, let old, _, _): old
      case .remove(let old): old
      }
    }
  }

  /// The old and new content of a document whose file is replaced as a whole.
  package struct FileVersion {
    let old: JSONDocument?
    let new: JSONDocument?
  }

  /// The documents of the workspace.
  package let store: EntityStore
  /// The transaction that stores the changes; nil for a dry run.
  package let transaction: Transaction?
  /// The number of entities that may be removed without confirmation.
  let agreedRemovals: Int
  /// The command, for the backup's name: `before-<command>-<time>`.
  let command: String
  /// The safety backup; nil if none was required.
  private var safetyBackup: SafetyBackup?
  /// The name of the safety backup.
  var safetyBackupName: String? { safetyBackup?.name }
  /// The changed documents that the store did not read.
  private var otherDocuments: [ObjectIdentifier: ModelDocument] = [:]
  /// The documents whose changes are staged, by their paths.
  private var stagedPaths: Set<WorkspacePath> = []
  private var files: [WorkspacePath: FileChange] = [:]
  /// The old and new versions of changed documents; nil if nothing needs them.
  package private(set) var versions: DocumentVersions?
  /// The attachments whose changes are staged, with the stamps of their former files; nil for new ones.
  fileprivate private(set) var attachments: [DataPath: FileStamp?] = [:]

  /// Returns the id of a new entity.
  let newID: () -> String

  /// The workspace.
  package var workspace: Workspace { store.workspace }

  fileprivate init(
    _ workspace: Workspace, _ transaction: Transaction?, command: String, agreedRemovals: Int,
    keepsVersions: Bool, _ values: RepeatedValues
  ) {
    self.transaction = transaction
    self.command = command
    self.agreedRemovals = agreedRemovals
    versions = keepsVersions ? DocumentVersions() : nil
    store = EntityStore(workspace, isReading: false, isLive: true, now: values.now)
    newID = values.newID
  }

  // MARK: - Collecting

  /// Runs `body`, which changes values of `document` and of no other one. Throws an error of kind `malformed` with the position if a change is not
  /// possible.
  @discardableResult
  package func change<Result>(_ document: ModelDocument, _ body: () throws -> Result) throws -> Result {
    if store.document(of: document.json.root) == nil { otherDocuments[ObjectIdentifier(document)] = document }
    do {
      return try body()
    } catch let error as JSONEditError {
      throw OKitError(error, in: document)
    }
  }

  /// Stores new content of the file at `path` in the form of `document`, which belongs to its model. `old` is the file as it was read; if it is nil,
  /// the new file gets the attributes of the document's file.
  package func write(
    _ path: WorkspacePath, like document: OpenedDocument, old: FileSnapshot?, _ content: @escaping Content
  ) {
    files[path] = .write(content, document.form, old: old, like: document.file)
  }

  /// Moves the file at `path`, which was found as `old`, to another path without converting it.
  package func move(_ path: WorkspacePath, _ old: FileSnapshot, to target: WorkspacePath) {
    let content: Content = { sink in
      let file = try OpenFile(old.path)
      guard file.stamp == old.stamp else {
        throw OKitError.changedMeanwhile(old.path)
      }
      try file.forEachPiece(sink)
      try file.requireUnchanged()
    }
    files[target] = .write(content, .plain, old: nil, like: old)
    remove(path, old)
  }

  /// Stores `content` as it is in the file at `path`. `old` is the file as it was read; if it is nil, the new file gets the attributes of `similar`.
  /// Hooks get the `version` of the document, if there is one.
  func store(
    _ path: WorkspacePath, old: FileSnapshot?, like similar: FileSnapshot?, version: FileVersion?,
    _ content: @escaping Content
  ) {
    files[path] = .store(content, old: old, like: similar, version: version)
  }

  /// Removes the file at `path`, which was read as `old`.
  package func remove(_ path: WorkspacePath, _ old: FileSnapshot) { files[path] = .remove(old) }

  /// True if a file at `path` will exist after the changes.
  func isTaken(_ path: WorkspacePath) throws -> Bool {
    switch files[path] {
    case .write, .store: true
    case .remove: false
    case nil: try FileStatus.of(workspace.storage.absolute(path)) != nil
    }
  }

  // MARK: - Safety backup

  /// Makes a safety backup of the stored data, which stays if the edit is committed. Returns its name; nil for a dry run.
  func makeSafetyBackup() throws -> String? {
    guard let transaction else { return nil }
    if let safetyBackup { return safetyBackup.name }
    // A subcommand's name contains a space.
    let name = String(command.map { $0 == " " ? "-" : $0 })
    let safetyBackup = try workspace.safetyBackups.makeSafetyBackup(before: name, in: workspace)
    transaction.keep(staged: safetyBackup.staged, backup: safetyBackup.name)
    self.safetyBackup = safetyBackup
    return safetyBackup.name
  }

  /// Throws an error of kind `busy` if a file to be changed differs from its copy in the safety backup.
  private func requireUnchangedSinceBackup(_ path: WorkspacePath, _ old: FileSnapshot?) throws {
    guard let safetyBackup, let old, safetyBackup.stamps[path] != old.stamp else { return }
    throw OKitError.changedMeanwhile(workspace.storage.absolute(path))
  }

  /// Notes for the history that a value gets from one document into another.
  func noteMove(of value: JSONValue, from source: ModelDocument, to target: ModelDocument) {
    guard !source.opened.form.isEncrypted, target.opened.form.isEncrypted else { return }
    // The history finds entities by their ids.
    if value["id"]?.string?.isEmpty != false { transaction?.noteEncryption(ofValuesFrom: source.path) }
  }

  // MARK: - Storing

  /// Stages the changes collected so far and releases the documents that the store did not read. A staged document cannot be changed again.
  package func stage() throws {
    defer {
      otherDocuments = [:]
      files = [:]
    }
    guard let transaction else { return try requireTargets() }
    for document in changedDocuments { try stage(document, transaction) }
    for (path, change) in files.sorted(by: { $0.key < $1.key }) {
      if !path.isDocument, let path = DataPath(path) { attachments[path] = .some(change.old?.stamp) }
      switch change {
      case .write(let content, let form, let old, let similar):
        let newBytes = copy(of: path, form)
        try stage(
          path,
          { sink in
            try content {
              newBytes?.append($0)
              try sink($0)
            }
          }, form, old, like: similar, transaction)
        guard let newBytes else { continue }
        if form.isEncrypted {
          transaction.noteEncryption(of: try JSONDocument(parsing: newBytes, path: path).entityIDs)
        }
        // A new partial was adopted before its file exists.
        let isNew = store.newPartials.contains { $0.path == path }
        try versions?.add(path, old: isNew ? nil : store.known(path), new: newBytes)
      case .store(let content, let old, let similar, let version):
        try requireUnchangedSinceBackup(path, old)
        if let version { versions?.add(path, old: version.old, new: version.new) }
        if old == nil { try transaction.ensureFolder(path.parent) }
        try transaction.replace(path, old: old, like: similar) { staged in
          try content { try staged.write($0) }
        }
      case .remove(let old):
        try requireUnchangedSinceBackup(path, old)
        try versions?.add(path, old: store.known(path), new: nil)
        try transaction.remove(path, old: old)
      }
    }
  }

  /// Throws an error of kind `configuration` if the class of a changed model could not be parsed. Without the class, okit could store a value
  /// that an app cannot decode.
  func requireClasses() throws {
    let models = Set(changedDocuments.map(\.model))
    guard !models.isEmpty else { return }
    let definitions = try store.classes().workspace
    for model in models.sorted() { try definitions.requireKnownClass(of: model) }
  }

  /// Throws the error of storing the changes if their forms cannot be written. This is for a dry run.
  private func requireTargets() throws {
    let written = files.values.compactMap { change -> StoredForm? in
      if case .write(_, let form, _, _) = change { form } else { nil }
    }
    for form in Set(written + changedDocuments.map(\.opened.form)) { _ = try workspace.target(for: form) }
  }

  /// The documents whose values are new or changed, except those that are stored as a whole, which were checked before.
  fileprivate var documentsWithRules: [ModelDocument] {
    let changed = changedDocuments
    let documents = changed + store.newPartials.filter { new in !changed.contains { $0 === new } }
    return documents.filter { if case .store = files[$0.path] { false } else { true } }
  }

  /// Returns the violations of rules that the changes would cause.
  func causedViolations() throws -> [RuleFinding] { try workspace.violations(causedBy: documentsWithRules, in: store) }

  /// The changed documents, sorted by path.
  fileprivate var changedDocuments: [ModelDocument] {
    let others = otherDocuments.values.filter(\.json.isChanged)
    return (others + store.changedDocuments).sorted { $0.path < $1.path }
  }

  private func stage(_ document: ModelDocument, _ transaction: Transaction) throws {
    // Skip documents whose whole file is replaced or removed.
    guard files[document.path] == nil, stagedPaths.insert(document.path).inserted else { return }
    let text = document.json.currentText
    if text.isUnchanged { return }
    try versions?.add(document.path, old: document, new: text.bytes())
    let file = document.opened.file
    if document.opened.form.isEncrypted { transaction.noteEncryption(of: document.json.addedEntities) }
    try stage(document.path, { try text.write(to: $0) }, document.opened.form, file, like: file, transaction)
  }

  /// Returns a buffer for the new content of a document whose versions or encrypted entities are needed; nil for other files.
  private func copy(of path: WorkspacePath, _ form: StoredForm) -> JSONBytes? {
    guard versions != nil || form.isEncrypted, path.isDocument else { return nil }
    return JSONBytes(capacity: 0, secret: form.isEncrypted)
  }

  private func stage(
    _ path: WorkspacePath, _ content: Content, _ form: StoredForm, _ old: FileSnapshot?, like similar: FileSnapshot,
    _ transaction: Transaction
  ) throws {
    try requireUnchangedSinceBackup(path, old)
    let target = try workspace.target(for: form)
    if old == nil { try transaction.ensureFolder(path.parent) }
    try transaction.replace(path, old: old, like: similar) { staged in
      try target.encode(to: { try staged.write($0) }, content)
    }
  }
}

extension Workspace {
  /// Runs `body`, which collects changes, under the exclusive lock, and stores them. A dry run discards them.
  ///
  /// The documents of the store are changed directly, so that each change sees the previous ones. `body` runs again after a confirmation was requested,
  /// and after the hook `before-change`; new entities get the same ids then. `newID` makes them.
  ///
  /// Throws an error of kind `configuration` if the data is newer than okit or the definitions, `busy` if the hook refuses the change, and
  /// ``OKitModels/RuleViolations``. If anything is thrown, nothing is changed.
  package func editing<Result>(
    command: String, newID: @escaping () -> String = UUIDText.new,
    _ body: (WorkspaceEdit) throws -> Result
  ) throws -> Result {
    let hooks = try EntityHooks(self)
    try prepareKeys()
    // A copy of a model on a server stays while the hook before-change runs.
    let done = try editing { try approving(command, hooks, RepeatedValues(newID: newID), body) }
    // Hooks run after the lock was released.
    if let safetyBackup = done.safetyBackup { observer.keptBackup(safetyBackup) }
    if let versions = done.versions { try hooks.run(versions) }
    return done.result
  }

  /// Stores the changes that `body` collects once a person and the hook `before-change` agree.
  private func approving<Result>(
    _ command: String, _ hooks: EntityHooks, _ values: RepeatedValues, _ body: (WorkspaceEdit) throws -> Result
  ) throws -> (result: Result, versions: DocumentVersions?, safetyBackup: String?) {
    var agreed = isDryRun || confirmRemoval == nil ? Int.max : LargeRemoval.limit
    return try hooks.approving(command: command) { approved in
      while true {
        do {
          return try writing {
            values.rewind()
            try requireDataNotNewer()
            return try changing(logged(command)) { transaction in
              let edit = WorkspaceEdit(
                self, isDryRun ? nil : transaction, command: command, agreedRemovals: agreed,
                keepsVersions: !hooks.isEmpty, values)
              let result = try body(edit)
              try checkRules(of: edit.documentsWithRules, in: edit.store)
              try edit.stage()
              try hooks.require(approved, for: edit.versions, edit.attachments, in: edit.store)
              return (result, edit.versions, edit.safetyBackupName)
            }
          }
        } catch let removal as LargeRemoval.Unconfirmed {
          try confirmRemoval?(removal.entities)
          agreed = removal.entities
        }
      }
    }
  }
}

extension Workspace {
  /// Runs `body` with an edit that is not stored, while no one can write. If a passphrase is needed, it is requested before the workspace is locked.
  func planningEdit<Result>(command: String, _ body: (WorkspaceEdit) throws -> Result) throws -> Result {
    try storage.finishPendingChange()
    return try keyring.asking {
      try storage.reading {
        try body(
          WorkspaceEdit(
            self, nil, command: command, agreedRemovals: .max, keepsVersions: false,
            RepeatedValues(newID: UUIDText.new)))
      }
    }
  }
}

extension OKitError {
  /// Creates the error for an invalid change of the JSON, such as of a duplicate key, with its position.
  package init(_ error: JSONEditError, in document: ModelDocument) {
    let place = document.json.position(of: error.offset)
    self.init(
      .malformed, "cannot be changed: \(error)",
      at: .init(path: document.opened.file.path, line: place.line, column: place.column))
  }
}
