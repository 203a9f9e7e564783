package import Bindings
import JSONDocument
package import OKitModels
import OKitStorage

/// Changes of values of models by binding; each call is one transaction, and where it throws nothing is changed.
///
/// Changes go to the file where an entity lives, through references and partials, in the form in which its model is stored; every byte outside of
/// what is changed stays. Values fit the definitions, where there are such. Before an edit removes more than ten entities, what is there is kept as a backup.
package struct ModelEdit {
  /// What was changed, or would be.
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

  /// All that came of it.
  package struct Outcome: Sendable {
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

  /// What may become of references to an entity that is removed.
  package enum ReferencePolicy: Sendable {
    /// There must be none.
    case refuse
    /// They stay, and lead nowhere.
    case leave
    /// They become empty.
    case clear
  }

  /// Where in an array an element goes.
  package enum Placement: Equatable, Sendable {
    /// Behind the last.
    case end
    /// The index that it is to have; negative ones count from behind the end.
    case index(Int)
  }

  /// The number of entities that an edit may remove without a backup and a question.
  package static let unaskedRemovals = LargeRemoval.limit

  private let workspace: Workspace
  private let model: ModelName?
  private let dryRun: Bool
  private let syncsPartials: Bool

  /// Changes of `workspace`, whose models `keyring` opens; a binding that names no model starts in `model`. With `dryRun` nothing is stored.
  /// With `syncsPartials`, an edit of a property that a stand-in and its partial both have changes both.
  package init(
    _ workspace: Workspace, model: ModelName? = nil, dryRun: Bool = false,
    syncsPartials: Bool = true
  ) {
    self.workspace = workspace
    self.model = model
    self.dryRun = dryRun
    self.syncsPartials = syncsPartials
  }

  /// Sets values, each seeing those before it. A binding may match several values only where `all` says so. With `isStrict`, new references must lead to
  /// entities that exist; without, the observer is warned.
  ///
  /// Throws `EditError` around: `BindingError`; errors of kind `usage` (no place that can be set, several matches, an entity that is referred to would go),
  /// `notFound` (no match), `malformed` (a value that does not fit its type), `exists` (an id that another entity has) and those of reading and writing.
  package func set(_ assignments: [EditItem], all: Bool = false, isStrict: Bool = false) throws -> Outcome {
    try editing("set", isStrict: isStrict) { session in try session.each(assignments) { try session.set($0, all: all) }
    }
  }

  /// Adds elements to arrays, members to dictionaries and to objects without a definition. A new entity gets an id and what its definition gives it.
  /// With `isStrict`, new references must lead to entities that exist; without, the observer is warned.
  ///
  /// Throws what ``set(_:all:isStrict:)`` throws, and errors of kind `exists` for a key that is there.
  package func add(_ additions: [EditItem], at placement: Placement = .end, isStrict: Bool = false) throws -> Outcome {
    try editing("add", isStrict: isStrict) { session in
      try session.each(additions) { try session.add($0, at: placement) }
    }
  }

  /// Removes values; the partials and attachments of entities go with them.
  ///
  /// Throws what ``set(_:all:isStrict:)`` throws, and an error of kind `malformed` for what the definition does not let be absent.
  package func remove(_ bindings: [Binding], all: Bool = false, references: ReferencePolicy = .refuse) throws -> Outcome
  {
    try editing("remove", references: references) { session in
      try session.each(bindings.map { EditItem($0) }) { try session.remove($0, all: all) }
    }
  }

  /// Moves a value within an array, or to another array, object or model, with its partials and attachments. Where `target` is an element the
  /// value takes its index, where it is an array it goes to its end.
  ///
  /// Throws what ``set(_:all:isStrict:)`` throws.
  package func move(_ binding: Binding, to target: Binding, all: Bool = false) throws -> Outcome {
    try editing("move") { session in
      try session.each([EditItem(binding)]) { try session.move($0, to: target, all: all) }
    }
  }

  private func editing(
    _ command: String, references: ReferencePolicy = .refuse, isStrict: Bool = false,
    _ body: (EditSession) throws -> Void
  ) throws -> Outcome {
    try workspace.editing(command: command, dryRun: dryRun, isLive: true) {
      edit in
      let session = try EditSession(edit, model: model)
      try body(session)
      try session.finish(references, isStrict: isStrict, syncsPartials: syncsPartials)
      return session.outcome
    }
  }
}
