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
    guard case .kept(let name, let sum, let documents)? = plan.sources[path] else {
      // An added file is removed.
      guard let old = plan.present[path] else { return }
      return path == WorkspaceLayout.configuration ? () : try transaction.remove(path, old: old)
    }
    let kept = try open(name, sum)
    if path == WorkspaceLayout.configuration { return try restoreConfiguration(kept) }
    let now = plan.present[path]
    if now == nil { try transaction.ensureFolder(path.parent) }
    let (form, target) = try forms(of: kept, at: path, documents)
    let label = "restoring \(path.name)"
    try workspace.observer.step(label, totalBytes: kept.size) {
      try transaction.replace(
        path, old: now, like: kept.snapshot, isDecrypted: form.isEncrypted && target == .plain
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

  /// Opens the kept file `name`. Throws an error of kind `malformed` unless it has the content with this sum.
  private func open(_ name: String, _ sum: Journal.Fingerprint) throws -> OpenFile {
    let kept = try OpenFile(folder.file(name))
    guard try Journal.Fingerprint.of(kept) == sum else {
      throw OKitError(.malformed, "\(kept.path) is damaged, so nothing was changed")
    }
    return kept
  }

  /// Notes for the history which values are encrypted after the change and are not now, because one that was moved goes back.
  func noteEncryptedValues() throws {
    var plainNow: [WorkspacePath] = []
    var encryptedNow: [FilePath] = []
    var encryptedAfterwards: [FilePath] = []
    for path in plan.paths where path.isDocument {
      let place = workspace.storage.absolute(path)
      if let now = try workspace.storage.openIfPresent(place), let form = try ModelReader.formIfKnown(of: now) {
        if form.isEncrypted { encryptedNow.append(place) } else { plainNow.append(path) }
      }
      guard case .kept(let name, _, _)? = plan.sources[path] else { continue }
      let kept = folder.file(name)
      let form = try target(ofDocument: path) ?? ModelReader.form(of: OpenFile(kept))
      if form.isEncrypted { encryptedAfterwards.append(kept) }
    }
    guard !encryptedAfterwards.isEmpty else { return }
    do {
      transaction.noteEncryption(of: try ids(in: encryptedAfterwards).subtracting(ids(in: encryptedNow)))
    } catch let error as OKitError where error.kind == .locked {
      // If the files were never plain, as on a server that has no key, no value becomes encrypted.
      guard try plainNow.isEmpty && !plan.versions.values.joined().contains(where: isPlain) else { throw error }
    }
    // Only 'okit move', and an edit through the library, can move a value without an id.
    if plan.changes.contains(where: { ["move", "edit"].contains($0.command ?? "edit") }) {
      for path in plainNow { transaction.noteEncryption(ofValuesFrom: path) }
    }
  }

  /// True if the kept document `name` is not encrypted.
  private func isPlain(_ name: String) throws -> Bool {
    try ModelReader.formIfKnown(of: OpenFile(folder.file(name))) == .plain
  }

  /// Returns the ids of the entities in these documents. Damaged ones have none.
  private func ids(in documents: [FilePath]) throws -> Set<String> {
    var ids: Set<String> = []
    let reader = ModelReader(workspace)
    for path in documents {
      do {
        let file = try OpenFile(path, followingLinks: true)
        ids.formUnion(try reader.document(file).document.entityIDs)
      } catch let error as OKitError where error.kind == .malformed {}
    }
    return ids
  }

  /// Returns the form of a kept file, and the form to write its content in.
  private func forms(
    of kept: OpenFile, at path: WorkspacePath, _ documents: [UndoPlan.Document]
  ) throws -> (StoredForm, StoredForm) {
    guard let data = DataPath(path) else { return (.plain, .plain) }
    if path.isDocument {
      let form = try ModelReader.form(of: kept)
      return (form, try target(ofDocument: path) ?? form)
    }
    let host = try host(of: data, documents)
    let form = try AttachmentFile(path: data, declaredSize: nil).form(of: kept, host: host?.former)
    // The step of an attachment alone does not say in which form its model is now.
    if documents.isEmpty, form.isEncrypted, let target = try presentForm(ofOwnerOf: data), target.isEncrypted {
      return (form, target)
    }
    return (form, form == host?.former ? host?.target ?? form : form)
  }

  /// The forms of a document that a step changed.
  private struct Host: Hashable {
    /// The form of its kept content.
    let former: StoredForm
    /// The form that the content gets.
    let target: StoredForm
  }

  /// Returns the forms of the document to which an attachment belongs, which the same step has changed; nil if none is kept.
  private func host(of attachment: DataPath, _ documents: [UndoPlan.Document]) throws -> Host? {
    let hosts = try documents.compactMap { document -> (name: String, host: Host)? in
      guard let name = document.kept else { return nil }
      let former = try ModelReader.form(of: OpenFile(folder.file(name)))
      return (name, Host(former: former, target: try target(ofDocument: document.path) ?? former))
    }
    guard Set(hosts.map(\.host)).count > 1 else { return hosts.first?.host }
    let id = AttachmentEntity.id(ofFile: attachment.name)
    return try hosts.first { try ids(in: [folder.file($0.name)]).contains(id) }?.host
  }

  /// Returns the form of the document that has the entity of an attachment now; nil if no readable one has it.
  private func presentForm(ofOwnerOf attachment: DataPath) throws -> StoredForm? {
    let id = AttachmentEntity.id(ofFile: attachment.name)
    var found: StoredForm?
    try workspace.forEachDataFile { path in
      guard found == nil, WorkspacePath(path).isDocument else { return }
      let place = workspace.storage.absolute(inData: path)
      do {
        guard try ids(in: [place]).contains(id) else { return }
        found = try ModelReader.form(of: OpenFile(place, followingLinks: true))
      } catch let error as OKitError where error.kind == .locked {}
    }
    return found
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
    try edit.setModels(as: former) { restores($0) }
    if former.definitions != current.definitions, !plan.hasForeignSettings { edit.setDefinitions(former.definitions) }
    try edit.stage(in: transaction)
  }

  /// True if the change restores the model's own file, or if there is none and nobody else can have added its entry.
  private func restores(_ model: ModelName) -> Bool {
    let path = WorkspacePath(DataPath(mainOf: model))
    if plan.sources[path] != nil { return true }
    return !plan.hasForeignSettings && (try? workspace.storage.snapshot(path)) == nil
  }

  /// Restores which definitions the data of the restored models conforms to.
  func restoreAppliedDefinitions() throws {
    guard let source = plan.appliedDefinitions else { return }
    var former = AppliedDefinitions()
    if case .kept(let name, let sum, _) = source {
      let kept = try open(name, sum)
      former = try AppliedDefinitions(parsing: kept.contents(), path: kept.path)
    }
    var applied = try AppliedDefinitions(of: workspace)
    for model in plan.paths.compactMap(\.model) where plan.sources[WorkspacePath(DataPath(mainOf: model))] != nil {
      applied.models[model] = former.models[model]
    }
    applied.stage(in: transaction, of: workspace)
  }
}
