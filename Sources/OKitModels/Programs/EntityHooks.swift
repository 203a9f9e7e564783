import JSONDocument
package import OKitStorage

/// The hooks for changes of entities. They are found and checked before anything is changed.
package struct EntityHooks {
  private let before: Hook?
  private let hooks: [Hook]
  private let workspace: Workspace

  /// True if there are no hooks, so that changes need not be computed.
  package var isEmpty: Bool { hooks.isEmpty && before == nil }
  /// True if a hook runs after a change was made.
  var runAfterChanges: Bool { !hooks.isEmpty }
  /// True if a hook runs before a change is made.
  package var runBeforeChanges: Bool { before != nil }

  /// Finds the hooks. Throws an error of kind `configuration` if one of them is not allowed to run.
  package init(_ workspace: Workspace) throws {
    self.workspace = workspace
    guard try FileStatus.of(workspace.storage.absolute(WorkspaceProgram.Kind.hook.folder)) != nil else {
      hooks = []
      before = nil
      return
    }
    before = try Hook(.beforeChange, in: workspace)
    hooks = try [HookEvent.managed, .unmanaged, .changed].compactMap { try Hook($0, in: workspace) }
  }

  /// Runs the hook that can refuse changes of documents and of the files `attachments`. Throws an error of kind `busy` with the first line that it prints if
  /// it does.
  package func runBefore(_ versions: DocumentVersions, _ attachments: [DataPath] = [], command: String) throws {
    try before?.requireApproval { writer in
      writer.member("command", command)
      writer.array("changes") { writer in
        for change in Self.changes(in: versions) {
          writer.object { writer in
            writer.member("kind", change.kind.rawValue)
            change.writeMembers(to: &writer)
          }
        }
      }
      writer.array("attachments", of: attachments.map { WorkspacePath($0).text })
    }
  }

  private static func changes(in versions: DocumentVersions) -> [EntityChange] {
    versions.all.flatMap { version in
      EntityChanges.between(old: version.old, new: version.new, of: version.model, at: version.path)
    }
  }

  /// Runs each hook once with its changes. The changes are already committed, so a failure is only a warning.
  package func run(_ versions: DocumentVersions) throws {
    if hooks.isEmpty { return }
    let changes = Self.changes(in: versions)
    for hook in hooks {
      let hookChanges = changes.filter { HookEvent($0.kind) == hook.event }
      guard !hookChanges.isEmpty else { continue }
      try hook.runAfter { writer in
        writer.array("changes", of: hookChanges)
      }
    }
  }
}

extension HookEvent {
  /// The event for changes of a kind.
  fileprivate init(_ kind: EntityChange.Kind) {
    switch kind {
    case .managed: self = .managed
    case .unmanaged: self = .unmanaged
    case .changed: self = .changed
    }
  }
}
