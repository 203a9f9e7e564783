package import OKitStorage

extension Workspace {
  /// Runs `body`, which stages changes, and commits them in one transaction. The transaction also records which models have a file.
  ///
  /// The change becomes a step of the history; with nil for `kind`, it is not recorded. Plain text in the history of a model that is stored encrypted
  /// after the change is removed. If it throws, nothing is changed.
  package func changing<Result>(
    _ command: String, as kind: Journal.Step.Kind? = .edit, _ body: (Transaction) throws -> Result
  ) throws -> Result {
    var loss = PlainTextInHistory.Loss()
    var safetyBackup: String?
    let result = try Transaction.run(
      storage, command: command, recording: recording(kind),
      beforeCommit: {
        loss = try PlainTextInHistory(in: self, $0, kind ?? .edit).remove()
        if confirmUnkept != nil, !agreesToUnkept, let kind, let consequence = loss.text(losingChangesIn: kind) {
          throw UnkeptChange(reason: .plainText(consequence: consequence))
        }
        safetyBackup = $0.safetyBackup
        if kind != nil, !self.recordsSteps { self.noteChangesBesideCopies($0) }
      }
    ) { transaction in
      transaction.stageAtCommit(AppliedDefinitions.path) { try self.recordStoredModels(in: $0) }
      return try body(transaction)
    }
    if let text = loss.text(besides: kind) {
      observer.warned("\(text), because plain text of encrypted data is not kept")
    }
    if loss.includesOwn, kind == .edit, let safetyBackup {
      observer.warned("backup \(safetyBackup) still contains a plain copy of encrypted data")
    }
    return result
  }

  /// Notes that a change of models on servers also changes something else, and warns if other models cannot be restored.
  private func noteChangesBesideCopies(_ transaction: Transaction) {
    let paths = transaction.results.map(\.path)
    let hasOtherModels = paths.contains { path in
      guard let model = DataPath(path).flatMap({ ModelName(document: $0) }) else { return false }
      return !ownCopies.contains(model)
    }
    // The record of models changes with each copy.
    let hasOtherFiles = paths.contains { DataPath($0) == nil && $0 != AppliedDefinitions.path }
    let isNew = hasOtherModels && !changesBesideCopies
    if hasOtherModels || hasOtherFiles { changesBesideCopies = true }
    guard isNew else { return }
    observer.warned("this change cannot be undone with 'okit undo', because a part of it is sent to a server")
  }

  /// Returns how a change is recorded.
  private func recording(_ kind: Journal.Step.Kind?) throws -> StepRecording {
    guard let kind, !isDryRun, recordsSteps else { return .none }
    return StepRecording(try currentConfiguration().history.limits, kind) { [self] size in
      if confirmUnkept != nil, !agreesToUnkept { throw UnkeptChange(reason: .tooLarge(size: size)) }
      observer.warned(
        "this change cannot be undone: the files that it replaces are larger than 'history' in okit.json allows")
    }
  }

  /// Updates the record of models in a change that does not stage it otherwise.
  private func recordStoredModels(in transaction: Transaction) throws {
    // If the data folder is missing, as on an unmounted disk, its models are unknown.
    guard !transaction.isEmpty, try storage.listing(storage.dataFolder).exists else { return }
    let applied: AppliedDefinitions
    do {
      applied = try AppliedDefinitions(of: self)
    } catch let error as OKitError where error.kind == .configuration {
      // A damaged record, or one of a newer okit, stays as it is; `check` reports it.
      return
    }
    try applied.stageNow(in: transaction, of: self)
  }

  /// Returns the models to record as having a file after `transaction`. `recorded` are the models that were recorded before it. A model stays
  /// recorded if something other than okit removed its file.
  package func storedModels(after transaction: Transaction, recorded: Set<ModelName>) throws -> Set<ModelName> {
    if let folder = transaction.replacementDataFolder {
      return recorded.union(try FolderListing(folder).modelNames)
    }
    var models = recorded.union(try storedModels())
    for (path, new) in transaction.results {
      guard let file = DataPath(path), let name = ModelName(file: file.text) else { continue }
      if new == nil { models.remove(name) } else { models.insert(name) }
    }
    return models
  }

  /// Returns the models that are recorded to have a file but have none, sorted by name. okit did not remove their files.
  ///
  /// Throws an error of kind `configuration`, with the place, if the record is damaged.
  package func missingModels(_ kinds: ModelKinds) throws -> [ModelName] {
    let recorded = try AppliedDefinitions(of: self, toleratingNewer: true).modelsWithFile
    return recorded.subtracting(try storedModels()).filter { kinds[$0]?.hasFile != false }.sorted()
  }

  /// Returns the models of ``missingModels(_:)`` and warns that each is not in `result`. Also warns if the record is damaged.
  package func warnOfMissingModels(_ kinds: ModelKinds, notIn result: String) throws -> [ModelName] {
    do {
      let missing = try missingModels(kinds)
      for name in missing {
        observer.warned(
          of: Warning(
            "model \(PathComponent.printable(name.description)) is not in \(result): \(ModelName.missingFile)",
            remedy: .words(name.missingFileAdvice)))
      }
      return missing
    } catch let error as OKitError where error.kind == .configuration {
      observer.warned(of: Warning("cannot check for missing models: \(error)", remedy: error.remedy))
      return []
    }
  }

  /// Returns true if a model without a file is recorded to have had one.
  package func isRecordedMissing(_ name: ModelName) throws -> Bool { try recordedModels().contains(name) }

  /// Returns the models that are recorded to have a file; none if the record cannot be read, which `check` reports.
  func recordedModels() throws -> Set<ModelName> {
    do {
      return try AppliedDefinitions(of: self, toleratingNewer: true).modelsWithFile
    } catch let error as OKitError where error.kind == .configuration {
      return []
    }
  }
}

extension FolderListing {
  /// The models with a file in this data folder, sorted by name.
  package var modelNames: [ModelName] {
    entries.filter { $0.kind != .folder }.compactMap { ModelName(file: $0.name) }.sorted()
  }
}
