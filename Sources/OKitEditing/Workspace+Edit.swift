import JSONDocument
package import OKitModels
import OKitStorage

/// What may become of references to an entity that is removed.
package enum ReferencePolicy: Sendable {
  /// There must be none.
  case refuse
  /// They stay, and lead nowhere.
  case leave
  /// They become empty.
  case clear
}

extension Workspace {
  /// Runs `body`, which edits values by binding, and stores all edits as one transaction; each edit sees those before it. If anything is thrown, nothing
  /// is changed. A binding that names no model starts in `model`.
  ///
  /// Changes go to the file where an entity lives, through references and partials, in the form in which its model is stored; every byte outside of
  /// what is changed stays. Values fit the definitions, where there are such. Before more than ten entities are removed, what is there is kept as a backup.
  ///
  /// With `isStrict`, new references must lead to entities that exist; without, the observer is warned. With `syncsPartials`, an edit of a property that a
  /// stand-in and its partial both have changes both.
  ///
  /// Throws what `body` throws, errors of kind `usage` (an entity that is referred to would go), `notFound` (a new reference leads nowhere), `malformed`
  /// (what is left does not fit its type), and those of reading and writing.
  package func edit(
    _ command: String, model: ModelName? = nil, syncsPartials: Bool = true, isStrict: Bool = false,
    references: ReferencePolicy = .refuse, _ body: (EditSession) throws -> Void
  ) throws -> EditOutcome {
    try editing(command: command, isLive: true) { edit in
      let session = try EditSession(edit, model: model)
      try body(session)
      try session.finish(references, isStrict: isStrict, syncsPartials: syncsPartials)
      return session.outcome
    }
  }
}
