import JSONDocument

/// The hooks that are told of entities, looked for and checked before anything is changed.
struct EntityHooks {
  private let hooks: [Hook]
  private let workspace: Workspace

  /// Whether there are none, so that nothing has to be known of the entities.
  var isEmpty: Bool { hooks.isEmpty }

  /// Throws an error of kind `configuration` where one of them may not be run.
  init(_ workspace: Workspace) throws {
    self.workspace = workspace
    hooks = try [HookEvent.managed, .unmanaged, .changed].compactMap { try Hook($0, in: workspace) }
  }

  /// Tells each hook, once, of the entities that it is for. The change is done by now: what goes wrong is a warning.
  func run(
    _ versions: DocumentVersions, _ events: (DocumentVersions) -> [EntityEvent] = EntityEvent.events(in:)
  ) throws {
    let events = events(versions)
    for hook in hooks {
      let told = events.filter { $0.kind == hook.event }
      guard !told.isEmpty else { continue }
      try hook.runAfter { writer in
        writer.array("entities") { writer in
          for event in told {
            writer.object { writer in
              writer.member("model", event.model.description)
              writer.member("path", event.path)
              writer.member("id", event.id)
              writer.member("old", event.old)
              writer.member("new", event.new)
            }
          }
        }
      }
    }
  }
}
