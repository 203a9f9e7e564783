package import Bindings
package import OKitModels

/// The values that a person wants to edit as text, or the new value that a person wants to add.
package struct DraftRequest: Sendable {
  /// The use of the text.
  package enum Action: Sendable {
    /// It changes the values that the binding matches.
    case edit
    /// It becomes a new value at the binding.
    case add(EditSession.Placement)
  }

  /// The path of the values.
  package let binding: Binding
  /// The model of a path that names none; nil for the default model.
  package let model: ModelName?
  /// The use of the text.
  package let action: Action

  /// Creates a request.
  package init(_ binding: Binding, model: ModelName? = nil, _ action: Action = .edit) {
    self.binding = binding
    self.model = model
    self.action = action
  }

  /// True if the text becomes a new value.
  package var isAddition: Bool { if case .add = action { true } else { false } }

  /// Returns the path with its model, in one spelling for equal paths.
  package func path(in workspace: Workspace) throws -> String {
    let path = Binding(parts: binding.parts).description
    guard binding.path != nil, binding.model == nil else { return path }
    return "\(try model ?? EntityStore(workspace).startModel(nil)):\(path)"
  }
}
