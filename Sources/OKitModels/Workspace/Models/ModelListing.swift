import OKitStorage

/// A list of the models of a workspace.
package struct ModelListing: Sendable {
  /// A model in the list.
  package struct Model: Sendable {
    /// The name of the model.
    package let name: ModelName
    /// The class of its root; nil if it is unknown.
    package let className: String?
    /// The kind from its class, or else from `okit.json`; nil if it is in neither.
    package let kind: ModelKind?
    /// The form of its file; nil if there is none or the form is unknown.
    package let form: StoredForm?
    /// True if it has a file.
    package let isStored: Bool
    /// True if its class is defined.
    package let isDefined: Bool
  }

  /// The models, sorted by name.
  package let models: [Model]

  /// Lists the models that have a file, are in `okit.json`, are registered, or lost their file. Reads no model.
  ///
  /// Throws errors of kind `configuration` and `malformed` if the definitions cannot be read, and of kind `busy`.
  package init(_ workspace: Workspace) throws {
    models = try workspace.storage.reading {
      let configuration = workspace.configuration == nil ? nil : try workspace.currentConfiguration()
      let definitions = try workspace.definitions(by: configuration, ifMissing: .readByShape)
      let stored = Set(try workspace.storedModels())
      let known = configuration?.models ?? [:]
      let names = try stored.union(known.keys).union(definitions.modelNames).union(workspace.recordedModels())
      return try names.sorted().map { name in
        var form: StoredForm?
        if stored.contains(name) {
          let path = workspace.storage.absolute(ModelFiles.mainPath(of: name))
          form = try ModelReader.formIfKnown(of: workspace.storage.open(path))
        }
        return Model(
          name: name, className: definitions.className(of: name), kind: definitions.kind(of: name) ?? known[name]?.kind,
          form: form, isStored: stored.contains(name), isDefined: definitions.rootClass(of: name) != nil)
      }
    }
  }
}

extension Workspace {
  /// Returns the models that have a file, are in `okit.json` or are registered, sorted by name, with their classes if known.
  package func knownModels() -> [(name: ModelName, className: String?)] {
    let definitions = try? definitions()
    let configured = configuration?.models ?? [:]
    let names = Set((try? storedModels()) ?? []).union(configured.keys).union(definitions?.modelNames ?? [])
    return names.sorted().map { ($0, definitions?.className(of: $0) ?? configured[$0]?.className) }
  }
}

extension Workspace {
  /// Returns the models that should have a file but have none: models that lost it, and registered models, which may never have had one.
  package func modelsWithoutFile(_ definitions: WorkspaceDefinitions, _ kinds: ModelKinds) throws -> [ModelName] {
    let stored = Set(try storedModels())
    let registered = definitions.modelNames.filter { !stored.contains($0) && kinds[$0]?.hasFile != false }
    return try missingModels(kinds).filter { !registered.contains($0) } + registered
  }
}
