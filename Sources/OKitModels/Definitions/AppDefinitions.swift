package import OKitStorage

/// The Swift files for a new workspace and the models that they register.
package struct AppDefinitions {
  /// A registered model.
  package struct Model {
    /// The name of the model.
    package let name: ModelName
    /// The class of its root.
    package let className: String
    /// The kind of the model; nil if its class is not understood.
    package let kind: ModelKind?
  }

  /// The paths of the files, which can contain wildcards.
  package let paths: [String]
  /// The definitions in the files.
  package let known: WorkspaceDefinitions
  /// The registered models, sorted by name.
  package let models: [Model]

  /// Reads the files at `paths`. Throws errors of kind `configuration` and `malformed`.
  package init(paths: [String], in root: FilePath) throws {
    do {
      known = try WorkspaceDefinitions(patterns: paths, in: root)
    } catch let error as OKitError where error.remedy?.isFindDefinitions == true {
      // The paths were typed, so a remedy that refers to okit.json would be wrong.
      throw OKitError(error.kind, error.detail)
    }
    self.paths = paths
    models = known.modelNames.compactMap { [known] name in
      known.className(of: name).map { Model(name: name, className: $0, kind: known.kind(of: name)) }
    }
  }
}
