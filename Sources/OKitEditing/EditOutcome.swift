package import OKitModels
package import OKitStorage

/// The changes of an edit, or of its dry run.
package struct EditOutcome: Sendable {
  /// A changed value.
  package struct Change: Equatable, Sendable {
    /// The model that contains the value.
    package let model: ModelName
    /// The path of the value, which okit accepts as input.
    package let path: String
    /// The id of the nearest entity; nil if it has none.
    package let id: String?
    /// The id of an added entity; nil for other changes.
    package internal(set) var newID: String?
  }

  /// The values that were set, added, removed or moved.
  package internal(set) var changes: [Change] = []
  /// The values that changed with them, because a stand-in repeats values of its partial.
  package internal(set) var synchronized: [Change] = []
  /// The removed files of partials and attachments.
  package internal(set) var removedFiles: [WorkspacePath] = []
  /// The number of cleared references to removed entities.
  package internal(set) var clearedReferences = 0
  /// The number of entities that no model or partial contains any more.
  package internal(set) var removedEntities = 0
  /// The safety backup, if many entities were removed; nil otherwise, and if nothing was stored.
  package internal(set) var backup: String?

  /// The outcome of an edit that changed nothing.
  package init() {}
}
