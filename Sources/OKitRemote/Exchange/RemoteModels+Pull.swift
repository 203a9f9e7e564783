import HTTPClient
import JSONDocument
package import OKitModels
package import OKitStorage

extension RemoteModels {
  /// Takes the changes that were made on the server of a model into its local copy, which is made if there is none. Returns nil if the server never had
  /// it.
  ///
  /// - Parameter settlements: What counts where both changed the same value. The other side is kept in the history.
  ///
  /// Throws ``RemoteConflicts`` for conflicts that are not settled, and the errors of the server.
  package func pull(_ model: ModelName, settling settlements: ConflictSettlements) throws -> Pulled? {
    try workspace.prepareKeys()
    return try exchanging(model) {
      let pulled = try pull(model, settling: settlements, isTemporary: false)
      if pulled != nil, !workspace.isDryRun { try RemoteFolder(of: model, in: workspace).setTemporary(false) }
      return pulled
    }
  }

  /// Returns the error for a model that is not on its server.
  package func absence(of model: ModelName) throws -> OKitError {
    OKitError(
      .notFound, "\(try server(of: model).url(of: DataPath(mainOf: model))) does not exist",
      remedy: .words("run 'okit model create \(model)' to create it"))
  }

  /// Pulls one model. Returns nil if the server never had it. A copy that is only made for one command is no step of the history.
  func pull(
    _ model: ModelName, settling settlements: ConflictSettlements, isTemporary: Bool
  ) throws -> Pulled? {
    let server = try server(of: model)
    // An interrupted change is finished before anything is read.
    let (common, local) = try present(model, server)
    // A local copy that was deleted comes back as a whole.
    let since = local.exists ? common : nil
    defer { try? RemoteFolder(of: model, in: workspace).removeDownloads() }
    // Nothing is locked while the server answers.
    let remote = try workspace.observer.step("fetching model \(model)") {
      try RemoteModel(
        model, in: workspace, from: server, since: since,
        partials: local.partials.union(common?.partials ?? []), present: Set(local.attachments.keys),
        workspace.isDryRun ? .looking : .fetching)
    }
    guard !remote.documents.isEmpty else {
      // A new model may never have arrived.
      guard local.exists, let common, common.files[DataPath(mainOf: model)] != nil else { return nil }
      return try settleRemoval(of: model, common, settlements, server)
    }
    let store = {
      try workspace.withDataFolder {
        var since = since
        since?.adoptPending(remote.allFiles)
        var pull = try ModelPull(
          model, remote, since: since ?? CommonState(model, url: server.url.description), former: common, workspace
        )
        return try pull.run(settling: settlements, isTemporary: isTemporary)
      }
    }
    // For hooks, a copy that is only made for one command is no change.
    return try isTemporary ? workspace.writing(store) : workspace.writingAndRunningHooks(store)
  }
}

extension RemoteModels {
  /// Lets the local copy of a model, which was replaced as a whole, count as changed since the server's present version, which becomes a step of the history.
  /// Otherwise the next exchange could prefer the server's changes.
  func countAsChanged(_ model: ModelName) throws {
    try exchanging(model) {
      let server = try server(of: model)
      let (common, local) = try present(model, server)
      defer { try? RemoteFolder(of: model, in: workspace).removeDownloads() }
      let remote = try RemoteModel(
        model, in: workspace, from: server, since: common, partials: local.partials.union(common?.partials ?? []),
        present: Set(local.attachments.keys), .fetching)
      guard !remote.documents.isEmpty, let common else { return }
      try workspace.writing {
        try ModelPull(model, remote, since: common, former: common, workspace).preferOurs()
      }
    }
  }

