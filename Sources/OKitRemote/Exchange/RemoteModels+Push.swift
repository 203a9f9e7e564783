import HTTPClient
import JSONDocument
package import OKitModels
import OKitStorage

extension RemoteModels {
  /// Sends the changes in the local copies of the named models, or of all, to their servers. Models without a local copy are left out.
  ///
  /// Throws an error of kind `busy` if the server's version of a file is not the common one: then it has to be pulled first.
  package func push(_ names: [ModelName]) throws -> [Pushed] {
    try workspace.prepareKeys()
    return try models(names).compactMap { model in
      let pushed = try exchanging(model) { try push(model) }
      if pushed == nil, names.contains(model) {
        throw OKitError(
          .notFound, "model \(model) has no local copy", remedy: .words("run 'okit remote pull \(model)' to make one"))
      }
      return pushed
    }
  }

  /// Pulls the named models, or all, then pushes those with a local copy.
  ///
  /// Throws the errors of ``pull(_:preferring:)`` and ``push(_:)``.
  package func sync(
    _ names: [ModelName], preferring preference: DocumentMerge.Preference?
  ) throws -> (pulled: [Pulled], pushed: [Pushed]) {
    try workspace.prepareKeys()
    let models = try models(names)
    let pulled = try models.compactMap { model in try exchanging(model) { try pull(model, preferring: preference) } }
    return (pulled, try models.compactMap { model in try exchanging(model) { try push(model) } })
  }

  /// Pushes one model. Returns nil if there is no local copy.
  func push(_ model: ModelName) throws -> Pushed? {
    let server = try server(of: model)
    // The server may have any version of the files that an interrupted push was sending.
    if try !workspace.isDryRun && present(model, server).common?.pending.isEmpty == false {
      workspace.observer.warned("the last push of model \(model) was interrupted; asking the server what it has")
      _ = try pull(model, preferring: nil)
    }
    guard
      var push = try workspace.storage.reading({
        try ModelPush(model, server, common(of: model, with: server), workspace)
      })
    else { return nil }
    return try workspace.observer.step("sending model \(model)") { try push.run() }
  }
}

/// Sends what was changed in the local copy of a model. Nothing is locked while the server answers.
private struct ModelPush {
  /// A file to send.
  private struct Sending {
    let path: DataPath
    let content: Journal.Fingerprint
    let isEncrypted: Bool
  }

  private let model: ModelName
  private let server: RemoteServer
  private let workspace: Workspace
  private let former: CommonState?
  private var state: CommonState
  private var sendings: [Sending] = []
  private var removals: [DataPath] = []
  /// The stored bytes of documents that were sent.
  private var sent: [DataPath: JSONBytes] = [:]

  /// Finds the differences. Nil if there is no local copy.
  init?(_ model: ModelName, _ server: RemoteServer, _ common: CommonState?, _ workspace: Workspace) throws {
    let local = try LocalModel(model, in: workspace)
    guard local.exists else { return nil }
    self.model = model
    self.server = server
    self.workspace = workspace
    former = common
    state = common ?? CommonState(model, url: server.url.description)
    try requireForm(of: local)
    let files = local.allFiles
    for (path, content) in files.sorted(by: { Self.precedes($0.key, $1.key) })
    where state.files[path]?.content != content {
      let isEncrypted = local.documents[path]?.opened.form.isEncrypted ?? true
      sendings.append(Sending(path: path, content: content, isEncrypted: isEncrypted))
    }
    removals = state.files.keys.filter { files[$0] == nil }.sorted { Self.precedes($1, $0) }
    if removals.contains(where: { ModelName(document: $0) == nil }) {
      // On the server, too, models can share an attachment.
      let shared = try RemoteModels.attachmentsOfOthers(than: model, in: workspace)
      removals.removeAll(where: shared.contains)
    }
  }

  /// Attachments come first, then partials, then the model: what a file refers to is there before it.
  private static func precedes(_ left: DataPath, _ right: DataPath) -> Bool {
    func rank(_ path: DataPath) -> Int {
      ModelName(document: path) == nil ? 0 : path.components.count == 2 ? 1 : 2
    }
    return (rank(left), left) < (rank(right), right)
  }

