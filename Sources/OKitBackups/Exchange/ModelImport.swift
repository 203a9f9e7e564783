import JSONDocument
package import OKitModels
import OKitStorage

/// Takes models over from outside: a backup, an app's own zip, a data folder, or one JSON file.
package struct ModelImport {
  /// Where models come from.
  package enum Source {
    /// A file or folder; what it is shows in its bytes.
    case path(String)
    /// A stream that holds a sealed backup or one JSON document: it fills the buffer from its start and returns how many bytes it wrote, 0 at
    /// the end. What it throws ends the import.
    case stream((UnsafeMutableRawBufferPointer) throws -> Int)
  }

  /// What happens with models that are present already.
  package enum Presence: Sendable {
    /// They stop the import.
    case refuse
    /// They stay, and the others are added.
    case keep
    /// They become what the source has.
    case replace
  }

  /// What is wanted.
  package struct Request {
    /// The name for a source that is one JSON document.
    package var name: ModelName?
    /// What happens with present models.
    package var presence: Presence
    /// How models of a backup are stored.
    package var form: RestoredForm.Choice

    /// A request.
    package init(name: ModelName? = nil, presence: Presence = .refuse, form: RestoredForm.Choice = .recorded) {
      self.name = name
      self.presence = presence
      self.form = form
    }
  }

  /// What was done.
  package struct Outcome: Equatable, Sendable {
    /// Models that came in.
    package let imported: [ModelName]
    /// Models of the source that were present and stayed.
    package let present: [ModelName]
    /// Whether a manifest and its sums proved the source complete and unchanged.
    package let isProven: Bool
    /// The backup kept before models were replaced.
    package let kept: String?
  }

  private let workspace: Workspace

  /// Imports into `workspace`.
  package init(_ workspace: Workspace) {
    self.workspace = workspace
  }

  /// Imports from `source`: reads and checks all of it, then changes everything in one step.
  ///
  /// Throws errors of kind `exists` (a model is present), `configuration` (data that are newer than okit or the definitions), `locked`, `malformed`, `notFound`, `busy`; then nothing is changed.
  package func run(
    _ source: Source, _ request: Request, unlock: BackupUnlock
  ) throws -> Outcome {
    let opened = try ImportSource(source, request: request, unlock: unlock)
    try workspace.keyring.prepareAsking { try opened.forms.union(workspace.storedForms()).union(formsOfKinds()) }
    return try workspace.writingAndTelling {
      try workspace.requireDataNotNewer()
      try workspace.storage.system.ensureFolder(workspace.storage.dataFolder)
      let folder = Path.join(workspace.storage.dataFolder, workspace.storage.stagedName())
      let staged = try StagedData(
        folder, replacing: workspace.storage.dataFolder, notingNames: true, system: workspace.storage.system,
        observer: workspace.observer)
      defer { staged.discard() }
      let configuration = try workspace.currentConfiguration()
      let form = RestoredForm(choice: request.form, in: workspace, configuration)
      let remarks = try workspace.observer.step("reading the source", totalBytes: opened.size) {
        let present = try ModelKinds(workspace)
        return try opened.stage(in: staged, form: form, keyring: workspace.keyring, observer: workspace.observer) {
          try wantedForm(of: $0, present, configuration, request.presence, isDocument: opened.isDocument)
        }
      }
      try staged.readUnread(workspace.keyring)
      return try apply(staged, remarks, opened, request)
    }
  }

  /// The forms that models get because their kind is an encrypted one.
  private func formsOfKinds() throws -> Set<StoredForm> {
    guard try workspace.requireConfiguration().cipher == .age else { return [] }
    let kinds = try ModelKinds(workspace)
    // This only tells which passphrase to ask for; a kind that cannot be found out stops the import later.
    return kinds.names.contains { kinds[$0].map(kinds.isEncrypted) == true } ? [.age] : []
  }

  /// How a model has to be stored: as it is now, else as its kind says; nil where neither tells. What comes encrypted stays so unless it is a single
  /// document, which may have been encrypted for the way only.
  private func wantedForm(
    of name: ModelName, _ kinds: ModelKinds, _ configuration: Configuration, _ presence: Presence, isDocument: Bool
  ) throws -> TargetForm? {
    func target(_ cipher: Configuration.Cipher, isDropped: Bool = false) throws -> TargetForm {
      try configuration.target(
        cipher, in: workspace, mayBeForOthers: isDropped, remedy: .chooseRestoredForm)
    }
    let present: StoredForm?
    if try FileStatus.of(workspace.storage.absolute(ModelFiles.mainPath(of: name))) != nil {
      let file = try workspace.storage.open(workspace.storage.absolute(ModelFiles.mainPath(of: name)))
      present = try ModelReader.formIfKnown(of: file)
    } else {
      present = nil
    }
    switch present {
    // A present model that is kept does not take what is staged.
    case .age: return try target(.age, isDropped: presence == .keep)
    case .okitCBC: return try target(.okitCBC)
    case .plain:
      // If its kind cannot be found out, what came encrypted stays so.
      return isDocument && ((try? kinds.required(name)) ?? nil).map(kinds.isEncrypted) == false ? .plain : nil
    case nil:
      guard let kind = try kinds.required(name) else { return nil }
      return kinds.isEncrypted(kind) ? try target(configuration.cipher) : isDocument ? .plain : nil
    }
  }

  private func apply(
    _ staged: StagedData, _ remarks: ImportSource.Remarks, _ opened: ImportSource, _ request: Request
  ) throws -> Outcome {
    guard !staged.models.isEmpty else { throw OKitError(.notFound, "\(opened.name) contains no model") }
    let stored = Set(try workspace.storedModels())
    let present = staged.models.filter(stored.contains)
    if let first = present.first, request.presence == .refuse {
      let others = present.count == 1 ? "" : " and \(present.count - 1) more"
      throw OKitError(
        .exists, present.count == 1 ? "model \(first) already exists" : "model \(first)\(others) already exist",
        remedy: .mergeOrReplace)
    }
    let taken = request.presence == .replace ? staged.models : staged.models.filter { !stored.contains($0) }
    let isWhole = taken.count == staged.models.count
    if !isWhole || request.presence == .replace {
      try requireKnownAttachments(of: taken, in: staged)
    }
    let outcome = { (kept: String?) in
      Outcome(
        imported: taken, present: request.presence == .replace ? [] : present, isProven: opened.isProven, kept: kept)
    }
    let applied = try recorded(with: taken, staged, remarks, opened)
    try SharedIDs(workspace, staged).warn(of: taken)
    if workspace.isDryRun || taken.isEmpty { return outcome(nil) }
    let replaces = taken.contains(where: stored.contains)
    let kept = replaces ? try BackupCreation(workspace).keepBefore("import") : nil
    try workspace.changing("import") { transaction in
      if let kept { transaction.keep(staged: kept.staged, backup: kept.name) }
      var edit = ConfigurationEdit(try workspace.currentConfiguration())
      let placement = StagedPlacement(workspace, staged, transaction, kept: kept)
      try placement.replace(
        taken.filter(stored.contains), keyring: workspace.keyring, keepingPartials: opened.isDocument)
      try placement.add(taken.filter { !stored.contains($0) })
      for name in taken {
        let isEncrypted = staged.file(at: "\(name).json")?.form.isEncrypted == true
        if !isEncrypted, opened.isEncryptedDocument, case .recorded = request.form {
          workspace.observer.warned("the encrypted model \(name) is now stored decrypted, because of its kind")
        }
        if !isEncrypted, edit.isEncryptedKind(name) {
          let reason = if case .decrypted = request.form { "" } else { ", as in the source" }
          workspace.observer.warned("model \(name) is now stored decrypted\(reason)")
        }
        if let kind = remarks.kinds[name] { edit.setKind(kind, of: name) }
        // How it is stored and how it should be agree, also where the source does not say the latter.
        if isEncrypted || remarks.kinds[name] == nil && edit.isEncryptedKind(name) {
          edit.setKind(isEncrypted, of: name)
        }
      }
      if isWhole { try addUnnamed(staged, placement) }
      try edit.stage(in: transaction, of: workspace)
      applied.stage(in: transaction, of: workspace)
    }
    return outcome(kept?.name)
  }

  /// What is recorded once `names` have come: of those of a backup what it says of them, of others that they conform to the definitions there are
  /// where they can be read and do.
  ///
  /// Throws an error of kind `configuration` where what comes is newer than okit or the definitions.
  private func recorded(
    with names: [ModelName], _ staged: StagedData, _ remarks: ImportSource.Remarks, _ opened: ImportSource
  ) throws -> AppliedDefinitions {
    var applied = try AppliedDefinitions(of: workspace)
    guard !names.isEmpty else { return applied }
    let brought = try AppliedDefinitions(
      ofBackup: remarks.applied, path: "\(opened.name): \(AppliedDefinitions.pathInBackup)",
      observer: workspace.observer)
    let known = names.filter { brought?.models[$0] != nil }
    if let brought { applied.take(known, from: brought) }
    let definitions = try workspace.definitions(
      by: workspace.currentConfiguration(), ifMissing: .readByShape, warns: false)
    let reader = ModelReader(workspace)
    try applied.record(
      names.filter { brought?.models[$0] == nil }, by: definitions,
      migration: MigrationNumber.highest(in: workspace.root), observer: workspace.observer
    ) { name, snapshot in
      guard let main = try staged.document("\(name).json", workspace.keyring) else { return false }
      return try snapshot.fits(main) { id in
        let path = "\(name)/\(id).json"
        if staged.file(at: path) != nil { return try staged.document(path, workspace.keyring) }
        // A document alone leaves the partials as they are.
        guard opened.isDocument, PathComponent.fault(of: id, ending: ".json") == nil,
          try FileStatus.of(workspace.storage.absolute(Workspace.dataPath(path))) != nil
        else { return nil }
        do {
          return try reader.document(Workspace.dataPath(path)).document
        } catch  where UnreadPartial.isTolerable(error) {
          return nil
        }
      }
    }
    try applied.requireNotNewer(in: workspace)
    return applied
  }

  /// Files that no model of the source names come along when all of it comes.
  private func addUnnamed(_ staged: StagedData, _ placement: StagedPlacement) throws {
    let named = Set(staged.models.flatMap(staged.paths).map(ExactText.init))
    for path in staged.paths where !named.contains(ExactText(path)) {
      if try workspace.storage.snapshot(Workspace.dataPath(path)) == nil { try placement.put(path) }
    }
  }

  /// Of an encrypted model that nobody opened it is not known which attachments are its own.
  private func requireKnownAttachments(of names: [ModelName], in staged: StagedData) throws {
    for name in names where staged.unread.contains(name) {
      throw OKitError(
        .locked, "model \(name) is encrypted; its key is needed to find its attachments",
        remedy: .nameIdentity)
    }
  }
}
