import OKitModels

extension OpenWorkspace {
  /// A change of a model, made by any program.
  public struct Change: Equatable, Sendable {
    /// The kind of a change. The names are those of the framework's events.
    public enum Kind: Sendable {
      /// An entity was added.
      case managed
      /// An entity was removed.
      case unmanaged
      /// A value changed, or an element moved.
      case changed
    }

    /// The kind of the change.
    public let kind: Kind
    /// The name of the model.
    public let model: String
    /// The path of the value.
    public let path: String
    /// The id of the entity; nil if it has none.
    public let id: String?
  }

  /// Waits for changes of the models and passes each batch to `body`, until `body` returns false.
  ///
  /// Throws the errors of `body`, and errors of kind `inputOutput`, `malformed`, `locked` and `busy`.
  public func watch(_ body: ([Change]) throws -> Bool) throws {
    try throwingOKitError {
      let watch = try WorkspaceWatch(workspace)
      try watch.start()
      while let changes = try watch.next() {
        guard try body(changes.map(Change.init)) else { return }
      }
    }
  }
}

extension OpenWorkspace.Change {
  fileprivate init(_ change: EntityChange) {
    kind =
      switch change.kind {
      case .managed: .managed
      case .unmanaged: .unmanaged
      case .changed: .changed
      }
    model = change.model.description
    path = change.path
    id = change.id
  }
}
