import Ciphers
import Glibc
import JSONDocument
import OKitModels
import OKitStorage

/// The files that go into a backup of a workspace.
struct BackupContents {
  struct Item {
    /// The file as the manifest lists it.
    let file: BackupManifest.File
    /// The current path of the file.
    let place: FilePath
    let modified: Int64
    let stamp: FileStamp
    /// The attachment's description, to check the result of a cipher without authentication; nil for other files.
    let attachment: AttachmentFile?
    /// The content, if it is known already.
    var bytes: JSONBytes?
  }

  let content: BackupManifest.Content
  private(set) var items: [Item] = []
  private(set) var models: [BackupManifest.Model] = []
  /// Models that are stored behind HTTP. The backup does not contain them.
  private(set) var remoteModels: [ModelName] = []
  /// Paths in `okit.json` to Swift files outside of `okit/model`. The backup contains these files.
  private(set) var outsideDefinitions: [String] = []
  /// The number of damaged files among those that had to be read.
  private(set) var unreadableFiles = 0
  /// Warnings about files that the backup keeps unread or does not contain. Reported only after the backup succeeded, or in a dry run.
  private(set) var warnings: [String] = []
  /// True if no file with rules or a form had to be left out.
  private var hasAllRulesAndForms = false
  /// The value of `definitions` in `okit.json` after a restore; nil if it stays the same.
  private var definitions: [String]?
  /// The total size of the files in the backup, in bytes.
  var size: Int64 { items.reduce(0) { $0 + $1.file.size } }
  private let workspace: Workspace
  private let isCopy: Bool

  /// Collects the files of `workspace`. With `decrypted` content, each model is opened, and the backup fails if one cannot be decrypted.
  ///
  /// With `isCopy`, it is a safety backup, which contains every file of the workspace. Any other backup leaves out files that would make it impossible
  /// to restore.
  init(
    of workspace: Workspace, content: BackupManifest.Content, isCopy: Bool = false, withOutsideDefinitions: Bool = true
  ) throws {
    self.isCopy = isCopy
    self.content = content
    self.workspace = workspace
    if workspace.configuration != nil { try addConfiguration() }
    try addTree("model", at: workspace.storage.modelFolder.resolvingExistingPrefix) { _, _ in (.plain, nil) }
    if withOutsideDefinitions { try addOutsideDefinitions() }
    let (others, omitted) = try workspace.ruleAndFormFiles()
    for path in others { try add(path, at: workspace.storage.absolute(WorkspacePath(path))) { _, _ in (.plain, nil) } }
    warnings += omitted.map { "\($0); the backup does not contain it" }
    hasAllRulesAndForms = omitted.isEmpty
    let kinds = try ModelKinds(workspace)
    let stored = try workspace.storedModels()
    remoteModels = kinds.remoteNames.filter { !stored.contains($0) }
    var known: [BackupPath: (StoredForm, AttachmentFile?)] = [:]
    for name in stored {
      guard let form = try inspect(name, &known) else { continue }
      models.append(BackupManifest.Model(name: name, kind: kinds[name], form: form))
    }
    // The names of attachments in unopened models are unknown. If a model uses the framework's cipher, its attachments may use it, too.
    let host: StoredForm? = models.contains { $0.form == .okitCBC } ? .okitCBC : nil
    try addTree("data", at: workspace.storage.dataFolder) { path, file in
      try known[path] ?? (Self.form(of: file, at: path, host: content == .asStored ? host : nil), nil)
    }
    // If a file changed after its model was inspected, the models must have the form that the list of files contains.
    let forms = Dictionary(items.map { ($0.file.path, $0.file.form) }) { first, _ in first }
    models = models.compactMap { model in
      forms[BackupPath(DataPath(mainOf: model.name))].map {
        BackupManifest.Model(name: model.name, kind: model.kind, form: $0)
      }
    }
  }

