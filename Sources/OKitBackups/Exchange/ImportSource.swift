import Ciphers
import JSONDocument
import OKitModels
import OKitStorage

/// An opened source of an import, with its format detected.
struct ImportSource {
  /// The information about models in a source, apart from their data.
  struct ModelRecords {
    /// The kinds of the models.
    var kinds: [ModelName: ModelKind] = [:]
    /// The record of the definitions that a backup's models conform to. See ``AppliedDefinitions``.
    var applied: JSONBytes?
  }

  private enum Content {
    case backup(BackupReader)
    /// Files without a manifest: an app's own zip file, or a data folder.
    case files(any UnverifiedFiles)
    case document(Document)
  }

  private struct Document {
    let model: ModelName
    let bytes: JSONBytes
    /// The form of the source file, and its bytes if it is encrypted.
    var form = StoredForm.plain
    var encrypted: [UInt8] = []
  }

  /// The name of the source in errors.
  let name: String
  /// True if checksums prove that the source is complete and unchanged.
  let isProven: Bool
  private let content: Content

  init(_ source: ModelImport.Source, request: ModelImport.Request, unlock: BackupUnlock) throws {
    switch source {
    case .stream(let stream): try self.init(stream, request, unlock)
    case .path(let path): try self.init(path, request, unlock)
    }
  }

  private init(_ path: FilePath, _ request: ModelImport.Request, _ unlock: BackupUnlock) throws {
    name = path.text
    guard let status = try FileStatus.of(path, followingLinks: true) else {
      throw OKitError(.notFound, "no such file or folder: \(path)")
    }
    if status.kind == .folder {
      if try FileStatus.of(path.appending(BackupManifest.fileName)) != nil {
        content = .backup(try BackupReader(path, unlock: unlock))
        isProven = true
      } else {
        content = .files(try DataFolder(in: path))
        isProven = false
      }
      return
    }
    let file = try OpenFile(path, followingLinks: true)
    let prefix = try file.prefix(StoredForm.sniffedBytes)
    if BackupArchive.isZip(prefix: prefix) {
      if let layout = try BackupArchive.translating(path.text, { try ZipLayout(file) }) {
        content = .files(ZipFiles(path, layout, unlock))
        isProven = false
      } else {
        let reader = try BackupReader(path, unlock: unlock)
        content = .backup(reader)
        isProven = reader.isSealed
      }
    } else if prefix.withUnsafeBytes(AgeFile.isAge(prefix:)) {
      let opened = try BackupArchive(path).decrypted(unlock)
      (content, isProven) = try Self.content(of: opened) {
        let contents = try file.contents()
        return (try request.name ?? Self.modelName(ofFile: path), contents.withUnsafeBytes { Array($0) })
      }
      try checkDocument()
    } else {
      let model = try request.name ?? Self.modelName(ofFile: path)
      if let document = try Self.frameworkDocument(file, prefix, model, unlock.keyring) {
        content = .document(document)
      } else {
        content = .document(Document(model: model, bytes: try file.contents()))
      }
      isProven = false
      try checkDocument()
    }
  }

  /// Returns the model name for a file: the file name without the extensions of JSON and age.
  private static func modelName(ofFile path: FilePath) throws -> ModelName {
    let name = path.name
    let stem = name.withoutSuffix(".age") ?? name
    return try ModelName(new: stem.withoutSuffix(".json") ?? stem)
  }

  /// Returns the document in a file encrypted with the app's key. Returns nil if the key is missing, or if it does not decrypt the file: the first
  /// bytes cannot distinguish a ciphertext from other content.
  private static func frameworkDocument(
    _ file: OpenFile, _ prefix: [UInt8], _ model: ModelName, _ keyring: Keyring
  ) throws -> Document? {
    guard StoredForm.ofDocument(prefix: prefix, size: file.size) == .okitCBC,
      try keyring.frameworkKeyPresence() == .present
    else { return nil }
    do {
      let plain = try PlainSource(file, form: .okitCBC, keyring: keyring)
      let bytes = try EncryptionPolicy.requiredFrameworkDocument(plain, named: file.path.text)
      return Document(
        model: model, bytes: bytes, form: .okitCBC, encrypted: try file.contents().withUnsafeBytes { Array($0) })
    } catch let error as OKitError where error.kind == .locked {
      return nil
    }
  }

