import JSONDocument
package import OKitStorage

/// The files that make up one model, known by what the model names: its own, its partials and its attachments.
package struct ModelFiles {
  package let name: ModelName
  /// The model's own file, then its partials.
  package let documents: [ModelDocument]
  /// The attachments that have a file.
  package private(set) var attachments: [AttachmentFile] = []
  /// Attachments that should have one: entity and the document that names it.
  package private(set) var missingAttachments: [(entity: AttachmentEntity, place: EntityPlace)] = []
  /// Files in the model's folder that no stand-in names, relative to the workspace.
  package let orphanedPartials: [String]

  /// The model's own file.
  package var main: ModelDocument { documents[0] }

  package static func mainPath(of name: ModelName) -> String { Workspace.dataPath("\(name).json") }
  package static func partialFolder(of name: ModelName) -> String { Workspace.dataPath("\(name)") }

  /// Partials that could not be read; none but where that was asked for.
  package let unread: [UnreadPartial]
  /// Attachments whose id or format cannot be part of a path; none but where that was asked for.
  package private(set) var unusable: [(error: OKitError, place: EntityPlace)] = []

  /// Reads the model `name` with its partials, and looks for its attachments. What is wrong with a single partial or attachment is noted where
  /// `isTolerant`, else that is an error.
  ///
  /// Throws an error of kind `notFound` where the model has no file, and whatever reading its files throws.
  package init(_ name: ModelName, in workspace: Workspace, reader: ModelReader, isTolerant: Bool = false) throws {
    let found = try ModelDocuments(name, in: workspace, reader: reader, isTolerant: isTolerant)
    self.name = name
    documents = found.all
    orphanedPartials = found.orphanedPartials
    unread = found.unread
    var seen: Set<ExactText> = []
    for (entity, place) in found.attachments {
      do {
        try add(entity, at: place, in: workspace, &seen)
      } catch let error as OKitError where isTolerant && error.kind == .malformed {
        unusable.append((error, place))
      }
    }
  }

  private mutating func add(
    _ entity: AttachmentEntity, at place: EntityPlace, in workspace: Workspace, _ seen: inout Set<ExactText>
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

extension Workspace {
  /// The models that have a file, by name. Names that cannot be a model's are left out.
  ///
  /// Throws an error of kind `notFound` where there is no data folder: that is no workspace without models, but one whose data are
  /// elsewhere, such as on a disk that is not mounted.
  package func storedModels() throws -> [ModelName] {
    guard try FileStatus.of(storage.dataFolder, followingLinks: true)?.kind == .folder else {
      throw OKitError(.notFound, "no data folder at \(storage.absolute("okit/data"))")
    }
    return try jsonFiles(in: "okit/data").compactMap { try? ModelName($0) }.sorted()
  }

  /// The names, without their ending, of the `.json` files in a folder of the workspace.
  package func jsonFiles(in folder: String) throws -> [String] {
    try FolderListing(storage.absolute(folder)).entries.compactMap { entry in
      guard entry.kind != .folder, !entry.isHidden else { return nil }
      return entry.name.withoutSuffix(".json")
    }
  }
}
