import OKitStorage

extension Workspace {
  /// Returns the models that should have a file but have none: models that lost it, and registered models, which may never have had one.
  package func modelsWithoutFile(_ definitions: WorkspaceDefinitions, _ kinds: ModelKinds) throws -> [ModelName] {
    let stored = Set(try storedModels())
    let registered = definitions.modelNames.filter { !stored.contains($0) && kinds[$0]?.hasFile != false }
    return try missingModels(kinds).filter { !registered.contains($0) } + registered
  }
}
