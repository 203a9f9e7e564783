import HTTPClient
import JSONDocument
package import OKitModels
package import OKitStorage

/// The models of a workspace that are stored on HTTP servers, and their local copies.
package struct RemoteModels {
  /// The result of a pull.
  package struct Pulled: Sendable {
    /// The model.
    package let model: ModelName
    /// True if there was no local copy before.
    package let isNew: Bool
    /// The files that changed here, by their paths in the workspace.
    package let files: [WorkspacePath]
    /// The conflicts that were settled.
    package let conflicts: [RemoteConflict]
  }

  /// The result of a push.
  package struct Pushed: Sendable {
    /// The model.
    package let model: ModelName
    /// The files that were sent, by their paths in the workspace.
    package let sent: [WorkspacePath]
    /// The files that were removed on the server.
    package let removed: [WorkspacePath]
  }

  let workspace: Workspace
  let connections: RemoteConnections
  let copies = CopySet()
  let silentServers = SilentServers()

  /// The remote models of `workspace`.
  package init(_ workspace: Workspace, _ connections: RemoteConnections) {
    self.workspace = workspace
    self.connections = connections
  }

  // MARK: - Models and servers

  /// Returns the named models, or all remote models without names.
  ///
  /// Throws an error of kind `usage` for a model that is not remote, and `notFound` for an unknown one.
  package func models(_ names: [ModelName]) throws -> [ModelName] {
    let kinds = try ModelKinds(workspace)
    try kinds.requireDefinitions()
    for name in names where kinds[name]?.isRemote != true {
      guard let kind = kinds[name] else { throw try workspace.noSuchModel(name) }
      throw OKitError(.usage, "model \(name) is not stored on a server: its kind is \(kind.rawValue)")
    }
    return names.isEmpty ? kinds.remoteNames : names
  }

  /// True if the server of a model is known.
  package func hasEndpoint(of model: ModelName) throws -> Bool { try endpoint(of: model) != nil }

  func endpoint(of model: ModelName) throws -> EndpointSettings? {
    let configuration = try workspace.currentConfiguration()
    return try configuration.models[model]?.endpoint ?? configuration.endpoint
      ?? (connections.endpoint ?? AppEndpoint.url(of: workspace)).map { EndpointSettings(url: $0) }
  }

  /// Returns the server of a model.
  func server(of model: ModelName) throws -> RemoteServer {
    // Credentials must not go to a server that somebody else chose.
    try workspace.requireTrusted()
    guard let settings = try endpoint(of: model) else {
      throw OKitError(
        .configuration, "model \(model) is stored on a server, but no endpoint is known",
        remedy: .words("set 'endpoint' in okit/okit.json to its URL, or $OKIT_ENDPOINT"))
    }
    return try connections.server(settings)
  }

  /// Returns the common state of a model with this server.
  ///
  /// Throws an error of kind `configuration` if the state is that with another server.
  func common(of model: ModelName, with server: RemoteServer) throws -> CommonState? {
    guard let state = try CommonState.read(model, in: workspace) else { return nil }
    guard state.url == server.url.description else {
      throw OKitError(
        .configuration, "the local copy of model \(model) is from \(state.url), but the endpoint is now \(server.url)",
        remedy: CommonState.forgetting(model))
    }
    return state
  }

  /// Runs `body` while no other okit exchanges the model. A dry run excludes nobody.
  ///
  /// Throws an error of kind `busy` if another okit does so for longer than the lock timeout.
  func exchanging<Result>(_ model: ModelName, _ body: () throws -> Result) throws -> Result {
    guard !workspace.isDryRun else { return try body() }
    let lock = try lock(model)
    defer { lock.release() }
    return try body()
  }

  /// Keeps others from exchanging the model. Throws the errors of ``exchanging(_:_:)``.
  func lock(_ model: ModelName) throws -> WorkspaceLock {
    _ = try workspace.requireConfiguration()
    try workspace.requireTrusted()
    return try RemoteFolder(of: model, in: workspace).lock(timeout: workspace.storage.lockTimeout)
  }

  /// Returns those of `attachments` that other models than `models` use, too. A model that cannot be read may use all of them.
  static func shared(
    _ attachments: [DataPath], besides models: [ModelName], in workspace: Workspace
  ) throws -> Set<DataPath> {
    guard !attachments.isEmpty else { return [] }
    let reader = ModelReader(workspace)
    var shared: Set<DataPath> = []
    // Copies that other commands use count, too.
    for other in try FolderListing(workspace.storage.dataFolder).modelNames where !models.contains(other) {
      var isReadable = false
      do {
        let files = try ModelFiles(other, in: workspace, reader: reader, isTolerant: true)
        shared.formUnion(files.attachments.map(\.path))
        isReadable = files.unread.isEmpty
      } catch  where UnreadPartial.isTolerable(error) {}
      guard isReadable else {
        workspace.observer.warned("attachments stay, because model \(other), which may use them, cannot be read")
        return Set(attachments)
      }
    }
    return shared.intersection(attachments)
  }

  /// Returns the common state of a model with its server, and the local copy.
  func present(_ model: ModelName, _ server: RemoteServer) throws -> (common: CommonState?, local: LocalCopies) {
    try workspace.storage.reading {
      (try common(of: model, with: server), try LocalCopies(of: [model], in: workspace))
    }
  }
}
