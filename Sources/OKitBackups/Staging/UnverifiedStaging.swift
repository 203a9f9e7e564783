import Ciphers
import JSONDocument
import OKitModels
import OKitStorage

/// Stages files without a manifest. Detects their formats from their bytes, and finds the owners of attachments in the models.
struct UnverifiedStaging {
  private let files: any UnverifiedFiles
  private let name: String
  private let keyring: Keyring
  private let choice: EncryptionPolicy
  private let wanted: (ModelName) throws -> StorageTarget?
  private let observer: any Observer
  /// The model that names each attachment, and the size in its entity.
  private var owners: [DataPath: (model: ModelName, size: Int64)] = [:]
  private var forms: [ModelName: StoredForm] = [:]

  /// Reads the documents of the source `name`. Its files will be stored according to `choice`. `wanted` returns the form in which a model must be
  /// stored; nil if it stays as it is.
  init(
    _ files: any UnverifiedFiles, name: String, keyring: Keyring, choice: EncryptionPolicy, observer: any Observer,
    wanted: @escaping (ModelName) throws -> StorageTarget?
  ) throws {
    self.choice = choice
    self.observer = observer
    self.files = files
    self.name = name
    self.keyring = keyring
    self.wanted = wanted
    try readDocuments()
  }

  /// Reads every document once, to find the owners of attachments and to make sure that no document is damaged.
  private mutating func readDocuments() throws {
    var paths: [DataPath] = []
    try files.forEach { path, size, source in
      paths.append(path)
      guard let model = ModelName(document: path) else { return }
      let sniffed = try SniffedSource(source, count: StoredForm.sniffedBytes)
      guard let form = StoredForm.ofDocument(prefix: sniffed.prefix, size: size) else {
        throw OKitError(.malformed, "\(name): \(path) is neither JSON nor in a known encrypted format")
      }
      if path.parent == "." { forms[model] = form }
      do {
        let plain = try PlainSource(form, name: "\(name): \(path)", keyring: keyring) { try sniffed.read(into: $0) }
        let place = "\(name): \(path)"
        let bytes = try JSONBytes.collecting(place, expected: size, secret: form.isEncrypted) {
          try plain.read(into: $0)
        }
        try JSONDocument(parsing: bytes, path: place).forEachObject { object in
          guard let entity = AttachmentEntity(object) else { return }
          for path in (try? entity.paths()) ?? [] { owners[path] = (model, entity.size) }
        }
      } catch let error as OKitError where error.kind == .locked || form == .okitCBC {
        // Without its key a model stays unchanged, and its attachments remain unknown.
      }
    }
    if let path = MisplacedFile.first(of: paths) {
      throw OKitError(.malformed, "\(name): \(MisplacedFile.fault(path))")
    }
  }

  func stage(in staged: StagedData) throws {
    try files.forEach { path, size, source in
      let sniffed = try SniffedSource(source, count: StoredForm.sniffedBytes)
      let bytes: CipherSource = { try sniffed.read(into: $0) }
      if let model = ModelName(document: path) {
        let form = StoredForm.ofDocument(prefix: sniffed.prefix, size: size) ?? .plain
        let target = try choice.target(ofUnproven: form) { try wanted(model) }
        guard form.isEncrypted, let target else { return try add(path, form, target, bytes, to: staged) }
        let plain = try PlainSource(form, name: "\(name): \(path)", keyring: keyring, source: bytes)
        try EncryptionPolicy.add(path, plain, form, as: target, of: name, to: staged)
      } else {
        let owner = owners[path]
        let attachment = AttachmentFile(path: path, declaredSize: owner?.size)
        let form = attachment.form(prefix: sniffed.prefix, size: size, host: owner.flatMap { forms[$0.model] })
        let target = try choice.target(ofUnproven: form) { try owner.flatMap { try wanted($0.model) } }
        guard form.isEncrypted, let target else {
          if owner == nil, changesForms { warnOfOrphan(path) }
          return try add(path, form, target, bytes, to: staged)
        }
        let plain = try AttachmentSource(
          attachment, name: "\(name): \(path)", form: form, keyring: keyring, source: bytes)
        try staged.add(path, as: target) { try plain.read(into: $0) }
        try plain.finish()
      }
    }
  }

  /// Adds a file without decrypting it.
  private func add(
    _ path: DataPath, _ form: StoredForm, _ target: StorageTarget?, _ source: @escaping CipherSource,
    to staged: StagedData
  ) throws {
    if form == .plain {
      try staged.add(path, as: target ?? .plain, from: source)
    } else {
      try staged.add(path, asStoredIn: form, from: source)
    }
  }

  /// True if encrypted files will be stored in another form.
  private var changesForms: Bool {
    switch choice.choice {
    case .decrypted, .recipients: true
    case .recorded, .asStored: false
    }
  }

  /// Warns of an attachment that no model names. The framework's cipher writes no header, so only an entity could show that the file is encrypted.
  private func warnOfOrphan(_ path: DataPath) {
    guard forms.values.contains(.okitCBC) else { return }
    observer.warned(
      "no model uses the attachment \(PathComponent.printable(path.text)); if it is encrypted with the app's key, it stays encrypted"
    )
  }
}

/// The files of a data folder without a manifest. They can be read more than once.
protocol UnverifiedFiles {
  /// The total size in bytes; nil if it is only known after reading the files.
  var declaredSize: Int64? { get }

  /// Passes each file to `body`: its path in the data folder, its size, and a source of its bytes.
  func forEach(_ body: (_ path: DataPath, _ size: Int64, _ source: @escaping CipherSource) throws -> Void) throws
}

/// A source that keeps a copy of all bytes that were read, until ``stop()``.
final class RecordedSource {
  /// The bytes read so far; empty after ``stop()``.
  private(set) var bytes: [UInt8] = []
  private var isRecording = true
  private let source: CipherSource

  init(_ source: @escaping CipherSource) {
    self.source = source
  }

  /// Discards the copy and keeps no further bytes.
  func stop() {
    isRecording = false
    bytes = []
  }

  /// Reads up to `buffer.count` bytes and returns their count; 0 at the end.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    let count = try source(buffer)
    if isRecording { bytes += buffer[..<count] }
    return count
  }
}
