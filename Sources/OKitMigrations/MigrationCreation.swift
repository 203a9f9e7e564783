import Definitions
import JSONDocument
package import OKitModels
package import OKitStorage

/// Creates migrations, and accepts edits of applied ones.
package struct MigrationCreation {
  private let workspace: Workspace

  package init(_ workspace: Workspace) {
    self.workspace = workspace
  }

  /// Writes `okit/migrations/0007-NAME.json` with the next number, and returns its path. It contains the answers, and the app's
  /// definitions of the models whose records differ from them.
  ///
  /// Throws errors of kind `usage` (an invalid name, unknown subjects of answers), `configuration` and `malformed` (definitions, migrations or
  /// records that cannot be read) and `busy`.
  package func create(_ name: String, answers: MigrationAnswers) throws -> WorkspacePath {
    try workspace.writing {
      let scope = try MigrationScope(workspace, answers: answers, to: nil)
      let highest = max(scope.files.last?.number ?? 0, scope.applied.migrations.last?.number ?? 0)
      let fullName = try MigrationName(number: highest + 1, name: name)
      try scope.requireKnown(answers)
      let models = scope.models.compactMap { model -> (ModelName, ModelSnapshot)? in
        guard let end = model.end, let start = model.start else { return nil }
        // The migration starts with the definitions of the previous one.
        let last = model.pending.last { $0.models[model.name] != nil }?.models[model.name] ?? start
        return model.newName == model.name && last.agrees(with: end) ? nil : (model.newName, end)
      }
      let text = MigrationFile.text(
        renames: answers.renames, losses: answers.losses,
        models: Dictionary(models) { first, _ in first })
      let path = WorkspaceLayout.migrations.appending("\(fullName.text).json")
      if workspace.isDryRun { return path }
      try workspace.changing("migrate new") { transaction in
        try transaction.ensureFolder(WorkspaceLayout.migrations)
        try transaction.replace(path, old: nil) { staged in try text.withUnsafeBytes { try staged.write($0) } }
      }
      return path
    }
  }

  /// The result of accepting a migration.
  package struct Acceptance: Equatable, Sendable {
    /// The full name of the migration.
    package let name: String
    /// False if the migration was not edited since it was applied or accepted last, so that there was nothing to do.
    package let wasEdited: Bool
  }

  /// Accepts the current text of an applied migration, because its edit is intended.
  ///
  /// Throws errors of kind `notFound` (no such migration, or never applied), `configuration` and `busy`.
  package func accept(_ name: String) throws -> Acceptance {
    try workspace.writing {
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
      let outcome = Acceptance(name: file.name, wasEdited: applied.migrations[index].checksum != file.checksum)
      guard outcome.wasEdited, !workspace.isDryRun else { return outcome }
      applied.migrations[index].checksum = file.checksum
      try workspace.changing("migrate accept", as: nil) { transaction in
        applied.stage(in: transaction, of: workspace)
        try MigrationHistory.append(.accept(file.name), in: transaction, of: workspace)
      }
      return outcome
    }
  }
}
