import Ciphers
import JSONDocument
import OKitModels
import OKitStorage

/// The state of a model that the workspace and its server had in common last: `okit/.remote/NAME/state.json`, with the documents beside it.
///
/// It tells which side changed something since then.
struct CommonState {
  /// A file of the model on its server.
  struct File: Equatable {
    /// The tag of this version; nil if the server has no tags.
    let tag: String?
    /// The size and the SHA-256 of the stored bytes.
    let content: Journal.Fingerprint
  }

  /// The URL that the files came from.
  var url: String
  /// The files by their paths in the data folder.
  var files: [DataPath: File] = [:]
  /// Attachments that the model had and that stay on the server, because another model may use them, by their paths in the data folder. The model that gets
  /// them with their entity replaces these versions.
  var released: [DataPath: File] = [:]
  /// The files that a push began to send, with what it sent, or to remove (nil), until it is complete. After a crash or a lost answer, the server can
  /// have either version of each.
  var pending: [DataPath: Journal.Fingerprint?] = [:]
  /// True if the last push sent some of its files but not all.
  var isPartlySent = false
  /// The files that a pull with `--ours` replaces by the server's for one step of the history. After a crash they get their former content back,
  /// which is in `RemoteFolder.own`.
  var settling: [DataPath] = []
  /// The file that was read; nil if there was none.
  private(set) var snapshot: FileSnapshot?
  let model: ModelName

  /// The state of a model that has never been on a server.
  init(_ model: ModelName, url: String) {
    self.model = model
    self.url = url
  }

  /// Returns the state of a model; nil if there is none.
  ///
  /// Throws an error of kind `configuration` if the file is not one that okit wrote.
  static func read(_ model: ModelName, in workspace: Workspace) throws -> CommonState? {
    let path = path(of: model)
    guard let snapshot = try workspace.storage.snapshot(path) else { return nil }
    let bytes = try OpenFile(workspace.storage.absolute(path)).contents()
    var state = try CommonState(model, decoding: bytes)
    state.snapshot = snapshot
    return state
  }

  /// Decodes the content of the file.
  init(_ model: ModelName, decoding bytes: JSONBytes) throws {
    let path = Self.path(of: model)
    let document = try JSONDocument(parsingRecord: bytes, path: path)
    func wrong() -> OKitError {
      OKitError(
        .configuration, "\(path) was not written by okit", remedy: Self.forgetting(model))
    }
    guard document.root["version"]?.int == 1, let url = document.root["url"]?.string else { throw wrong() }
    self.init(model, url: url)
    files = try Self.files(document.root["files"], wrong)
    released = try Self.files(document.root["released"], wrong)
    for (key, value) in document.root["pending"]?.members.map({ $0 }) ?? [] {
      let path = try Self.dataPath(key.string, wrong)
      pending.updateValue(try value.kind == .null ? nil : Self.fingerprint(value, wrong), forKey: path)
    }
    isPartlySent = document.root["partlySent"]?.bool == true
    for value in document.root["settling"]?.elements.map({ $0 }) ?? [] {
      guard let text = value.string else { throw wrong() }
      settling.append(try Self.dataPath(text, wrong))
    }
  }

  /// The states of the other models that are on the same server.
  func others(in workspace: Workspace) throws -> [CommonState] {
    try RemoteFolder.models(in: workspace).filter { $0 != model }
      .compactMap { try Self.read($0, in: workspace) }.filter { $0.url == url }
  }

  private static func files(_ value: JSONValue?, _ wrong: () -> OKitError) throws -> [DataPath: File] {
    try (value?.members.map { $0 } ?? []).reduce(into: [:]) { files, member in
      files[try dataPath(member.key.string, wrong)] = File(
        tag: member.value["tag"]?.string, content: try fingerprint(member.value, wrong))
    }
  }

  private static func fingerprint(_ value: JSONValue, _ wrong: () -> OKitError) throws -> Journal.Fingerprint {
    guard let size = value["size"]?.int, let digest = value["sha256"]?.string.flatMap(SHA256Digest.init(hex:)) else {
      throw wrong()
    }
    return Journal.Fingerprint(size: Int64(size), digest: digest)
  }

  private static func dataPath(_ text: String, _ wrong: () -> OKitError) throws -> DataPath {
    let components = text.pathComponents
    guard (1...2).contains(components.count),
      components.allSatisfy({ PathComponent.fault(of: String($0), ending: "") == nil })
    else { throw wrong() }
    return DataPath(text: text)
  }

  /// The ids of the stand-ins whose partials the server had.
  var partials: Set<ExactText> { files.keys.partialIDs }

  /// Takes over the versions that the server has. What an interrupted push sent and nothing refers to yet stays known.
  mutating func take(_ present: [DataPath: File]) {
    // The entity of an attachment can be gone although its file is still there.
    for (path, file) in files where ModelName(document: path) == nil && present[path] == nil { released[path] = file }
    files = present
    pending = pending.filter { $0.value != nil && present[$0.key] == nil }
    isPartlySent = false
    settling = []
  }

