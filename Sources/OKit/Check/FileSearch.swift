import Ciphers
import JSONDocument

/// One pass over the files of a workspace, collecting findings.
struct FileSearch {
  private let workspace: Workspace
  private let keyring: Keyring
  private let reader: ModelReader
  private let kinds: [ModelName: Configuration.Model]
  private var findings: [Finding] = []
  private var namedAttachments: Set<ExactText> = []
  private(set) var files = 0
  private(set) var knowsAllAttachments = true

  init(_ workspace: Workspace, _ keyring: Keyring) throws {
    self.workspace = workspace
    self.keyring = keyring
    kinds = workspace.configuration == nil ? [:] : try workspace.currentConfiguration().models
    reader = ModelReader(workspace, keyring: keyring)
  }

  var sortedFindings: [Finding] {
    findings.sorted { left, right in
      let (one, other) = (sortKey(left), sortKey(right))
      return one.0 == other.0 ? (one.1, one.2, one.3) < (other.1, other.2, other.3) : one.0 < other.0
    }
  }

  private func sortKey(_ finding: Finding) -> (String, Int, Int, String) {
    (finding.file, finding.line ?? 0, finding.column ?? 0, finding.kind.rawValue + finding.message)
  }

  // MARK: - Models

  mutating func check(_ name: ModelName) throws {
    let main = ModelFiles.mainPath(of: name)
    let model: ModelFiles
    do {
      model = try ModelFiles(name, in: workspace, reader: reader)
    } catch {
      // Which of its files it is, the error says; what the model names is not known then.
      knowsAllAttachments = false
      try add(error, model: name, file: main)
      return
    }
    files += model.documents.count + model.attachments.count
    for document in model.documents { checkDocument(document, of: model) }
    checkKind(of: model)
    checkPartials(of: model)
    for attachment in model.attachments { try check(attachment, of: model) }
    for (entity, path) in model.missingAttachments {
      findings.append(
        Finding(.missingAttachment, model: name, file: path, "attachment \(entity.id) has no file"))
    }
    for path in model.orphanedPartials {
      findings.append(Finding(.orphanedPartial, model: name, file: path, "no entity of \(name) has this id"))
    }
  }

  private mutating func checkDocument(_ document: ModelDocument, of model: ModelFiles) {
    let parsed = document.opened.document
    let duplicates = parsed.duplicateKeys().sorted { $0.range.lowerBound < $1.range.lowerBound }
    for (key, place) in zip(duplicates, parsed.positions(of: duplicates.map(\.range.lowerBound))) {
      findings.append(
        Finding(
          .duplicateKey, model: model.name, file: document.path, line: place.line, column: place.column,
          "the key \(PathComponent.printable(key.string)) is there twice; the first counts"))
    }
    if parsed.root.kind != .object {
      findings.append(Finding(.malformed, model: model.name, file: document.path, line: 1, column: 1, "not an object"))
    }
    if document.opened.form != model.main.opened.form {
      findings.append(
        Finding(
          .form, model: model.name, file: document.path,
          "stored as \(document.opened.form.rawValue), its model as \(model.main.opened.form.rawValue)"))
    }
  }

  private mutating func checkKind(of model: ModelFiles) {
    guard let kind = kinds[model.name]?.kind else { return }
    let form = model.main.opened.form
    if kind.isEncrypted != form.isEncrypted {
      findings.append(
        Finding(
          .form, model: model.name, file: model.main.path,
          "stored as \(form.rawValue), though its kind is \(kind.rawValue)"))
    }
  }

  /// Without definitions, a partial shows by its file; of stand-ins in one array either all have one or something is missing.
  private mutating func checkPartials(of model: ModelFiles) {
    let keys = Set(
      model.documents.dropFirst().compactMap { Path.name(of: $0.path).withoutSuffix(".json") }.map(ExactText.init))
    guard !keys.isEmpty else { return }
    for document in model.documents {
      var missing: [JSONValue] = []
      for array in document.opened.document.values where array.kind == .array {
        let ids = array.elements.compactMap { $0.kind == .object ? $0["id"] : nil }
        let isStandIn = ids.map { id in id.string.map { keys.contains(ExactText($0)) } ?? false }
        guard isStandIn.contains(true) else { continue }
        for (id, hasFile) in zip(ids, isStandIn) where !hasFile { missing.append(id) }
      }
      missing.sort { $0.range.lowerBound < $1.range.lowerBound }
      let places = document.opened.document.positions(of: missing.map(\.range.lowerBound))
      for (id, place) in zip(missing, places) {
        findings.append(
          Finding(
            .missingPartial, model: model.name, file: document.path, line: place.line, column: place.column,
            "\(id.string ?? id.rawText) has no partial, unlike its siblings"))
      }
    }
  }

  // MARK: - Attachments

  private mutating func check(_ attachment: AttachmentFile, of model: ModelFiles) throws {
    namedAttachments.insert(ExactText(attachment.path))
    let path = "okit/data/" + attachment.path
    do {
      let file = try OpenFile(workspace.absolute(path))
      let form = try attachment.form(of: file, host: model.main.opened.form)
      if form != model.main.opened.form {
        findings.append(
          Finding(
            .form, model: model.name, file: path,
            "stored as \(form.rawValue), its model as \(model.main.opened.form.rawValue)"))
      }
      var size: Int64 = 0
      try attachment.decrypt(file, form: form, keyring: keyring) { piece in
        size += Int64(piece.count)
        try workspace.observer.advanced(byBytes: 0)
      }
      if let declared = attachment.declaredSize, declared != size {
        findings.append(
          Finding(.size, model: model.name, file: path, "has \(size) bytes, where its entity says \(declared)"))
      }
    } catch {
      try add(error, model: model.name, file: path)
    }
  }

