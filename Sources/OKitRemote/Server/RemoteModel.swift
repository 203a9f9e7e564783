import Ciphers
import Definitions
import HTTPClient
import JSONDocument
import OKitModels
import OKitStorage

/// A model as its server has it: the documents in memory, and the attachments in files.
struct RemoteModel {
  /// The purpose of reading a model, which determines how attachments are read.
  enum Purpose {
    /// Attachments that differ from the common state are fetched.
    case fetching
    /// Attachments are only looked at.
    case looking
    /// Attachments are fetched later, when they are read.
    case reading
  }

  /// An attachment on the server.
  struct Attachment {
    let entity: AttachmentEntity
    /// The version on the server; nil if it was only looked at and may differ from the common one.
    let file: CommonState.File?
    /// The bytes; nil if they are those of the common state, or were not fetched.
    let content: FilePath?
  }

  /// The documents by their paths in the data folder; empty if the server does not have the model.
  private(set) var documents: [DataPath: ModelDocument] = [:]
  /// The stored bytes of the documents that differ from the common state.
  private(set) var contents: [DataPath: JSONBytes] = [:]
  /// The documents and their versions.
  private(set) var files: [DataPath: CommonState.File] = [:]
  /// The attachments that the server has.
  private(set) var attachments: [DataPath: Attachment] = [:]

  /// The size of all documents in memory.
  private var size: Int64 = 0
  /// The versions of all files, as far as they are known.
  var allFiles: [DataPath: CommonState.File] {
    files.merging(attachments.compactMapValues(\.file)) { first, _ in first }
  }

  private let model: ModelName
  private let workspace: Workspace
  private let server: RemoteServer
  private let common: CommonState?
  /// The root of a read-only workspace that shows the documents.
  private let root: FilePath

  /// Reads a model from `server`. `partials` are the ids of entities that are known to have a partial; others are found through their classes.
  ///
  /// Throws the errors of the server, and `locked` and `malformed` for documents that cannot be read.
  init(
    _ model: ModelName, in workspace: Workspace, from server: RemoteServer, since common: CommonState?,
    partials: Set<ExactText>, _ purpose: Purpose
  ) throws {
    self.model = model
    self.workspace = workspace
    self.server = server
    self.common = common
    root = try MountedFiles.unusedRoot(for: workspace.storage.absolute(WorkspaceLayout.remote).appending("\(model)"))
    defer { MountedFiles.unmount(root) }
    MountedFiles.mount(try workspace.mountedDefinitions(), at: root, time: 0)
    var found = try readDocuments(partials)
    // The same attachment can be in two documents.
    var seen: Set<DataPath> = []
    while let entity = found.popLast() {
      for path in try entity.paths() where seen.insert(path).inserted {
        guard try readAttachment(entity, path, purpose) else { continue }
        break
      }
    }
  }

  // MARK: - Documents

  private mutating func readDocuments(_ partials: Set<ExactText>) throws -> [AttachmentEntity] {
    let known = partials.union(common?.partials ?? [])
    var attachments: [AttachmentEntity] = []
    var open: [(path: DataPath, standIn: EntityPlace?)] = [(DataPath(mainOf: model), nil)]
    var asked: Set<DataPath> = []
    var view: Workspace?
    while let (path, standIn) = open.popLast() {
      guard asked.insert(path).inserted, let content = try fetch(path) else { continue }
      MountedFiles.add([(WorkspacePath(path).text, content)], at: root)
      let reading = try view ?? workspace.reopened(at: root)
      view = reading
      let opened = try naming(path) {
        try ModelReader(reading, keyring: workspace.keyring).document(WorkspacePath(path))
      }
      let document = ModelDocument(model: model, path: WorkspacePath(path), opened: opened, standIn: standIn)
      documents[path] = document
      for standIn in try standIns(in: document, known, reading, &attachments) {
        guard let key = standIn.value["id"]?.string, PathComponent.fault(of: key, ending: ".json") == nil else {
          continue
        }
        open.append((DataPath(partial: key, of: model), standIn))
      }
    }
    return attachments
  }

  /// Runs `body`, and names the URL of a document instead of its path in errors.
  private func naming<Result>(_ path: DataPath, _ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as OKitError {
      let url = server.url(of: path).description
      let mounted = WorkspacePath(path).absolute(in: root).text
      let place = error.place.map { OKitError.Place(path: url, line: $0.line, column: $0.column) }
      let detail = error.detail.replacingFirst(mounted, with: url)
      throw OKitError(error.kind, detail, at: place, excerpt: error.excerpt, remedy: error.remedy)
    }
  }

  /// Returns the entities of a document that stand for partials, and adds its attachments.
  private func standIns(
    in document: ModelDocument, _ known: Set<ExactText>, _ view: Workspace, _ attachments: inout [AttachmentEntity]
  ) throws -> [EntityPlace] {
    var found: [JSONValue] = []
    let classes = try EntityClasses(view, isReading: true, warns: false)
    if let root = classes.rootClass(of: document) {
      var checker = DefinitionChecker(classes.definitions)
      found = checker.walk(document.json.root, as: root.name).standIns
    }
    document.json.forEachKey { key in
      guard key == "id", let id = key.value.string else { return }
      if known.contains(ExactText(id)) { found.append(key.object) }
      if let entity = AttachmentEntity(key.object) { attachments.append(entity) }
    }
    return found.map { EntityPlace(document: document, value: $0) }
  }