  /// Returns the tag by which the server can tell that it still has the common version; nil if there is none, or if an interrupted push may have sent
  /// another one, which can have the same tag if the server goes by seconds.
  func knownTag(of path: DataPath) -> String? { pending[path] != nil ? nil : files[path]?.tag }

  /// Takes over what an interrupted push sent, if the server has it: it was changed here, not there.
  mutating func adoptPending(_ present: [DataPath: File]) {
    for (path, content) in pending where present[path]?.content == content { files[path] = present[path] }
  }

  /// Finds out which files of an interrupted push the server has although none of `present`, its files of the model, refers to them. Only an
  /// interrupted push leaves a file to which nothing refers, and the ids in the names of files are unique, so these count as ours. Others were not sent.
  mutating func resolvePending(_ present: [DataPath: File], _ version: (DataPath) throws -> File?) throws {
    // A file that was to be removed is still there if the push did not get so far.
    for path in pending.keys where present[path] == nil {
      if let found = try version(path) {
        pending.updateValue(found.content, forKey: path)
      } else {
        pending.removeValue(forKey: path)
      }
    }
  }

  /// Beginning again with the server of a model.
  static func forgetting(_ model: ModelName) -> OKitError.Remedy {
    .words("remove \(folder(of: model)) to begin as if the model had never been on the server; its local copy stays")
  }

  // MARK: - Paths

  private static func folder(of model: ModelName) -> WorkspacePath { Workspace.remoteFolder(of: model) }
  private static func path(of model: ModelName) -> WorkspacePath { folder(of: model).appending("state.json") }

  /// Returns the place of the common version of a document.
  static func place(of path: DataPath, _ model: ModelName) -> WorkspacePath {
    Workspace.commonDocuments(of: model).appending(path.text)
  }

  // MARK: - Writing

  /// Stages the state, and the documents `changed` with their stored bytes. Documents that the state no longer has are removed.
  func stage(
    changed: [DataPath: JSONBytes], former: CommonState?, in workspace: Workspace, _ transaction: Transaction
  ) throws {
    let storage = workspace.storage
    try stageIgnoreFile(storage, transaction)
    for (path, bytes) in changed.sorted(by: { $0.key < $1.key }) {
      let place = Self.place(of: path, model)
      try transaction.ensureFolder(place.parent)
      try transaction.replace(place, old: storage.snapshot(place), mode: FileSystem.privateFile) { staged in
        try bytes.withUnsafeBytes { try staged.write($0) }
      }
    }
    for path in (former?.files ?? [:]).keys.sorted() where files[path] == nil && ModelName(document: path) != nil {
      let place = Self.place(of: path, model)
      if let old = try storage.snapshot(place) { try transaction.remove(place, old: old) }
    }
    let place = Self.path(of: model)
    try transaction.ensureFolder(place.parent)
    try transaction.replace(place, old: snapshot, mode: FileSystem.privateFile) { staged in
      try Array((text + "\n").utf8).withUnsafeBytes { try staged.write($0) }
    }
  }

  /// Stages the removal of the state and its documents.
  func stageRemoval(in workspace: Workspace, _ transaction: Transaction) throws {
    let documents = files.keys.filter { ModelName(document: $0) != nil }.sorted().map { Self.place(of: $0, model) }
    for place in documents + [Self.path(of: model)] {
      if let old = try workspace.storage.snapshot(place) { try transaction.remove(place, old: old) }
    }
  }

  /// Stages the file that keeps git from adding the folder.
  private func stageIgnoreFile(_ storage: Storage, _ transaction: Transaction) throws {
    let ignore = WorkspaceLayout.remote.appending(".gitignore")
    guard try storage.snapshot(ignore) == nil, try !transaction.replaces(ignore) else { return }
    try transaction.ensureFolder(WorkspaceLayout.remote)
    try transaction.replace(ignore, old: nil, mode: FileSystem.privateFile) { staged in
      try Array("*\n".utf8).withUnsafeBytes { try staged.write($0) }
    }
  }

  private var text: String {
    var writer = JSONWriter(pretty: true)
    writer.object { writer in
      writer.member("version", 1)
      writer.member("url", url)
      writer.member("files", files)
      if !released.isEmpty { writer.member("released", released) }
      if !pending.isEmpty {
        writer.object("pending") { writer in
          for (path, content) in pending.sorted(by: { $0.key < $1.key }) {
            guard let content else {
              writer.member(path.text, nil)
              continue
            }
            writer.object(path.text) { $0.member(content) }
          }
        }
      }
      if isPartlySent { writer.member("partlySent", true) }
      if !settling.isEmpty { writer.array("settling", of: settling.map(\.text)) }
    }
    return writer.text
  }
}

extension JSONWriter {
  fileprivate mutating func member(_ name: String, _ files: [DataPath: CommonState.File]) {
    object(name) { writer in
      for (path, file) in files.sorted(by: { $0.key < $1.key }) {
        writer.object(path.text) { writer in
          if let tag = file.tag { writer.member("tag", tag) }
          writer.member(file.content)
        }
      }
    }
  }

  fileprivate mutating func member(_ content: Journal.Fingerprint) {
    member("size", Int(content.size))
    member("sha256", content.digest.hex)
  }
}
