import OKitStorage

/// The models of a workspace, with what is known of them.
package struct ModelListing: Sendable {
  /// One model.
  package struct Model: Sendable {
    /// Its name.
    package let name: ModelName
    /// The class of its root, where known.
    package let className: String?
    /// Its kind: that of its class, else as `okit.json` says.
    package let kind: ModelKind?
    /// What its file is; nil where there is none, or it is nothing that okit knows.
    package let form: StoredForm?
    /// Whether it has a file.
    package let isStored: Bool
    /// Whether its class is defined.
    package let isDefined: Bool
  }

  /// The models, by name.
  package let models: [Model]

  /// Lists the models that have a file, those that `okit.json` knows and those that are registered. Reads no model.
  ///
  /// Throws errors of kind `configuration` and `malformed` where the definitions cannot be read, and of kind `busy`.
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
