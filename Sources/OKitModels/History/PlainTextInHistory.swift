import Ciphers
import JSONDocument
import OKitStorage

/// Removes plain text from the history that must not outlive the encryption of its model or entity.
final class PlainTextInHistory {
  private let workspace: Workspace
  private let transaction: Transaction
  private let changes: [Transaction.StagedChange]
  private let kind: Journal.Step.Kind
  /// The models that are stored encrypted from now on.
  private var models: Set<ModelName> = []
  /// The models from which values without ids get into encrypted ones, and those that had an entity or value before that is encrypted from now on. The
  /// steps are examined from the newest to the oldest, in which an entity can have another id.
  private var sources: Set<ModelName>
  /// True if all plain text goes.
  private var includesEverything = false
  /// The result of ``encryptedIDs()``; nil until it is needed.
  private var knownIDs: Set<String>?

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
    sources = Set(transaction.sourcesOfEncryptedValues.compactMap(\.model))
    self.kind = kind
  }

  /// The steps that lost files.
  struct Loss {
    /// The numbers of the earlier steps.
    var earlier: Set<Int> = []
    /// True if the change itself keeps not all files.
    var includesOwn = false
  }

  /// Removes the plain text together with the change. Returns the steps that can no longer be reversed.
  ///
  /// Throws an error of kind `inputOutput` if the history is closed to the caller and plain text would stay.
  func remove() throws -> Loss {
    models = try encryptedModels()
    let attachments = try encryptedAttachments()
    guard
      !models.isEmpty || !attachments.isEmpty || !transaction.encryptedIDs.isEmpty || !sources.isEmpty
        || includesEverything || changes.contains(where: Self.hasUnknownEntities)
    else { return Loss() }
    // If these cannot be read, all plain text goes, which must be known before the first file is examined.
    if changes.contains(where: Self.hasUnknownEntities) { _ = try encryptedIDs() }
    var loss = Loss()
    let own = changes.compactMap { change in
      if let name = change.kept, let old = change.old {
        KeptFile(name: name, path: change.path, place: old)
      } else {
        nil
      }
    }
    let ownNames = try plainFiles(own, changes.map(\.path), attachments, movesValues: false)
    try drop(ownNames)
    loss.includesOwn = !ownNames.isEmpty
    let folder = StepFolder(of: workspace.storage)
    do {
      try folder.requireReadable()
    } catch {
      // A new entity was in no former file.
      if try models.isEmpty && attachments.isEmpty && sources.isEmpty && !hasPlainSource() { return loss }
      throw error
    }
    for header in try folder.headers().reversed() {
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
        names = try plainFiles(
          files, record.entries.compactMap(\.path), attachments, movesValues: Self.movesValues(record.command))
      } catch let error as OKitError where error.kind == .malformed {
        // A damaged record does not say whose files these are.
        names = try folder.keptNames(of: header).filter { try !isAge(folder.file($0)) }
      }
      try drop(names)
      if !names.isEmpty { loss.earlier.insert(header.number) }
    }
    return loss
  }

  private func drop(_ names: [String]) throws { if !names.isEmpty { try transaction.dropKept(names) } }

  /// True for commands that can move a value without an id between models.
  private static func movesValues(_ command: String) -> Bool {
    ["move", "edit", "undo", "redo", "remote", "migrate"].contains(String(command.prefix { $0 != " " }))
  }

  /// Returns the names of `files` that contain plain text of encrypted models, `attachments` or entities. One step keeps them, and changed `paths`.
  ///
  /// - Parameter movesValues: True if a value without an id can have been in any of the models before.
  private func plainFiles(
    _ files: [KeptFile], _ paths: [WorkspacePath], _ attachments: Set<DataPath>, movesValues: Bool
  ) throws -> [String] {
    let files = try files.filter { try DataPath($0.path) != nil && FileStatus.of($0.place) != nil }
    let documents = try files.filter { $0.path.isDocument }.map { (file: $0, form: try form(of: $0.place)) }
    let candidates = documents.filter { $0.form?.isEncrypted != true }.map(\.file)
    var found: Set<ModelName> = []
    var plain = try candidates.filter { file in
      if includesEverything { return true }
      if let model = file.path.model, models.contains(model) || sources.contains(model) { return true }
      guard try containsEncrypted(file.place) else { return false }
      if let model = file.path.model { found.insert(model) }
      return true
    }.map(\.name)
    if movesValues, !plain.isEmpty {
      plain = candidates.map(\.name)
      found.formUnion(candidates.compactMap(\.path.model))
    }
    sources.formUnion(found)
    // The attachments of a step belong to the models that it changed, and have their form. The framework's cipher leaves no mark, so only a step of
    // nothing else proves that a file is encrypted with it.
    let owners = Set(paths.compactMap(\.model))
    let isOwned =
      includesEverything || !models.isEmpty && (owners.isEmpty || !owners.isDisjoint(with: models)) || !plain.isEmpty
    let host: StoredForm? = !documents.isEmpty && documents.allSatisfy { $0.form == .okitCBC } ? .okitCBC : nil
    return try plain
      + files.filter { file in
        guard !file.path.isDocument, let path = DataPath(file.path), isOwned || attachments.contains(path) else {
          return false
        }
        let opened = try OpenFile(file.place, followingLinks: true)
        return try !AttachmentFile(path: path, declaredSize: nil).form(of: opened, host: host).isEncrypted
      }.map(\.name)
  }

  /// Returns the models that are stored encrypted from now on.
  private func encryptedModels() throws -> Set<ModelName> {
    var models: Set<ModelName> = []
    for change in changes {
      guard let model = change.path.model, !models.contains(model), try isEncrypted(change) else { continue }
      // Earlier plain text was dropped when the present content was encrypted. A new partial has the form of its model.
      let former = change.old ?? workspace.storage.absolute(inData: DataPath(mainOf: model))
      if try form(of: former)?.isEncrypted == true { continue }
      models.insert(model)
    }
    // A migration can move entities between models without saying which.
    if kind == .backedUp, try changes.contains(where: { try $0.path.isDocument && isEncrypted($0) }) {
      models.formUnion(changes.compactMap(\.path.model))
    }
    if let folder = transaction.replacementDataFolder {
      // Entities can have been anywhere before. No step before this one can be undone any more, so nothing is lost.
      includesEverything = try FolderListing(folder).modelNames.contains { model in
        try form(of: folder.appending(DataPath(mainOf: model)))?.isEncrypted == true
      }
    }
    return models
  }

  /// True for an encrypted document that was written elsewhere, such as one of a backup.
  private static func hasUnknownEntities(_ change: Transaction.StagedChange) -> Bool {
    change.path.isDocument && change.isEncrypted == true
  }

  /// Returns the ids that a document has after a change and did not have before, if that one was encrypted. If they cannot be read, all plain text goes.
  private func newIDs(in change: Transaction.StagedChange) throws -> Set<String> {
    let reader = ModelReader(workspace)
    func ids(in place: FilePath?) throws -> Set<String> {
      guard let file = try place.flatMap(workspace.storage.openIfPresent) else { return [] }
      return try reader.document(file).document.entityIDs
    }
    do {
      let new = try ids(in: change.new)
      guard let old = change.old, try form(of: old)?.isEncrypted == true else { return new }
      return try new.subtracting(ids(in: old))
    } catch let error as OKitError where error.kind == .locked || error.kind == .malformed {
      includesEverything = true
      return []
    }
  }

  /// Returns the attachments that are stored encrypted from now on.
  private func encryptedAttachments() throws -> Set<DataPath> {
    var paths: Set<DataPath> = []
    let documents = try changes.filter(\.path.isDocument).compactMap { try $0.old.flatMap(form) }
    let host: StoredForm? = documents.contains(.okitCBC) ? .okitCBC : nil
    for change in changes {
      guard let new = change.new, let path = DataPath(change.path), !change.path.isDocument else { continue }
      // The framework's cipher leaves no mark, so the change of the model or of the entity tells.
      let isConverted = kind == .keys || !models.isEmpty || !transaction.encryptedIDs.isEmpty
      let isEncrypted =
        try isConverted
        || change.isEncrypted
          ?? change.beginning.map { $0.withUnsafeBytes(AgeFile.isAge(prefix:)) } ?? isAge(new)
      // Without a former content under this name, nothing of it was plain since its model was encrypted.
      guard isEncrypted, let old = change.old, let file = try workspace.storage.openIfPresent(old) else { continue }
      let former = try AttachmentFile(path: path, declaredSize: nil).form(of: file, host: isConverted ? nil : host)
      if !former.isEncrypted { paths.insert(path) }
    }
    return paths
  }

  /// Returns the ids of the entities that are stored encrypted from now on. They may have been in other models before.
  private func encryptedIDs() throws -> Set<String> {
    if let knownIDs { return knownIDs }
    var ids = transaction.encryptedIDs
    for change in changes where try change.path.isDocument && isEncrypted(change) {
      if let old = change.old { ids.formUnion(try plainIDs(in: old)) }
      if Self.hasUnknownEntities(change) { ids.formUnion(try newIDs(in: change)) }
    }
    knownIDs = ids
    return ids
  }

  /// Returns the ids in the plain document at `place`; none if it is encrypted, missing or damaged.
  private func plainIDs(in place: FilePath) throws -> Set<String> {
    guard let file = try workspace.storage.openIfPresent(place), try ModelReader.formIfKnown(of: file) == .plain else {
      return []
    }
    do {
      return try JSONDocument(parsing: file.contents(), path: place).entityIDs
    } catch let error as OKitError where error.kind == .malformed {
      return []
    }
  }

  /// True if the plain document at `place` contains an entity that is stored encrypted from now on. One that cannot be parsed might.
  private func containsEncrypted(_ place: FilePath) throws -> Bool {
    let ids = try encryptedIDs()
    if includesEverything { return true }
    guard !ids.isEmpty else { return false }
    do {
      let bytes = try OpenFile(place, followingLinks: true).contents()
      return try !JSONDocument(parsing: bytes, path: place).entityIDs.isDisjoint(with: ids)
    } catch let error as OKitError where error.kind == .malformed {
      return true
    }
  }

  /// True if an entity that is stored encrypted from now on is in a plain document that changes.
  private func hasPlainSource() throws -> Bool {
    try changes.contains { change in
      guard change.path.isDocument, let old = change.old, try form(of: old)?.isEncrypted != true else { return false }
      return try containsEncrypted(old)
    }
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

  /// Returns the form of a document; nil if it is missing or in no known form. Files of the workspace are usually still open.
  private func form(of path: FilePath) throws -> StoredForm? {
    guard let file = try workspace.storage.openIfPresent(path) else { return nil }
    return try ModelReader.formIfKnown(of: file)
  }

  private func isAge(_ path: FilePath) throws -> Bool {
    let file = try OpenFile(path, followingLinks: true)
    return try file.prefix(StoredForm.sniffedBytes).withUnsafeBytes(AgeFile.isAge(prefix:))
  }
}

extension PlainTextInHistory.Loss {
  /// Says what can no longer be redone after an undo of this kind; nil if no value is lost, as when only a decryption is undone.
  func text(losingChangesIn kind: Journal.Step.Kind) -> String? {
    let isOnlyOne = kind.reversed.count == 1 && earlier.subtracting(kind.reversed).isEmpty
    return kind.reversed.isEmpty || isOnlyOne ? nil : text(besides: kind)
  }

  /// Says which changes besides those that a change of this kind reverses can no longer be undone; nil for none.
  func text(besides kind: Journal.Step.Kind?) -> String? {
    let lost = earlier.subtracting(kind?.reversed ?? [])
    let others = lost.isEmpty ? "" : "\(lost.count) earlier \(lost.count == 1 ? "change" : "changes")"
    switch (kind, includesOwn) {
    case (_, false): return lost.isEmpty ? nil : "\(others) can no longer be undone"
    case (.undo, true):
      return "this undo cannot be redone" + (lost.isEmpty ? "" : ", and \(others) can no longer be undone")
    case (_, true): return (lost.isEmpty ? "this change" : "this change and \(others)") + " cannot be undone"
    }
  }
}
