import JSONDocument
package import OKitStorage

/// The files of one model: its own file, its partials and its attachments. They are found through the model's entities.
package struct ModelFiles {
  /// The name of the model.
  package let name: ModelName
  /// The model's own file, then its partials.
  package let documents: [ModelDocument]
  /// The attachments whose file exists.
  package private(set) var attachments: [AttachmentFile] = []
  /// The attachments whose file is missing.
  package private(set) var missingAttachments: [(entity: AttachmentEntity, place: EntityPlace)] = []
  /// Files in the model's folder that have no stand-in, by their paths in the workspace.
  package let orphanedPartials: [WorkspacePath]

  /// The model's own file.
  package var main: ModelDocument { documents[0] }

  /// Returns the path of the model's own file in the workspace.
  package static func mainPath(of name: ModelName) -> WorkspacePath { WorkspacePath(DataPath(mainOf: name)) }
  /// Returns the path of the folder of the model's partials in the workspace.
  package static func partialFolder(of name: ModelName) -> WorkspacePath { WorkspaceLayout.data.appending("\(name)") }
  /// Returns the path of the model's partial with this id in the workspace.
  package static func partialPath(_ id: String, of name: ModelName) -> WorkspacePath {
    WorkspacePath(DataPath(partial: id, of: name))
  }

  /// The partials that could not be read. Empty unless the model was read with `isTolerant`.
  package let unread: [UnreadPartial]
  /// The attachments whose id or format cannot be part of a path. Empty unless the model was read with `isTolerant`.
  package private(set) var unusable: [(error: OKitError, place: EntityPlace)] = []

  /// Reads the model `name` with its partials, and searches for its attachments. Errors in a single partial or attachment are recorded if
  /// `isTolerant` is true, and otherwise are thrown.
  ///
  /// Throws an error of kind `notFound` if the model has no file, and the errors of reading its files.
  package init(_ name: ModelName, in workspace: Workspace, reader: ModelReader, isTolerant: Bool = false) throws {
    let found = try ModelDocuments(name, in: workspace, reader: reader, isTolerant: isTolerant)
    self.name = name
    documents = found.all
    orphanedPartials = found.orphanedPartials
    unread = found.unread
    var seen: Set<DataPath> = []
    for (entity, place) in found.attachments {
      do {
        try add(entity, at: place, in: workspace, &seen)
      } catch let error as OKitError where isTolerant && error.kind == .malformed {
        unusable.append((error, place))
      }
    }
  }

  private mutating func add(
    _ entity: AttachmentEntity, at place: EntityPlace, in workspace: Workspace, _ seen: inout Set<DataPath>
  ) throws {
    if let found = try entity.file(in: workspace) {
      if let file = try AttachmentFile.unseen(found, of: entity, at: place, in: workspace, &seen) {
        attachments.append(file)
      }
    } else if entity.size > 0 {
      missingAttachments.append((entity, place))
    }
  }
}

extension DataPath {
  /// The path of a model's own file.
  package init(mainOf model: ModelName) { self.init(text: "\(model).json") }

  /// The path of the partial of a model with this id.
  package init(partial id: String, of model: ModelName) { self.init(text: "\(model)/\(id).json") }
}

extension Workspace {
  /// Returns the models that have a file, sorted by name. Files whose names are not valid are skipped.
  ///
  /// Throws an error of kind `notFound` if there is no data folder. The workspace then has models, but its data is elsewhere, as on an unmounted
  /// disk.
  package func storedModels() throws -> [ModelName] {
    if let known = scan?.storedModels { return known }
    let listing = try storage.listing(storage.dataFolder)
    guard listing.exists else {
      // In a clone with git, an empty folder is missing.
      if let models = configuration?.models, !models.isEmpty, models.values.allSatisfy({ $0.kind?.isRemote == true }) {
        return []
      }
      throw OKitError(.notFound, "no data folder at \(storage.absolute(WorkspaceLayout.data))")
    }
    let models = try withoutForeignCopies(listing.modelNames)
    scan?.storedModels = models
    return models
  }

  /// Returns the names, without their ending, of the `.json` files in a folder of the workspace.
  package func jsonFiles(in folder: WorkspacePath) throws -> [String] {
    try storage.listing(storage.absolute(folder)).entries.compactMap { entry in
      guard entry.kind != .folder, !entry.isHidden else { return nil }
      return entry.name.withoutSuffix(".json")
    }
  }
}
