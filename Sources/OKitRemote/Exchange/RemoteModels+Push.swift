import Ciphers
import HTTPClient
import JSONDocument
package import OKitModels
import OKitStorage

extension RemoteModels {
  /// Sends the changes in the local copy of a model to its server. Returns nil if there is no local copy.
  ///
  /// Throws an error of kind `busy` if the server's version of a file is not the common one: then it has to be pulled first.
  package func push(_ model: ModelName) throws -> Pushed? {
    try workspace.prepareKeys()
    return try exchanging(model) { try send(model) }
  }

  /// Pushes one model. Returns nil if there is no local copy.
  func send(_ model: ModelName) throws -> Pushed? {
    guard var push = try preparedPush(model) else { return nil }
    return try workspace.observer.step("sending model \(model)") { try push.run() }
  }

  /// Pushes several models. None is sent if a server's version of one of them is not the common one: what one model loses, another one may get.
  func sendAll(_ models: [ModelName]) throws {
    var pushes = try moves(among: models).inSendingOrder(models).compactMap { model in
      try preparedPush(model).map { (model, $0) }
    }
    if pushes.count > 1 { for (_, push) in pushes { try push.requireCommonVersions() } }
    for index in pushes.indices {
      let sent = try workspace.observer.step("sending model \(pushes[index].0)") { try pushes[index].1.run() }
      if !sent.sent.isEmpty || !sent.removed.isEmpty { copies.hasSent = true }
    }
  }

  /// Returns the entities that were moved here between the models since the common states.
  package func moves(among models: [ModelName]) throws -> EntityMoves {
    var moves = EntityMoves()
    // Reading models is expensive, and an entity that moved changed two of them.
    let changed = try models.count > 1 ? models.filter(hasChangedDocument) : []
    guard changed.count > 1 else { return moves }
    let documents = CommonDocuments(in: workspace)
    for model in changed {
      let (common, local) = try workspace.storage.reading {
        (try CommonState.read(model, in: workspace), try LocalCopies(of: [model], in: workspace))
      }
      guard let common, !local.isEmpty else { continue }
      let versions = CommonVersions([common], local, RemoteFiles(), documents)
      // A model whose common version cannot be read is sent all the same.
      try? moves.add(model, since: versions, local.documents, local.files)
    }
    return moves
  }

  /// True if a document of a model differs from the common state.
  private func hasChangedDocument(_ model: ModelName) throws -> Bool {
    try workspace.storage.reading {
      try CommonState.read(model, in: workspace)?.files.contains { path, file in
        try ModelName(document: path) != nil
          && Journal.Fingerprint.of(workspace.storage.absolute(inData: path)) != file.content
      } == true
    }
  }

