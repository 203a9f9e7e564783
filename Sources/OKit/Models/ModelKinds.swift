/// The kinds of a workspace's models, and what they mean for how files are stored.
struct ModelKinds {
  private let definitions: WorkspaceDefinitions
  private let recorded: [ModelName: Configuration.Model]
  /// The framework's settings, where the workspace has them.
  let settings: FrameworkSettings?

  /// The kinds of models of `workspace`, even where its definitions cannot be read: what copies or converts files does not depend on them.
  init(_ workspace: Workspace) throws {
    let recorded = workspace.configuration == nil ? [:] : try workspace.currentConfiguration().models
    try self.init(workspace, (try? workspace.definitions()) ?? WorkspaceDefinitions(models: recorded))
  }

  /// The kinds of models of `workspace`: those of their classes, else as `okit.json` says.
  init(_ workspace: Workspace, _ definitions: WorkspaceDefinitions) throws {
    self.definitions = definitions
    recorded = workspace.configuration == nil ? [:] : try workspace.currentConfiguration().models
    settings = try FrameworkSettings.find(in: workspace, definitions, recorded)
  }

  /// The models that have a class or are named in `okit.json`, whether they have a file or not.
  var names: Set<ModelName> { Set(definitions.modelNames).union(recorded.keys) }

  /// The models that are stored behind HTTP, by name.
  var remoteNames: [ModelName] { names.filter { self[$0]?.isRemote == true }.sorted() }

  /// The kind of a model; nil where nothing says it.
  subscript(_ name: ModelName) -> ModelKind? {
    if name == settings?.name { return .settings }
    return definitions.kind(of: name) ?? recorded[name]?.kind
  }

  /// Whether a model is to be stored encrypted at the moment, as far as its kind is known.
  func isStoredEncrypted(_ name: ModelName) -> Bool { self[name].map(isEncrypted) ?? false }

  /// Whether files of this kind are stored encrypted at the moment: those of an encrypted kind, unless the setting is off.
  func isEncrypted(_ kind: ModelKind) -> Bool { kind.isEncrypted && settings?.encryption != false }
}

extension Workspace {
  /// The kind of a model, by its class or `okit.json`; nil where neither says it.
  func currentKind(of name: ModelName) throws -> ModelKind? { try ModelKinds(self)[name] }
}
