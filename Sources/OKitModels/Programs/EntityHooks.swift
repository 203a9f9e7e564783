import JSONDocument
import OKitStorage

/// The hooks that are told of entities, looked for and checked before anything is changed.
package struct EntityHooks {
  private let hooks: [Hook]
  private let workspace: Workspace

  /// Whether there are none, so that nothing has to be known of the entities.
  package var isEmpty: Bool { hooks.isEmpty }

  /// Throws an error of kind `configuration` where one of them may not be run.
  package init(_ workspace: Workspace) throws {
    self.workspace = workspace
    hooks = try [HookEvent.managed, .unmanaged, .changed].compactMap { try Hook($0, in: workspace) }
  }

  /// Tells each hook, once, of the changes that it is for. They are done by now: what goes wrong is a warning.
  package func run(_ versions: DocumentVersions) throws {
    let changes = versions.all.flatMap { version in
      EntityChanges.between(old: version.old, new: version.new, of: version.model, at: version.path)
    }
    for hook in hooks {
      let told = changes.filter { HookEvent($0.kind) == hook.event }
      guard !told.isEmpty else { continue }
      try hook.runAfter { writer in
        writer.array("changes", of: told)
      }
    }
  }
}

extension HookEvent {
  /// The event that tells of changes of a kind.
  fileprivate init(_ kind: EntityChange.Kind) {
    switch kind {
    case .managed: self = .managed
    case .unmanaged: self = .unmanaged
    case .changed: self = .changed
    }
  }
}
