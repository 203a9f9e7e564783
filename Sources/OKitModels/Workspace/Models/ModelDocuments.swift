import JSONDocument
package import OKitStorage

/// A partial whose file could not be read.
package struct UnreadPartial {
  /// The path in the workspace.
  package let path: WorkspacePath
  /// The entity that stands for the partial.
  package let standIn: EntityPlace
  /// The file; nil if it could not be opened.
  package let file: FileSnapshot?
  /// The reason why it could not be read.
  package let error: any Error

  package init(path: WorkspacePath, standIn: EntityPlace, file: FileSnapshot?, error: any Error) {
    self.path = path
    self.standIn = standIn
    self.file = file
    self.error = error
  }

  /// True if the error concerns only one file.
  package static func isTolerable(_ error: any Error) -> Bool {
    switch error {
    case let error as OKitError: error.kind.concernsOneFile
    default: error is SystemError
    }
  }
}

/// The documents of one model: its own file, then its partials sorted by path. Partials are found through their stand-ins.
package struct ModelDocuments {
  /// The model's own file, then its partials sorted by path.
  package private(set) var all: [ModelDocument]
  /// The attachments in the documents.
  package private(set) var attachments: [(entity: AttachmentEntity, place: EntityPlace)] = []
  /// The partials that could not be read.
  package private(set) var unread: [UnreadPartial] = []
  /// Files in the model's folder that have no stand-in, by their paths in the workspace.
  package private(set) var orphanedPartials: [WorkspacePath] = []

  /// The model's own file.
  package var main: ModelDocument { all[0] }

  /// Reads the model `name` with its partials. `known` returns documents that were already read, by path. An unreadable partial is recorded if
  /// `isTolerant` is true, and otherwise is an error.
  ///
  /// Throws an error of kind `notFound` if the model has no file, and the errors of reading its files.
  package init(
    _ name: ModelName, in workspace: Workspace, reader: ModelReader, isTolerant: Bool = false,
    known: (WorkspacePath) -> ModelDocument? = { _ in nil }
  ) throws {
    let path = ModelFiles.mainPath(of: name)
    let folder = ModelFiles.partialFolder(of: name)
    try workspace.storage.requireNoLinkedFolder(on: folder.appending(""))
    let main: ModelDocument
    do {
      main =
        try known(path) ?? ModelDocument(model: name, path: path, opened: reader.document(path, followingLinks: true))
    } catch let error as SystemError where error.isMissing {
      throw try workspace.noSuchModel(name)
    }
    var search = Search(partials: try workspace.jsonFiles(in: folder))
    all = [main]
    search.look(into: main)
    // A partial can contain stand-ins of further partials, so read until no new ones are found.
    while let (key, standIn) = search.named.popLast() {
      let path = ModelFiles.partialPath(key, of: name)
      do {
        let document =
          try known(path) ?? ModelDocument(model: name, path: path, opened: reader.document(path), standIn: standIn)
        all.append(document)
        search.look(into: document)
      } catch  where isTolerant && UnreadPartial.isTolerable(error) {
        unread.append(
          UnreadPartial(path: path, standIn: standIn, file: try? workspace.storage.snapshot(path), error: error))
      }
    }
    all[1...].sort { $0.path < $1.path }
    orphanedPartials = search.unnamed.sorted().map { ModelFiles.partialPath($0.text, of: name) }
    attachments = search.attachments
  }

  /// The partials and attachments that were found so far.
  private struct Search {
    /// The keys of files in the model's folder whose stand-in was not found yet.
    var unnamed: Set<ExactText>
    /// The found partials that are still to be read, with their stand-ins.
    var named: [(key: String, standIn: EntityPlace)] = []
    var attachments: [(entity: AttachmentEntity, place: EntityPlace)] = []

    init(partials: [String]) {
      unnamed = Set(partials.map(ExactText.init))
    }

    mutating func look(into document: ModelDocument) {
      document.json.forEachAttachment { entity, object in
        attachments.append((entity, EntityPlace(document: document, value: object)))
      }
      if unnamed.isEmpty { return }
      document.json.forEachEntity { entity, id in
        guard let id = id.string, unnamed.remove(ExactText(id)) != nil else { return }
        named.append((id, EntityPlace(document: document, value: entity)))
      }
    }
  }
}
