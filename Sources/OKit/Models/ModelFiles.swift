import JSONDocument

/// The files that make up one model, known by what the model names: its own, its partials and its attachments.
struct ModelFiles {
  /// A document of the model.
  struct Document {
    /// Relative to the workspace.
    let path: String
    let opened: OpenedDocument
  }

  let name: ModelName
  /// The model's own file, then its partials.
  private(set) var documents: [Document] = []
  /// The attachments that have a file.
  private(set) var attachments: [AttachmentFile] = []
  /// Attachments that should have one: entity and the document that names it.
  private(set) var missingAttachments: [(entity: AttachmentEntity, path: String)] = []
  /// Files in the model's folder that no stand-in names, relative to the workspace.
  private(set) var orphanedPartials: [String] = []

  /// The model's own file.
  var main: Document { documents[0] }

  static func mainPath(of name: ModelName) -> String { "okit/data/\(name).json" }
  static func partialFolder(of name: ModelName) -> String { "okit/data/\(name)" }

  /// Reads the model `name` with its partials, and looks for its attachments.
  ///
  /// Throws an error of kind `notFound` where the model has no file, and whatever reading its files throws.
  init(_ name: ModelName, in workspace: Workspace, reader: ModelReader) throws {
    self.name = name
    let path = Self.mainPath(of: name)
    guard try FileStatus.of(workspace.absolute(path)) != nil else {
      throw try workspace.noModel(name)
    }
    try workspace.requireNoLinkedFolder(on: "\(Self.partialFolder(of: name))/")
    var search = Search(partials: try workspace.jsonFiles(in: Self.partialFolder(of: name)))
    documents = [Document(path: path, opened: try reader.document(path, followingLinks: true))]
    search.look(into: documents[0])
    // Partials lie flat in one folder and may name further ones, so reading goes on until no new file is named.
    while let key = search.named.popLast() {
      let path = "\(Self.partialFolder(of: name))/\(key).json"
      let document = Document(path: path, opened: try reader.document(path))
      documents.append(document)
      search.look(into: document)
    }
    documents[1...].sort { ExactText($0.path) < ExactText($1.path) }
    orphanedPartials = search.unnamed.sorted().map(\.text).map { "\(Self.partialFolder(of: name))/\($0).json" }
    try findAttachments(search.entities, in: workspace)
  }

  /// What the documents read so far name.
  private struct Search {
    /// The keys of files in the model's folder that no entity was found for yet.
    var unnamed: Set<ExactText>
    /// Those that were found and are still to be read.
    var named: [String] = []
    var entities: [(entity: AttachmentEntity, path: String)] = []

    init(partials: [String]) {
      unnamed = Set(partials.map(ExactText.init))
    }

    mutating func look(into document: Document) {
      document.opened.document.forEachObject { object in
        guard let id = object["id"], id.kind == .string else { return }
        if !unnamed.isEmpty, let key = id.string, unnamed.remove(ExactText(key)) != nil { named.append(key) }
        if let entity = AttachmentEntity(object) { entities.append((entity, document.path)) }
      }
    }
  }

  private mutating func findAttachments(_ entities: [(AttachmentEntity, String)], in workspace: Workspace) throws {
    var seen: Set<ExactText> = []
    for (entity, path) in entities where seen.insert(ExactText(entity.id)).inserted {
      let found = try entity.paths().first { path in
        try FileStatus.of(Path.join(workspace.dataFolder, path)) != nil
      }
      if let found {
        try workspace.requireNoLinkedFolder(on: "okit/data/" + found)
        attachments.append(AttachmentFile(path: found, declaredSize: entity.size))
      } else if entity.size > 0 {
        missingAttachments.append((entity, path))
      }
    }
  }
}

extension Workspace {
  /// The models that have a file, by name. Names that cannot be a model's are left out.
  ///
  /// Throws an error of kind `notFound` where there is no data folder: that is no workspace without models, but one whose data are
  /// elsewhere, such as on a disk that is not mounted.
  public func storedModels() throws -> [ModelName] {
    guard try FileStatus.of(dataFolder, followingLinks: true)?.kind == .folder else {
      throw OKitError(.notFound, "there is no data folder at \(absolute("okit/data"))")
    }
    return try dataFolderModels()
  }

  private func dataFolderModels() throws -> [ModelName] {
    try jsonFiles(in: "okit/data").compactMap { try? ModelName($0) }.sorted()
  }

  /// The names, without their ending, of the `.json` files in a folder of the workspace.
  func jsonFiles(in folder: String) throws -> [String] {
    try FolderListing(absolute(folder)).entries.compactMap { entry in
      guard entry.kind != .folder, !entry.isHidden else { return nil }
      return entry.name.withoutSuffix(".json")
    }
  }
}
