import OKitStorage

extension Workspace {
  /// Models of a kind that has a file, but without one here: those that an app registers, which may never have had one, and those that lost it.
  package func modelsWithoutFile(_ definitions: WorkspaceDefinitions, _ kinds: ModelKinds) throws -> [ModelName] {
    let stored = Set(try storedModels())
    let registered = definitions.modelNames.filter { !stored.contains($0) && kinds[$0]?.hasFile != false }
    return try missingModels(kinds).filter { !registered.contains($0) } + registered
  }
}
