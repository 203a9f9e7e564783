import JSONDocument
import OKitBackups
import OKitEditing
import OKitMigrations
package import OKitModels
import OKitStorage

/// Undoes migrations: restores the data from the backup that was made before them.
package struct MigrationRollback {
  /// The result of a rollback.
  package struct Outcome: Equatable, Sendable {
    /// The undone migrations, in the order in which they were applied.
    package let migrations: [String]
    /// The number of the last applied migration before the rollback.
    package let from: Int
    /// The number of the last applied migration after the rollback.
    package let to: Int
    /// The models of the restored data.
    package let models: [ModelName]
    /// The number of files written to the data folder.
    package let files: Int
    /// The backup that the data was restored from.
    package let backup: String
    /// The safety backup with the previous data; nil if nothing was changed.
    package let safetyBackup: String?
  }

  let workspace: Workspace

  /// Prepares a rollback in `workspace`. Files are restored as they were stored, so a key is only needed for hooks that receive entities.
  package init(_ workspace: Workspace) {
    self.workspace = workspace
  }

  /// Undoes the last apply that was not undone yet, or all applies after migration `number` (0 undoes all). In one step, restores the data, the
  /// record of the definitions that it conforms to, and the classes and kinds of models. Swift files stay unchanged. First makes a safety backup
  /// `before-rollback-…`.
  ///
  /// Throws errors of kind `notFound` (nothing to undo, or the backup is missing), `malformed` (a damaged backup), `configuration` (a damaged
  /// history) and `busy`, also if the workspace no longer matches `preview`. In each case nothing is changed.
  package func run(
    to number: Int? = nil, expecting preview: Preview? = nil
  ) throws -> Outcome {
    let plan = try preview?.plan ?? RollbackPlan(to: number, in: MigrationHistory(of: workspace))
    let reader = try BackupReader(folder: folder(ofBackup: plan.first.backup))
    let hooks = try StepHooks(workspace, before: .beforeMigrate, after: .afterMigrate)
    try hooks.runBefore { describe(plan, to: &$0) }
    let restored = try workspace.writingAndRunningHooks {
      guard try RollbackPlan(to: number, in: MigrationHistory(lockedIn: workspace)) == plan else { throw Self.changed }
      if let preview { try requireUnchanged(preview) }
      return try restore(reader, plan)
    }
    try hooks.runAfter {
      describe(plan, to: &$0)
      $0.member("kept", restored.safetyBackup)
    }
    return Outcome(
      migrations: plan.migrations, from: plan.from, to: plan.to, models: restored.models, files: restored.files,
      backup: plan.first.backup, safetyBackup: restored.safetyBackup)
  }

  /// Writes the input of the hooks.
  private func describe(_ plan: RollbackPlan, to writer: inout JSONWriter) {
    writer.writeHookInput(action: "rollback", migrations: plan.migrations)
    writer.array(
      "models", of: Set(plan.undone.flatMap { $0.apply.models.map(\.name) }).sorted().map(\.description))
    writer.member("backup", plan.first.backup)
  }

  /// Returns the path of a backup folder. Throws an error of kind `notFound` if it is missing.
  func folder(ofBackup name: String) throws -> FilePath {
    let path = workspace.backupFolder.appending(name)
    guard try FileStatus.of(path, followingLinks: true)?.kind == .folder else {
      throw OKitError(
        .notFound, "the backup made before the migration is missing: \(PathComponent.printable(name))")
    }
    return path
  }

  private func restore(
    _ reader: BackupReader, _ plan: RollbackPlan
  ) throws -> BackupRestoration.Outcome {
    var configuration: JSONBytes?
    var applied: JSONBytes?
    let changes = BackupRestoration.AdditionalChanges(command: "migrate rollback", safetyBackupLabel: "rollback") {
      path, bytes in
      if path == BackupManifest.configuration { configuration = bytes }
      let isUsable = try AppliedDefinitions.canTakeOver(bytes, at: path, of: reader.name, observer: workspace.observer)
      if isUsable, path == AppliedDefinitions.pathInBackup { applied = bytes }
    } stage: { safetyBackup, transaction in
      if let configuration { try stageModels(configuration, of: reader, transaction) }
      AppliedDefinitions.stage(applied, ofBackup: reader.name, in: transaction, of: workspace)
      let event = MigrationEvent.Action.rollback(undoes: plan.undone.map(\.time), backup: safetyBackup)
      try MigrationHistory.append(event, in: transaction, of: workspace)
    }
    return try workspace.withDataFolder { try BackupRestoration(workspace).restoreAll(reader, .asStored, changes) }
  }

  /// Restores only the entries of models in `okit.json`. Other settings, such as the recipients, stay current.
  private func stageModels(_ bytes: JSONBytes, of reader: BackupReader, _ transaction: Transaction) throws {
    let former = try Configuration(parsing: bytes, path: "\(reader.name): \(Configuration.fileName)")
    var edit = ConfigurationEdit(try workspace.currentConfiguration())
    try edit.setModels(as: former)
    try edit.stage(in: transaction)
  }
}
