import JSONDocument
package import OKitModels
package import OKitStorage

/// Imports models from a backup, an app's own zip file, a data folder, or a JSON file.
package struct ModelImport {
  /// The source of an import.
  package enum Source {
    /// A file or folder. Its content tells its format.
    case path(FilePath)
    /// A stream with an encrypted backup or one JSON document. It fills the buffer from its start and returns the number of bytes; 0 at the
    /// end. An error that it throws ends the import.
    case stream((UnsafeMutableRawBufferPointer) throws -> Int)
  }

  /// The treatment of models that already exist.
  package enum ExistingModels: Sendable {
    /// Stop the import.
    case refuse
    /// Keep them and import the others.
    case keep
    /// Replace them.
    case replace
  }

  /// The options of an import.
  package struct Request {
    /// The name of the model if the source is one JSON document.
    package var name: ModelName?
    /// The treatment of models that already exist.
    package var existingModels: ExistingModels
    /// The form in which the models of a backup are stored.
    package var form: EncryptionPolicy.Choice
    /// The models that may exist on a server, which cannot be asked, with the reasons.
    package var unavailable: [ModelName: any Error] = [:]

    /// Creates a request.
    package init(
      name: ModelName? = nil, existingModels: ExistingModels = .refuse, form: EncryptionPolicy.Choice = .recorded
    ) {
      self.name = name
      self.existingModels = existingModels
      self.form = form
    }
  }

  /// The result of an import.
  package struct Outcome: Equatable, Sendable {
    /// The imported models.
    package let imported: [ModelName]
    /// The imported models that already existed and were replaced.
    package let replaced: [ModelName]
    /// The files of replaced models that were removed because the source does not contain them, by their paths in the data folder.
    package let removed: [DataPath]
    /// The models of the source that already existed and were kept.
    package let present: [ModelName]
    /// True if a manifest and checksums proved that the source is complete and unchanged.
    package let isProven: Bool
    /// The name of the safety backup; nil if no model was replaced.
    package let safetyBackup: String?
  }

  private let workspace: Workspace

  /// Prepares imports into `workspace`.
  package init(_ workspace: Workspace) {
    self.workspace = workspace
  }

  /// Imports from `source`: reads and checks all of it, then makes all changes in one step.
  ///
  /// Throws errors of kind `exists` (a model already exists), `configuration` (the data is newer than okit or the definitions), `locked`,
  /// `malformed`, `notFound` and `busy`, also if the hook `before-change` refuses a document. In each case nothing is changed.
  package func run(
    _ source: Source, _ request: Request, unlock: BackupUnlock
  ) throws -> Outcome {
    let opened = try ImportSource(source, request: request, unlock: unlock)
    try workspace.keyring.prepareAsking { try opened.forms.union(workspace.storedForms()).union(formsOfKinds()) }
    let hooks = try EntityHooks(workspace)
    return try hooks.approving(command: "import") { approved in
      try workspace.writingAndRunningHooks {
        try workspace.requireDataNotNewer()
        return try workspace.withDataFolder {
          try run(opened, request) { names, staged in
            // As for rules, only a document of its own is an edit.
            if opened.isDocument { try requireApproval(approved, of: names, in: staged, hooks) }
          }
        }
      }
    }
  }

  private func requireApproval(
    _ approved: ApprovedChange?, of names: [ModelName], in staged: StagedData, _ hooks: EntityHooks
  ) throws {
    guard hooks.runBeforeChanges else { return }
    let store = EntityStore(workspace)
    let stored = Set(try workspace.storedModels())
    var versions = DocumentVersions()
    for name in names {
      let old = try stored.contains(name) ? store.main(name).json : nil
      versions.add(ModelFiles.mainPath(of: name), old: old, new: try staged.document(DataPath(mainOf: name)))
    }
    try hooks.require(approved, for: versions, in: store)
  }

  private func run(
    _ opened: ImportSource, _ request: Request, _ approve: ([ModelName], StagedData) throws -> Void
  ) throws -> Outcome {
    let folder = workspace.storage.dataFolder.appending(workspace.stagedName())
    let staged = try StagedData(
      folder, replacing: workspace.storage.dataFolder, notingNames: true, keyring: workspace.keyring,
      system: workspace.storage.system, observer: workspace.observer, isDryRun: workspace.isDryRun)
    defer { staged.discard() }
    let configuration = try workspace.currentConfiguration()
    let form = EncryptionPolicy(choice: request.form, in: workspace, configuration)
    let records = try workspace.observer.step("reading the source", totalBytes: opened.size) {
      let present = try ModelKinds(workspace)
      return try opened.stage(in: staged, form: form, observer: workspace.observer) {
        try wantedForm(of: $0, present, configuration, request.existingModels, isDocument: opened.isDocument)
      }
    }
    let outcome = try apply(staged, records, opened, request, approve)
    if case .recorded = request.form { staged.warnOfLocked(of: outcome.imported, from: opened.name) }
    staged.warnOfDamage(of: outcome.imported, from: opened.name)
    return outcome
  }

  /// Returns the forms that models need because of their kinds.
  private func formsOfKinds() throws -> Set<StoredForm> {
    guard try workspace.requireConfiguration().cipher == .age else { return [] }
    let kinds = try ModelKinds(workspace)
    // This only decides which passphrase to ask for. A kind that cannot be determined stops the import later.
    return kinds.names.contains { kinds[$0].map(kinds.isEncrypted) == true } ? [.age] : []
  }

  /// Returns the form in which a model must be stored: its current form, or else the form of its kind; nil if neither is known. Encrypted files of a
  /// source stay encrypted, except for a single document, which may have been encrypted only for the transfer.
  private func wantedForm(
    of name: ModelName, _ kinds: ModelKinds, _ configuration: Configuration, _ existingModels: ExistingModels,
    isDocument: Bool
  ) throws -> StorageTarget? {
    func target(_ cipher: Configuration.Cipher, isDropped: Bool = false) throws -> StorageTarget {
      try configuration.target(
        cipher, in: workspace, mayBeForOthers: isDropped, remedy: .chooseEncryption)
    }
    let present: StoredForm?
    if try FileStatus.of(workspace.storage.absolute(ModelFiles.mainPath(of: name))) != nil {
      let file = try workspace.storage.open(workspace.storage.absolute(ModelFiles.mainPath(of: name)))
      present = try ModelReader.formIfKnown(of: file)
    } else {
      present = nil
    }
    switch present {
    // The staged version of a kept model is discarded.
    case .age: return try target(.age, isDropped: existingModels == .keep)
    case .okitCBC: return try target(.okitCBC)
    case .plain:
      // If the kind cannot be determined, an encrypted document stays encrypted.
      return isDocument && ((try? kinds.required(name)) ?? nil).map(kinds.isEncrypted) == false ? .plain : nil
    case nil:
      guard let kind = try kinds.required(name) else { return nil }
      return kinds.isEncrypted(kind) ? try target(configuration.cipher) : isDocument ? .plain : nil
    }
  }

  private func apply(
    _ staged: StagedData, _ records: ImportSource.ModelRecords, _ opened: ImportSource, _ request: Request,
    _ approve: ([ModelName], StagedData) throws -> Void
  ) throws -> Outcome {
    guard !staged.models.isEmpty else { throw OKitError(.notFound, "\(opened.name) contains no model") }
    let stored = Set(try workspace.storedModels())
    if let error = staged.models.lazy.compactMap({ request.unavailable[$0] }).first { throw error }
    let present = staged.models.filter(stored.contains)
    if let first = present.first, request.existingModels == .refuse {
      let others = present.count == 1 ? "" : " and \(present.count - 1) more"
      throw OKitError(
        .exists, present.count == 1 ? "model \(first) already exists" : "model \(first)\(others) already exist",
        remedy: .mergeOrReplace)
    }
    let taken = request.existingModels == .replace ? staged.models : staged.models.filter { !stored.contains($0) }
    for name in taken { try requireValidNames(of: name, in: staged, opened) }
    let isWhole = taken.count == staged.models.count
    if !isWhole || request.existingModels == .replace {
      try requireKnownAttachments(of: taken, in: staged)
    }
    let replaced = taken.filter(stored.contains)
    let unused = try StagedDataInstaller.unusedFiles(
      of: replaced, in: workspace, staged, keepingPartials: opened.isDocument)
    let applied = try recorded(with: taken, staged, records, opened)
    if opened.isDocument { try checkRules(of: taken, in: staged) }
    try approve(taken, staged)
    try SharedIDs(workspace, staged).warn(of: taken)
    var safetyBackup: SafetyBackup?
    let encrypted = try workspace.models(replaced, thatBecomeEncrypted: true, in: staged)
    if !workspace.isDryRun, !taken.isEmpty {
      safetyBackup = replaced.isEmpty ? nil : try BackupCreation(workspace).makeSafetyBackup(before: "import")
      try workspace.changing(workspace.logged("import")) { transaction in
        if let safetyBackup { transaction.keep(staged: safetyBackup.staged, backup: safetyBackup.name) }
        let installer = StagedDataInstaller(workspace, staged, transaction, safetyBackup: safetyBackup)
        try installer.replace(replaced, removing: unused.paths)
        try installer.add(taken.filter { !stored.contains($0) })
        if isWhole { try addUnnamed(staged, installer) }
        try stageKinds(of: taken, staged, records, opened, request, transaction)
        applied.stage(in: transaction, of: workspace)
      }
    }
    unused.warnOfOthers(workspace.observer)
    if !workspace.isDryRun { try workspace.warnOfPlainCopies(of: encrypted) }
    return Outcome(
      imported: taken, replaced: replaced, removed: unused.paths,
      present: request.existingModels == .replace ? [] : present, isProven: opened.isProven,
      safetyBackup: safetyBackup?.name)
  }

  /// Throws ``OKitModels/RuleViolations`` if a document of its own violates rules that the data in its place does not violate. A folder or a backup is
  /// imported with a warning.
  private func checkRules(of names: [ModelName], in staged: StagedData) throws {
    let store = EntityStore(workspace)
    for name in names {
      guard let document = try staged.document(DataPath(mainOf: name)),
        let file = staged.file(at: DataPath(mainOf: name))
      else { continue }
      let path = ModelFiles.mainPath(of: name)
      let absolute = workspace.storage.absolute(path)
      guard let status = try FileStatus.of(absolute) ?? FileStatus.of(workspace.storage.dataFolder) else { continue }
      let opened = OpenedDocument(
        file: FileSnapshot(path: absolute, status: status), form: file.form, document: document)
      store.adopt(main: ModelDocument(model: name, path: path, opened: opened))
    }
    try workspace.checkRules(of: names.compactMap { store.known(ModelFiles.mainPath(of: $0)) }, in: store)
  }

  /// Stages the kinds of the imported models in `okit.json`, and warns of models that are now stored decrypted although their kind is encrypted.
  private func stageKinds(
    of names: [ModelName], _ staged: StagedData, _ records: ImportSource.ModelRecords, _ opened: ImportSource,
    _ request: Request, _ transaction: Transaction
  ) throws {
    var edit = ConfigurationEdit(try workspace.currentConfiguration())
    for name in names {
      let isEncrypted = staged.file(at: DataPath(mainOf: name))?.form.isEncrypted == true
      if !isEncrypted, opened.isEncryptedDocument, case .recorded = request.form {
        workspace.observer.warned(
          "model \(name) was encrypted in the source and is now stored decrypted, because its kind is not encrypted")
      }
      if !isEncrypted, edit.isEncryptedKind(name) {
        let reason = if case .decrypted = request.form { "" } else { ", as in the source" }
        workspace.observer.warned("model \(name) is now stored decrypted\(reason)")
      }
      if let kind = records.kinds[name] { edit.setKind(kind, of: name) }
      // The recorded kind must match the form, even if the source does not declare a kind.
      if isEncrypted || records.kinds[name] == nil && edit.isEncryptedKind(name) {
        edit.setKind(isEncrypted, of: name)
      }
    }
    try edit.stage(in: transaction)
  }

  /// Throws an error of kind `malformed` if okit does not accept the name of a model or of its files for new ones, because no archive could contain
  /// them.
  private func requireValidNames(of name: ModelName, in staged: StagedData, _ opened: ImportSource) throws {
    do {
      _ = try ModelName(new: name.description)
      for path in staged.documents(of: name) { try PathComponent.check(new: path.name, as: "file") }
      for path in staged.attachments[name] ?? [] {
        try AttachmentEntity.check(newID: AttachmentEntity.id(ofFile: path.name))
      }
    } catch let error as OKitError where error.kind == .malformed {
      throw OKitError(.malformed, "\(opened.name): \(error.message)")
    }
  }

  /// Returns the record of applied definitions after `names` are imported. It takes the record of a backup for its models. Other models are recorded
  /// as conforming to the current definitions if they can be read and do conform.
  ///
  /// Throws an error of kind `configuration` if the source is newer than okit or the definitions.
  private func recorded(
    with names: [ModelName], _ staged: StagedData, _ records: ImportSource.ModelRecords, _ opened: ImportSource
  ) throws -> AppliedDefinitions {
    var applied = try AppliedDefinitions(of: workspace)
    guard !names.isEmpty else { return applied }
    let fromBackup = try AppliedDefinitions(
      ofBackup: records.applied, path: "\(opened.name): \(AppliedDefinitions.pathInBackup)",
      observer: workspace.observer)
    let known = names.filter { fromBackup?.models[$0] != nil }
    if let fromBackup { applied.take(known, from: fromBackup) }
    let definitions = try workspace.definitions(
      by: workspace.currentConfiguration(), ifMissing: .readByShape, warns: false)
    let reader = ModelReader(workspace)
    try applied.record(
      names.filter { fromBackup?.models[$0] == nil }, by: definitions,
      migration: MigrationNumber.highest(in: workspace.root), observer: workspace.observer
    ) { name, snapshot in
      guard let main = try staged.document(DataPath(mainOf: name)) else { return false }
      return try snapshot.fits(main) { id in
        let path = DataPath(partial: id, of: name)
        if staged.file(at: path) != nil { return try staged.document(path) }
        // Importing a single document keeps the existing partials.
        guard opened.isDocument, PathComponent.fault(of: id, ending: ".json") == nil,
          try FileStatus.of(workspace.storage.absolute(WorkspacePath(path))) != nil
        else { return nil }
        do {
          return try reader.document(WorkspacePath(path)).document
        } catch  where UnreadPartial.isTolerable(error) {
          return nil
        }
      }
    }
    try applied.requireNotNewer(in: workspace)
    return applied
  }

  /// Adds files that no model of the source names. This applies only if all models are imported.
  private func addUnnamed(_ staged: StagedData, _ installer: StagedDataInstaller) throws {
    let named = Set(staged.models.flatMap(staged.paths))
    for path in staged.paths where !named.contains(path) {
      if try workspace.storage.snapshot(WorkspacePath(path)) == nil { try installer.put(path) }
    }
  }

  /// Throws an error if the attachments of a model are unknown: of kind `malformed` if it is damaged, and of kind `locked` if no key opens it.
  private func requireKnownAttachments(of names: [ModelName], in staged: StagedData) throws {
    if let name = names.first(where: staged.damaged.contains) {
      throw OKitError(
        .malformed, "model \(name) is damaged in the source, so its attachments are unknown",
        remedy: .words("'okit backup restore' can restore the other models of a backup, or this one as it is"))
    }
    try staged.requireUnlocked(names)
  }
}
