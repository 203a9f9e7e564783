package import Ciphers
import Glibc
package import JSONDocument
package import OKitModels
package import OKitStorage

/// Files of models on their way into a workspace, already in the form they will have there, in a folder that is not in place yet.
package final class StagedData {
  package struct File {
    package let form: StoredForm
    package let fingerprint: Journal.Fingerprint
  }

  package let folder: String
  /// By path relative to the data folder.
  private var files: [ExactText: File] = [:]
  private var documents: [ModelName: [ExactText]] = [:]
  /// The attachments that each model names, relative to the data folder.
  package private(set) var attachments: [ModelName: Set<ExactText>] = [:]
  private var standIns: [ModelName: Set<ExactText>] = [:]
  /// Models that came encrypted and stayed so unread; what they name is not known.
  package private(set) var unread: Set<ModelName> = []
  private let replaced: String?
  private let notesNames: Bool
  private let system: FileSystem
  private let observer: any Observer
  private var madeFolders: Set<ExactText> = []
  /// The keys of the partials that models have in the folder that is replaced; each folder is listed once.
  private var presentPartials: [ModelName: Set<ExactText>] = [:]

  /// Creates the folder at `folder`. What it will replace, the folder `replaced`, lends its files and folders their attributes. What models
  /// name is noted only with `notingNames`, since each has to be in memory for that.
  package init(
    _ folder: String, replacing replaced: String? = nil, notingNames: Bool, system: FileSystem, observer: any Observer
  ) throws {
    self.folder = folder
    self.replaced = replaced
    notesNames = notingNames
    self.system = system
    self.observer = observer
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

  /// Runs `body`, of whose errors people learn the names of what will be replaced.
  private func named(_ body: () throws -> Void) throws {
    guard let replaced else { return try body() }
    try naming(replaced, for: folder, body)
  }

  /// What will be replaced by `path`, relative to the data folder.
  private func original(of path: String) throws -> FileSnapshot? {
    guard let replaced else { return nil }
    let place = path == "." ? replaced : Path.join(replaced, path)
    guard let status = try FileStatus.of(place), status.kind == .file || status.kind == .folder else { return nil }
    return FileSnapshot(path: place, status: status)
  }

  /// Every path, relative to the data folder, sorted.
  package var paths: [String] { files.keys.sorted().map(\.text) }

  /// The file at `path`.
  package func file(at path: String) -> File? { files[ExactText(path)] }

  /// The models that have a file.
  package var models: [ModelName] {
    files.keys.compactMap { Path.parent(of: $0.text) == "." ? ModelName(file: $0.text) : nil }.sorted()
  }

  /// The files of a model: its own, its partials, and the attachments it names.
  package func paths(of name: ModelName) -> [String] {
    let present = (attachments[name] ?? []).filter { files[$0] != nil }
    return ((documents[name] ?? []).sorted() + present.sorted()).map(\.text)
  }

  /// Adds the plain bytes of `source` as `path`, stored as `target`.
  package func add(_ path: String, as target: TargetForm, from source: CipherSource) throws {
    if notesNames, let model = ModelName(document: path) {
      let bytes = try JSONBytes.collecting(path, expected: 0, secret: target.form.isEncrypted, source)
      try note(bytes, of: model)
      try write(path, target.form) { sink in
        try target.encode(to: sink) { sink in try bytes.withUnsafeBytes { try sink($0) } }
      }
    } else {
      try write(path, target.form) { sink in
        try target.encode(to: sink) { try forEachPiece(of: source, $0) }
      }
    }
  }

  /// Adds bytes that are in `form` already as they are.
  package func add(_ path: String, asStoredIn form: StoredForm, from source: CipherSource) throws {
    guard form.isEncrypted else { return try add(path, as: .plain, from: source) }
    if let model = ModelName(document: path) { unread.insert(model) }
    try write(path, form) { sink in
      try forEachPiece(of: source, sink)
    }
  }

  private func write(_ path: String, _ form: StoredForm, _ body: (@escaping CipherSink) throws -> Void) throws {
    try named {
      try makeFolder(Path.parent(of: path))
      let old = try original(of: path)
      let file = try system.createFile(Path.join(folder, path), mode: old == nil ? 0o666 : FileSystem.privateFile)
      let staged = StagedFile(file)
      let observer = observer
      try body { piece in
        try staged.write(piece)
        try observer.advanced(byBytes: Int64(piece.count))
      }
      if let old {
        try file.takeAttributes(of: old)
      } else if let around = try original(of: ".") {
        // What is new belongs to whom the data belong.
        try file.takeOwner(of: around.status)
      }
      let fingerprint = staged.finish()
      files[ExactText(path)] = File(form: form, fingerprint: fingerprint)
      if let model = ModelName(document: path) { documents[model, default: []].append(ExactText(path)) }
    }
  }

  private func makeFolder(_ path: String) throws {
    guard path != ".", !madeFolders.contains(ExactText(path)) else { return }
    try makeFolder(Path.parent(of: path))
    let old = try original(of: path)
    try system.ensureFolder(Path.join(folder, path), mode: old == nil ? 0o777 : FileSystem.privateFolder)
    if let old { try system.takeAttributes(of: old, toFolder: Path.join(folder, path)) }
    madeFolders.insert(ExactText(path))
  }

  /// What cannot be parsed names nothing; it is kept as it is, and `check` will tell.
  private func note(_ bytes: JSONBytes, of model: ModelName) throws {
    let document: JSONDocument
    do {
      document = try JSONDocument(parsing: bytes, path: "\(model).json")
    } catch let error as OKitError where error.kind == .malformed {
      return
    }
    let partials = try presentPartials[model] ?? listPartials(of: model)
    presentPartials[model] = partials
    document.forEachObject { object in
      if !partials.isEmpty, let id = object["id"]?.string.map(ExactText.init), partials.contains(id) {
        standIns[model, default: []].insert(id)
      }
      if let entity = AttachmentEntity(object), let paths = try? entity.paths() {
        attachments[model, default: []].formUnion(paths.map(ExactText.init))
      }
    }
  }

  /// A folder that cannot be listed is no empty one: its partials would count as no longer needed.
  private func listPartials(of model: ModelName) throws -> Set<ExactText> {
    guard let folder = replaced.map({ Path.join($0, model.description) }),
      try FileStatus.of(folder)?.kind == .folder
    else { return [] }
    let files = try FolderListing(folder).entries.filter { $0.kind == .file && !$0.isHidden }
    return Set(files.compactMap { $0.name.withoutSuffix(".json").map(ExactText.init) })
  }

  /// Whether a model's new documents name the stand-in of a present partial.
  func namesStandIn(_ key: String, in model: ModelName) -> Bool {
    standIns[model]?.contains(ExactText(key)) == true
  }

  /// Reads what came encrypted and stayed so, as far as the keys at hand open it, for what it names.
  func readUnread(_ keyring: Keyring) throws {
    for name in unread {
      do {
        for path in documents[name] ?? [] {
          guard let form = files[path]?.form else { continue }
          let source = try PlainSource(OpenFile(Path.join(folder, path.text)), form: form, keyring: keyring)
          try note(
            JSONBytes.collecting(path.text, expected: 0, secret: true) { try source.read(into: $0) }, of: name)
        }
        unread.remove(name)
      } catch let error as OKitError where error.kind == .locked || error.kind == .malformed {
        // It stays unknown what it names, and whoever needs to know says so.
      }
    }
  }

  /// The document at `path`; nil where the keys at hand do not open it, or it is no JSON.
  package func document(_ path: String, _ keyring: Keyring) throws -> JSONDocument? {
    guard let form = file(at: path)?.form else { return nil }
    do {
      let source = try PlainSource(OpenFile(Path.join(folder, path)), form: form, keyring: keyring)
      let bytes = try JSONBytes.collecting(path, expected: 0, secret: form.isEncrypted) { try source.read(into: $0) }
      return try JSONDocument(parsing: bytes, path: path)
    } catch let error as OKitError where error.kind == .locked || error.kind == .malformed {
      return nil
    }
  }

  /// Removes what is left of the folder.
  func discard() {
    try? system.removeTree(folder)
  }
}
