import JSONDocument
package import OKitModels
package import OKitStorage

extension RemoteModels {
  /// Shows the workspace together with `missing`, remote models that have no local copy, until the process ends, so that they can be read. A model is fetched
  /// when it is first needed, into memory, and its attachments when they are read.
  ///
  /// A lock must be held until the files are open. Returns the root of the shown workspace.
  package func mount(_ missing: [ModelName]) throws -> FilePath {
    let root = try MountedFiles.unusedRoot(for: workspace.root)
    var files = try workspace.mountedDefinitions()
    try addFolders(to: &files, without: missing)
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
    to files: inout [(path: String, content: MountedFiles.Content)], without missing: [ModelName]
  ) throws {
    let storage = workspace.storage
    if try FileStatus.of(storage.dataFolder, followingLinks: true) != nil {
      try workspace.forEachDataFile { path in
        if let model = ModelName(document: path), missing.contains(model) { return }
        let place = try storage.target(of: storage.absolute(inData: path))
        files.append((WorkspacePath(path).text, .place(place.resolvingExistingPrefix)))
      }
    }
    for folder in [WorkspaceLayout.rules, WorkspaceLayout.forms, "okit/functions"] as [WorkspacePath] {
      let place = storage.absolute(folder).resolvingExistingPrefix
      for entry in try FolderListing(place).entries where entry.kind == .file && !entry.isHidden {
        files.append((folder.appending(entry.name).text, .place(place.appending(entry.name))))
      }
    }
  }

  /// Fetches a model, shows its partials and attachments, and returns the bytes of its own file; nil if it is not on its server.
  private func fetch(_ model: ModelName, into root: FilePath) throws -> JSONBytes? {
    let server = try server(of: model)
    let remote = try workspace.observer.step("fetching model \(model)") {
      try RemoteModel(model, in: workspace, from: server, since: nil, partials: [], .reading)
    }
    let main = DataPath(mainOf: model)
    guard let bytes = remote.contents[main] else { return nil }
    let partials = remote.contents.filter { $0.key != main }
    let attachments = remote.attachments.map { path, attachment -> (path: String, content: MountedFiles.Content) in
      (
        WorkspacePath(path).text,
        .temporary(size: attachment.entity.size) { try fetch(attachment.entity, from: server) }
      )
    }
    MountedFiles.add(partials.map { (WorkspacePath($0).text, .bytes($1)) } + attachments, at: root)
    return bytes
  }

  private func fetch(_ attachment: AttachmentEntity, from server: RemoteServer) throws -> UnnamedFile {
    for path in try attachment.paths() {
      let file = try UnnamedFile(in: workspace.storage.okitFolder)
      let place = workspace.storage.absolute(inData: path)
      if case .found = try server.get(path, receive: { try file.append($0, as: place) }) { return file }
    }
    throw OKitError(.notFound, "the server has no file of attachment \(PathComponent.printable(attachment.id))")
  }
}
