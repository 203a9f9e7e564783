import JSONDocument
package import OKitModels
import OKitStorage

/// The treatment of references to removed entities.
package enum ReferencePolicy: Sendable {
  /// Refuse the edit if there are any.
  case refuse
  /// Keep them as dangling references.
  case leave
  /// Clear them.
  case clear
}

extension Workspace {
  /// Runs `body`, which edits values by binding, and stores all edits in one transaction. Each edit sees the previous ones. If anything is thrown,
  /// nothing is changed. A binding that names no model starts in `model`.
  ///
  /// Changes go to the file that contains the entity, through references and partials, in the form of its model. All other bytes of the file stay the
  /// same. Values must fit the definitions, if there are any. Before more than ten entities are removed, okit makes a safety backup.
  ///
  /// With `isStrict`, a new reference to a missing entity is an error; without it, only a warning. With `syncsPartials`, an edit of a property that a
  /// stand-in and its partial share changes both.
  ///
  /// Throws the errors of `body`, errors of kind `usage` (a removed entity is still referenced), `notFound` (a new reference has no target) and
  /// `malformed` (the result does not fit its type), and those of reading and writing.
  package func edit(
    _ command: String, model: ModelName? = nil, syncsPartials: Bool = true, isStrict: Bool = false,
    references: ReferencePolicy = .refuse, _ body: (EditSession) throws -> Void
  ) throws -> EditOutcome {
    try editing(command: command) { edit in
      let session = try EditSession(edit, model: model, isStrict: isStrict)
      try body(session)
      try session.finish(references, syncsPartials: syncsPartials)
      return session.outcome
    }
  }
}
