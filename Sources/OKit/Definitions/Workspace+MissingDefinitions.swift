extension Workspace {
  /// The definitions, for a command that changes nothing and decides nothing about secrecy: if `okit.json` names files that are not there, the
  /// data are read by their shape instead, as in a workspace without definitions, and the observer is warned once.
  ///
  /// Throws what ``definitions()`` throws for files that are there.
  func definitionsOrShape(warns: Bool = true) throws -> WorkspaceDefinitions {
    try definitionsOrShape(by: configuration, warns: warns)
  }

  /// The same, by a configuration that may be newer than that of the workspace when it was opened.
  func definitionsOrShape(by configuration: Configuration?, warns: Bool = true) throws -> WorkspaceDefinitions {
    do {
      return try definitions(by: configuration, warns: warns)
    } catch let error as OKitError {
      guard error.remedy?.isFindDefinitions == true else { throw error }
      if !hasWarnedOfDefinitions {
        hasWarnedOfDefinitions = true
        observer.warned("\(error.message); reading the data without them")
      }
      return WorkspaceDefinitions(models: configuration?.models ?? [:])
    }
  }
}
