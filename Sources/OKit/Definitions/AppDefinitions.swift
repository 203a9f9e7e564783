/// The Swift files that a new workspace is made with, and the models that they register.
struct AppDefinitions {
  struct Model {
    let name: ModelName
    let className: String
    let kind: ModelKind?
  }

  let paths: [String]
  let models: [Model]

  /// Reads the files that `paths` lead to. Throws errors of kind `configuration` and `malformed`.
  init(paths: [String], in root: String) throws {
    let definitions = try WorkspaceDefinitions(paths, in: root)
    self.paths = paths
    models = definitions.modelNames.compactMap { name in
      definitions.className(of: name).map { Model(name: name, className: $0, kind: definitions.kind(of: name)) }
    }
  }
}
