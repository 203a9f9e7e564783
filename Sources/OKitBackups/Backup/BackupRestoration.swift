package import JSONDocument
package import OKitModels
package import OKitStorage

/// Brings a workspace back to what a backup holds.
package struct BackupRestoration {
  /// What is to be restored, and how.
  package struct Request {
    /// Only these models; all where there are none.
    package var models: [ModelName]
    /// How they are stored.
    package var form: RestoredForm.Choice
    /// Whether the Swift definitions come too.
    package var definitions: Bool

    /// A request for `models`, or for everything.
    package init(models: [ModelName] = [], form: RestoredForm.Choice = .recorded, definitions: Bool = false) {
      self.models = models
      self.form = form
      self.definitions = definitions
    }
  }

  /// What was done.
  package struct Outcome: Equatable, Sendable {
    /// The models that came back.
    package let models: [ModelName]
    /// How many files of the data folder were written.
    package let files: Int
    /// The folder among the backups that holds what was there before; nil when nothing was.
    package let kept: String?
  }

  /// What a command that brings everything back does besides.
  package struct Purpose {
    /// What the journal calls it.
    package let command: String
    /// What the backup of what was there is named after.
    package let kept: String
    /// Gets what the backup holds besides the data; nothing of it counts before it is staged.
    package let besides: (_ path: String, _ bytes: JSONBytes) throws -> Void
    /// Stages what changes with the data; gets the name of the backup of what was there.
    package let stage: (_ kept: String, _ transaction: Transaction) throws -> Void

    package init(
      command: String, kept: String, besides: @escaping (_ path: String, _ bytes: JSONBytes) throws -> Void,
      stage: @escaping (_ kept: String, _ transaction: Transaction) throws -> Void
    ) {
      self.command = command
      self.kept = kept
      self.besides = besides
      self.stage = stage
    }
  }

  private let workspace: Workspace
  private var system: FileSystem { workspace.storage.system }

  /// Restores into `workspace`.
  package init(_ workspace: Workspace) {
    self.workspace = workspace
  }

  /// Restores the backup at `path`: reads and checks all of it, then changes everything in one step.
  ///
  /// Throws errors of kind `locked` (password, key, or nobody could open the result), `malformed` (damaged), `notFound` (a model that is not
  /// in it), `busy`; then nothing is changed.
  package func restore(
    _ path: String, _ request: Request, unlock: BackupUnlock
  ) throws -> Outcome {
    let reader = try BackupReader(path, unlock: unlock)
    try reader.requireSealed()
    try workspace.keyring.prepareAsking { try Set(reader.manifest.files.map(\.form)).union(workspace.storedForms()) }
    let held = Set(reader.manifest.models.map(\.name))
    for name in request.models where !held.contains(name) {
      throw OKitError(
        .notFound, "\(path) does not contain model \(PathComponent.printable(name.description))",
        remedy: .candidates(reader.manifest.models.map(\.name.description), insteadOf: name.description))
    }
    let hooks = try StepHooks(workspace, before: .beforeRestore, after: .afterRestore)
    let models = request.models.isEmpty ? reader.manifest.models.map(\.name) : request.models
    try hooks.runBefore { Self.tell(&$0, path, models) }
    let outcome = try workspace.writingAndTelling {
      try system.ensureFolder(workspace.storage.dataFolder)
      if request.models.isEmpty {
        var beside = Beside()
        let purpose = Purpose(command: "backup restore", kept: "restore") { path, bytes in
          let isUsable = try AppliedDefinitions.canTakeOver(
            bytes, at: path, of: reader.name, observer: workspace.observer)
          if isUsable { beside.take(path, bytes) }
        } stage: { _, transaction in
          try stageConfiguration(reader.manifest, transaction, definitions: request.definitions)
          AppliedDefinitions.stage(beside.applied, ofBackup: reader.name, in: transaction, of: workspace)
          if request.definitions { try stage(beside.definitions, transaction) }
        }
        return try restoreAll(reader, request.form, purpose)
      }
      return try restoreSome(reader, request)
    }
    try hooks.runAfter {
      Self.tell(&$0, path, outcome.models)
      $0.member("kept", outcome.kept)
    }
    return outcome
  }

  /// What hooks are told.
  private static func tell(_ writer: inout JSONWriter, _ path: String, _ models: [ModelName]) {
    writer.member("name", BackupListing.name(of: path))
    writer.member("file", path)
    writer.array("models", of: models.map(\.description))
  }

  // MARK: - Everything

  /// Makes the data folder exactly what a backup holds, in one step with what `purpose` stages. Needs the exclusive lock.
  package func restoreAll(
    _ reader: BackupReader, _ form: RestoredForm.Choice, _ purpose: Purpose
  ) throws -> Outcome {
    let name = workspace.storage.stagedName()
    let staged = try stagedData(in: Path.join(Path.parent(of: workspace.storage.dataFolder), name), notingNames: false)
    do {
      try read(reader, form, into: staged, besides: purpose.besides)
      let outcome = Outcome(models: staged.models, files: staged.paths.count, kept: nil)
      if workspace.isDryRun {
        staged.discard()
        return outcome
      }
      try requireReplaceable()
      try system.ensureFolder(workspace.backupFolder, mode: FileSystem.privateFolder)
      let kept = try canSwap() ? swap(staged, name, purpose) : replaceAll(with: staged, purpose)
      staged.discard()
      return Outcome(models: outcome.models, files: outcome.files, kept: kept)
    } catch {
      // After the commit the folder, which may hold the old data by now, belongs to the journal.
      if try FileStatus.of(workspace.storage.journalPath) == nil { staged.discard() }
      throw error
    }
  }

  /// Throws an error of kind `inputOutput` where a file is one that no change replaces, whichever way the restore would go.
  private func requireReplaceable() throws {
    let obstacles = ReplacementObstacles()
    try workspace.forEachDataFile { path in
      let place = workspace.storage.absolute(Workspace.dataPath(path))
      guard let status = try FileStatus.of(place, followingLinks: true) else { return }
      try Transaction.requireReplaceable(FileSnapshot(path: place, status: status))
      try obstacles.requireNone(to: place)
    }
  }

  /// Whether all of the data folder can move among the backups without a copy, for which there may be no room once it is decided.
  private func canSwap() throws -> Bool {
    func device(_ folder: String) throws -> UInt64? {
      try FileStatus.of(folder, followingLinks: true)?.stamp.device
    }
    return try workspace.dataHoldOnlyFiles() && device(workspace.storage.dataFolder) == device(workspace.backupFolder)
  }

  private func swap(_ staged: StagedData, _ name: String, _ purpose: Purpose) throws -> String {
    let marker = workspace.storage.stagedName()
    try naming(workspace.storage.dataFolder, for: staged.folder) {
      _ = try system.createFile(Path.join(staged.folder, marker), mode: 0o600)
      try system.flushFileSystem(of: staged.folder)
    }
    let backup = try BackupName.before(purpose.kept, in: workspace.backupFolder)
    let keptName = workspace.storage.stagedName()
    let kept = Path.join(workspace.backupFolder, keptName)
    do {
      let old = try naming(Path.join(workspace.backupFolder, backup), for: kept) {
        try BackupCreation(workspace).prepareKept(backup, in: kept)
      }
      try workspace.changing(purpose.command) { transaction in
        try purpose.stage(backup, transaction)
        try requireUnchanged(old)
        transaction.swap(.swap(staged: name, marker: marker, kept: keptName, backup: backup))
      }
      return backup
    } catch is FolderSwap.Refused {
      try system.removeTree(kept)
      try system.removeFile(Path.join(staged.folder, marker))
      return try replaceAll(with: staged, purpose)
    } catch {
      // After the commit the folders belong to the journal.
      if try FileStatus.of(workspace.storage.journalPath) == nil { try? system.removeTree(kept) }
      throw error
    }
  }

  /// Throws an error of kind `busy` where the data are no longer what the sums of the backup were made of that they become.
  private func requireUnchanged(_ kept: SafetyBackup) throws {
    var unseen = Set(kept.stamps.keys.filter { Workspace.pathInData($0.text) != nil })
    try workspace.forEachDataFile { path in
      let place = Workspace.dataPath(path)
      let found = try FileStatus.of(workspace.storage.absolute(place), followingLinks: true)?.stamp
      guard let stamp = kept.stamps[ExactText(place)], found == stamp else {
        throw OKitError(.busy, "\(workspace.storage.absolute(place)) was changed by another program in the meantime")
      }
      unseen.remove(ExactText(place))
    }
    if let gone = unseen.first {
      throw OKitError(.busy, "\(workspace.storage.absolute(gone.text)) was removed by another program in the meantime")
    }
  }

  /// Where the file system cannot exchange folders: file by file, which the journal makes one step all the same.
  private func replaceAll(with staged: StagedData, _ purpose: Purpose) throws -> String {
    let kept = try BackupCreation(workspace).keepBefore(purpose.kept)
    try workspace.changing(purpose.command) { transaction in
      transaction.keep(staged: kept.staged, backup: kept.name)
      try purpose.stage(kept.name, transaction)
      var old: [String] = []
      try workspace.forEachDataFile { old.append($0) }
      let placement = StagedPlacement(workspace, staged, transaction, kept: kept)
      for path in staged.paths { try placement.put(path) }
      for path in old where staged.file(at: path) == nil { try placement.remove(path) }
    }
    return kept.name
  }

  // MARK: - Some models

  private func restoreSome(_ reader: BackupReader, _ request: Request) throws -> Outcome {
    let staged = try stagedData(
      in: Path.join(workspace.storage.dataFolder, workspace.storage.stagedName()), notingNames: true)
    defer { staged.discard() }
    var beside = Beside()
    try read(reader, request.form, into: staged) { beside.take($0, $1) }
    let applied = try recorded(with: request.models, of: reader, beside)
    try staged.readUnread(workspace.keyring)
    let files = request.models.flatMap(staged.paths)
    if workspace.isDryRun { return Outcome(models: request.models, files: files.count, kept: nil) }
    let kept = try BackupCreation(workspace).keepBefore("restore")
    try workspace.changing("backup restore") { transaction in
      transaction.keep(staged: kept.staged, backup: kept.name)
      try stageConfiguration(
        reader.manifest, only: request.models, transaction, definitions: request.definitions)
      applied.stage(in: transaction, of: workspace)
      if request.definitions { try stage(beside.definitions, transaction) }
      let placement = StagedPlacement(workspace, staged, transaction, kept: kept)
      try placement.replace(request.models, keyring: workspace.keyring)
    }
    return Outcome(models: request.models, files: files.count, kept: kept.name)
  }

  // MARK: - Reading

  private typealias Definition = (path: String, bytes: JSONBytes)

  /// What a backup holds beside the data.
  private struct Beside {
    /// The Swift definitions.
    var definitions: [Definition] = []
    /// What it says of the definitions that its data conform to.
    var applied: JSONBytes?

    mutating func take(_ path: String, _ bytes: JSONBytes) {
      if path.isExactly(AppliedDefinitions.pathInBackup) {
        applied = bytes
      } else if path.withoutPrefix("model/") != nil {
        definitions.append((path, bytes))
      }
    }
  }

  private func stagedData(in folder: String, notingNames: Bool) throws -> StagedData {
    try StagedData(
      folder, replacing: workspace.storage.dataFolder, notingNames: notingNames, system: system,
      observer: workspace.observer)
  }

  /// Reads and checks the whole backup; nothing of it counts before this returns.
  private func read(
    _ reader: BackupReader, _ form: RestoredForm.Choice, into staged: StagedData,
    besides: (_ path: String, _ bytes: JSONBytes) throws -> Void
  ) throws {
    let form = RestoredForm(choice: form, in: workspace, try workspace.currentConfiguration())
    try workspace.observer.step("restoring", totalBytes: reader.manifest.totalSize) {
      try form.stage(reader, in: staged, keyring: workspace.keyring, besides: besides)
    }
  }

  // MARK: - Beside the data

  /// The kinds of the restored models, and where restored `definitions` are, so that how they are stored and how they should be agree.
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
        // The kind was recorded after the backup was made; until then the form alone told it.
        edit.setKind(model.form.isEncrypted, of: model.name)
      }
    }
    try edit.stage(in: transaction, of: workspace)
  }

  /// What is recorded once `names` are what they were in the backup. Throws an error of kind `configuration` where a newer okit made that, or what is recorded by
  /// now, or where the latter is damaged.
  private func recorded(with names: [ModelName], of reader: BackupReader, _ beside: Beside) throws -> AppliedDefinitions
  {
    var applied = try AppliedDefinitions(of: workspace)
    let path = "\(reader.name): \(AppliedDefinitions.pathInBackup)"
    let brought = try AppliedDefinitions(ofBackup: beside.applied, path: path, observer: workspace.observer)
    applied.take(names, from: brought ?? AppliedDefinitions())
    return applied
  }

  private func stage(_ definitions: [Definition], _ transaction: Transaction) throws {
    // What data conform to goes with the data; and hidden files, of which some may be staged, are in no backup.
    let old = try FolderListing(workspace.storage.modelFolder).entries.filter { $0.kind == .file && !$0.isHidden }
      .map { "model/" + $0.name }.filter { !$0.isExactly(AppliedDefinitions.pathInBackup) }
    try transaction.ensureFolder("okit/model")
    for (path, bytes) in definitions {
      let parent = Path.parent(of: path)
      if parent != "model" { try transaction.ensureFolder("okit/" + parent) }
      let present = try workspace.storage.snapshot("okit/" + path)
      try transaction.replace("okit/" + path, old: present) { staged in
        try bytes.withUnsafeBytes { try staged.write($0) }
      }
    }
    let new = Set(definitions.map { ExactText($0.path) })
    for path in old where !new.contains(ExactText(path)) {
      if let present = try workspace.storage.snapshot("okit/" + path) {
        try transaction.remove("okit/" + path, old: present)
      }
    }
  }
}