  private func preparedPush(_ model: ModelName) throws -> ModelPush? {
    let server = try server(of: model)
    // The server may have any version of the files that an interrupted push was sending.
    if try !workspace.isDryRun && present(model, server).common?.pending.isEmpty == false {
      workspace.observer.warned("the last push of model \(model) was interrupted; asking the server what it has")
      _ = try pull(model, settling: .none, isTemporary: RemoteFolder(of: model, in: workspace).isTemporary)
    }
    return try workspace.storage.reading { try ModelPush(model, server, common(of: model, with: server), workspace) }
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
  /// The attachments that came from other models, with the versions that these have in common with the server.
  private var foreign: [DataPath: [CommonState.File]] = [:]
  /// The files that an interrupted push sent, and to which nothing on the server refers yet.
  private let sentAhead: [DataPath: Journal.Fingerprint]
  /// The stored bytes of documents that were sent.
  private var sent: [DataPath: JSONBytes] = [:]
  private var hasWarned = false
  /// True if attachments stay on the server although they do not belong to the model any more.
  private var hasReleased = false
  /// The file whose change may have arrived.
  private var uncertain: DataPath?

  /// Finds the differences. Nil if there is no local copy.
  init?(_ model: ModelName, _ server: RemoteServer, _ common: CommonState?, _ workspace: Workspace) throws {
    let local = try LocalCopies(of: [model], in: workspace)
    guard !local.isEmpty else { return nil }
    self.model = model
    self.server = server
    self.workspace = workspace
    former = common
    let common = common ?? CommonState(model, url: server.url.description)
    state = common
    sentAhead = common.pending.compactMapValues(\.self).filter { common.files[$0.key] == nil }
    try requireForm(of: local)
    let files = local.allFiles
    foreign = try attachmentsOfOthers(among: files)
    let last = Set(foreign.keys)
    for (path, content) in files.sorted(by: { Self.precedes($0.key, $1.key, last) })
    where state.files[path]?.content != content {
      let isEncrypted = local.documents[path]?.opened.form.isEncrypted ?? true
      sendings.append(Sending(path: path, content: content, isEncrypted: isEncrypted))
    }
    // A file that is missing was not removed on purpose.
    removals = (Array(state.files.keys) + Array(sentAhead.keys)).filter {
      files[$0] == nil && !local.missingAttachments.contains($0)
    }
    .sorted { Self.precedes($1, $0, []) }
    try releaseSharedAttachments()
  }

  /// Returns the common version of a file. An attachment can come from another model with its entity: then it is the server's version, if a model has that in
  /// common with the server.
  private mutating func known(_ path: DataPath) throws -> CommonState.File? {
    if let known = state.files[path] { return known }
    guard let versions = foreign[path] ?? sentAhead[path].map({ [CommonState.File(tag: nil, content: $0)] }) else {
      return nil
    }
    state.released[path] = nil
    let present = try server.version(of: path)
    return versions.contains { $0.content == present?.content } ? present : nil
  }

  /// Leaves attachments on the server that other models may use, too.
  private mutating func releaseSharedAttachments() throws {
    let attachments = removals.filter { ModelName(document: $0) == nil }
    guard !attachments.isEmpty else { return }
    // On the server, too, models can share an attachment.
    var kept = try RemoteModels.shared(attachments, besides: [model], in: workspace)
    // Models that are not here may use it, too.
    let others = try ModelKinds(workspace).remoteNames.filter { other in
      try other != model && workspace.storage.snapshot(ModelFiles.mainPath(of: other)) == nil
    }
    if let other = others.first {
      for path in attachments where !kept.contains(path) {
        workspace.observer.noted("\(server.url(of: path)) stays, because model \(other), which is not here, may use it")
      }
      kept.formUnion(attachments)
    }
    removals.removeAll(where: kept.contains)
    for path in kept { state.released[path] = state.files.removeValue(forKey: path) }
    hasReleased = !kept.isEmpty
  }

  /// Returns the new attachments among the files that another model has, or had, on the server. Their values are the versions that models have in common
  /// with it.
  private func attachmentsOfOthers(
    among files: [DataPath: Journal.Fingerprint]
  ) throws -> [DataPath: [CommonState.File]] {
    let new = files.keys.filter { ModelName(document: $0) == nil && state.files[$0] == nil }
    guard !new.isEmpty else { return [:] }
    let others = try state.others(in: workspace)
    return new.reduce(into: [:]) { versions, path in
      let known = [state.released[path]] + others.flatMap { [$0.files[path], $0.released[path]] }
      if known.contains(where: { $0 != nil }) { versions[path] = known.compactMap(\.self) }
    }
  }

  /// Attachments come first, then partials, then the model: what a file refers to is there before it. `foreign` attachments are there in any case, and come
  /// last: a server takes one that is encrypted there, and here not any more, if it knows the entity that it belongs to now.
  private static func precedes(_ left: DataPath, _ right: DataPath, _ foreign: Set<DataPath>) -> Bool {
    func rank(_ path: DataPath) -> Int {
      if foreign.contains(path) { return 3 }
      return ModelName(document: path) == nil ? 0 : path.components.count == 2 ? 1 : 2
    }
    return (rank(left), left) < (rank(right), right)
  }

  /// Throws an error of kind `configuration` if plain text of an encrypted model would leave the machine, or if apps could not read what is sent.
  private func requireForm(of local: LocalCopies) throws {
    guard try ModelKinds(workspace).isStoredEncrypted(model) else {
      guard let path = local.documents.filter({ $0.value.opened.form.isEncrypted }).keys.min() else { return }
      throw OKitError(
        .configuration, "\(WorkspacePath(path)) is encrypted, but the kind of model \(model) is http",
        remedy: .words("derive its class from ModelEncryptedHttp, or run 'okit decrypt \(model)'"))
    }
    let plain = local.documents.filter { !$0.value.opened.form.isEncrypted }.keys.map { $0 } + local.plainAttachments
    guard let path = plain.min() else { return }
    throw OKitError(
      .configuration, "\(WorkspacePath(path)) is not encrypted, but the kind of model \(model) is encrypted-http",
      remedy: .words("run 'okit encrypt \(model)', then push it"))
  }

  mutating func run() throws -> RemoteModels.Pushed {
    let outcome = RemoteModels.Pushed(
      model: model, sent: sendings.map { WorkspacePath($0.path) }, removed: removals.map(WorkspacePath.init))
    guard !workspace.isDryRun, !sendings.isEmpty || !removals.isEmpty || hasReleased else { return outcome }
    if sendings.count + removals.count > 1 { try requireCommonVersions() }
    // After a crash, the next command knows which files may have been sent.
    for sending in sendings { state.pending.updateValue(sending.content, forKey: sending.path) }
    for path in removals { state.pending.updateValue(nil, forKey: path) }
    try store()
    do {
      for sending in sendings { try send(sending) }
      for path in removals { try remove(path) }
    } catch {
      // The files before the one that failed were sent, and those after it were not. It may have arrived itself if there was no answer.
      state.isPartlySent = state.pending.count < sendings.count + removals.count
      let unhandled = sentAhead.filter { state.pending[$0.key] != nil }
      state.pending = state.pending.filter { $0.key == uncertain }
      for (path, content) in unhandled where path != uncertain { state.pending.updateValue(content, forKey: path) }
      try? store()
      throw error
    }
    state.isPartlySent = false
    do {
      try store()
    } catch let error as SystemError {
      // What was sent is known to be on its way, so that the next exchange asks for it.
      throw OKitError(
        .inputOutput, "\(server.url.origin) has the change, but \(error)",
        remedy: .words("do not run the command again; the next exchange finds what was sent"), isCommitted: true)
    }
    return outcome
  }

  /// Throws an error of kind `busy` if the server's version of a file is not the common one, so that no other one is sent in vain.
  func requireCommonVersions() throws {
    for (path, new) in sendings.map({ ($0.path, $0.content) }) + removals.map({ ($0, nil) }) {
      guard let known = state.files[path] else { continue }
      switch try server.look(at: path, unless: known.tag) {
      case .unchanged: continue
      case .found(let tag, _) where tag != nil && tag == known.tag: continue
      // Attachments are compared when they are sent, because they can be large.
      case .found where ModelName(document: path) == nil: continue
      case .found, .absent: break
      }
      let present = try server.version(of: path)?.content
      guard present == known.content || present == new else { throw changedThere(path) }
    }
  }

  private func changedThere(_ path: DataPath) -> OKitError {
    OKitError(.busy, "\(server.url(of: path)) was changed on the server", remedy: .synchronize)
  }

  private mutating func send(_ sending: Sending) throws {
    let place = workspace.storage.absolute(inData: sending.path)
    // An open file keeps its content when it is replaced.
    let file = try OpenFile(place, followingLinks: true)
    guard try Journal.Fingerprint.of(file) == sending.content else { throw OKitError.changedMeanwhile(place) }
    let known = try known(sending.path)
    let precondition = server.precondition(for: known)
    if let present = try commonVersion(of: sending.path, known, or: sending.content, unless: precondition),
      present.content == sending.content
    {
      // The server already has it.
      return try note(sending, file, present.tag)
    }
    if sending.isEncrypted, sending.path == DataPath(mainOf: model) { try warnOfLostRecipients(file) }
    let body = HTTPRequest.Body(size: sending.content.size) { offset, buffer in
      let bytes = try file.bytes(at: offset, count: buffer.count)
      buffer.copyBytes(from: bytes)
      return bytes.count
    }
    let server = server
    let tag = try change(sending.path, from: known?.content, to: sending.content, precondition) {
      try server.store(sending.path, body, isEncrypted: sending.isEncrypted, if: precondition)
    }
    try note(sending, file, tag)
  }

  /// Warns if the server's version can be opened by more recipients than `file`: other workspaces can have recipients that this one does not know.
  private func warnOfLostRecipients(_ file: OpenFile) throws {
    func recipients(_ file: OpenFile) -> Int? { (try? AgeHeader(parsing: file.read(into:)))?.stanzas.count }
    let place = workspace.storage.absolute(CommonState.place(of: DataPath(mainOf: model), model))
    guard try FileStatus.of(place) != nil, let old = try recipients(OpenFile(place)),
      let new = try recipients(OpenFile(file.path, followingLinks: true)), new < old
    else { return }
    workspace.observer.warned(
      of: Warning(
        "model \(model) could be opened by \(old) recipients on its server, and now by \(new)",
        remedy: .words("add the others with 'okit key add' and run 'okit rekey', unless that is right")))
  }

  private mutating func note(_ sending: Sending, _ file: OpenFile, _ tag: String?) throws {
    state.files[sending.path] = CommonState.File(tag: tag, content: sending.content)
    if ModelName(document: sending.path) != nil { sent[sending.path] = try file.contents() }
    state.pending.removeValue(forKey: sending.path)
  }

  private mutating func remove(_ path: DataPath) throws {
    guard let known = try known(path) else {
      state.pending.removeValue(forKey: path)
      return
    }
    let precondition = server.precondition(for: known)
    if try precondition.isChecked || commonVersion(of: path, known, or: nil, unless: precondition) != nil {
      let server = server
      _ = try change(path, from: known.content, to: nil, precondition) { try server.remove(path, if: precondition) }
    }
    state.files[path] = nil
    state.pending.removeValue(forKey: path)
  }

  /// Sends a change with `request`, and returns the tag of the file. A request that may not have arrived is sent again if it has not.
  ///
  /// Throws an error of kind `busy` if somebody else changed the file.
  private mutating func change(
    _ path: DataPath, from old: Journal.Fingerprint?, to new: Journal.Fingerprint?,
    _ precondition: RemoteServer.Precondition, _ request: () throws -> RemoteServer.Outcome
  ) throws -> String? {
    for attempt in 0... {
      // Until the server says what it has, it may have either version.
      uncertain = path
      switch try request() {
      case .refused(let error):
        uncertain = nil
        throw error
      case .done(let tag):
        if tag != nil || new == nil, precondition.isChecked {
          uncertain = nil
          return tag
        }
        // The tag must be that of what was sent.
        let present = try server.version(of: path)
        uncertain = nil
        guard present?.content == new else {
          throw OKitError(
            .busy, "\(server.url(of: path)) was changed on the server at the same time", remedy: .synchronize)
        }
        return present?.tag
      case .uncertain(let error):
        let present = try server.version(of: path)
        uncertain = nil
        if present?.content == new { return present?.tag }
        guard present?.content == old else { throw changedThere(path) }
        guard attempt < Self.mostRepetitions else { throw error }
        try server.pause(beforeRepetition: attempt)
      }
    }
    preconditionFailure("the loop ends with a result")
  }

  /// The maximum number of times that a change is sent again.
  private static let mostRepetitions = 3

  /// Returns the server's version of a file, unless a precondition lets the server check it.
  ///
  /// Throws an error of kind `busy` if it is neither the common one nor `new`.
  private mutating func commonVersion(
    of path: DataPath, _ known: CommonState.File?, or new: Journal.Fingerprint?,
    unless precondition: RemoteServer.Precondition
  ) throws -> CommonState.File? {
    guard !precondition.isChecked else { return nil }
    if !hasWarned {
      hasWarned = true
      workspace.observer.warned(
        "\(server.url.origin) may not check that nobody else changes a file at the same time; if it does, set preconditions to true in 'endpoint' of okit.json"
      )
    }
    let present = try server.version(of: path)
    guard present?.content == known?.content || present?.content == new else { throw changedThere(path) }
    return present
  }

  /// Stores the common state.
  private func store() throws {
    try workspace.writing {
      var current = try CommonState.read(model, in: workspace) ?? CommonState(model, url: state.url)
      // Nobody else changes it while this okit exchanges the model.
      current.files = state.files
      current.released = state.released
      current.pending = state.pending
      current.isPartlySent = state.isPartlySent
      try workspace.changing("remote", as: nil) { transaction in
        try current.stage(changed: sent, former: former, in: workspace, transaction)
      }
    }
  }
}
