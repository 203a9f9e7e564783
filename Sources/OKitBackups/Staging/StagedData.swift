package import Ciphers
import Glibc
package import JSONDocument
package import OKitModels
package import OKitStorage

/// A temporary folder with files of models that will move into a workspace. They already have their final form.
///
/// A dry run creates no folder. It keeps in memory only the documents that are read again.
package final class StagedData {
  /// A file in the temporary folder.
  package struct File {
    /// The form in which the file is stored.
    package let form: StoredForm
    /// The stored content.
    package let fingerprint: Journal.Fingerprint
  }

  /// The path of the temporary folder.
  package let folder: FilePath
  private var files: [DataPath: File] = [:]
  private var documents: [ModelName: [DataPath]] = [:]
  /// The attachments that each model names.
  package private(set) var attachments: [ModelName: Set<DataPath>] = [:]
  private var standIns: [ModelName: Set<ExactText>] = [:]
  /// The encrypted models that were not decrypted, without those that ``readUnread(isKeyProven:)`` could open. The files that they name are unknown.
  package private(set) var locked: Set<ModelName> = []
  /// The models of which a document is damaged, as far as it could be opened. In a backup, the checksums match, so it was damaged before.
  package private(set) var damaged: Set<ModelName> = []
  /// The stored bytes of documents in a dry run.
  private var kept: [DataPath: JSONBytes] = [:]
  private let isDryRun: Bool
  private let replaced: FilePath?
  /// True if the files that models name are recorded.
  let notesNames: Bool
  /// The keys that decrypt the source and the staged files.
  let keyring: Keyring
  private let system: FileSystem
  private let observer: any Observer
  private var madeFolders: Set<DataPath> = []
  /// The keys of the partials of each model in the replaced folder. Each folder is listed only once.
  private var presentPartials: [ModelName: Set<ExactText>] = [:]

  /// Creates `folder`. It will replace the folder `replaced`, so its files and folders get the attributes of the files and folders there.
  ///
  /// Pass true for `notingNames` to record the files that models name, which needs each model in memory.
  package init(
    _ folder: FilePath, replacing replaced: FilePath? = nil, notingNames: Bool, keyring: Keyring, system: FileSystem,
    observer: any Observer, isDryRun: Bool
  ) throws {
    self.folder = folder
    self.isDryRun = isDryRun
    self.replaced = replaced
    notesNames = notingNames
    self.keyring = keyring
    self.system = system
    self.observer = observer
    if isDryRun { return }
    let old = try original(of: ".")
    try named {
      try system.createFolder(folder, mode: old == nil ? 0o777 : FileSystem.privateFolder)
      do {
        if let old { try system.takeAttributes(of: old, toFolder: folder) }
      } catch {
        discard()
        throw error
      }
    }
  }

  /// Runs `body`. Errors name the replaced paths, not the temporary ones.
  private func named(_ body: () throws -> Void) throws {
    guard let replaced else { return try body() }
    try naming(replaced, for: folder, body)
  }

  /// Returns the file or folder that `path` will replace; nil if there is none.
  private func original(of path: DataPath) throws -> FileSnapshot? {
    guard let replaced else { return nil }
    let place = path == "." ? replaced : replaced.appending(path)
    guard let status = try FileStatus.of(place), status.kind == .file || status.kind == .folder else { return nil }
    return FileSnapshot(path: place, status: status)
  }

  /// The paths of all files, sorted.
  package var paths: [DataPath] { files.keys.sorted() }

  /// Returns the file at `path`; nil if there is none.
  package func file(at path: DataPath) -> File? { files[path] }

  /// The models with a main file.
  package var models: [ModelName] {
    files.keys.compactMap { $0.parent == "." ? ModelName(file: $0.text) : nil }.sorted()
  }

  /// Returns the main file and the partials of a model.
  package func documents(of name: ModelName) -> [DataPath] { documents[name] ?? [] }

  /// Returns the files of a model: its main file, its partials, and the attachments that it names.
  package func paths(of name: ModelName) -> [DataPath] {
    let present = (attachments[name] ?? []).filter { files[$0] != nil }
    return ((documents[name] ?? []).sorted() + present.sorted())
  }

  /// Adds a file at `path` with the plain bytes of `source`, stored as `target`.
  package func add(_ path: DataPath, as target: StorageTarget, from source: CipherSource) throws {
    if notesNames, let model = ModelName(document: path) {
      let bytes = try JSONBytes.collecting(path.text, expected: 0, secret: target.form.isEncrypted, source)
      try note(bytes, of: model)
      try write(path, target.form) { sink in
        try target.encode(to: sink) { sink in try bytes.withUnsafeBytes { try sink($0) } }
      }
    } else {
      try write(path, target.form) { sink in
        try target.encode(to: sink) { sink in try validate(path, source, sink) }
      }
    }
  }

  /// Adds a file with bytes that are already in `form`.
  package func add(_ path: DataPath, asStoredIn form: StoredForm, from source: CipherSource) throws {
    guard form.isEncrypted else { return try add(path, as: .plain, from: source) }
    if let model = ModelName(document: path) { locked.insert(model) }
    try write(path, form) { sink in
      try forEachPiece(of: source, sink)
    }
  }

  /// Passes the plain bytes of a file to `sink`. A document that is not a JSON object is kept unchanged, because a restore is needed most when something is
  /// broken.
  private func validate(_ path: DataPath, _ source: CipherSource, _ sink: CipherSink) throws {
    guard let model = ModelName(document: path) else { return try forEachPiece(of: source, sink) }
    var validator = JSONValidator()
    var isJSON = true
    try forEachPiece(of: source) { piece in
      if isJSON { do { try validator.feed(piece) } catch { isJSON = false } }
      try sink(piece)
    }
    if isJSON { do { try validator.finish() } catch { isJSON = false } }
    if !isJSON || validator.rootKind != .object { damaged.insert(model) }
  }

  private func write(_ path: DataPath, _ form: StoredForm, _ body: (@escaping CipherSink) throws -> Void) throws {
    try named {
      let file = try isDryRun ? nil : createFile(path)
      let bytes = isDryRun && isReadAgain(path) ? JSONBytes(capacity: 0, secret: true) : nil
      let staged = StagedFile(file)
      let observer = observer
      try body { piece in
        try staged.write(piece)
        bytes?.append(piece)
        try observer.advanced(byBytes: Int64(piece.count))
      }
      let fingerprint = try staged.finish()
      if let file { try takeAttributes(file, path) }
      kept[path] = bytes
      files[path] = File(form: form, fingerprint: fingerprint)
      if let model = ModelName(document: path) { documents[model, default: []].append(path) }
    }
  }

  /// Throws an error of kind `locked` if no available key opens one of the models `names`, because their attachments are unknown.
  func requireUnlocked(_ names: [ModelName]) throws {
    guard let name = names.first(where: locked.contains) else { return }
    throw OKitError(
      .locked, "model \(name) is encrypted; its key is needed to find its attachments", remedy: remedy(forLocked: name))
  }

  /// Warns of the models among `names` from `source` that no available key opens, after they are in place or in a dry run.
  func warnOfLocked(of names: [ModelName], from source: String) {
    for name in names where locked.contains(name) {
      observer.warned(
        of: Warning(
          "no available key opens model \(name) of \(source), so it stays unchanged, and its attachments are unknown",
          remedy: remedy(forLocked: name)))
    }
  }

  private func remedy(forLocked name: ModelName) -> OKitError.Remedy {
    file(at: DataPath(mainOf: name))?.form == .okitCBC ? .importFrameworkKey : .nameIdentity
  }

  /// True if the staged file is read again: a document whose names or ids are needed, or whose key must open it.
  private func isReadAgain(_ path: DataPath) -> Bool {
    ModelName(document: path).map { notesNames || locked.contains($0) } ?? false
  }

  private func createFile(_ path: DataPath) throws -> WritableFile {
    try makeFolder(path.parent)
    let old = try original(of: path)
    return try system.createFile(folder.appending(path), mode: old == nil ? 0o666 : FileSystem.privateFile)
  }

  private func takeAttributes(_ file: WritableFile, _ path: DataPath) throws {
    if let old = try original(of: path) {
      try file.takeAttributes(of: old)
    } else if let around = try original(of: ".") {
      // New files belong to the owner of the existing data.
      try file.takeOwner(of: around.status)
    }
  }

  /// Returns the decrypted bytes of the document at `path`; nil if it is not staged.
  func plainSource(of path: DataPath) throws -> PlainSource? {
    guard let form = files[path]?.form else { return nil }
    guard let bytes = kept[path] else {
      return try PlainSource(OpenFile(folder.appending(path)), form: form, keyring: keyring)
    }
    let stored = MemorySource(bytes)
    return try PlainSource(form, name: path.text, keyring: keyring) { stored.read(into: $0) }
  }

  private func makeFolder(_ path: DataPath) throws {
    guard path != ".", !madeFolders.contains(path) else { return }
    try makeFolder(path.parent)
    let old = try original(of: path)
    try system.ensureFolder(folder.appending(path), mode: old == nil ? 0o777 : FileSystem.privateFolder)
    if let old { try system.takeAttributes(of: old, toFolder: folder.appending(path)) }
    madeFolders.insert(path)
  }

  /// Records the files that a document names. A document that is not a JSON object is kept unchanged.
  private func note(_ bytes: JSONBytes, of model: ModelName) throws {
    let document: JSONDocument
    do {
      document = try JSONDocument(parsing: bytes, path: DataPath(mainOf: model))
    } catch let error as OKitError where error.kind == .malformed {
      damaged.insert(model)
      return
    }
    if document.root.kind != .object { damaged.insert(model) }
    let partials = try presentPartials[model] ?? listPartials(of: model)
    presentPartials[model] = partials
    document.forEachObject { object in
      if !partials.isEmpty, let id = object["id"]?.string.map(ExactText.init), partials.contains(id) {
        standIns[model, default: []].insert(id)
      }
      if let entity = AttachmentEntity(object), let paths = try? entity.paths() {
        attachments[model, default: []].formUnion(paths)
      }
    }
  }

  /// Returns the keys of the existing partials. Throws if the folder cannot be listed, because its partials would otherwise be removed as unused.
  private func listPartials(of model: ModelName) throws -> Set<ExactText> {
    guard let folder = replaced.map({ $0.appending(model.description) }),
      try FileStatus.of(folder)?.kind == .folder
    else { return [] }
    let files = try FolderListing(folder).entries.filter { $0.kind == .file && !$0.isHidden }
    return Set(files.compactMap { $0.name.withoutSuffix(".json").map(ExactText.init) })
  }

  /// True if a model's new documents contain the stand-in of an existing partial.
  func namesStandIn(_ key: String, in model: ModelName) -> Bool {
    standIns[model]?.contains(ExactText(key)) == true
  }

  /// Tries the available keys on the models that were staged without decrypting them. Fills ``damaged``, and with ``notesNames`` also records the
  /// files that the opened models name. The models that no key opens remain in ``locked``.
  ///
  /// A wrong key of the framework cannot be told from damage, because its cipher has no authentication. A model that it does not open only counts as
  /// damaged if the key opens another one, or if `isKeyProven` returns true. That is called only if it matters.
  func readUnread(isKeyProven: () throws -> Bool) throws {
    var refused: Set<ModelName> = []
    var isProven = false
    for name in locked.sorted() {
      do {
        for path in documents(of: name).sorted() {
          do {
            try readUnread(path, of: name, provesKey: &isProven)
          } catch let error as OKitError where error.kind == .malformed {
            damaged.insert(name)
          } catch is WrongKeyOrDamage {
            refused.insert(name)
          }
        }
        if !refused.contains(name) { locked.remove(name) }
      } catch let error as OKitError where error.kind == .locked {
        // Callers that need the names of its files report that.
        refused.remove(name)
      }
    }
    guard !refused.isEmpty, try isProven || isKeyProven() else { return }
    damaged.formUnion(refused)
    locked.subtract(refused)
  }

  /// The framework's key does not decrypt a document to a JSON object.
  private struct WrongKeyOrDamage: Error {}

  private func readUnread(_ path: DataPath, of model: ModelName, provesKey: inout Bool) throws {
    guard let form = files[path]?.form, let source = try plainSource(of: path) else { return }
    if form == .okitCBC {
      guard let bytes = try EncryptionPolicy.frameworkDocument(source, named: path.text) else {
        throw WrongKeyOrDamage()
      }
      provesKey = true
      if notesNames { try note(bytes, of: model) }
    } else if notesNames {
      try note(JSONBytes.collecting(path.text, expected: 0, secret: true) { try source.read(into: $0) }, of: model)
    } else {
      try validate(path, source.read(into:)) { _ in }
    }
  }

  /// Warns of damaged models among `names` from `source`, after they are in place or in a dry run.
  package func warnOfDamage(of names: [ModelName], from source: String) {
    for name in names where damaged.contains(name) {
      observer.warned("\(source): model \(name) is damaged there, and is taken over as it is")
    }
  }

  /// Returns the document at `path`; nil if no available key decrypts it, or if it is not JSON.
  package func document(_ path: DataPath) throws -> JSONDocument? {
    do {
      guard let form = file(at: path)?.form, let source = try plainSource(of: path) else { return nil }
      let bytes = try JSONBytes.collecting(path.text, expected: 0, secret: form.isEncrypted) {
        try source.read(into: $0)
      }
      return try JSONDocument(parsing: bytes, path: path)
    } catch let error as OKitError where error.kind == .locked || error.kind == .malformed {
      return nil
    }
  }

  /// Removes the folder with its remaining files.
  func discard() {
    try? system.removeTree(folder)
  }
}