  private mutating func addConfiguration() throws {
    let configuration = try workspace.currentConfiguration()
    guard let file = configuration.snapshot else { return }
    let bytes = configuration.document.bytes
    items.append(
      Item(
        file: BackupManifest.File(path: BackupManifest.configuration, size: Int64(bytes.count), form: .plain),
        place: file.path, modified: Int64(file.status.raw.st_mtim.tv_sec), stamp: file.stamp, attachment: nil,
        bytes: bytes))
  }

  private mutating func addOutsideDefinitions() throws {
    guard workspace.configuration != nil else { return }
    let outside = try OutsideDefinitions(of: workspace, workspace.currentConfiguration())
    for file in outside.files {
      try add(file.path, at: file.place) { _, opened in
        guard try outside.isAllowed(opened.status, at: file.place) else {
          throw OKitError(.busy, "\(file.place) was replaced during the backup")
        }
        return (.plain, nil)
      }
    }
    definitions = outside.definitions
    outsideDefinitions = outside.patterns
    warnings += outside.warnings
  }

  func manifest(created: Int64, workspace id: String) -> BackupManifest {
    BackupManifest(
      created: created, workspace: id, content: content, models: models, files: items.map(\.file),
      definitions: definitions, hasAllRulesAndForms: hasAllRulesAndForms)
  }

  /// Returns the form of a file that no opened model names. Its extension and folder tell whether it is a document or an attachment.
  private static func form(of file: OpenFile, at path: BackupPath, host: StoredForm?) throws -> StoredForm {
    guard let path = DataPath(path) else { return .plain }
    if path.text.withoutSuffix(".json") != nil, !AttachmentFile.folders.contains(path.parent) {
      return try ModelReader.formIfKnown(of: file) ?? .plain
    }
    return try AttachmentFile(path: path, declaredSize: nil).form(of: file, host: host)
  }

  /// Records the form of each file of a model and returns the form of its main file; nil if that cannot be opened.
  private mutating func inspect(
    _ name: ModelName, _ known: inout [BackupPath: (StoredForm, AttachmentFile?)]
  ) throws -> StoredForm? {
    let place = workspace.storage.absolute(ModelFiles.mainPath(of: name))
    guard let sniffed = try openOrWarn(place, ModelReader.formIfKnown) else { return nil }
    guard let form = sniffed else {
      warnings.append("\(place) has an unknown format; the backup contains it unchanged")
      unreadableFiles += 1
      return .plain
    }
    if content == .asStored && form.isEncrypted { return form }
    let files: ModelFiles
    do {
      files = try ModelFiles(
        name, in: workspace, reader: ModelReader(workspace), isTolerant: content == .asStored)
    } catch let error as OKitError where isKeptUnread(form, error) {
      warnOfKept(error)
      if error.kind == .malformed { unreadableFiles += unreadableDocuments(of: name) }
      return form
    }
    for partial in files.unread { warnOfKept(partial.error) }
    unreadableFiles += files.unread.count(where: Self.isDamaged)
    for attachment in files.unusable { warnOfKept(attachment.error) }
    for document in files.documents {
      if let path = BackupPath(document.path) { known[path] = (document.opened.form, nil) }
    }
    for var attachment in files.attachments {
      // `place` refers to the model's documents, so those of all models would stay in memory.
      attachment.place = nil
      let file = try workspace.storage.openUnlinked(workspace.storage.absolute(inData: attachment.path))
      known[BackupPath(attachment.path)] = (try attachment.form(of: file, host: form), attachment)
    }
    return form
  }

  private mutating func warnOfKept(_ error: any Error) {
    warnings.append("\(error); the damaged file is kept in the \(isCopy ? "safety backup" : "backup")")
  }

  /// Returns the number of damaged documents of a model that could not be opened as a whole. An entity with an invalid value is no damage.
  private func unreadableDocuments(of name: ModelName) -> Int {
    let files = try? ModelFiles(name, in: workspace, reader: ModelReader(workspace), isTolerant: true)
    return files?.unread.count(where: Self.isDamaged) ?? 1
  }

