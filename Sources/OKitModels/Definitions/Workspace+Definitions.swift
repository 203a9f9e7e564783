import Definitions
import OKitStorage

extension Workspace {
  /// How to go on if `okit.json` names Swift files that are not there.
  package enum MissingDefinitions {
    /// Throw an error of kind `configuration`.
    case fail
    /// Read the data by their shape, as in a workspace without definitions, and warn once. Only for what changes nothing and decides nothing about secrecy.
    case readByShape
  }

  /// Reads the definitions: the Swift files that `okit.json` names, else `okit/model/*.swift`. Each call reads the files again; without any there
  /// are only the framework's own classes. Warns of what is not understood in them.
  ///
  /// Throws an error of kind `configuration` for a path that leads nowhere.
  package func definitions() throws -> WorkspaceDefinitions { try definitions(by: configuration) }

  /// The definitions that a configuration names, which may be a newer one than that of the workspace when it was opened.
  ///
  /// Throws what ``definitions()`` throws for files that are there.
  ///
  /// - Parameter warns: Pass false if the caller reports the problems itself.
  package func definitions(
    by configuration: Configuration?, ifMissing: MissingDefinitions = .fail, warns: Bool = true
  ) throws -> WorkspaceDefinitions {
    let models = configuration?.models ?? [:]
    do {
      let definitions = try WorkspaceDefinitions(configuration?.definitions ?? [], in: root, models: models)
      try requireNoLinksOut(definitions.files)
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

  /// Throws an error of kind `configuration` if one of the files is a link out of the workspace: a backup could not hold it.
  private func requireNoLinksOut(_ files: [String]) throws {
    for file in files {
      do {
        try storage.requireNoLinkOut(from: file, to: Path.resolved(file) ?? file)
      } catch let error as OKitError where error.kind == .malformed {
        throw OKitError(.configuration, error.detail, remedy: error.remedy)
      }
    }
  }
}
