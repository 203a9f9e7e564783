import HTTPClient
import JSONDocument
package import OKitModels
package import OKitStorage

extension RemoteModels {
  /// Shows the workspace together with `missing`, remote models that have no local copy, until the process ends, so that they can be read. A model is fetched
  /// when it is first needed, into memory, and its partials and attachments when they are read.
  ///
  /// Unless it `isLive`, reading a file of the workspace that was changed meanwhile throws an error of kind `busy`, so that no lock is held while a server
  /// answers. Returns the root of the shown workspace.
  package func mount(_ missing: [ModelName], isLive: Bool = false) throws -> FilePath {
    let root = try MountedFiles.unusedRoot(for: workspace.root)
    var files = try workspace.mountedDefinitions()
    try addFolders(to: &files, without: missing, isLive: isLive)
    for model in missing {
      let main = WorkspacePath(DataPath(mainOf: model))
      files.append((main.text, .uncertain { try fetch(model, into: root) }))
    }
    MountedFiles.mount(files, at: root, time: Timestamp.now())
    return root
  }

  /// Returns the remote models that have no local copy; none if no endpoint is known.
  package func missing() throws -> [ModelName] {
    guard let configuration = workspace.configuration, try hasEndpoint(configuration) else { return [] }
    let isDataMissing = try FileStatus.of(workspace.storage.dataFolder, followingLinks: true) == nil
    let stored = Set(try isDataMissing ? [] : workspace.storedModels())
    return try ModelKinds(workspace).remoteNames.filter { !stored.contains($0) }
  }

  /// False if there are no remote models that okit could fetch. Where none is known, this must cost nothing.
  func hasEndpoint(_ configuration: Configuration) throws -> Bool {
    if configuration.endpoint != nil || configuration.models.values.contains(where: { $0.endpoint != nil }) {
      return true
    }
    if connections.endpoint != nil { return true }
    return try configuration.models.values.contains { $0.kind?.isRemote == true }
      && AppEndpoint.url(of: workspace) != nil
  }

  /// Adds the files that belong to the workspace besides its configuration, its definitions and the copies of `missing` that other commands use.
  private func addFolders(
    to files: inout [(path: String, content: MountedFiles.Content)], without missing: [ModelName], isLive: Bool
  ) throws {
    let storage = workspace.storage
    if try FileStatus.of(storage.dataFolder, followingLinks: true) != nil {
      try workspace.forEachDataFile { path in
        if let model = ModelName(document: path), missing.contains(model) { return }
        let place = try storage.target(of: storage.absolute(inData: path)).resolvingExistingPrefix
        let stamp = try FileStatus.of(place)?.stamp
        let content = MountedFiles.Content.place(place) { file in
          guard isLive || file.status.stamp == stamp else { throw OKitError.changedMeanwhile(place) }
        }
        files.append((WorkspacePath(path).text, content))
      }
    }
    let folders = [WorkspaceProgram.Kind.function.folder, WorkspaceLayout.migrations]
    for folder in WorkspaceLayout.ruleAndFormFolders + folders {
      let place = storage.absolute(folder).resolvingExistingPrefix
      for entry in try FolderListing(place).entries where entry.kind == .file && !entry.isHidden {
        files.append((folder.appending(entry.name).text, .place(place.appending(entry.name))))
      }
    }
  }

  /// Fetches a model's own file, and shows what it refers to. Returns nil if it is not on its server.
  private func fetch(_ model: ModelName, into root: FilePath) throws -> JSONBytes? {
    let server = try server(of: model)
    let reader = try RemoteDocuments(of: model, in: workspace, from: server, since: nil, partials: [])
    return try fetch(DataPath(mainOf: model), for: nil, of: model, by: reader, from: server, into: root)
  }

  private func fetch(
    _ path: DataPath, for standIn: EntityPlace?, of model: ModelName, by reader: RemoteDocuments,
    from server: RemoteServer, into root: FilePath
  ) throws -> JSONBytes? {
    let found = try workspace.observer.step("fetching model \(model)") {
      try asking(server) { try reader.read(path, for: standIn) }
    }
    guard let found else { return nil }
    let partials = found.partials.map { path, standIn -> (path: String, content: MountedFiles.Content) in
      let content = { try fetch(path, for: standIn, of: model, by: reader, from: server, into: root) }
      return (WorkspacePath(path).text, .uncertain(content))
    }
    let attachments = found.attachments.flatMap { attachment in
      attachment.paths.map { path -> (path: String, content: MountedFiles.Content) in
        var file: UnnamedFile?
        let exists = {
          if let answer = try asking(server, { try server.head(path) }) { return answer.exists }
          // Without HEAD, it is fetched once.
          file = try fetch(path, from: server)
          return file != nil
        }
        return (
          WorkspacePath(path).text,
          .temporary(size: attachment.entity.size, isLikely: path == attachment.paths[0], exists: exists) {
            try file ?? fetch(path, from: server)
          }
        )
      }
    }
    MountedFiles.add(partials + attachments, at: root)
    return found.newContent
  }

  /// Fetches the file of an attachment; nil if the server does not have it.
  private func fetch(_ path: DataPath, from server: RemoteServer) throws -> UnnamedFile? {
    var file: UnnamedFile?
    let place = workspace.storage.absolute(inData: path)
    let answer = try asking(server) {
      try server.get(path) {
        let received = try UnnamedFile(in: workspace.storage.okitFolder)
        file = received
        return { try received.append($0, as: place) }
      }
    }
    return answer.exists ? file : nil
  }

  /// Runs `body`, which asks a server. A server that did not answer before is not asked again: a view can have many files, and waiting for each takes long.
  private func asking<Result>(_ server: RemoteServer, _ body: () throws -> Result) throws -> Result {
    if let failure = silentServers.failures[server.url.origin] {
      // Its message names the file that was asked for first.
      throw OKitError(failure.kind, "\(server.url) did not answer", remedy: failure.remedy)
    }
    do {
      return try body()
    } catch let error as OKitError where error.kind == .unreachable && !server.hasAnswered {
      silentServers.failures[server.url.origin] = error
      throw error
    }
  }
}