  /// Returns the content of a decrypted age file. Checksums prove a backup but not a document. `document` returns the model's name and the whole age
  /// file.
  private static func content(
    of age: DecryptedAgeFile, document: () throws -> (ModelName, [UInt8])
  ) throws -> (Content, isProven: Bool) {
    guard age.isDocument else { return (.backup(try BackupReader(age)), true) }
    let bytes = try age.document()
    let (model, encrypted) = try document()
    return (.document(Document(model: model, bytes: bytes, form: .age, encrypted: encrypted)), false)
  }

  private init(
    _ stream: @escaping CipherSource, _ request: ModelImport.Request, _ unlock: BackupUnlock
  ) throws {
    name = "standard input"
    let sniffed = try SniffedSource(stream, count: StoredForm.sniffedBytes)
    let prefix = sniffed.prefix
    let whole: CipherSource = { try sniffed.read(into: $0) }
    if prefix.withUnsafeBytes(AgeFile.isAge(prefix:)) {
      let recorded = RecordedSource(whole)
      let opened = try DecryptedAgeFile({ try recorded.read(into: $0) }, name: name, unlock, readsAhead: false)
      if !opened.isDocument { recorded.stop() }
      (content, isProven) = try Self.content(of: opened) { (try Self.required(request.name), recorded.bytes) }
      try checkDocument()
      return
    }
    guard !BackupArchive.isZip(prefix: prefix) else {
      throw OKitError(.unsupported, "cannot read a zip from a stream", remedy: .words("save it to a file first"))
    }
    let model = try Self.required(request.name)
    content = .document(
      Document(model: model, bytes: try JSONBytes.collecting(name, expected: 0, secret: false, whole)))
    isProven = false
    try checkDocument()
  }

  private static func required(_ name: ModelName?) throws -> ModelName {
    guard let name else {
      throw OKitError(.usage, "a model from standard input needs a name", remedy: .nameModel)
    }
    return name
  }

  private func checkDocument() throws {
    guard case .document(let content) = content else { return }
    let document = try JSONDocument(parsing: content.bytes, path: name)
    guard document.root.kind == .object else { throw OKitError(.malformed, "\(name) is not a model: not an object") }
  }

  /// True if the source is one JSON document, without partials and attachments.
  var isDocument: Bool {
    if case .document = content { true } else { false }
  }

  /// True if the source is one JSON document that is encrypted.
  var isEncryptedDocument: Bool {
    if case .document(let document) = content { document.form.isEncrypted } else { false }
  }

  /// The number of bytes to read; nil if it is not known in advance.
  var size: Int64? {
    switch content {
    case .backup(let reader): reader.manifest.totalSize
    case .files(let files): files.declaredSize
    case .document: nil
    }
  }

  /// The forms of the files, which determine the required keys; empty if the source does not declare them.
  var forms: Set<StoredForm> {
    guard case .backup(let reader) = content else { return [] }
    return Set(reader.manifest.files.map(\.form))
  }

  /// Reads the whole source into `staged` and returns the information about the models.
  func stage(
    in staged: StagedData, form: EncryptionPolicy, observer: any Observer,
    wanted: @escaping (ModelName) throws -> StorageTarget?
  ) throws -> ModelRecords {
    var records = ModelRecords()
    switch content {
    case .backup(let reader):
      try form.stage(reader, in: staged) { path, bytes in
        if path == AppliedDefinitions.pathInBackup { records.applied = bytes }
      }
      for model in reader.manifest.models { records.kinds[model.name] = model.kind }
    case .files(let files):
      if let size = files.declaredSize { try FreeSpace.require(size, of: name, in: staged.folder.parent) }
      let staging = try UnverifiedStaging(
        files, name: name, keyring: staged.keyring, choice: form, observer: observer, wanted: wanted)
      try staging.stage(in: staged)
      try form.readUnread(staged)
    case .document(let document):
      try stage(document, in: staged, form: form) { try wanted(document.model) }
      try form.readUnread(staged)
    }
    return records
  }

  private func stage(
    _ document: Document, in staged: StagedData, form: EncryptionPolicy, wanted: () throws -> StorageTarget?
  ) throws {
    let path = DataPath(mainOf: document.model)
    let source = MemorySource(document.bytes)
    guard document.form.isEncrypted else {
      let target = try form.target(ofUnproven: .plain, wanted: wanted) ?? .plain
      return try staged.add(path, as: target) { source.read(into: $0) }
    }
    if let target = try form.target(ofOpened: document.form, staged.keyring, wanted: wanted) {
      return try staged.add(path, as: target) { source.read(into: $0) }
    }
    let original = MemorySource(JSONBytes(document.encrypted))
    try staged.add(path, asStoredIn: document.form) { original.read(into: $0) }
  }
}
