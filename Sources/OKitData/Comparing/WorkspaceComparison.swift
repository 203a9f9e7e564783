import JSONDocument
package import OKitModels
import OKitStorage

/// The differences between two workspaces, or between two states of one: by ids, not by positions.
package struct WorkspaceComparison {
  /// An entity, value or attachment that differs, or that moved to another place.
  package struct Change: Sendable {
    /// The difference. For other bytes of an attachment, it has no values.
    package let change: EntityChange
    /// The former path of an entity that moved to another array, entity or model.
    package let movedFrom: String?
    /// The former and new bytes if they are what differs, or what was added or removed; nil for other changes.
    package let bytes: (old: AttachmentSummary?, new: AttachmentSummary?)?

    init(_ change: EntityChange, movedFrom: String? = nil) {
      self.change = change
      self.movedFrom = movedFrom
      let summary =
        switch change.kind {
        case .managed, .unmanaged: AttachmentSummary.init(ofEntity:)
        case .changed: AttachmentSummary.init(ofData:)
        }
      let (old, new) = (change.old.flatMap(summary), change.new.flatMap(summary))
      bytes = movedFrom == nil && (old != nil || new != nil) ? (old, new) : nil
    }

    init(_ attachment: AttachmentComparison.Change, at path: String) {
      change = EntityChange(
        kind: .changed, model: attachment.place.document.model, path: path, formerPath: nil, id: attachment.id,
        old: nil, new: nil)
      movedFrom = nil
      bytes = (attachment.old, attachment.new)
    }
  }

  /// The differences of the models, in their order.
  package private(set) var changes: [Change] = []
  /// True if there is no difference.
  package var isEmpty: Bool { changes.isEmpty }

  /// Compares the models `names`, or all if empty, of two workspaces. Both have to be readable as a whole; attachments that are not are reported to
  /// the observer.
  ///
  /// Throws errors of kind `notFound` (no such model in either of them), `locked` and `malformed`, and of kind `busy` if another process locks one of
  /// them for longer than the lock timeout.
  package init(from old: Workspace, to new: Workspace, models names: [ModelName] = []) throws {
    changes = try Self.reading(old, new) {
      let (before, after) = (try Self.models(of: old, names), try Self.models(of: new, names))
      if let name = names.first(where: { before[$0] == nil && after[$0] == nil }) {
        throw try new.noSuchModel(name)
      }
      let names = Set(before.keys).union(after.keys).sorted()
      let values = try names.flatMap { name in
        try ModelComparison(model: name, old: before[name], new: after[name])
          .changes(try EntityClasses(after[name] == nil ? old : new, isReading: true))
      }
      let attachments = try new.observer.step("comparing attachments") {
        try names.flatMap { name -> [AttachmentComparison.Change] in
          guard let oldModel = before[name], let newModel = after[name] else { return [] }
          return try AttachmentComparison(from: old, oldModel, to: new, newModel).changes()
        }
      }
      var paths: [String] = []
      if !attachments.isEmpty {
        paths = try EntityPaths.paths(of: attachments.map(\.place), EntityClasses(new, isReading: true))
      }
      return EntityMoves(values).changes + zip(attachments, paths).map(Change.init)
    }
  }

  /// Runs `body` under the locks of both workspaces. Passphrases are asked for before.
  private static func reading<Result>(_ old: Workspace, _ new: Workspace, _ body: () throws -> Result) throws -> Result
  {
    try old.prepareKeys()
    try new.prepareKeys()
    return try old.keyring.asking {
      try new.keyring.asking {
        try old.storage.reading { try new.storage.reading(body) }
      }
    }
  }

  private static func models(of workspace: Workspace, _ names: [ModelName]) throws -> [ModelName: ModelDocuments] {
    let reader = ModelReader(workspace)
    let stored = try workspace.storedModels().filter { names.isEmpty || names.contains($0) }
    return try Dictionary(
      uniqueKeysWithValues: stored.map { name in
        (name, try ModelDocuments(name, in: workspace, reader: reader, isTolerant: false))
      })
  }
}
