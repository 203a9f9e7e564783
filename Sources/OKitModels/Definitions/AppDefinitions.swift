import OKitStorage

/// The Swift files that a new workspace is made with, and the models that they register.
package struct AppDefinitions {
  package struct Model {
    package let name: ModelName
    package let className: String
    package let kind: ModelKind?
  }

  package let paths: [String]
  /// What the files say.
  package let known: WorkspaceDefinitions
  package let models: [Model]

  /// Reads the files that `paths` lead to. Throws errors of kind `configuration` and `malformed`.
  package init(paths: [String], in root: String) throws {
    do {
      known = try WorkspaceDefinitions(paths, in: root)
    } catch let error as OKitError where error.remedy?.isFindDefinitions == true {
      // The paths were typed, and are in no okit.json.
      throw OKitError(error.kind, error.detail)
    }
    self.paths = paths
    models = known.modelNames.compactMap { [known] name in
      known.className(of: name).map { Model(name: name, className: $0, kind: known.kind(of: name)) }
    }
  }
}
