import Ciphers
import HTTPClient
import JSONDocument
import OKitModels
import OKitStorage

/// Stores what servers changed in models that are merged together. The lock is held.
struct ModelPull {
  private let models: [FetchedModel]
  private let remote: RemoteFiles
  private let workspace: Workspace
  private var local: LocalCopies

  init(_ models: [FetchedModel], _ workspace: Workspace) throws {
    self.models = models
    let joined = RemoteFiles(joining: models.map(\.remote))
    remote = joined
    self.workspace = workspace
    // They may have changed while the servers answered.
    local = try LocalCopies(of: models.map(\.model), in: workspace)
    for model in models {
      let changed = model.remote.attachments.first { path, attachment in
        attachment.file.map { $0.content != joined.attachments[path]?.file?.content } == true
      }
      guard let path = changed?.key else { continue }
      throw OKitError(
        .busy, "\(model.server.url(of: path)) was changed on the server at the same time", remedy: .synchronize)
    }
  }

  private var names: [ModelName] { models.map(\.model) }

  mutating func run(
    settling settlements: ConflictSettlements, isTemporary: Bool
  ) throws -> [RemoteModels.Pulled] {
    if !workspace.isDryRun {
      for model in models where try InterruptedSettling(of: model.model, in: workspace).finish(model.former) {
        local = try LocalCopies(of: names, in: workspace)
      }
    }
    let common = CommonVersions(models.map(\.common), local, remote, models[0].documents)
    let merge = try ModelMerge(names, local, remote, since: common, in: workspace, settling: settlements)
    try requireSettled(merge.conflicts, settlements)
    if !workspace.isDryRun {
      try requireHistory(for: merge.conflicts)
      if !merge.conflicts.isEmpty, !settlements.areAllTheirs {
        try storeBoth(serverVersion, merge.changes)
      } else if isTemporary {
        // A crash must not leave a copy without the state that tells what was not sent.
        try store(merge.changes, "remote pull", as: nil) { try stageCommonStates(in: $0.transaction) }
      } else if !merge.changes.isEmpty {
        try store(merge.changes, "remote pull")
      }
      if !isTemporary { try workspace.changing("remote", as: nil) { try stageCommonStates(in: $0) } }
    }
    let files = merge.byModel(merge.changes.keys)
    return names.map { model in
      RemoteModels.Pulled(
        model: model, isNew: local.documents[DataPath(mainOf: model)] == nil,
        files: (files[model] ?? []).map(WorkspacePath.init), conflicts: merge.conflicts.filter { $0.model == model })
    }
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

  /// Throws an error of kind `configuration` if the side of a conflict that loses could not be kept.
  private func requireHistory(for conflicts: [RemoteConflict]) throws {
    guard let conflict = conflicts.first, try !workspace.currentConfiguration().history.limits.recordsSteps else {
      return
    }
    throw OKitError(
      .configuration, "\(conflict.path) was also changed on the server, and without a history one side would be lost",
      remedy: .words("set 'history' in okit.json to keep steps, then run the command again"))
  }

  /// Stores the servers' versions, and then ours again, so that the history has both. From then on, ours count as changed since the servers'.
  func preferOurs() throws {
    let theirs = serverVersion
    if !theirs.isEmpty { try storeBoth(theirs, [:]) }
    try workspace.changing("remote", as: nil) { try stageCommonStates(in: $0) }
  }

  /// The changes that make the local copies what the servers have.
  private var serverVersion: [DataPath: ModelMerge.Change] {
    let (own, their) = (local.allFiles, remote.allFiles)
    return Set(own.keys).union(their.keys).filter { own[$0] != their[$0]?.content }
      .reduce(into: [:]) { $0[$1] = their[$1] == nil ? .remove : .take }
  }

  /// Stores the servers' versions, and then the result in which ours count, too, so that the history has both.
  private func storeBoth(_ theirs: [DataPath: ModelMerge.Change], _ ours: [DataPath: ModelMerge.Change]) throws {
    // An open file keeps its content when it is replaced.
    let own = try theirs.keys.reduce(into: [DataPath: OpenFile]()) { files, path in
      let place = workspace.storage.absolute(inData: path)
      if try FileStatus.of(place) != nil { files[path] = try OpenFile(place, followingLinks: true) }
    }
    // One of the models keeps it for all, because they are finished together.
    var settling = models[0].former ?? models[0].common
    settling.settling = theirs.keys.sorted()
    let folder = RemoteFolder(of: models[0].model, in: workspace)
    try folder.keepOwn(own)
    try workspace.changing("remote", as: nil) { transaction in
      try settling.stage(changed: [:], former: nil, in: workspace, transaction)
    }
    try store(theirs, InterruptedSettling.losingSide)
    try store(ours, InterruptedSettling.winningSide, own) { staging in
      try staging.restore(theirs.keys.filter { ours[$0] == nil }, from: own)
    }
    // If anything fails before this, the next command restores them.
    try? folder.removeOwn()
  }

  /// Stores changes in one step. `own` are the files that were replaced since the changes were determined.
  private func store(
    _ changes: [DataPath: ModelMerge.Change], _ command: String, _ own: [DataPath: OpenFile] = [:],
    as kind: Journal.Step.Kind? = .edit,
    also stageMore: (ModelStaging) throws -> Void = { _ in }
  ) throws {
    let removals = changes.filter { if case .remove = $0.value { ModelName(document: $0.key) == nil } else { false } }
    let shared = try RemoteModels.shared(removals.keys.sorted(), besides: names, in: workspace)
    let changes = try changes.filter { path, change in
      switch change {
      case .take:
        try requireFree(path, (remote.files[path] ?? remote.attachments[path]?.file)?.content)
      case .convert(let file, _) where !file.isOurs: try requireFree(path, nil)
      default: true
      }
    }
    let encryption = EncryptedEntities(local, remote)
    try workspace.changing(workspace.logged(command), as: kind) { transaction in
      let staging = try ModelStaging(of: names, in: workspace, transaction)
      for (path, change) in changes.sorted(by: { $0.key < $1.key }) {
        switch change {
        case .merge(let document):
          transaction.noteEncryption(of: encryption.new(in: document, besides: document.json.addedEntities))
          try staging.replace(path, by: document)
        case .take:
          if let taken = remote.documents[path] { transaction.noteEncryption(of: encryption.new(in: taken)) }
          if let bytes = remote.contents[path] {
            try staging.replace(path) { staged in try bytes.withUnsafeBytes { try staged.write($0) } }
          } else if let content = remote.attachments[path]?.content {
            try staging.replace(path, by: OpenFile(content))
          } else if let model = ModelName(document: path) {
            try staging.replace(path, by: OpenFile(workspace.storage.absolute(CommonState.place(of: path, model))))
          }
        case .convert(let file, let target):
          let former = file.isOurs ? own[path] : nil
          try staging.replace(path, by: former ?? OpenFile(file.place, followingLinks: true), of: file, as: target)
        case .remove: if !shared.contains(path) { try staging.remove(path) }
        }
      }
      try stageMore(staging)
    }
  }

  /// Returns false for a file that is already there, although the local copies did not have it: that of an attachment of another model, or one that is
  /// left over.
  ///
  /// Throws an error of kind `exists` if its content is different.
  private func requireFree(_ path: DataPath, _ content: Journal.Fingerprint?) throws -> Bool {
    let place = workspace.storage.absolute(inData: path)
    guard !local.has(path), try FileStatus.of(place) != nil else { return true }
    guard try Journal.Fingerprint.of(OpenFile(place, followingLinks: true)) == content else {
      let model = ModelName(document: path) ?? models.first { $0.remote.attachments[path] != nil }?.model ?? names[0]
      throw OKitError(
        .exists, "\(WorkspacePath(path)) does not belong to model \(model) and is not the same file as on the server")
    }
    return false
  }

  private func stageCommonStates(in transaction: Transaction) throws {
    for model in models {
      // It may have been written since the server was asked.
      let present = try CommonState.read(model.model, in: workspace)
      var state = present ?? model.common
      state.pending = model.common.pending
      state.take(model.remote.allFiles)
      if let present, present.files == state.files, present.pending == state.pending, present.settling.isEmpty {
        continue
      }
      try state.stage(changed: model.remote.contents, former: present, in: workspace, transaction)
    }
  }
}

/// The entities of models here, by which those are known that become encrypted.
private struct EncryptedEntities {
  private var encrypted: Set<String> = []
  private var plain: Set<String> = []

  init(_ local: LocalCopies, _ remote: RemoteFiles) {
    // Without encrypted documents, nobody asks.
    let all = [local.documents.values, remote.documents.values].joined()
    guard all.contains(where: \.opened.form.isEncrypted) else { return }
    for document in local.documents.values {
      if document.opened.form.isEncrypted {
        encrypted.formUnion(document.json.entityIDs)
      } else {
        plain.formUnion(document.json.entityIDs)
      }
    }
  }

  /// Returns the ids of the entities that a document is about to encrypt: those that were not encrypted here, and the `added` ones.
  func new(in document: ModelDocument, besides added: Set<String> = []) -> Set<String> {
    guard document.opened.form.isEncrypted else { return [] }
    let former = plain.isEmpty ? [] : document.json.entityIDs.intersection(plain)
    return former.union(added).subtracting(encrypted)
  }
}
