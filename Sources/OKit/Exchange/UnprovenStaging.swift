import Ciphers
import JSONDocument

/// Stages files that no manifest describes: what each is shows in its bytes, and whose it is in what the models name.
struct UnprovenStaging {
  private let files: any UnprovenFiles
  private let name: String
  private let keyring: Keyring
  private let wanted: (ModelName) throws -> TargetForm?
  /// The models that name an attachment, and its size as they note it.
  private var owners: [ExactText: (model: ModelName, size: Int64)] = [:]
  private var forms: [ModelName: StoredForm] = [:]

  /// Files of the source `name`. `wanted` says how a model has to be stored; nil leaves it as it comes.
  init(
    _ files: any UnprovenFiles, name: String, keyring: Keyring, wanted: @escaping (ModelName) throws -> TargetForm?
  ) throws {
    self.files = files
    self.name = name
    self.keyring = keyring
    self.wanted = wanted
    try readDocuments()
  }

  /// Reads every document once, so that it is known whose the attachments are, and that none is damaged.
  private mutating func readDocuments() throws {
    var paths: [String] = []
    try files.forEach { path, size, source in
      paths.append(path)
      guard let model = ModelName(document: path) else { return }
      let sniffed = try SniffedSource(source, count: StoredForm.sniffedBytes)
      guard let form = StoredForm.ofDocument(prefix: sniffed.prefix, size: size) else {
        throw OKitError(.malformed, "\(name): \(path) is neither JSON nor encrypted in a way that okit knows")
      }
      if Path.parent(of: path) == "." { forms[model] = form }
      do {
        let plain = try PlainSource(form, path: "\(name): \(path)", keyring: keyring) { try sniffed.read(into: $0) }
        let place = "\(name): \(path)"
        let bytes = try JSONBytes.collecting(place, expected: size, secret: form.isEncrypted) {
          try plain.read(into: $0)
        }
        try JSONDocument(parsing: bytes, path: place).forEachObject { object in
          guard let entity = AttachmentEntity(object) else { return }
          for path in (try? entity.paths()) ?? [] { owners[ExactText(path)] = (model, entity.size) }
        }
      } catch let error as OKitError where error.kind == .locked || form == .okitCBC {
        // Without its key a model comes as it is, and which attachments are its own stays unknown.
      }
    }
    if let path = MisplacedFile.first(of: paths) {
      throw OKitError(.malformed, "\(name): \(MisplacedFile.fault(path))")
    }
  }

  func stage(in staged: StagedData) throws {
    try files.forEach { path, size, source in
      let sniffed = try SniffedSource(source, count: StoredForm.sniffedBytes)
      let form: StoredForm
      let model: ModelName?
      if let owner = ModelName(document: path) {
        form = StoredForm.ofDocument(prefix: sniffed.prefix, size: size) ?? .plain
        model = owner
      } else {
        let owner = owners[ExactText(path)]
        let attachment = AttachmentFile(path: path, declaredSize: owner?.size)
        form = attachment.form(prefix: sniffed.prefix, size: size, host: owner.flatMap { forms[$0.model] })
        model = owner?.model
      }
      if form == .plain {
        try staged.add(path, as: model.flatMap(wanted) ?? .plain) { try sniffed.read(into: $0) }
      } else {
        try staged.add(path, asStoredIn: form) { try sniffed.read(into: $0) }
      }
    }
  }
}
