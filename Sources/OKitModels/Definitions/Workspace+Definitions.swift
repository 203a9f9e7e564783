import Definitions
import OKitStorage

extension Workspace {
  /// The behavior if `okit.json` names Swift files that do not exist.
  package enum MissingDefinitions {
    /// Throw an error of kind `configuration`.
    case fail
    /// Read the data by its shape, as in a workspace without definitions, and warn once. Use it only for operations that change nothing and do not
    /// decide about encryption.
    case readByShape
  }

  /// Reads the definitions from the Swift files that `okit.json` names, or else from `okit/model/*.swift`. Files that changed are read again. Without
  /// any file, there are only the framework's own classes. Warns of types that are not understood.
  ///
  /// Throws an error of kind `configuration` if a path matches no file.
  package func definitions() throws -> WorkspaceDefinitions {
    try definitions(by: configuration == nil ? nil : currentConfiguration())
  }

  /// Reads the definitions that a configuration names. It can be newer than the configuration with which the workspace was opened.
  ///
  /// Throws the errors of ``definitions()``. With `readByShape`, a path without a file is not an error.
  ///
  /// - Parameter warns: Pass false if the caller reports the problems itself.
  package func definitions(
    by configuration: Configuration?, ifMissing: MissingDefinitions = .fail, warns: Bool = true
  ) throws -> WorkspaceDefinitions {
    let models = configuration?.models ?? [:]
    do {
      let definitions = try latestDefinitions(configuration?.definitions ?? [], models)
      try requireNoLinksOut(definitions)
      for problem in definitions.definitions.problems where warns { observer.warned(problem.warning) }
      return definitions
    } catch let error as OKitError where error.remedy?.isFindDefinitions == true && ifMissing == .readByShape {
      if warns, !hasWarnedOfDefinitions {
        hasWarnedOfDefinitions = true
        observer.warned(
          "\(error.message); reading the data without them; put the files there, or correct 'definitions' in "
            + storage.relative(storage.configurationPath))
      }
      return WorkspaceDefinitions(models: models, unavailable: error)
    }
  }

  /// Returns the definitions in the files that `patterns` match. Files that did not change are not read again.
  private func latestDefinitions(
    _ patterns: [String], _ models: [ModelName: Configuration.Model]
  ) throws -> WorkspaceDefinitions {
    let scan = scan
    let files = DefinitionFiles(root: root) { [storage] in try storage.listing($0) }
    if let latest = latestDefinitions, latest.patterns == patterns, latest.models == models,
      try scan?.knowsDefinitions == true || latest.found.isCurrent(patterns, in: files)
    {
      scan?.knowsDefinitions = true
      return latest.found
    }
    let found = try WorkspaceDefinitions(patterns, in: files, models: models)
    latestDefinitions = (patterns, models, found)
    scan?.knowsDefinitions = true
    return found
  }

  /// Throws an error of kind `configuration` if one of the files is a link out of the workspace, because a backup could not contain it.
  private func requireNoLinksOut(_ definitions: WorkspaceDefinitions) throws {
    for (file, resolved) in zip(definitions.files, definitions.resolvedFiles) {
      do {
        try storage.requireNoLinkOut(from: file, to: resolved)
      } catch let error as OKitError where error.kind == .malformed {
        throw OKitError(.configuration, error.detail, remedy: error.remedy)
      }
    }
  }
}
