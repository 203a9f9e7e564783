import Archives
import Ciphers
import Glibc
import JSONDocument

/// What models are imported from, opened and recognised.
struct ImportSource {
  private enum Content {
    case backup(BackupReader)
    /// The file is kept open as long as the reader lives.
    case zip(ArchiveReader, OpenFile, ZipLayout)
    case folder(String)
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
        content = .folder(try DataFolder.find(in: path))
        isProven = false
      }
      return
    }
    let file = try OpenFile(path, followingLinks: true)
    let prefix = try file.bytes(at: 0, count: StoredForm.sniffedBytes)
    if prefix.starts(with: [0x50, 0x4b]) {
      if let layout = try BackupArchive.translating(path, { try ZipLayout(file) }) {
        let archive = try BackupArchive(path)
        content = .zip(try archive.reader(unlock), archive.file, layout)
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
    var prefix: [UInt8] = []
    try withIOBuffer { buffer in
      while prefix.count < StoredForm.sniffedBytes, case let count = try stream(buffer), count > 0 {
        prefix += buffer[..<count]
      }
    }
    var rest = prefix[...]
    let whole: CipherSource = { buffer in
      if rest.isEmpty { return try stream(buffer) }
      let piece = rest.prefix(buffer.count)
      buffer.copyBytes(from: piece)
      rest = rest.dropFirst(piece.count)
      return piece.count
    }
    if prefix.withUnsafeBytes(AgeFile.isAge(prefix:)) {
      content = .backup(try BackupReader(stream: whole, name: name, unlock: unlock))
      isProven = true
      return
    }
    guard !prefix.starts(with: [0x50, 0x4b]) else {
      throw OKitError(.unsupported, "a zip cannot be read from a stream", remedy: .words("save it to a file first"))
    }
    guard let model = request.name else {
      throw OKitError(.usage, "a model from standard input needs a name", remedy: .nameModel)
    }
    content = .document(try JSONBytes.collecting(expected: 0, secret: false, whole), model)
    isProven = false
    try checkDocument()
  }

  private func checkDocument() throws {
    guard case .document(let bytes, _) = content else { return }
    let document = try JSONDocument(parsing: bytes, path: name)
    guard document.root.kind == .object else { throw OKitError(.malformed, "\(name) is no model: not an object") }
  }

  /// Bytes to be read, where known.
  var size: Int64? {
    guard case .backup(let reader) = content else { return nil }
    return reader.manifest.files.reduce(0) { $0 + $1.size }
  }

  /// Which keys will be needed, where the source tells.
  var forms: Set<StoredForm> {
    guard case .backup(let reader) = content else { return [] }
    return Set(reader.manifest.models.map(\.form))
  }

  /// Reads all of the source into `staged` and returns the kinds of models that it tells.
  func stage(
    in staged: StagedData, form: RestoredForm, configuration: Configuration, keyring: Keyring
  ) throws -> [ModelName: ModelKind] {
    switch content {
    case .backup(let reader):
      return try stage(reader, in: staged, form: form, keyring: keyring)
    case .zip(let reader, _, let layout):
      try stage(reader, layout, in: staged, configuration: configuration, keyring: keyring)
    case .folder(let folder):
      try DataFolder.stage(folder, in: staged)
    case .document(let bytes, let model):
      let target = try Self.target(for: model, configuration, keyring)
      try bytes.withUnsafeBytes { bytes in
        var rest = bytes[...]
        try staged.add("\(model).json", as: target) { buffer in
          let piece = rest.prefix(buffer.count)
          buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: piece))
          rest = rest.dropFirst(piece.count)
          return piece.count
        }
      }
    }
    return [:]
  }

  private func stage(
    _ reader: BackupReader, in staged: StagedData, form: RestoredForm, keyring: Keyring
  ) throws -> [ModelName: ModelKind] {
    var form = form
    try reader.readAll { file, source in
      if file.path == Configuration.fileName {
        let bytes = try JSONBytes.collecting(expected: file.size, secret: false, source)
        let archived = try? Configuration(parsing: bytes, path: file.path)
        if form.recipients.isEmpty, let archived { form.recipients = archived.recipients }
      } else if let path = file.path.withoutPrefix("data/") {
        try form.stage(
          path, stored: file.form, content: reader.manifest.content, of: name, keyring: keyring, in: staged,
          from: source)
      }
    }
    try form.requireOpenable(staged, keyring: keyring)
    let kinds = reader.manifest.models.compactMap { model in model.kind.map { (model.name, $0) } }
    return Dictionary(kinds) { first, _ in first }
  }

  /// An app's own zip holds models decrypted; here each is stored as its kind says.
  private func stage(
    _ reader: ArchiveReader, _ layout: ZipLayout, in staged: StagedData, configuration: Configuration, keyring: Keyring
  ) throws {
    while let entry = try BackupArchive.translating(name, { try reader.next() }) {
      guard entry.kind == .file, let path = layout.dataPath(of: entry.name) else { continue }
      let target = try ModelName(document: path).map { try Self.target(for: $0, configuration, keyring) } ?? .plain
      try staged.add(path, as: target) { buffer in
        try BackupArchive.translating(name) { try reader.read(into: buffer) }
      }
    }
  }

  private static func target(
    for model: ModelName, _ configuration: Configuration, _ keyring: Keyring
  ) throws -> TargetForm {
    guard configuration.models[model]?.kind?.isEncrypted == true else { return .plain }
    return try configuration.target(configuration.cipher, keyring: keyring)
  }
}