  private static func isDamaged(_ partial: UnreadPartial) -> Bool { (partial.error as? OKitError)?.kind == .malformed }

  /// True if the backup keeps a model that could not be read, because backups are needed most when something is broken.
  ///
  /// A malformed file is kept unchanged, and a file that stays encrypted needs no key.
  private func isKeptUnread(_ form: StoredForm, _ error: OKitError) -> Bool {
    error.kind == .malformed && form != .okitCBC || error.kind == .locked && content == .asStored
  }

  /// Opens a model's file. If that fails, as for a broken link or a FIFO, warns and returns nil: the backup is made without it.
  private mutating func openOrWarn<Result>(_ path: FilePath, _ body: (OpenFile) throws -> Result) throws -> Result? {
    let file: OpenFile
    do {
      file = try workspace.storage.open(path)
    } catch {
      warnings.append("\(error); the backup does not contain it")
      return nil
    }
    return try body(file)
  }

  private mutating func addTree(
    _ path: BackupPath, at place: FilePath, form: (BackupPath, OpenFile) throws -> (StoredForm, AttachmentFile?)
  ) throws {
    let listing = try FolderListing(place)
    try listing.requireReadableNames(in: place)
    let names = isCopy || path != "data" ? nil : Set(listing.entries.map { ExactText($0.name) })
    for entry in listing.entries where !entry.isHidden {
      let entryPath = path.appending(entry.name)
      let entryPlace = place.appending(entry.name)
      switch entry.kind {
      case .folder: try addTree(entryPath, at: entryPlace, form: form)
      case .file where names.map { MisplacedFile.isMisplaced(entry.name, beside: $0) } == true:
        warnings.append("\(entryPlace) is a file but must be a folder; the backup does not contain it")
      case .file: try add(entryPath, at: entryPlace, form: form)
      case .link where path == "data" && ModelName(file: entry.name) != nil:
        // A link that cannot be opened was already reported when its model was inspected.
        if (try? workspace.storage.open(entryPlace)) != nil {
          try add(entryPath, at: entryPlace, followingLinks: true, form: form)
        }
      case .other where path == "data" && ModelName(file: entry.name) != nil: continue
      case .link, .other: warnings.append("\(entryPlace) is not a file; the backup does not contain it")
      }
    }
  }

  private mutating func add(
    _ path: BackupPath, at place: FilePath, followingLinks: Bool = false,
    form: (BackupPath, OpenFile) throws -> (StoredForm, AttachmentFile?)
  ) throws {
    let file = try followingLinks ? workspace.storage.open(place) : workspace.storage.openUnlinked(place)
    let (form, attachment) = try form(path, file)
    let size =
      content == .asStored ? file.size : try PlainSource.plainSize(of: file, form: form, keyring: workspace.keyring)
    let modified = Int64(file.status.raw.st_mtim.tv_sec)
    items.append(
      Item(
        file: BackupManifest.File(path: path, size: size, form: form), place: place, modified: modified,
        stamp: file.stamp,
        attachment: attachment))
  }

  /// Opens an item and passes a source of its bytes, as they go into the backup, to `body`.
  func open(_ item: Item, _ body: (CipherSource) throws -> Void) throws {
    if let bytes = item.bytes {
      let source = MemorySource(bytes)
      return try body { source.read(into: $0) }
    }
    let file = try workspace.storage.open(item.place)
    // The file may still be open from its inspection, and its path may name another file by now.
    guard file.stamp == item.stamp, try FileStatus.of(item.place, followingLinks: true)?.stamp == item.stamp else {
      throw OKitError(.busy, "\(item.place) changed during the backup")
    }
    let form = content == .asStored ? .plain : item.file.form
    if let attachment = item.attachment {
      let source = try AttachmentSource(attachment, file, form: form, keyring: workspace.keyring)
      try body { try source.read(into: $0) }
      try source.finish()
    } else {
      let source = try PlainSource(file, form: form, keyring: workspace.keyring)
      try body { try source.read(into: $0) }
      try file.requireUnchanged()
    }
  }
}
