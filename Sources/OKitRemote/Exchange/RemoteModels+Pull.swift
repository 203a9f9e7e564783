import HTTPClient
import JSONDocument
package import OKitModels
package import OKitStorage

extension RemoteModels {
  /// Pulls one model, which this command exchanges. Returns nil if the server never had it. A copy that is only made for one command is no step of the history.
  func pull(
    _ model: ModelName, settling settlements: ConflictSettlements, isTemporary: Bool
  ) throws -> Pulled? {
    defer { try? RemoteFolder(of: model, in: workspace).removeDownloads() }
    return try pull([fetch(model)], settling: settlements, isTemporary: isTemporary).first
  }

  /// Takes the changes of models that are merged together. Leaves out models that their server never had.
  func pull(
    _ fetched: [FetchedModel], settling settlements: ConflictSettlements, isTemporary: Bool
  ) throws -> [Pulled] {
    if let absent = fetched.first(where: \.remote.isEmpty) {
      // A new model may never have arrived.
      guard !absent.local.isEmpty, let common = absent.former, common.files[DataPath(mainOf: absent.model)] != nil
      else { return [] }
      return [try settleRemoval(of: absent, common, settlements)]
    }
    for model in fetched { try requireForm(of: model) }
    let store = {
      try workspace.withDataFolder {
        var pull = try ModelPull(fetched, workspace)
        return try pull.run(settling: settlements, isTemporary: isTemporary)
      }
    }
    // For hooks, a copy that is only made for one command is no change.
    return try isTemporary ? workspace.writing(store) : workspace.writingAndRunningHooks(store)
  }

  /// Throws an error of kind `configuration` if a server has encrypted documents of a model that apps store there as plain text: taking them would drop
  /// the history of its copy, and they could not be sent again.
  private func requireForm(of fetched: FetchedModel) throws {
    guard try !ModelKinds(workspace).isStoredEncrypted(fetched.model),
      let path = fetched.remote.documents.filter({ $0.value.opened.form.isEncrypted }).keys.min()
    else { return }
    throw OKitError(
      .configuration, "\(fetched.server.url(of: path)) is encrypted, but the kind of model \(fetched.model) is http",
      remedy: .words("derive its class from ModelEncryptedHttp if that is right"))
  }

  /// Returns the error for a model that is not on its server.
  package func absence(of model: ModelName) throws -> OKitError {
    OKitError(
      .notFound, "\(try server(of: model).url(of: DataPath(mainOf: model))) does not exist",
      remedy: .words("run 'okit model create \(model)' to create it"))
  }

  /// Lets the local copy of a model, which was replaced as a whole, count as changed since the server's present version, which becomes a step of the history.
  /// Otherwise the next exchange could prefer the server's changes.
  func countAsChanged(_ model: ModelName) throws {
    try exchanging(model) {
      defer { try? RemoteFolder(of: model, in: workspace).removeDownloads() }
      let fetched = try fetch(model)
      guard !fetched.remote.isEmpty, fetched.former != nil else { return }
      try workspace.writing { try ModelPull([fetched], workspace).preferOurs() }
    }
  }

  /// Settles that a model that the server had is not there any more: it is sent again, or also removed here.
  private func settleRemoval(
    of fetched: FetchedModel, _ common: CommonState, _ settlements: ConflictSettlements
  ) throws -> Pulled {
    let (model, server) = (fetched.model, fetched.server)
    guard case .all(let settlement) = settlements else {
      throw OKitError(
        .notFound, "\(server.url(of: DataPath(mainOf: model))) does not exist any more; the local copy stays",
        remedy: .words(
          "run 'okit remote sync \(model) --ours' to send it again, or 'okit remote pull \(model) --theirs' to remove the copy, too"
        ))
    }
    guard !workspace.isDryRun else { return Pulled(model: model, isNew: false, files: [], conflicts: []) }
    // Only the model's own file may be gone.
    let local = try workspace.storage.reading { try LocalCopies(of: [model], in: workspace).allFiles.keys }
    let present = try local.reduce(into: [DataPath: CommonState.File]()) { $0[$1] = try server.version(of: $1) }
    let files = try workspace.writingAndRunningHooks {
      let files = try settlement == .theirs ? LocalCopies(of: [model], in: workspace).allFiles.keys.sorted() : []
      let shared = try Self.shared(files.filter { ModelName(document: $0) == nil }, besides: [model], in: workspace)
      try workspace.changing(workspace.logged("remote pull"), as: .edit) { transaction in
        let staging = try ModelStaging(of: [model], in: workspace, transaction)
        for path in files where !shared.contains(path) { try staging.remove(path) }
        guard settlement != .theirs else { return try common.stageRemoval(in: workspace, transaction) }
        var state = common
        state.files = present
        try state.stage(changed: [:], former: common, in: workspace, transaction)
      }
      return files
    }
    return Pulled(model: model, isNew: false, files: files.map(WorkspacePath.init), conflicts: [])
  }
}
