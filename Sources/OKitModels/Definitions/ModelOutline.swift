package import Definitions

/// The definition of one model: as the app's Swift files have it, else guessed from its data.
package struct ModelOutline: Sendable {
  /// Where a definition is from.
  package enum Origin: Sendable {
    /// Swift files.
    case sources
    /// The data.
    case data
  }

  /// The model.
  package let name: ModelName
  /// Where the definition is from.
  package let origin: Origin
  /// The classes, of which the model's are some.
  package let definitions: Definitions
  /// The class of the model's root.
  package let className: String

  /// The definition of the model `name` of `workspace`, whose files `keyring` opens where they have to be looked into.
  ///
  /// Throws errors of kind `notFound` (no such model), `configuration` and `malformed` (broken definitions), and without definitions what
  /// reading the model throws.
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