  /// Returns the content of a document on the server; nil if there is none.
  private mutating func fetch(_ path: DataPath) throws -> MountedFiles.Content? {
    let former = common?.files[path]
    let bytes = JSONBytes(capacity: 0, secret: true)
    let (before, model, server) = (size, model, server)
    let largest = server.settings.largestDocument
    let answer = try server.get(path, unless: knownTag(of: path)) { piece in
      guard before + Int64(bytes.count + piece.count) <= largest else {
        throw OKitError(
          .malformed, "the documents of model \(model) on \(server.url.origin) have more than \(largest) bytes",
          remedy: .words("set a larger limit in 'endpoint' of okit.json if that is right"))
      }
      bytes.append(piece)
    }
    // There can be any number of empty documents.
    size = before + Int64(max(bytes.count, 1024))
    switch answer {
    case .absent: return nil
    case .unchanged:
      guard let former else { return nil }
      files[path] = former
      return .place(commonPlace(of: path))
    case .found(let tag, _):
      let digest = bytes.withUnsafeBytes { SHA256Hasher.hash($0) }
      let file = CommonState.File(tag: tag, content: Journal.Fingerprint(size: Int64(bytes.count), digest: digest))
      files[path] = file
      if file.content == former?.content { return .place(commonPlace(of: path)) }
      contents[path] = bytes
      return .bytes(bytes)
    }
  }

  /// Returns the tag by which the server can tell that it still has the common version; nil if there is none, or if an interrupted push may have sent
  /// another one, which can have the same tag if the server goes by seconds.
  private func knownTag(of path: DataPath) -> String? {
    common?.pending[path] != nil ? nil : common?.files[path]?.tag
  }

  private func commonPlace(of path: DataPath) -> FilePath {
    workspace.storage.absolute(CommonState.place(of: path, model))
  }

  // MARK: - Attachments

  /// Reads an attachment. Returns false if the server does not have it at this path.
  private mutating func readAttachment(
    _ entity: AttachmentEntity, _ path: DataPath, _ purpose: Purpose
  ) throws -> Bool {
    let former = common?.files[path]
    switch purpose {
    case .reading: attachments[path] = Attachment(entity: entity, file: nil, content: nil)
    case .looking:
      switch try server.look(at: path, unless: former?.tag) {
      case .absent: return false
      case .unchanged: attachments[path] = Attachment(entity: entity, file: former, content: nil)
      case .found(let tag, _):
        // Without tags, it is not known; then it most likely has not changed.
        let isSame = former != nil && (tag == nil || tag == former?.tag)
        attachments[path] = Attachment(entity: entity, file: isSame ? former : nil, content: nil)
      }
    case .fetching:
      let place = try RemoteFolder(of: model, in: workspace).newDownload(attachments.count)
      let download = StagedFile(try workspace.storage.system.createFile(place, mode: FileSystem.privateFile))
      switch try server.get(path, unless: knownTag(of: path), receive: { try download.write($0) }) {
      case .absent:
        try workspace.storage.system.removeFile(place)
        return false
      case .unchanged:
        try workspace.storage.system.removeFile(place)
        attachments[path] = Attachment(entity: entity, file: former, content: nil)
      case .found(let tag, let isDelimited):
        let content = try download.finish()
        try requireComplete(entity, content, isDelimited: isDelimited, path)
        attachments[path] = Attachment(
          entity: entity, file: CommonState.File(tag: tag, content: content),
          content: content == former?.content ? nil : place)
      }
    }
    return true
  }

  /// Throws an error of kind `busy` if an attachment seems to have lost bytes on its way. One whose size only differs from that in its entity is kept as
  /// the server has it, with a warning.
  private func requireComplete(
    _ entity: AttachmentEntity, _ content: Journal.Fingerprint, isDelimited: Bool, _ path: DataPath
  ) throws {
    let isEncrypted = documents[DataPath(mainOf: model)]?.opened.form.isEncrypted == true
    let isExpected = isEncrypted ? content.size > entity.size : content.size == entity.size
    guard entity.size > 0, !isExpected else { return }
    let message = "\(server.url(of: path)) has \(content.size) bytes, but its entity says \(entity.size)"
    guard isDelimited else { throw OKitError(.busy, message) }
    workspace.observer.warned(message)
  }
}

extension String {
  /// Returns the text with `other` in place of the first occurrence of `part`.
  fileprivate func replacingFirst(_ part: String, with other: String) -> String {
    var rest = self[...]
    while !rest.isEmpty {
      if rest.utf8.starts(with: part.utf8) {
        return String(self[..<rest.startIndex]) + other + String(Substring(rest.utf8.dropFirst(part.utf8.count)))
      }
      rest = rest.dropFirst()
    }
    return self
  }
}
