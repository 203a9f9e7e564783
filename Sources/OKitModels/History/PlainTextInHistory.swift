import Ciphers
import JSONDocument
import OKitStorage

/// Removes plain text from the history that must not outlive the encryption of its model.
struct PlainTextInHistory {
  private let workspace: Workspace
  private let transaction: Transaction
  private let changes: [Transaction.StagedChange]
  private let kind: Journal.Step.Kind

  /// A file that a step keeps.
  private struct KeptFile {
    let name: String
    /// The path that it had in the workspace.
    let path: WorkspacePath
    let place: FilePath
  }

  /// Examines the staged changes of `transaction`.
  init(in workspace: Workspace, _ transaction: Transaction, _ kind: Journal.Step.Kind) {
    self.workspace = workspace
    self.transaction = transaction
    changes = transaction.stagedChanges
    self.kind = kind
  }

  /// Removes the plain text together with the change. Returns the number of earlier steps that can no longer be undone.
  ///
  /// Throws an error of kind `inputOutput` if the history is closed to the caller, because plain text would stay.
  func remove() throws -> Int {
    let models = try encryptedModels()
    let attachments = try encryptedAttachments(of: models)
    guard !models.isEmpty || !attachments.isEmpty else { return 0 }
    let own = changes.compactMap { change in
      if let name = change.kept, let old = change.old {
        KeptFile(name: name, path: change.path, place: old)
      } else {
        nil
      }
    }
    try drop(plainFiles(own, changes.map(\.path), models, attachments))
    let folder = StepFolder(of: workspace.storage)
    try folder.requireReadable()
    var lost = 0
    for header in try folder.headers() {
      let names: [String]
      do {
        let record = try folder.record(of: header)
        let files = record.entries.compactMap { entry in
          if let name = entry.kept?.name, let path = entry.path {
            KeptFile(name: name, path: path, place: folder.file(name))
          } else {
            nil
          }
        }
        names = try plainFiles(files, record.entries.compactMap(\.path), models, attachments)
      } catch let error as OKitError where error.kind == .malformed {
        // A damaged record does not say whose files these are.
        names = try folder.keptNames(of: header).filter { try !isAge(folder.file($0)) }
      }
      try drop(names)
      if !names.isEmpty { lost += 1 }
    }
    return lost
  }

  private func drop(_ names: [String]) throws { if !names.isEmpty { try transaction.dropKept(names) } }

  /// Returns the names of `files` that contain plain text of `models` or `attachments`. One step keeps them, and changed `paths`.
  private func plainFiles(
    _ files: [KeptFile], _ paths: [WorkspacePath], _ models: Set<ModelName>, _ attachments: Set<DataPath>
  ) throws -> [String] {
    // The attachments of a step belong to the models that it changed, and have their form.
    let owners = Self.models(of: paths)
    let isOwned = owners.isEmpty || !owners.isDisjoint(with: models)
    let forms = try files.filter { Self.isDocument($0.path) }.map { try form(of: $0.place) }
    let host: StoredForm? = forms.contains(.okitCBC) ? .okitCBC : nil
    return try files.filter { file in
      guard let path = DataPath(file.path), try FileStatus.of(file.place) != nil else { return false }
      if let model = ModelName(document: path) {
        guard try form(of: file.place)?.isEncrypted != true else { return false }
        return models.contains(model) || containsEncrypted(file.place)
      }
      guard attachments.contains(path) || !models.isEmpty && isOwned else { return false }
      let opened = try OpenFile(file.place, followingLinks: true)
      return try !AttachmentFile(path: path, declaredSize: nil).form(of: opened, host: host).isEncrypted
    }.map(\.name)
  }

  /// The models that are stored encrypted from now on, and those whose entities are.
  private func encryptedModels() throws -> Set<ModelName> {
    var models = Set(transaction.plainSources.compactMap { DataPath($0).flatMap(ModelName.init(document:)) })
    for change in changes {
      guard let model = DataPath(change.path).flatMap(ModelName.init(document:)), !models.contains(model),
        try isEncrypted(change)
      else { continue }
      // Earlier plain text was dropped when the present content was encrypted.
      if let old = change.old, try form(of: old)?.isEncrypted == true { continue }
      models.insert(model)
    }
    let written = changes.filter { $0.new != nil && Self.isDocument($0.path) }
    // A migration can move entities between models without saying which.
    if kind == .backedUp, try written.contains(where: { try isEncrypted($0) }) {
      models.formUnion(changes.compactMap { DataPath($0.path).flatMap(ModelName.init(document:)) })
    }
    if let folder = transaction.replacementDataFolder {
      for model in try FolderListing(folder).modelNames
      where try form(of: folder.appending(DataPath(mainOf: model)))?.isEncrypted == true {
        models.insert(model)
      }
    }
    return models
  }

  /// The attachments that are stored encrypted from now on.
  private func encryptedAttachments(of models: Set<ModelName>) throws -> Set<DataPath> {
    var paths: Set<DataPath> = []
    for change in changes {
      guard let new = change.new, let path = DataPath(change.path), ModelName(document: path) == nil else { continue }
      // The framework's cipher leaves no mark, so the change of the model tells.
      let isEncrypted =
        try change.isEncrypted ?? change.beginning.map { $0.withUnsafeBytes(AgeFile.isAge(prefix:)) } ?? isAge(new)
      if kind == .keys || !models.isEmpty || isEncrypted { paths.insert(path) }
    }
    return paths
  }

  private static func models(of paths: [WorkspacePath]) -> Set<ModelName> {
    Set(paths.compactMap { DataPath($0).flatMap(ModelName.init(document:)) })
  }

  /// True if the document at `place` contains an entity that is stored encrypted from now on. It may have been in other models before.
  private func containsEncrypted(_ place: FilePath) -> Bool {
    let ids = transaction.encryptedIDs
    guard !ids.isEmpty, let bytes = try? OpenFile(place, followingLinks: true).contents(),
      let document = try? JSONDocument(parsing: bytes, path: place)
    else { return false }
    var isFound = false
    document.forEachEntity { _, id in if ids.contains(id.string ?? "") { isFound = true } }
    return isFound
  }

  private static func isDocument(_ path: WorkspacePath) -> Bool {
    DataPath(path).flatMap(ModelName.init(document:)) != nil
  }

  /// True if the new content of a document is encrypted.
  private func isEncrypted(_ change: Transaction.StagedChange) throws -> Bool {
    guard let new = change.new else { return false }
    if let isEncrypted = change.isEncrypted { return isEncrypted }
    let form =
      try change.beginning.map { StoredForm.ofDocument(prefix: $0, size: change.size) }
      ?? ModelReader.formIfKnown(of: OpenFile(new))
    return form?.isEncrypted == true
  }

  private func form(of path: FilePath) throws -> StoredForm? {
    guard let file = try workspace.storage.openIfPresent(path) else { return nil }
    return try ModelReader.formIfKnown(of: file)
  }

  private func isAge(_ path: FilePath) throws -> Bool {
    let file = try OpenFile(path, followingLinks: true)
    return try file.prefix(StoredForm.sniffedBytes).withUnsafeBytes(AgeFile.isAge(prefix:))
  }
}
