package import Definitions

/// The definition of one model, from the app's Swift files or inferred from its data.
package struct ModelOutline: Sendable {
  /// The source of a definition.
  package enum Origin: Sendable {
    /// Swift files.
    case sources
    /// The data.
    case data
  }

  /// The model.
  package let name: ModelName
  /// The source of the definition.
  package let origin: Origin
  /// The classes. They include those of other models.
  package let definitions: Definitions
  /// The class of the model's root.
  package let className: String

  /// The definition of the model `name` in `workspace`.
  ///
  /// Throws errors of kind `notFound` (no such model), `configuration` and `malformed` (broken definitions). Without definitions, it also throws the
  /// errors of reading the model.
  package init(of name: ModelName, in workspace: Workspace) throws {
    let known = try workspace.definitions(by: workspace.configuration, ifMissing: .readByShape)
    try known.requireKnownClass(of: name)
    self.name = name
    if let root = known.rootClass(of: name) {
      (origin, definitions, className) = (.sources, known.definitions, root.name)
    } else {
      let inferred = try WorkspaceInference(workspace).definitions(of: [name])
      (origin, definitions) = (.data, inferred)
      className = inferred.registrations.first?.className ?? "ModelEntity"
    }
  }
}
