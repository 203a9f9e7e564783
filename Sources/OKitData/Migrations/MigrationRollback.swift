import JSONDocument
import OKitBackups
import OKitEditing
import OKitMigrations
package import OKitModels
import OKitStorage

/// Brings data back to what they were before migrations, from the backup that was made then.
package struct MigrationRollback {
  /// What was done.
  package struct Outcome: Equatable, Sendable {
    /// The migrations that were undone, in the order in which they had been applied.
    package let migrations: [String]
    /// The number of the last migration applied before.
    package let from: Int
    /// The number of the last migration applied by now.
    package let to: Int
    /// The models that the data hold by now.
    package let models: [ModelName]
    /// How many files of the data folder were written.
    package let files: Int
    /// The backup that the data were brought back from.
    package let backup: String
    /// The backup that holds what was there before; nil where nothing was changed.
    package let kept: String?
  }

  let workspace: Workspace

  /// A rollback in `workspace`. Files come back as they were stored; `keyring` opens them only for hooks that are told of entities.
  package init(_ workspace: Workspace) {
    self.workspace = workspace
  }

  /// Undoes the last apply that stands, or all back to where `number` was the last migration applied, 0 for before all: the data, the definitions that
  /// they conform to and the classes and kinds of models become what they were, in one step. Swift definitions stay. What is there is kept first, in a
  /// backup `before-rollback-…`.
  ///
  /// Throws errors of kind `notFound` (nothing to undo, or its backup is gone), `malformed` (a damaged backup), `configuration` (a damaged history), and
  /// `busy`, also where `preview` is not true any more; then nothing is changed.
  package func run(
    to number: Int? = nil, expecting preview: Preview? = nil
  ) throws -> Outcome {
    let plan = try preview?.plan ?? RollbackPlan(to: number, in: MigrationHistory(of: workspace))
    let reader = try BackupReader(folder: folder(ofBackup: plan.first.backup))
    let hooks = try StepHooks(workspace, before: .beforeMigrate, after: .afterMigrate)
    try hooks.runBefore { tell(&$0, plan) }
    let restored = try workspace.writingAndTelling {
      guard try RollbackPlan(to: number, in: MigrationHistory(lockedIn: workspace)) == plan else { throw Self.changed }
      if let preview { try requireUnchanged(preview) }
      return try bringBack(reader, plan)
    }
    try hooks.runAfter {
      tell(&$0, plan)
      $0.member("kept", restored.kept)
    }
    return Outcome(
      migrations: plan.migrations, from: plan.from, to: plan.to, models: restored.models, files: restored.files,
      backup: plan.first.backup, kept: restored.kept)
  }

  /// What hooks are told.
  private func tell(_ writer: inout JSONWriter, _ plan: RollbackPlan) {
    writer.member("action", "rollback")
    writer.array("migrations", of: plan.migrations)
    writer.array(
      "models", of: Set(plan.undone.flatMap { $0.apply.models.map(\.name) }).sorted().map(\.description))
    writer.member("backup", plan.first.backup)
  }

  /// Where a backup lies. Throws an error of kind `notFound` where it is gone.
  func folder(ofBackup name: String) throws -> String {
    let path = Path.join(workspace.backupFolder, name)
    guard try FileStatus.of(path, followingLinks: true)?.kind == .folder else {
      throw OKitError(
        .notFound, "the backup made before the migration is missing: \(PathComponent.printable(name))")
    }
    return path
  }

  private func bringBack(
    _ reader: BackupReader, _ plan: RollbackPlan
  ) throws -> BackupRestoration.Outcome {
    var configuration: JSONBytes?
    var applied: JSONBytes?
    let purpose = BackupRestoration.Purpose(command: "migrate rollback", kept: "rollback") { path, bytes in
      if path == Configuration.fileName { configuration = bytes }
      let isUsable = try AppliedDefinitions.canTakeOver(bytes, at: path, of: reader.name, observer: workspace.observer)
      if isUsable, path.isExactly(AppliedDefinitions.pathInBackup) { applied = bytes }
    } stage: { kept, transaction in
      if let configuration { try stageModels(configuration, of: reader, transaction) }
      AppliedDefinitions.stage(applied, ofBackup: reader.name, in: transaction, of: workspace)
      let event = MigrationEvent.Action.rollback(undoes: plan.undone.map(\.time), backup: kept)
      try MigrationHistory.append(event, in: transaction, of: workspace)
    }
    try workspace.storage.system.ensureFolder(workspace.storage.dataFolder)
    return try BackupRestoration(workspace).restoreAll(reader, .asStored, purpose)
  }

  /// Of `okit.json` only what it says of models goes back: whom they are encrypted to, for one, is of now.
  private func stageModels(_ bytes: JSONBytes, of reader: BackupReader, _ transaction: Transaction) throws {
    let former = try Configuration(parsing: bytes, path: "\(reader.name): \(Configuration.fileName)")
    var edit = ConfigurationEdit(try workspace.currentConfiguration())
    try edit.setModels(as: former)
    try edit.stage(in: transaction, of: workspace)
  }
}
