import OKitBackups
import OKitEditing
import OKitMigrations
package import OKitModels
import OKitStorage

/// Deletes models with what belongs to them alone.
package struct ModelDeletion {
  /// What became of a model.
  package struct Outcome: Equatable, Sendable {
    /// How many files went.
    package let files: Int
    /// The backup that holds what was there; nil where nothing was changed.
    package let kept: String?
  }

  private let workspace: Workspace

  /// A deletion in `workspace`; `keyring` opens the models that say which attachments are whose.
  package init(_ workspace: Workspace) {
    self.workspace = workspace
  }

  /// Deletes a model: its file, its partials, its attachments that no other model names, and its entry in `okit.json`, and what is recorded of it. Its class stays.
  /// Of a model whose file is missing this removes what is left; what its attachments were nobody knows any more.
  /// What was there is kept first, as stored, in a backup `before-delete-…`.
  ///
  /// Throws errors of kind `notFound`, `locked` and `malformed` (a model that has to be read and cannot), `busy`; then nothing is changed.
  package func delete(_ name: ModelName) throws -> Outcome {
    try workspace.prepareKeys()
    return try workspace.writingAndTelling {
      try workspace.requireDataNotNewer()
      let configuration = try workspace.currentConfiguration()
      let isStored = try FileStatus.of(workspace.storage.absolute(ModelFiles.mainPath(of: name))) != nil
      var applied = try AppliedDefinitions(of: workspace)
      guard isStored || configuration.models[name] != nil || applied.modelsWithFile.contains(name) else {
        throw try workspace.noModel(name)
      }
      let paths = isStored ? try paths(of: name) : try partials(of: name)
      if workspace.isDryRun { return Outcome(files: paths.count, kept: nil) }
      applied.models[name] = nil
      applied.storedModels.remove(name)
      let kept = try workspace.safetyBackups.keep(before: "delete", in: workspace)
      try workspace.changing("model delete") { transaction in
        transaction.keep(staged: kept.staged, backup: kept.name)
        for path in paths {
          guard let old = try workspace.storage.snapshot(path), kept.stamps[ExactText(path)] == old.stamp else {
            throw OKitError(.busy, "\(workspace.storage.absolute(path)) was changed by another program in the meantime")
          }
          try transaction.remove(path, old: old)
        }
        var edit = ConfigurationEdit(configuration)
        edit.removeModel(name)
        try edit.stage(in: transaction, of: workspace)
        applied.stage(in: transaction, of: workspace)
      }
      // An empty folder means nothing, so nothing depends on its going.
      try? workspace.storage.system.removeFolder(workspace.storage.absolute(ModelFiles.partialFolder(of: name)))
      return Outcome(files: paths.count, kept: kept.name)
    }
  }

  /// The partials in the folder of a model that has no file.
  private func partials(of name: ModelName) throws -> [String] {
    let folder = ModelFiles.partialFolder(of: name)
    guard try FileStatus.of(workspace.storage.absolute(folder))?.kind == .folder else { return [] }
    return try workspace.jsonFiles(in: folder).map { "\(folder)/\($0).json" }
  }

  /// All that goes with a model, relative to the workspace. What lies in its folder without a stand-in would be nobody's.
  private func paths(of name: ModelName) throws -> [String] {
    let reader = ModelReader(workspace)
    let model = try ModelFiles(name, in: workspace, reader: reader)
    var attachments = Set(model.attachments.map { ExactText($0.path) })
    for other in try workspace.storedModels() where other != name && !attachments.isEmpty {
      attachments.subtract(try ModelFiles(other, in: workspace, reader: reader).attachments.map { ExactText($0.path) })
    }
    return model.documents.map(\.path) + model.orphanedPartials
      + attachments.sorted().map { Workspace.dataPath($0.text) }
  }
}
