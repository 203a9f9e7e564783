package import Definitions

extension WorkspaceDefinitions {
  /// Returns the definitions that the data of a model should conform to; nil if its class is unknown, undefined or not understood.
  package func snapshot(of name: ModelName) -> ModelSnapshot? {
    guard let root = rootClass(of: name), (try? requireUnderstood(name)) != nil else { return nil }
    return ModelSnapshot(of: root.name, in: definitions)
  }
}