  /// Settles that a model that the server had is not there any more: it is sent again, or also removed here.
  private func settleRemoval(
    of model: ModelName, _ common: CommonState, _ settlements: ConflictSettlements, _ server: RemoteServer
  ) throws -> Pulled {
    guard case .all(let settlement) = settlements else {
      throw OKitError(
        .notFound, "\(server.url(of: DataPath(mainOf: model))) does not exist any more; the local copy stays",
        remedy: .words(
          "run 'okit remote sync \(model) --ours' to send it again, or 'okit remote pull \(model) --theirs' to remove the copy, too"
        ))
    }
    guard !workspace.isDryRun else { return Pulled(model: model, isNew: false, files: [], conflicts: []) }
    // Only the model's own file may be gone.
    let local = try workspace.storage.reading { try LocalModel(model, in: workspace).allFiles.keys }
    let present = try local.reduce(into: [DataPath: CommonState.File]()) { $0[$1] = try server.version(of: $1) }
    let files = try workspace.writingAndRunningHooks {
      let files = try settlement == .theirs ? LocalModel(model, in: workspace).allFiles.keys.sorted() : []
      let shared = try Self.shared(files.filter { ModelName(document: $0) == nil }, besides: [model], in: workspace)
      try workspace.changing(workspace.logged("remote pull"), as: .edit) { transaction in
        let staging = try ModelStaging(of: model, in: workspace, transaction)
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

/// Stores what a server changed in a model. The lock is held.
private struct ModelPull {
  private let model: ModelName
  private var local: LocalModel
  private let remote: RemoteModel
  private let common: CommonState
  private let former: CommonState?
  private let workspace: Workspace

  init(
    _ model: ModelName, _ remote: RemoteModel, since common: CommonState, former: CommonState?, _ workspace: Workspace
  ) throws {
    self.model = model
    // It may have changed while the server answered.
    local = try LocalModel(model, in: workspace)
    self.remote = remote
    self.common = common
    self.former = former
    self.workspace = workspace
  }

  mutating func run(
    settling settlements: ConflictSettlements, isTemporary: Bool
  ) throws -> RemoteModels.Pulled {
    if !workspace.isDryRun, try InterruptedSettling(of: model, in: workspace).finish(former) {
      local = try LocalModel(model, in: workspace)
    }
    let merge = try merge(settling: settlements)
    try requireSettled(merge.conflicts, settlements)
    if !workspace.isDryRun {
      // Without a history, there is no place for the side that loses.
      let keepsHistory = try workspace.currentConfiguration().history.limits.recordsSteps
      if !merge.conflicts.isEmpty, !settlements.areAllTheirs, keepsHistory {
        try storeBoth(serverVersion, merge.changes)
      } else if isTemporary {
        // A crash must not leave a copy without the state that tells what was not sent.
        try store(merge.changes, "remote pull", as: nil) { try stageCommonState(in: $0.transaction) }
      } else if !merge.changes.isEmpty {
        try store(merge.changes, "remote pull")
      }
      if !isTemporary { try workspace.changing("remote", as: nil) { try stageCommonState(in: $0) } }
    }
    return RemoteModels.Pulled(
      model: model, isNew: !local.exists, files: merge.changes.keys.sorted().map(WorkspacePath.init),
      conflicts: merge.conflicts)
  }

  private func merge(settling settlements: ConflictSettlements) throws -> ModelMerge {
    try ModelMerge(local, remote, since: common, in: workspace, settling: settlements)
  }

  /// Throws ``RemoteConflicts`` if there are others than those that are settled.
  private func requireSettled(_ conflicts: [RemoteConflict], _ settlements: ConflictSettlements) throws {
    if conflicts.isEmpty { return }
    switch settlements {
    case .none: break
    case .all: return
    case .each(_, let settled):
      if conflicts.count == settled.count, zip(conflicts, settled).allSatisfy({ $0.isSame(as: $1) }) { return }
    }
    throw RemoteConflicts(all: conflicts)
  }

  /// Stores the server's version, and then ours again, so that the history has both. From then on, ours counts as changed since the server's.
  func preferOurs() throws {
    let theirs = serverVersion
    if !theirs.isEmpty { try storeBoth(theirs, [:]) }
    try workspace.changing("remote", as: nil) { try stageCommonState(in: $0) }
  }

  /// The changes that make the local copy what the server has.
  private var serverVersion: [DataPath: ModelMerge.Change] {
    let (own, their) = (local.allFiles, remote.allFiles)
    return Set(own.keys).union(their.keys).filter { own[$0] != their[$0]?.content }
      .reduce(into: [:]) { $0[$1] = their[$1] == nil ? .remove : .take }
  }

  /// Stores the server's version, and then the result in which ours count, too, so that the history has both.
  private func storeBoth(_ theirs: [DataPath: ModelMerge.Change], _ ours: [DataPath: ModelMerge.Change]) throws {
    // An open file keeps its content when it is replaced.
    let own = try theirs.keys.reduce(into: [DataPath: OpenFile]()) { files, path in
      let place = workspace.storage.absolute(inData: path)
      if try FileStatus.of(place) != nil { files[path] = try OpenFile(place, followingLinks: true) }
    }
    var settling = former ?? common
    settling.settling = theirs.keys.sorted()
    try RemoteFolder(of: model, in: workspace).keepOwn(own)
    try workspace.changing("remote", as: nil) { transaction in
      try settling.stage(changed: [:], former: nil, in: workspace, transaction)
    }
    try store(theirs, InterruptedSettling.losingSide)
    try store(ours, InterruptedSettling.winningSide) { staging in
      try staging.restore(theirs.keys.filter { ours[$0] == nil }, from: own)
    }
    // If anything fails before this, the next command restores them.
    try? RemoteFolder(of: model, in: workspace).removeOwn()
  }

  private func store(
    _ changes: [DataPath: ModelMerge.Change], _ command: String, as kind: Journal.Step.Kind? = .edit,
    also stageMore: (ModelStaging) throws -> Void = { _ in }
  ) throws {
    let removals = changes.filter { if case .remove = $0.value { ModelName(document: $0.key) == nil } else { false } }
    let shared = try RemoteModels.shared(removals.keys.sorted(), besides: [model], in: workspace)
    let changes = try changes.filter { path, change in
      if case .take = change { try requireFree(path) } else { true }
    }
    let isEncrypted = local.documents[DataPath(mainOf: model)]?.opened.form.isEncrypted == true
    let known = isEncrypted ? local.documents.values.reduce(into: Set()) { $0.formUnion($1.json.entityIDs) } : []
    try workspace.changing(workspace.logged(command), as: kind) { transaction in
      let staging = try ModelStaging(of: model, in: workspace, transaction)
      for (path, change) in changes.sorted(by: { $0.key < $1.key }) {
        switch change {
        case .merge(let document): try staging.replace(path, by: document, besides: known)
        case .take:
          if let bytes = remote.contents[path] {
            try staging.replace(path) { staged in try bytes.withUnsafeBytes { try staged.write($0) } }
          } else if let content = remote.attachments[path]?.content {
            try staging.replace(path, by: OpenFile(content))
          } else if ModelName(document: path) != nil {
            try staging.replace(path, by: OpenFile(workspace.storage.absolute(CommonState.place(of: path, model))))
          }
        case .remove: if !shared.contains(path) { try staging.remove(path) }
        }
      }
      try stageMore(staging)
    }
  }

  /// Returns false for a file that is already there, although the local copy did not have it: that of an attachment of another model, or one that is
  /// left over.
  ///
  /// Throws an error of kind `exists` if it is different.
  private func requireFree(_ path: DataPath) throws -> Bool {
    let place = workspace.storage.absolute(inData: path)
    guard local.allFiles[path] == nil, try FileStatus.of(place) != nil else { return true }
    guard try Journal.Fingerprint.of(OpenFile(place, followingLinks: true)) == remote.allFiles[path]?.content else {
      throw OKitError(
        .exists, "\(WorkspacePath(path)) does not belong to model \(model) and is not the same file as on the server")
    }
    return false
  }

  private func stageCommonState(in transaction: Transaction) throws {
    // It may have been written since the server was asked.
    let present = try CommonState.read(model, in: workspace)
    var state = present ?? common
    state.take(remote.allFiles)
    if let present, present.files == state.files, present.pending.isEmpty, present.settling.isEmpty { return }
    try state.stage(changed: remote.contents, former: present, in: workspace, transaction)
  }
}
