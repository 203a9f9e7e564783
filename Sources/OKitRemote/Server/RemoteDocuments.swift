import Ciphers
import Definitions
import HTTPClient
import JSONDocument
import OKitModels
import OKitStorage

/// Reads the documents of a model on its server, one by one.
final class RemoteDocuments {
  /// A document on the server.
  struct Found {
    let document: ModelDocument
    /// Its version.
    let file: CommonState.File
    /// The stored bytes; nil if they are those of the common state.
    let newContent: JSONBytes?
    /// The partials that it may have, with the entities that stand for them.
    let partials: [(path: DataPath, standIn: EntityPlace?)]
    let attachments: [Attachment]
  }

  /// An attachment of a document.
  struct Attachment {
    let entity: AttachmentEntity
    /// The path of its file in the data folder, or several possible ones if its class is not known.
    let paths: [DataPath]
  }

  private let model: ModelName
  private let workspace: Workspace
  private let server: RemoteServer
  private let common: CommonState?
  private let knownPartials: Set<ExactText>
  /// The root of a read-only workspace that shows the documents.
  private let root: FilePath
  private let view: Workspace
  private let classes: EntityClasses
  /// The size of all documents so far.
  private var size: Int64 = 0

  /// Prepares reading; nothing is sent yet. `partials` are the ids of entities that are known to have a partial; others are found through their classes.
  init(
    of model: ModelName, in workspace: Workspace, from server: RemoteServer, since common: CommonState?,
    partials: Set<ExactText>
  ) throws {
    self.model = model
    self.workspace = workspace
    self.server = server
    self.common = common
    knownPartials = partials
    root = try MountedFiles.unusedRoot(for: workspace.storage.absolute(WorkspaceLayout.remote).appending("\(model)"))
    MountedFiles.mount(try workspace.mountedDefinitions(), at: root, time: 0)
    do {
      view = try workspace.reopened(at: root)
      classes = try EntityClasses(view, isReading: true, warns: false)
    } catch {
      MountedFiles.unmount(root)
      throw error
    }
  }

  deinit { MountedFiles.unmount(root) }

  /// Reads a document; nil if the server does not have it. `standIn` is the entity that stands for a partial.
  ///
  /// Throws the errors of the server, and `locked` and `malformed` for a document that cannot be read.
  func read(_ path: DataPath, for standIn: EntityPlace?) throws -> Found? {
    guard let (file, newContent) = try fetch(path) else { return nil }
    let content: MountedFiles.Content =
      newContent.map { .bytes($0) } ?? .place(workspace.storage.absolute(CommonState.place(of: path, model)))
    MountedFiles.add([(WorkspacePath(path).text, content)], at: root)
    let opened = try naming(path) {
      try ModelReader(view, keyring: workspace.keyring).document(WorkspacePath(path))
    }
    let document = ModelDocument(model: model, path: WorkspacePath(path), opened: opened, standIn: standIn)
    let (standIns, attachments) = try entities(of: document)
    return Found(
      document: document, file: file, newContent: newContent,
      partials: standIns.compactMap { standIn in
        guard let key = standIn["id"]?.string, PathComponent.fault(of: key, ending: ".json") == nil else { return nil }
        return (DataPath(partial: key, of: model), EntityPlace(document: document, value: standIn))
      }, attachments: attachments)
  }

  /// True if the partials of a document can be found through its class.
  func knowsClass(of document: ModelDocument) -> Bool { classes.rootClass(of: document) != nil }

  /// Returns the version of a document on the server, and its bytes unless they are those of the common state; nil if there is none.
  private func fetch(_ path: DataPath) throws -> (CommonState.File, JSONBytes?)? {
    let former = common?.files[path]
    var bytes = JSONBytes(capacity: 0, secret: true)
    let (before, model, server) = (size, model, server)
    let largest = server.settings.largestDocument
    let answer = try server.get(path, unless: common?.knownTag(of: path)) {
      let received = JSONBytes(capacity: 0, secret: true)
      bytes = received
      return { piece in
        guard before + Int64(received.count + piece.count) <= largest else {
          throw OKitError(
            .malformed, "the documents of model \(model) on \(server.url.origin) have more than \(largest) bytes",
            remedy: .words("set a larger limit in 'endpoint' of okit.json if that is right"))
        }
        received.append(piece)
      }
    }
    // There can be any number of empty documents.
    size = before + Int64(max(bytes.count, 1024))
    switch answer {
    case .absent: return nil
    case .unchanged: return former.map { ($0, nil) }
    case .found(let tag, _):
      let digest = bytes.withUnsafeBytes { SHA256Hasher.hash($0) }
      let file = CommonState.File(tag: tag, content: Journal.Fingerprint(size: Int64(bytes.count), digest: digest))
      return (file, file.content == former?.content ? nil : bytes)
    }
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

  /// Returns the entities of a document that stand for partials, and its attachments.
  private func entities(of document: ModelDocument) throws -> (standIns: [JSONValue], attachments: [Attachment]) {
    var standIns: [JSONValue] = []
    if let root = classes.rootClass(of: document) {
      var checker = DefinitionChecker(classes.definitions)
      standIns = checker.standIns(in: document.json.root, as: root.name)
    }
    var attachments: [Attachment] = []
    document.json.forEachEntity { entity, id in
      if let id = id.string, knownPartials.contains(ExactText(id)) { standIns.append(entity) }
    }
    try document.json.forEachAttachment { entity, object in
      var paths = try entity.paths()
      switch classes.definition(of: EntityPlace(document: document, value: object))?.role {
      case .data: paths = paths.suffix(1)
      case .image: paths = [paths[0]]
      default: break
      }
      attachments.append(Attachment(entity: entity, paths: paths))
    }
    return (standIns, attachments)
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
