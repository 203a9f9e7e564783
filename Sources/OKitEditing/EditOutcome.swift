package import OKitModels

/// What an edit changed, or would change.
package struct EditOutcome: Sendable {
  /// One value.
  package struct Change: Equatable, Sendable {
    /// The model that it is in.
    package let model: ModelName
    /// Its path, which can be given back to okit.
    package let path: String
    /// The id of the nearest entity; nil where that has none.
    package let id: String?
    /// The id of an entity that was added; nil of all else.
    package internal(set) var newID: String?
  }

  /// The values that were changed, added, removed or moved.
  package internal(set) var changes: [Change] = []
  /// The values that were changed with those, since a stand-in repeats what its partial has.
  package internal(set) var synchronized: [Change] = []
  /// The files of partials and attachments that went with them, relative to the workspace.
  package internal(set) var removedFiles: [String] = []
  /// How many references to what was removed were cleared.
  package internal(set) var clearedReferences = 0
  /// The number of entities that no model or partial contains any more.
  package internal(set) var removedEntities = 0
  /// The backup of what was there, if many entities were removed; nil otherwise, and if nothing was stored.
  package internal(set) var backup: String?
}
