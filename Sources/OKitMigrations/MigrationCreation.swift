import Definitions
package import OKitModels
import OKitStorage

/// Writes new migrations, and accepts edits of those that were applied.
package struct MigrationCreation {
  private let workspace: Workspace

  /// For migrations of `workspace`.
  package init(_ workspace: Workspace) {
    self.workspace = workspace
  }

  /// Writes `okit/migrations/0007-NAME.json` with the next number: `answers` as its steps and the losses that it allows, and the definitions that data conform to
  /// after it, those of the app's sources, of the models for which they are not what is recorded. Returns its path, relative to the workspace.
  ///
  /// Throws errors of kind `usage` (an unusable name, answers about nothing that there is), `configuration` and `malformed` (definitions, migrations or records that
  /// cannot be read) and `busy`; then nothing is written.
  package func create(_ name: String, answers: MigrationAnswers, dryRun: Bool = false) throws -> String {
    try workspace.storage.writing {
      let scope = try MigrationScope(workspace, answers: answers, to: nil)
      let highest = max(scope.files.last?.number ?? 0, scope.applied.migrations.last?.number ?? 0)
      let fullName = try MigrationName(number: highest + 1, name: name)
      try scope.requireKnown(answers)
      let models = scope.models.compactMap { model -> (ModelName, ModelSnapshot)? in
        guard let end = model.end, let start = model.start else { return nil }
        // What the last migration leads to is where this one begins.
        let last = model.pending.last { $0.models[model.name] != nil }?.models[model.name] ?? start
        return model.newName == model.name && last.agrees(with: end) ? nil : (model.newName, end)
      }
      let text = MigrationFile.text(
        renames: answers.renames, losses: answers.losses,
        models: Dictionary(models) { first, _ in first })
      let path = "\(WorkspaceLayout.migrations)/\(fullName.text).json"
      if dryRun { return path }
      try workspace.changing("migrate new") { transaction in
        try transaction.ensureFolder(WorkspaceLayout.migrations)
        try transaction.replace(path, old: nil) { staged in try text.withUnsafeBytes { try staged.write($0) } }
      }
      return path
    }
  }

  /// Takes an edit of a migration that was applied before for meant: it is recorded as it is now. Returns the migration's full name.
  ///
  /// Throws errors of kind `notFound` (no such migration, or never applied), `configuration` and `busy`; then nothing is changed.
  package func accept(_ name: String, dryRun: Bool = false) throws -> String {
    try workspace.storage.writing {
      let files = try MigrationFiles(workspace)
      guard let file = files.file(named: name) else {
        throw OKitError(
          .notFound, "no such migration: \(PathComponent.printable(name))",
          remedy: .candidates(files.files.map(\.name), insteadOf: name))
      }
      var applied = try AppliedDefinitions(of: workspace)
      guard let index = applied.migrations.firstIndex(where: { $0.name.isExactly(file.name) }) else {
        throw OKitError(.notFound, "the migration \(file.name) was never applied; you can edit it")
      }
      guard applied.migrations[index].checksum != file.checksum, !dryRun else { return file.name }
      applied.migrations[index].checksum = file.checksum
      try workspace.changing("migrate accept") { transaction in
        applied.stage(in: transaction, of: workspace)
        try MigrationHistory.append(.accept(file.name), in: transaction, of: workspace)
      }
      return file.name
    }
  }
}
