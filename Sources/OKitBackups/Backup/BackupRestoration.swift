package import JSONDocument
package import OKitModels
package import OKitStorage

/// Restores a workspace from a backup.
package struct BackupRestoration {
  /// The options of a restore.
  package struct Request {
    /// The models to restore; all if empty.
    package var models: [ModelName]
    /// The form in which the models are stored.
    package var form: EncryptionPolicy.Choice
    /// True to restore the Swift definitions, the rules and the forms, too.
    package var definitions: Bool

    /// Creates a request for `models`; for the whole backup if empty.
    package init(models: [ModelName] = [], form: EncryptionPolicy.Choice = .recorded, definitions: Bool = false) {
      self.models = models
      self.form = form
      self.definitions = definitions
    }
  }

  /// The result of a restore.
  package struct Outcome: Equatable, Sendable {
    /// The restored models.
    package let models: [ModelName]
    /// The models that are removed because the backup does not contain them, if everything is restored.
    package let removed: [ModelName]
    /// The models that are stored decrypted now, as in the backup, and were encrypted before.
    package let decrypted: [ModelName]
    /// The number of files written to the data folder.
    package let files: Int
    /// The name of the safety backup with the previous data; nil for a dry run.
    package let safetyBackup: String?
  }

  /// The changes that a command makes in one step with a full restore, besides the data.
  package struct AdditionalChanges {
    /// The name of the command in the journal.
    package let command: String
    /// The command in the name of the safety backup.
    package let safetyBackupLabel: String
    /// True if the Swift definitions are replaced, too.
    package let replacesDefinitions: Bool
    /// Receives the files of the backup that are not data. They are not verified before ``stage`` is called.
    package let onOtherFile: (_ path: BackupPath, _ bytes: JSONBytes) throws -> Void
    /// Stages the changes that belong to the restored data. Receives the name of the safety backup.
    package let stage: (_ safetyBackup: String, _ transaction: Transaction) throws -> Void

    package init(
      command: String, safetyBackupLabel: String, replacesDefinitions: Bool = false,
      onOtherFile: @escaping (_ path: BackupPath, _ bytes: JSONBytes) throws -> Void,
      stage: @escaping (_ safetyBackup: String, _ transaction: Transaction) throws -> Void
    ) {
      self.command = command
      self.safetyBackupLabel = safetyBackupLabel
      self.replacesDefinitions = replacesDefinitions
      self.onOtherFile = onOtherFile
      self.stage = stage
    }
  }

  private let workspace: Workspace
  private var system: FileSystem { workspace.storage.system }

  /// Prepares restores into `workspace`.
  package init(_ workspace: Workspace) {
    self.workspace = workspace
  }

  /// Restores a backup: reads and verifies all of it, then makes all changes in one step.
  ///
  /// Throws errors of kind `locked` (wrong password or key, or nobody could open the result), `malformed` (damaged), `notFound` (a requested model
  /// is not in the backup) and `busy`. In each case nothing is changed.
  package func restore(
    _ source: BackupSource, _ request: Request, unlock: BackupUnlock
  ) throws -> Outcome {
    let reader = try BackupReader(source, unlock: unlock)
    try reader.requireSealed()
    try workspace.keyring.prepareAsking { try Set(reader.manifest.files.map(\.form)).union(workspace.storedForms()) }
    let held = Set(reader.manifest.models.map(\.name))
    for name in request.models where !held.contains(name) {
      throw OKitError(
        .notFound, "\(source) does not contain model \(PathComponent.printable(name.description))",
        remedy: .candidates(reader.manifest.models.map(\.name.description), insteadOf: name.description))
    }
    let hooks = try StepHooks(workspace, before: .beforeRestore, after: .afterRestore)
    let models = request.models.isEmpty ? reader.manifest.models.map(\.name) : request.models
    let name = source.name
    try hooks.runBefore { $0.writeHookInput(name: name, file: source.path, models: models) }
    let outcome = try workspace.writingAndRunningHooks {
      try workspace.withDataFolder { try restore(reader, request) }
    }
    for model in outcome.decrypted where !workspace.isDryRun {
      workspace.observer.warned("model \(model) is now stored decrypted, as in the backup")
    }
    try hooks.runAfter {
      $0.writeHookInput(name: name, file: source.path, models: outcome.models)
      $0.member("kept", outcome.safetyBackup)
    }
    return outcome
  }

  private func restore(_ reader: BackupReader, _ request: Request) throws -> Outcome {
    guard request.models.isEmpty else { return try restoreSome(reader, request) }
    var others = OtherFiles()
    let changes = AdditionalChanges(
      command: "backup restore", safetyBackupLabel: "restore", replacesDefinitions: request.definitions
    ) { path, bytes in
      let isUsable = try AppliedDefinitions.canTakeOver(
        bytes, at: path, of: reader.name, observer: workspace.observer)
      if isUsable { others.take(path, bytes) }
    } stage: { _, transaction in
      try stageConfiguration(reader.manifest, transaction, definitions: request.definitions)
      AppliedDefinitions.stage(others.applied, ofBackup: reader.name, in: transaction, of: workspace)
      if request.definitions { try stage(others, of: reader.manifest, transaction) }
    }
    return try restoreAll(reader, request.form, changes)
  }

  // MARK: - Everything

  /// Replaces the whole data folder with the data of a backup, in one step with the changes that `changes` stages. Needs the exclusive lock.
  package func restoreAll(
    _ reader: BackupReader, _ form: EncryptionPolicy.Choice, _ changes: AdditionalChanges
  ) throws -> Outcome {
    let name = workspace.stagedName()
    let staged = try stagedData(in: workspace.storage.dataFolder.parent.appending(name), notingNames: false)
    do {
      try read(reader, form, into: staged, onOtherFile: changes.onOtherFile)
      let models = staged.models
      let removed = Set(try workspace.storedModels()).subtracting(models).sorted()
      let count = staged.paths.count
      var safetyBackup: String?
      let conversions = try Conversions(models, in: staged, request: form, workspace)
      if !workspace.isDryRun {
        try requireReplaceable()
        try workspace.ensureBackupFolder()
        safetyBackup = try canSwap() ? swap(staged, name, changes) : replaceAll(with: staged, changes)
        staged.discard()
        try conversions.warn(workspace)
      }
      staged.warnOfDamage(of: models, from: reader.name)
      return Outcome(
        models: models, removed: removed, decrypted: conversions.decrypted, files: count, safetyBackup: safetyBackup)
    } catch {
      // After the commit the folder belongs to the journal. It may contain the old data by now.
      if try FileStatus.of(workspace.storage.journalPath) == nil { staged.discard() }
      throw error
    }
  }

  /// Throws an error of kind `inputOutput` if a file cannot be replaced, even if the restore would only move it.
  private func requireReplaceable() throws {
    let obstacles = ReplacementObstacles()
    try workspace.forEachDataFile { path in
      let place = workspace.storage.absolute(WorkspacePath(path))
      guard let status = try FileStatus.of(place, followingLinks: true) else { return }
      try Transaction.requireReplaceable(FileSnapshot(path: place, status: status))
      try obstacles.requireNone(to: place)
    }
  }

  /// True if the data folder can move to the backup folder without a copy. A copy could fail for lack of space after the commit.
  private func canSwap() throws -> Bool {
    func device(_ folder: FilePath) throws -> UInt64? {
      try FileStatus.of(folder, followingLinks: true)?.stamp.device
    }
    return try workspace.dataHoldOnlyFiles() && device(workspace.storage.dataFolder) == device(workspace.backupFolder)
  }

  private func swap(_ staged: StagedData, _ name: String, _ changes: AdditionalChanges) throws -> String {
    let marker = workspace.storage.stagedName()
    try naming(workspace.storage.dataFolder, for: staged.folder) {
      _ = try system.createFile(staged.folder.appending(marker), mode: 0o600)
      try system.flushFileSystem(of: staged.folder)
    }
    let backup = try BackupName.before(changes.safetyBackupLabel, in: workspace.backupFolder)
    let stagedName = workspace.storage.stagedName()
    let stagedBackup = workspace.backupFolder.appending(stagedName)
    do {
      let old = try naming(workspace.backupFolder.appending(backup), for: stagedBackup) {
        try BackupCreation(workspace).prepareSafetyBackup(
          backup, in: stagedBackup, withDefinitions: changes.replacesDefinitions)
      }
      try workspace.changing(changes.command, as: .backedUp) { transaction in
        try changes.stage(backup, transaction)
        try requireUnchanged(old)
        transaction.swap(.swap(staged: name, marker: marker, kept: stagedName, backup: backup))
      }
      return backup
    } catch is FolderSwap.Refused {
      try system.removeTree(stagedBackup)
      try system.removeFile(staged.folder.appending(marker))
      return try replaceAll(with: staged, changes)
    } catch {
      // After the commit the folders belong to the journal.
      if try FileStatus.of(workspace.storage.journalPath) == nil { try? system.removeTree(stagedBackup) }
      throw error
    }
  }

  /// Throws an error of kind `busy` if the data has changed since the checksums of the safety backup were made.
  private func requireUnchanged(_ safetyBackup: SafetyBackup) throws {
    var unseen = Set(safetyBackup.stamps.keys.filter { DataPath($0) != nil })
    try workspace.forEachDataFile { path in
      let place = WorkspacePath(path)
      let found = try FileStatus.of(workspace.storage.absolute(place), followingLinks: true)?.stamp
      guard let stamp = safetyBackup.stamps[place], found == stamp else {
        throw OKitError.changedMeanwhile(workspace.storage.absolute(place))
      }
      unseen.remove(place)
    }
    if let gone = unseen.first {
      throw OKitError(.busy, "\(workspace.storage.absolute(gone)) was removed by another program in the meantime")
    }
  }

  /// Replaces the data file by file, for file systems that cannot exchange folders. The journal still makes it one step.
  private func replaceAll(with staged: StagedData, _ changes: AdditionalChanges) throws -> String {
    let safetyBackup = try BackupCreation(workspace).makeSafetyBackup(
      before: changes.safetyBackupLabel, withDefinitions: changes.replacesDefinitions)
    try workspace.changing(changes.command, as: .backedUp) { transaction in
      transaction.keep(staged: safetyBackup.staged, backup: safetyBackup.name)
      try changes.stage(safetyBackup.name, transaction)
      var old: [DataPath] = []
      try workspace.forEachDataFile { old.append($0) }
      let installer = StagedDataInstaller(workspace, staged, transaction, safetyBackup: safetyBackup)
      for path in staged.paths { try installer.put(path) }
      for path in old where staged.file(at: path) == nil { try installer.remove(path) }
    }
    return safetyBackup.name
  }

  // MARK: - Some models

  private func restoreSome(_ reader: BackupReader, _ request: Request) throws -> Outcome {
    let staged = try stagedData(
      in: workspace.storage.dataFolder.appending(workspace.stagedName()), notingNames: true)
    defer { staged.discard() }
    var others = OtherFiles()
    try read(reader, request.form, into: staged) { others.take($0, $1) }
    try staged.requireUnlocked(request.models)
    let applied = try recorded(with: request.models, of: reader, others)
    let files = request.models.flatMap(staged.paths)
    let unused = try StagedDataInstaller.unusedFiles(of: request.models, in: workspace, staged)
    let conversions = try Conversions(request.models, in: staged, request: request.form, workspace)
    let safetyBackup =
      try workspace.isDryRun
      ? nil : replace(request, with: staged, removing: unused.paths, reader.manifest, applied, others)
    unused.warnOfOthers(workspace.observer)
    if !workspace.isDryRun { try conversions.warn(workspace) }
    staged.warnOfDamage(of: request.models, from: reader.name)
    for name in request.models where staged.damaged.contains(name) {
      workspace.observer.warned(
        "not all attachments of model \(name) are known, so only known ones were restored, and none were removed")
    }
    return Outcome(
      models: request.models, removed: [], decrypted: conversions.decrypted, files: files.count,
      safetyBackup: safetyBackup)
  }

  /// Replaces the models of `request` in one change and returns the name of the safety backup.
  private func replace(
    _ request: Request, with staged: StagedData, removing unused: [DataPath], _ manifest: BackupManifest,
    _ applied: AppliedDefinitions, _ others: OtherFiles
  ) throws -> String {
    let safetyBackup = try BackupCreation(workspace).makeSafetyBackup(
      before: "restore", withDefinitions: request.definitions)
    try workspace.changing("backup restore", as: .backedUp) { transaction in
      transaction.keep(staged: safetyBackup.staged, backup: safetyBackup.name)
      try stageConfiguration(manifest, only: request.models, transaction, definitions: request.definitions)
      applied.stage(in: transaction, of: workspace)
      if request.definitions { try stage(others, of: manifest, transaction) }
      let installer = StagedDataInstaller(workspace, staged, transaction, safetyBackup: safetyBackup)
      try installer.replace(request.models, removing: unused)
    }
    return safetyBackup.name
  }

  /// The models that a restore encrypts or decrypts, because they have another form in the backup.
  private struct Conversions {
    private let encrypted: [ModelName]
    /// Without those that the caller wanted decrypted.
    let decrypted: [ModelName]

    init(
      _ models: [ModelName], in staged: StagedData, request: EncryptionPolicy.Choice, _ workspace: Workspace
    ) throws {
      encrypted = try workspace.models(models, thatBecomeEncrypted: true, in: staged)
      if case .decrypted = request {
        decrypted = []
      } else {
        decrypted = try workspace.models(models, thatBecomeEncrypted: false, in: staged)
      }
    }

    /// Warns of plain text in older backups, after the restore.
    func warn(_ workspace: Workspace) throws {
      try workspace.warnOfPlainCopies(of: encrypted)
    }
  }

  // MARK: - Reading

  private typealias OtherFile = (path: BackupPath, bytes: JSONBytes)

  /// The files of a backup that are not data.
  private struct OtherFiles {
    /// The Swift definitions.
    var definitions: [OtherFile] = []
    /// The files with rules and forms.
    var rulesAndForms: [OtherFile] = []
    /// The record of the definitions that the data conforms to.
    var applied: JSONBytes?
    /// The files that a restore with definitions restores.
    var definitionsRulesAndForms: [OtherFile] { definitions + rulesAndForms }

    mutating func take(_ path: BackupPath, _ bytes: JSONBytes) {
      if path == AppliedDefinitions.pathInBackup {
        applied = bytes
      } else if path.lies(in: Workspace.definitionFolder) {
        definitions.append((path, bytes))
      } else if WorkspacePath(path).isRuleOrFormFile {
        rulesAndForms.append((path, bytes))
      }
    }
  }

  private func stagedData(in folder: FilePath, notingNames: Bool) throws -> StagedData {
    try StagedData(
      folder, replacing: workspace.storage.dataFolder, notingNames: notingNames, keyring: workspace.keyring,
      system: system, observer: workspace.observer, isDryRun: workspace.isDryRun)
  }

  /// Reads and verifies the whole backup. Do not use any data before this returns.
  private func read(
    _ reader: BackupReader, _ form: EncryptionPolicy.Choice, into staged: StagedData,
    onOtherFile: (_ path: BackupPath, _ bytes: JSONBytes) throws -> Void
  ) throws {
    let policy = EncryptionPolicy(choice: form, in: workspace, try workspace.currentConfiguration())
    try workspace.observer.step("restoring", totalBytes: reader.manifest.totalSize) {
      try policy.stage(reader, in: staged, onOtherFile: onOtherFile)
    }
  }

  // MARK: - Configuration and definitions

  /// Stages the kinds of the restored models, and the paths of restored `definitions`, so that the configuration matches the restored files.
  private func stageConfiguration(
    _ manifest: BackupManifest, only names: [ModelName]? = nil, _ transaction: Transaction, definitions: Bool
  ) throws {
    let names = names.map(Set.init)
    let configuration = try workspace.currentConfiguration()
    var edit = ConfigurationEdit(configuration)
    if definitions, let paths = manifest.definitions, paths != configuration.definitions {
      edit.setDefinitions(paths)
    }
    for model in manifest.models where names?.contains(model.name) != false {
      if let kind = model.kind {
        edit.setKind(kind, of: model.name)
      } else if configuration.models[model.name]?.kind != nil {
        // The kind was recorded after the backup was made. At the time of the backup, the form alone determined it.
        edit.setKind(model.form.isEncrypted, of: model.name)
      }
    }
    try edit.stage(in: transaction)
  }

  /// Returns the record of applied definitions after `names` are restored. Throws an error of kind `configuration` if a newer okit wrote the record
  /// of the workspace or the backup, or if the record of the workspace is damaged.
  private func recorded(with names: [ModelName], of reader: BackupReader, _ others: OtherFiles) throws
    -> AppliedDefinitions
  {
    var applied = try AppliedDefinitions(of: workspace)
    let path = "\(reader.name): \(AppliedDefinitions.pathInBackup)"
    let fromBackup = try AppliedDefinitions(ofBackup: others.applied, path: path, observer: workspace.observer)
    applied.take(names, from: fromBackup ?? AppliedDefinitions())
    return applied
  }

  /// Stages the definitions, the rules and the forms of a backup, and removes the others.
  private func stage(_ others: OtherFiles, of manifest: BackupManifest, _ transaction: Transaction) throws {
    // The record of applied definitions is restored with the data. Backups contain no hidden files, and some of them may be staged.
    var old = try workspace.definitionFiles().filter { $0 != AppliedDefinitions.pathInBackup }
    try transaction.ensureFolder(WorkspaceLayout.model)
    try workspace.requireNoLinkToRulesOrForms(at: others.rulesAndForms.map(\.path))
    if manifest.hasAllRulesAndForms { old += try workspace.ruleAndFormFiles().files }
    for (path, bytes) in others.definitionsRulesAndForms {
      let parent = path.parent
      if parent != Workspace.definitionFolder { try transaction.ensureFolder(WorkspacePath(parent)) }
      let present = try workspace.storage.snapshot(WorkspacePath(path))
      try transaction.replace(WorkspacePath(path), old: present) { staged in
        try bytes.withUnsafeBytes { try staged.write($0) }
      }
    }
    let new = Set(others.definitionsRulesAndForms.map(\.path))
    for path in old where !new.contains(path) {
      if let present = try workspace.storage.snapshot(WorkspacePath(path)) {
        try transaction.remove(WorkspacePath(path), old: present)
      }
    }
  }
}
