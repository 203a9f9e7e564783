import Ciphers
import JSONDocument
import OKitModels
import OKitStorage

/// Stages the former contents of files, in the form that they have now.
struct KeptRestoration {
  private let workspace: Workspace
  private let plan: UndoPlan
  private let transaction: Transaction
  private let folder: StepFolder

  init(_ workspace: Workspace, _ plan: UndoPlan, _ transaction: Transaction) {
    self.workspace = workspace
    self.plan = plan
    self.transaction = transaction
    folder = StepFolder(of: workspace.storage)
  }

  /// Stages the former content of the file at `path`.
  func restore(_ path: WorkspacePath) throws {
    let place = workspace.storage.absolute(path)
    guard case .kept(let name, let sum, let documents)? = plan.sources[path] else {
      // An added file is removed.
      guard let old = try workspace.storage.snapshot(path) else { return }
      return path == WorkspaceLayout.configuration ? () : try transaction.remove(path, old: old)
    }
    let kept = try OpenFile(folder.file(name))
    guard try Journal.Fingerprint.of(kept) == sum else {
      throw OKitError(.malformed, "\(kept.path) is damaged, so nothing was changed")
    }
    if path == WorkspaceLayout.configuration { return try restoreConfiguration(kept) }
    let now = try workspace.storage.openIfPresent(place)
    if now == nil { try transaction.ensureFolder(path.parent) }
    let (form, target) = try forms(of: kept, at: path, documents)
    let label = "restoring \(path.name)"
    try workspace.observer.step(label, totalBytes: kept.size) {
      try transaction.replace(
        path, old: now?.snapshot, like: kept.snapshot, isDecrypted: form.isEncrypted && target == .plain
      ) { staged in
        let sink: CipherSink = { piece in
          try staged.write(piece)
          try workspace.observer.advanced(byBytes: Int64(piece.count))
        }
        // An age file may be for former recipients.
        if form == target, form != .age { return try kept.forEachPiece(sink) }
        let source = try PlainSource(kept, form: form, keyring: workspace.keyring)
        try workspace.target(for: target).encode(to: sink) { try forEachPiece(of: source.read(into:), $0) }
      }
    }
    try kept.requireUnchanged()
  }

  /// Notes for the history which entities only plain models contain now, and encrypted ones after the change, because an entity that was moved
  /// goes back.
  func noteEncryptedEntities() throws {
    var plain: [WorkspacePath] = []
    var encryptedNow: [FilePath] = []
    var encryptedAfterwards: [FilePath] = []
    for path in plan.paths where DataPath(path).flatMap(ModelName.init(document:)) != nil {
      let place = workspace.storage.absolute(path)
      if let now = try workspace.storage.openIfPresent(place) {
        if try ModelReader.formIfKnown(of: now)?.isEncrypted == true {
          encryptedNow.append(place)
        } else {
          plain.append(path)
        }
      }
      guard case .kept(let name, _, _)? = plan.sources[path] else { continue }
      let kept = folder.file(name)
      let form = try target(ofDocument: path) ?? ModelReader.form(of: OpenFile(kept))
      if form.isEncrypted { encryptedAfterwards.append(kept) }
    }
    guard !plain.isEmpty, !encryptedAfterwards.isEmpty else { return }
    let ids = try self.ids(in: encryptedAfterwards).subtracting(self.ids(in: encryptedNow))
    guard !ids.isEmpty else { return }
    for path in plain where try !self.ids(in: [workspace.storage.absolute(path)]).isDisjoint(with: ids) {
      transaction.noteEncryption(of: path, ids: ids)
    }
  }

  /// Returns the ids of the entities in these documents. Damaged ones have none.
  private func ids(in documents: [FilePath]) throws -> Set<String> {
    var ids: Set<String> = []
    let reader = ModelReader(workspace)
    for path in documents {
      do {
        let file = try OpenFile(path, followingLinks: true)
        try reader.document(file).document.forEachEntity { _, id in if let text = id.string { ids.insert(text) } }
      } catch let error as OKitError where error.kind == .malformed {}
    }
    return ids
  }

  /// Returns the form of a kept file, and the form to write its content in.
  private func forms(
    of kept: OpenFile, at path: WorkspacePath, _ documents: [UndoPlan.Document]
  ) throws -> (StoredForm, StoredForm) {
    guard let data = DataPath(path) else { return (.plain, .plain) }
    if ModelName(document: data) != nil {
      let form = try ModelReader.form(of: kept)
      return (form, try target(ofDocument: path) ?? form)
    }
    // An attachment has the form of its model, which the same step has changed.
    var hosts: [StoredForm: StoredForm] = [:]
    for document in documents {
      guard let name = document.kept else { continue }
      hosts[try ModelReader.form(of: OpenFile(folder.file(name)))] = try target(ofDocument: document.path)
    }
    let host: StoredForm? = [.age, .okitCBC].first { hosts[$0] != nil }
    let form = try AttachmentFile(path: data, declaredSize: nil).form(of: kept, host: host)
    return (form, hosts[form] ?? form)
  }

  /// Returns the form that a document gets: the present one, unless an undone step decrypted it.
  private func target(ofDocument path: WorkspacePath) throws -> StoredForm? {
    let now = try workspace.storage.openIfPresent(workspace.storage.absolute(path))
    var form = try now.flatMap(ModelReader.formIfKnown)
    for name in plan.versions[path] ?? [] where form?.isEncrypted != true {
      form = try ModelReader.form(of: OpenFile(folder.file(name)))
    }
    return form
  }

  /// Restores the models and the paths of definitions in `okit.json`. Recipients and other settings stay.
  private func restoreConfiguration(_ kept: OpenFile) throws {
    let former = try Configuration(parsing: kept.contents(), path: kept.path)
    let current = try workspace.currentConfiguration()
    var edit = ConfigurationEdit(current)
    try edit.setModels(as: former)
    if former.definitions != current.definitions { edit.setDefinitions(former.definitions) }
    try edit.stage(in: transaction)
  }
}
