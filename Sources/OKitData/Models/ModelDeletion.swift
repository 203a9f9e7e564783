import OKitBackups
import OKitEditing
package import OKitModels
import OKitStorage

/// Deletes models with all files that belong only to them.
package struct ModelDeletion {
  /// The result of a deletion.
  package struct Outcome: Equatable, Sendable {
    /// The number of removed files.
    package let files: Int
    /// The safety backup with the deleted files; nil for a dry run.
    package let safetyBackup: String?
    /// The class of the model, whose definition stays; nil if it is unknown, and for a dry run.
    package let className: String?
    /// True if only the local copy of a remote model was deleted.
    package let isRemote: Bool
  }

  /// The files that belong only to one model.
  package struct Files: Equatable, Sendable {
    /// The main file, if it exists.
    package let main: WorkspacePath?
    /// The partials, those that nothing refers to included.
    package let partials: [WorkspacePath]
    /// The attachments that no other model uses.
    package let attachments: [WorkspacePath]

    /// All files, in the order in which they are removed.
    fileprivate var all: [WorkspacePath] { (main.map { [$0] } ?? []) + partials + attachments }
  }

  private let workspace: Workspace

  /// Prepares the deletion of models in `workspace`.
  package init(_ workspace: Workspace) {
    self.workspace = workspace
  }

  /// Returns the files that ``delete(_:)`` would remove.
  ///
  /// Throws errors of kind `notFound`, `locked` and `malformed`.
  package func files(of name: ModelName) throws -> Files {
    try workspace.prepareKeys()
    return try workspace.storage.reading {
      try files(of: name, configuration: workspace.currentConfiguration(), applied: AppliedDefinitions(of: workspace))
    }
  }

  /// Deletes a model: its main file, its partials, its attachments that no other model uses, its entry in `okit.json`, and the record of its
  /// definitions. Its class stays, and so does a remote model on its server, with its entry. If the main file is missing, removes what is left, except for attachments, which are unknown then. First makes a
  /// safety backup `before-delete-…` of the data as stored.
  ///
  /// Throws errors of kind `notFound`, `locked` and `malformed` (a model that must be read cannot be read) and `busy`. In each case nothing is
  /// changed.
  package func delete(_ name: ModelName) throws -> Outcome {
    try workspace.prepareKeys()
    return try workspace.writingAndRunningHooks {
      try workspace.requireDataNotNewer()
      let configuration = try workspace.currentConfiguration()
      var applied = try AppliedDefinitions(of: workspace)
      let paths = try files(of: name, configuration: configuration, applied: applied).all
      let kinds = try? ModelKinds(workspace)
      let isRemote = kinds?[name]?.isRemote == true
      if workspace.isDryRun {
        return Outcome(files: paths.count, safetyBackup: nil, className: nil, isRemote: isRemote)
      }
      // Unreadable sources must not keep a model from being deleted.
      let className = try? workspace.definitions().className(of: name)
      applied.models[name] = nil
      applied.storedModels.remove(name)
      let safetyBackup = try workspace.safetyBackups.makeSafetyBackup(before: "delete", in: workspace)
      try workspace.changing("model delete") { transaction in
        transaction.keep(staged: safetyBackup.staged, backup: safetyBackup.name)
        for path in paths {
          guard let old = try workspace.storage.snapshot(path), safetyBackup.stamps[path] == old.stamp else {
            throw OKitError.changedMeanwhile(workspace.storage.absolute(path))
          }
          try transaction.remove(path, old: old)
        }
        // Without its class, the entry of a remote model must not get lost.
        if !isRemote, kinds != nil || configuration.models[name]?.endpoint == nil {
          var edit = ConfigurationEdit(configuration)
          edit.removeModel(name)
          try edit.stage(in: transaction)
        }
        applied.stage(in: transaction, of: workspace)
      }
      // An empty folder has no meaning, so a failure to remove it does not matter.
      try? workspace.storage.system.removeFolder(workspace.storage.absolute(ModelFiles.partialFolder(of: name)))
      return Outcome(files: paths.count, safetyBackup: safetyBackup.name, className: className, isRemote: isRemote)
    }
  }

  private func files(
    of name: ModelName, configuration: Configuration, applied: AppliedDefinitions
  ) throws -> Files {
    let main = ModelFiles.mainPath(of: name)
    guard try FileStatus.of(workspace.storage.absolute(main)) != nil else {
      guard configuration.models[name] != nil || applied.modelsWithFile.contains(name) else {
        throw try workspace.noSuchModel(name)
      }
      return Files(main: nil, partials: try partials(of: name), attachments: [])
    }
    let reader = ModelReader(workspace)
    let model = try ModelFiles(name, in: workspace, reader: reader)
    var attachments = Set(model.attachments.map(\.path))
    for other in try workspace.storedModels() where other != name && !attachments.isEmpty {
      attachments.subtract(try ModelFiles(other, in: workspace, reader: reader).attachments.map(\.path))
    }
    let partials = model.documents.map(\.path).filter { $0 != main } + model.orphanedPartials
    return Files(main: main, partials: partials, attachments: attachments.sorted().map { WorkspacePath($0) })
  }

  /// Returns the partials in the folder of a model without a main file.
  private func partials(of name: ModelName) throws -> [WorkspacePath] {
    let folder = ModelFiles.partialFolder(of: name)
    guard try FileStatus.of(workspace.storage.absolute(folder))?.kind == .folder else { return [] }
    return try workspace.jsonFiles(in: folder).map { ModelFiles.partialPath($0, of: name) }
  }
}