  /// Throws an error of kind `configuration` if plain text of an encrypted model would leave the machine.
  private func requireForm(of local: LocalModel) throws {
    guard try ModelKinds(workspace).isStoredEncrypted(model) else { return }
    let plain = local.documents.filter { !$0.value.opened.form.isEncrypted }.keys.map { $0 } + local.plainAttachments
    guard let path = plain.min() else { return }
    throw OKitError(
      .configuration, "\(WorkspacePath(path)) is not encrypted, but the kind of model \(model) is encrypted-http",
      remedy: .words("run 'okit encrypt \(model)', then push it"))
  }

  mutating func run() throws -> RemoteModels.Pushed {
    let outcome = RemoteModels.Pushed(
      model: model, sent: sendings.map { WorkspacePath($0.path) }, removed: removals.map(WorkspacePath.init))
    guard !workspace.isDryRun, !sendings.isEmpty || !removals.isEmpty else { return outcome }
    if !server.settings.honorsPreconditions {
      workspace.observer.warned(
        "\(server.url.origin) may not check that nobody else changes a file at the same time; if it does, set preconditions to true in 'endpoint' of okit.json"
      )
    }
    // After a crash, the next command knows which files may have been sent.
    state.pending = sendings.map(\.path) + removals
    try store()
    do {
      for sending in sendings { try send(sending) }
      for path in removals { try remove(path) }
    } catch {
      // What was sent is known. The file that failed may or may not have arrived.
      try? store()
      throw error
    }
    try store()
    return outcome
  }

  private mutating func send(_ sending: Sending) throws {
    let place = workspace.storage.absolute(inData: sending.path)
    // An open file keeps its content when it is replaced.
    let file = try OpenFile(place, followingLinks: true)
    guard try Journal.Fingerprint.of(file) == sending.content else { throw OKitError.changedMeanwhile(place) }
    let known = state.files[sending.path]
    let precondition = server.precondition(for: known)
    try requireCommonVersion(of: sending.path, known, unless: precondition)
    let body = HTTPRequest.Body(size: sending.content.size) { offset, buffer in
      let bytes = try file.bytes(at: offset, count: buffer.count)
      buffer.copyBytes(from: bytes)
      return bytes.count
    }
    var tag = try server.store(sending.path, body, isEncrypted: sending.isEncrypted, if: precondition)
    if tag == nil || !server.settings.honorsPreconditions {
      // The tag must be that of what was sent.
      let present = try version(of: sending.path)
      guard present?.content == sending.content else {
        throw OKitError(
          .busy, "\(server.url(of: sending.path)) was changed on the server at the same time", remedy: .synchronize)
      }
      tag = present?.tag
    }
    state.files[sending.path] = CommonState.File(tag: tag, content: sending.content)
    if ModelName(document: sending.path) != nil { sent[sending.path] = try file.contents() }
    state.pending.removeAll { $0 == sending.path }
  }

  private mutating func remove(_ path: DataPath) throws {
    let known = state.files[path]
    let precondition = server.precondition(for: known)
    try requireCommonVersion(of: path, known, unless: precondition, isRemoval: true)
    try server.remove(path, if: precondition)
    state.files[path] = nil
    state.pending.removeAll { $0 == path }
  }

  /// Throws an error of kind `busy` if the server has another version of a file than the common one. A precondition lets the server check that.
  private func requireCommonVersion(
    of path: DataPath, _ known: CommonState.File?, unless precondition: RemoteServer.Precondition,
    isRemoval: Bool = false
  ) throws {
    guard case .none = precondition else { return }
    let present = try version(of: path)?.content
    if isRemoval, present == nil { return }
    guard present == known?.content else {
      throw OKitError(.busy, "\(server.url(of: path)) was changed on the server", remedy: .synchronize)
    }
  }

  /// Returns the present version of a file on the server; nil if there is none.
  private func version(of path: DataPath) throws -> CommonState.File? {
    let staged = StagedFile(nil)
    switch try server.get(path, receive: { try staged.write($0) }) {
    case .absent, .unchanged: return nil
    case .found(let tag): return CommonState.File(tag: tag, content: try staged.finish())
    }
  }

  /// Stores the common state.
  private func store() throws {
    try workspace.writing {
      var current = try CommonState.read(model, in: workspace) ?? CommonState(model, url: state.url)
      // Nobody else changes it while this okit exchanges the model.
      current.files = state.files
      current.pending = state.pending
      try workspace.changing("remote", as: nil) { transaction in
        try current.stage(changed: sent, former: former, in: workspace, transaction)
      }
    }
  }
}
