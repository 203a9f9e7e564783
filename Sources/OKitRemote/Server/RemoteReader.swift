import HTTPClient
import JSONDocument
import OKitModels
import OKitStorage

/// Reads a model from its server.
struct RemoteReader {
  /// The purpose of reading a model, which determines how attachments are read.
  enum Purpose {
    /// Attachments that differ from the common state are fetched.
    case fetching
    /// Attachments are only looked at.
    case looking
  }

  private let model: ModelName
  private let workspace: Workspace
  private let server: RemoteServer
  private let common: CommonState?
  private let present: Set<DataPath>
  private var read = RemoteFiles()

  /// A reader of the model from `server`. Attachments that are not `present` here are fetched even if the server still has the common version.
  init(
    _ model: ModelName, in workspace: Workspace, from server: RemoteServer, since common: CommonState?,
    present: Set<DataPath>
  ) {
    self.present = present
    self.model = model
    self.workspace = workspace
    self.server = server
    self.common = common
  }

  /// Reads the model. `partials` are the ids of entities that are known to have a partial; others are found through their classes.
  ///
  /// Throws the errors of the server, and `locked` and `malformed` for documents that cannot be read.
  func files(with partials: Set<ExactText>, _ purpose: Purpose) throws -> RemoteFiles {
    var reader = self
    try reader.readAll(partials, purpose)
    return reader.read
  }

  private mutating func readAll(_ partials: Set<ExactText>, _ purpose: Purpose) throws {
    var found = try readDocuments(partials.union(common?.partials ?? []))
    // The same attachment can be in two documents.
    var seen: Set<DataPath> = []
    while let attachment = found.popLast() {
      for path in attachment.paths where seen.insert(path).inserted {
        guard try readAttachment(attachment.entity, path, purpose) else { continue }
        break
      }
    }
  }

  /// Reads all documents, and returns their attachments.
  private mutating func readDocuments(_ partials: Set<ExactText>) throws -> [RemoteDocuments.Attachment] {
    let reader = try RemoteDocuments(of: model, in: workspace, from: server, since: common, partials: partials)
    var attachments: [RemoteDocuments.Attachment] = []
    var open: [(path: DataPath, standIn: EntityPlace?)] = [(DataPath(mainOf: model), nil)]
    var asked: Set<DataPath> = []
    while let (path, standIn) = open.popLast() {
      guard asked.insert(path).inserted, let found = try reader.read(path, for: standIn) else { continue }
      read.documents[path] = found.document
      read.files[path] = found.file
      read.contents[path] = found.newContent
      attachments += found.attachments
      open += found.partials
      if standIn == nil, !reader.knowsClass(of: found.document) { read.hasUnknownClass = true }
    }
    return attachments
  }

  // MARK: - Attachments

  /// Reads an attachment. Returns false if the server does not have it at this path.
  private mutating func readAttachment(
    _ entity: AttachmentEntity, _ path: DataPath, _ purpose: Purpose
  ) throws -> Bool {
    let former = common?.files[path]
    switch purpose {
    case .looking:
      switch try server.look(at: path, unless: former?.tag) {
      case .absent: return false
      case .unchanged: read.attachments[path] = RemoteFiles.Attachment(entity: entity, file: former, content: nil)
      case .found(let tag, _):
        // Without both tags, it is not known; then it most likely has not changed.
        let isSame = former != nil && (tag == nil || former?.tag == nil || tag == former?.tag)
        read.attachments[path] = RemoteFiles.Attachment(entity: entity, file: isSame ? former : nil, content: nil)
      }
    case .fetching:
      let place = try RemoteFolder(of: model, in: workspace).newDownload(read.attachments.count)
      let system = workspace.storage.system
      var download = StagedFile(nil)
      let isPresent = present.contains(path)
      let known = isPresent ? common?.knownTag(of: path) : nil
      let answer = try server.get(path, unless: known) {
        if try FileStatus.of(place) != nil { try system.removeFile(place) }
        download = StagedFile(try system.createFile(place, mode: FileSystem.privateFile))
        return download.write
      }
      switch answer {
      case .absent:
        try system.removeFile(place)
        return false
      case .unchanged:
        try system.removeFile(place)
        read.attachments[path] = RemoteFiles.Attachment(entity: entity, file: former, content: nil)
      case .found(let tag, let isDelimited):
        let content = try download.finish()
        try requireComplete(entity, content, isDelimited: isDelimited, path)
        read.attachments[path] = RemoteFiles.Attachment(
          entity: entity, file: CommonState.File(tag: tag, content: content),
          content: isPresent && content == former?.content ? nil : place)
      }
    }
    return true
  }

  /// Throws an error of kind `busy` if an attachment seems to have lost bytes on its way. One whose size only differs from that in its entity is kept as
  /// the server has it, with a warning.
  private func requireComplete(
    _ entity: AttachmentEntity, _ content: Journal.Fingerprint, isDelimited: Bool, _ path: DataPath
  ) throws {
    let isEncrypted = read.documents[DataPath(mainOf: model)]?.opened.form.isEncrypted == true
    let isExpected = isEncrypted ? content.size > entity.size : content.size == entity.size
    guard entity.size > 0, !isExpected else { return }
    let message = "\(server.url(of: path)) has \(content.size) bytes, but its entity says \(entity.size)"
    guard isDelimited else { throw OKitError(.busy, message) }
    workspace.observer.warned(message)
  }
}
