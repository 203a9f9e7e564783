import HTTPClient
import JSONDocument
package import OKitModels
import OKitStorage

/// A model as its server had it, with the local copy at that time.
struct FetchedModel {
  let model: ModelName
  let server: RemoteServer
  /// The common state; nil if there is none.
  let former: CommonState?
  /// The common state, if the local copy was not deleted, with what an interrupted push sent.
  let common: CommonState
  let local: LocalCopies
  let remote: RemoteFiles
  /// Reads the documents of the common state.
  let documents: CommonDocuments
}

/// Models that were fetched from their servers. No other okit exchanges them until they are pulled, or until ``release()``.
package final class FetchedModels {
  /// The models in groups that are merged together, because entities were moved between them.
  package private(set) var groups: [[ModelName]] = []

  var workspace: Workspace { remote.workspace }
  private let remote: RemoteModels
  private var locks: [ModelName: WorkspaceLock] = [:]
  private var models: [ModelName: Result<FetchedModel, any Error>] = [:]

  /// Fetches models. What fails is reported when they are pulled.
  fileprivate init(_ names: [ModelName], _ remote: RemoteModels) throws {
    self.remote = remote
    // Commands that lock in the same order do not wait for each other in a circle.
    for model in names.sorted() where !remote.workspace.isDryRun {
      do { locks[model] = try remote.lock(model) } catch { models[model] = .failure(error) }
    }
    let documents = CommonDocuments(in: remote.workspace)
    for model in names where models[model] == nil {
      models[model] = Result { try remote.fetch(model, documents) }
    }
    groups = remote.groups(of: names.map { ($0, try? models[$0]?.get()) })
  }

  deinit { release() }

  /// Takes the changes of a group into the local copies, which are made if there are none. Then others may exchange its models again. Leaves out models that
  /// their server never had.
  ///
  /// - Parameter settlements: What counts where both changed the same value. The other side is kept in the history.
  ///
  /// Throws ``RemoteConflicts`` for conflicts that are not settled, and the errors of the servers.
  package func pull(_ group: [ModelName], settling settlements: ConflictSettlements) throws -> [RemoteModels.Pulled] {
    defer { for model in group { release(model) } }
    let fetched = try fetched(group)
    let pulled = try remote.pull(fetched, settling: settlements, isTemporary: false)
    for result in pulled where !workspace.isDryRun {
      try RemoteFolder(of: result.model, in: workspace).setTemporary(false)
    }
    for model in fetched where model.local.isEmpty && model.remote.hasUnknownClass {
      workspace.observer.warned(
        of: Warning(
          "the class of model \(model.model) is not known here, so the partials that it may have on its server were not read",
          remedy: .words("add its definitions, then run 'okit remote pull \(model.model)' again")))
    }
    return pulled
  }

  /// Returns the models of a group. Throws the error of one that could not be fetched.
  func fetched(_ group: [ModelName]) throws -> [FetchedModel] { try group.compactMap { try models[$0]?.get() } }

  /// Lets others exchange the models that were not pulled.
  package func release() { for model in locks.keys { release(model) } }

  private func release(_ model: ModelName) {
    guard let lock = locks.removeValue(forKey: model) else { return }
    try? RemoteFolder(of: model, in: remote.workspace).removeDownloads()
    lock.release()
  }
}

extension RemoteModels {
  /// Fetches models from their servers, to pull them. Their local copies do not change yet.
  package func fetch(_ models: [ModelName]) throws -> FetchedModels {
    try workspace.prepareKeys()
    return try FetchedModels(models, self)
  }

  /// Fetches one model, which this command exchanges. A dry run only looks at attachments.
  func fetch(_ model: ModelName, _ documents: CommonDocuments? = nil) throws -> FetchedModel {
    let server = try server(of: model)
    // An interrupted change is finished before anything is read.
    let (former, local) = try present(model, server)
    // A local copy that was deleted comes back as a whole.
    let since = local.isEmpty ? nil : former
    // Nothing is locked while the server answers.
    let reader = RemoteReader(
      model, in: workspace, from: server, since: since, present: Set(local.attachments.keys))
    let remote = try workspace.observer.step(
      "\(workspace.isDryRun ? "asking the server for" : "fetching") model \(model)"
    ) {
      try reader.files(
        with: local.partials.union(former?.partials ?? []), workspace.isDryRun ? .looking : .fetching)
    }
    var common = since ?? CommonState(model, url: server.url.description)
    common.adoptPending(remote.allFiles)
    if !workspace.isDryRun { try common.resolvePending(remote.allFiles, server.version) }
    return FetchedModel(
      model: model, server: server, former: former, common: common, local: local, remote: remote,
      documents: documents ?? CommonDocuments(in: workspace))
  }

  /// Returns the models in groups that must be merged together, because entities were moved between them. A model that was not fetched is alone.
  func groups(of models: [(name: ModelName, fetched: FetchedModel?)]) -> [[ModelName]] {
    var groups = models.map { [$0.name] }
    let fetched = models.compactMap(\.fetched).filter { !$0.remote.isEmpty }
    guard fetched.count > 1 else { return groups }
    var moves = EntityMoves()
    for model in fetched {
      let common = CommonVersions([model.common], model.local, model.remote, model.documents)
      // A common version that cannot be read matters only if the model has to be merged. Then its pull fails, and no other one.
      if !model.local.isEmpty {
        try? moves.add(model.model, since: common, model.local.documents, model.local.files)
      }
      try? moves.add(model.model, since: common, model.remote.documents, model.remote.files.mapValues(\.content))
    }
    let urls = Dictionary(uniqueKeysWithValues: fetched.map { ($0.model, $0.common.url) })
    for (source, target) in moves.pairs where urls[target] == urls[source] {
      let joined = groups.filter { $0.contains(source) || $0.contains(target) }
      guard joined.count > 1 else { continue }
      groups.removeAll { $0.contains(source) || $0.contains(target) }
      groups.append(joined.flatMap(\.self))
    }
    let order = models.map(\.name)
    return groups.map { group in order.filter(group.contains) }
      .sorted { order.firstIndex(of: $0[0]) ?? 0 < order.firstIndex(of: $1[0]) ?? 0 }
  }
}