  // MARK: - Folders

  mutating func checkFolders() throws {
    for folder in ["okit", "okit/model"] { try checkLeftovers(in: folder) }
    try checkData()
    for folder in [ModelName.imageFolder, ModelName.dataFolder]
    where try FileStatus.of(Path.join(workspace.dataFolder, folder))?.kind == .folder {
      try checkAttachments(in: folder)
    }
    for entry in try FolderListing(workspace.backupFolder).entries {
      let path = Path.join("okit/backup", entry.name)
      if entry.name.withoutPrefix(BackupName.conflictPrefix) != nil {
        findings.append(Finding(.conflict, file: path, "lost its place to a change of another program"))
      } else if Workspace.isStaged(entry.name) {
        findings.append(Finding(.leftover, file: path, "left over from a backup that was cut short"))
      }
    }
  }

  private mutating func checkData() throws {
    let listing = try FolderListing(workspace.dataFolder)
    if listing.unreadableNames > 0 {
      findings.append(
        Finding(.name, file: "okit/data", "it holds names that are not UTF-8 (\(listing.unreadableNames))"))
    }
    let stored = Set(try workspace.storedModels().map(\.description))
    for entry in listing.entries {
      let path = Path.join("okit/data", entry.name)
      switch entry.kind {
      case _ where Workspace.isStaged(entry.name):
        findings.append(Finding(.leftover, file: path, "left over from a change that was cut short"))
      case .folder where entry.name == ModelName.imageFolder || entry.name == ModelName.dataFolder:
        continue
      case .folder where entry.name.withoutSuffix(".json") != nil:
        findings.append(Finding(.stray, file: path, "a folder where a model would be"))
      case .folder:
        if !stored.contains(entry.name), let name = try? ModelName(entry.name) {
          for key in try workspace.jsonFiles(in: path) {
            findings.append(
              Finding(.orphanedPartial, model: name, file: "\(path)/\(key).json", "there is no model \(name)"))
          }
        }
        try checkLeftovers(in: path)
      case .file, .link:
        if entry.name.withoutSuffix(".json") != nil, let fault = fault(ofModelFile: entry.name) {
          findings.append(Finding(.name, file: path, fault))
        } else if Self.isTemporary(entry.name) {
          findings.append(Finding(.leftover, file: path, "left over from another program"))
        } else if entry.name.withoutSuffix(".json") == nil {
          findings.append(Finding(.stray, file: path, "not a model"))
        }
      case .other:
        findings.append(Finding(.stray, file: path, "neither file nor folder"))
      }
    }
  }

  private func fault(ofModelFile name: String) -> String? {
    do {
      _ = try ModelName(name.withoutSuffix(".json") ?? name)
      return nil
    } catch {
      return "\(error)"
    }
  }

  private mutating func checkLeftovers(in folder: String) throws {
    for entry in try FolderListing(workspace.absolute(folder)).entries {
      let path = Path.join(folder, entry.name)
      if Workspace.isStaged(entry.name) {
        findings.append(Finding(.leftover, file: path, "left over from a change that was cut short"))
      } else if folder.withoutPrefix("okit/data") != nil, Self.isTemporary(entry.name) {
        findings.append(Finding(.leftover, file: path, "left over from another program"))
      }
    }
  }

  private static func isTemporary(_ name: String) -> Bool {
    ["~", ".tmp", ".swp", ".bak"].contains { name.withoutSuffix($0) != nil }
  }

  private mutating func checkAttachments(in folder: String) throws {
    let path = Path.join("okit/data", folder)
    try checkLeftovers(in: path)
    for entry in try FolderListing(workspace.absolute(path)).entries
    where !Workspace.isStaged(entry.name) && !Self.isTemporary(entry.name) {
      guard entry.kind == .file else {
        findings.append(Finding(.stray, file: Path.join(path, entry.name), "not a file"))
        continue
      }
      guard knowsAllAttachments, !namedAttachments.contains(ExactText(Path.join(folder, entry.name))) else { continue }
      findings.append(
        Finding(.orphanedAttachment, file: Path.join(path, entry.name), "no entity of any model names it"))
    }
  }

  // MARK: - Errors

  private mutating func add(_ error: any Error, model: ModelName, file: String) throws {
    let message = "\(error)"
    switch error {
    case let error as OKitError where error.kind == .malformed:
      let path = error.place.flatMap { $0.path.withoutPrefix(workspace.root + "/") }
      findings.append(
        Finding(
          .malformed, model: model, file: path ?? file, line: error.place?.line, column: error.place?.column,
          error.detail))
    case let error as OKitError where error.kind == .locked:
      findings.append(Finding(.undecryptable, model: model, file: file, message))
    case let error as OKitError where error.kind == .busy:
      throw error
    case is SystemError:
      findings.append(Finding(.unreadable, model: model, file: file, message))
    default: throw error
    }
  }
}
