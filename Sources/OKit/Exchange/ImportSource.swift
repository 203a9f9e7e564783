import Ciphers
import JSONDocument

/// What models are imported from, opened and recognised.
struct ImportSource {
  /// What a source says of models beside their data.
  struct Remarks {
    /// The kinds of models.
    var kinds: [ModelName: ModelKind] = [:]
    /// What a backup says of the definitions that its models conform to, see ``AppliedDefinitions``.
    var applied: JSONBytes?
  }

  private enum Content {
    case backup(BackupReader)
    /// Files without a manifest: an app's own zip, or a data folder.
    case files(any UnprovenFiles)
    case document(JSONBytes, ModelName)
  }

  /// As errors name it.
  let name: String
  /// Whether its own sums prove it.
  let isProven: Bool
  private let content: Content

  init(_ source: ModelImport.Source, request: ModelImport.Request, unlock: BackupUnlock) throws {
    switch source {
    case .stream(let stream): try self.init(stream, request, unlock)
    case .path(let path): try self.init(path, request, unlock)
    }
  }

  private init(_ path: String, _ request: ModelImport.Request, _ unlock: BackupUnlock) throws {
    name = path
    guard let status = try FileStatus.of(path, followingLinks: true) else {
      throw OKitError(.notFound, "no file or folder at \(path)")
    }
    if status.kind == .folder {
      if try FileStatus.of(Path.join(path, BackupManifest.fileName)) != nil {
        content = .backup(try BackupReader(path, unlock: unlock))
        isProven = true
      } else {
        content = .files(try DataFolder(in: path))
        isProven = false
      }
      return
    }
    let file = try OpenFile(path, followingLinks: true)
    let prefix = try file.bytes(at: 0, count: StoredForm.sniffedBytes)
    if BackupArchive.isZip(prefix: prefix) {
      if let layout = try BackupArchive.translating(path, { try ZipLayout(file) }) {
        content = .files(ZipFiles(path, layout, unlock))
        isProven = false
      } else {
        let reader = try BackupReader(path, unlock: unlock)
        content = .backup(reader)
        isProven = reader.isSealed
      }
    } else if prefix.withUnsafeBytes(AgeFile.isAge(prefix:)) {
      content = .backup(try BackupReader(path, unlock: unlock))
      isProven = true
    } else {
      let name = Path.name(of: path)
      let stem = name.withoutSuffix(".json") ?? name
      content = .document(try file.contents(), try request.name ?? ModelName(stem))
      isProven = false
      try checkDocument()
    }
  }

  private init(
    _ stream: @escaping CipherSource, _ request: ModelImport.Request, _ unlock: BackupUnlock
  ) throws {
    name = "standard input"
    let sniffed = try SniffedSource(stream, count: StoredForm.sniffedBytes)
    let prefix = sniffed.prefix
    let whole: CipherSource = { try sniffed.read(into: $0) }
    if prefix.withUnsafeBytes(AgeFile.isAge(prefix:)) {
      content = .backup(try BackupReader(stream: whole, name: name, unlock: unlock))
      isProven = true
      return
    }
    guard !BackupArchive.isZip(prefix: prefix) else {
      throw OKitError(.unsupported, "a zip cannot be read from a stream", remedy: .words("save it to a file first"))
    }
    guard let model = request.name else {
      throw OKitError(.usage, "a model from standard input needs a name", remedy: .nameModel)
    }
    content = .document(try JSONBytes.collecting(name, expected: 0, secret: false, whole), model)
    isProven = false
    try checkDocument()
  }

  private func checkDocument() throws {
    guard case .document(let bytes, _) = content else { return }
    let document = try JSONDocument(parsing: bytes, path: name)
    guard document.root.kind == .object else { throw OKitError(.malformed, "\(name) is no model: not an object") }
  }

  /// Whether it is one JSON document, without partials and attachments.
  var isDocument: Bool {
    if case .document = content { true } else { false }
  }

  /// Bytes to be read, where known before.
  var size: Int64? {
    switch content {
    case .backup(let reader): reader.manifest.totalSize
    case .files(let files): files.declaredSize
    case .document: nil
    }
  }

  /// Which keys will be needed, where the source tells.
  var forms: Set<StoredForm> {
    guard case .backup(let reader) = content else { return [] }
    return Set(reader.manifest.files.map(\.form))
  }

  /// Reads all of the source into `staged` and returns what it says besides.
  func stage(
    in staged: StagedData, form: RestoredForm, keyring: Keyring, wanted: @escaping (ModelName) throws -> TargetForm?
  ) throws -> Remarks {
    var remarks = Remarks()
    switch content {
    case .backup(let reader):
      try form.stage(reader, in: staged, keyring: keyring) { path, bytes in
        if path.isExactly(AppliedDefinitions.pathInBackup) { remarks.applied = bytes }
      }
      for model in reader.manifest.models { remarks.kinds[model.name] = model.kind }
    case .files(let files):
      if let size = files.declaredSize { try FreeSpace.require(size, of: name, in: staged.folder) }
      try UnprovenStaging(files, name: name, keyring: keyring, wanted: wanted).stage(in: staged)
    case .document(let bytes, let model):
      let target = try wanted(model) ?? .plain
      let source = MemorySource(bytes)
      try staged.add("\(model).json", as: target) { source.read(into: $0) }
    }
    return remarks
  }
}
