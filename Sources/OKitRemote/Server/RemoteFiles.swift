import JSONDocument
import OKitModels
import OKitStorage

/// Models as their server has them: the documents in memory, and the attachments in files.
struct RemoteFiles {
  /// An attachment on the server.
  struct Attachment {
    let entity: AttachmentEntity
    /// The version on the server; nil if it was only looked at and may differ from the common one.
    let file: CommonState.File?
    /// The bytes; nil if they are those of the common state, or were only looked at.
    let content: FilePath?
  }

  /// The documents by their paths in the data folder; empty if the server does not have the models.
  var documents: [DataPath: ModelDocument] = [:]
  /// The stored bytes of the documents that differ from the common state.
  var contents: [DataPath: JSONBytes] = [:]
  /// The documents and their versions.
  var files: [DataPath: CommonState.File] = [:]
  /// The attachments that the server has.
  var attachments: [DataPath: Attachment] = [:]

  /// True if the class of a model is not known here, so that only those of its partials were read that are known here.
  var hasUnknownClass = false

  /// The versions of all files, as far as they are known.
  var allFiles: [DataPath: CommonState.File] {
    files.merging(attachments.compactMapValues(\.file)) { first, _ in first }
  }

  /// True if the server does not have the models.
  var isEmpty: Bool { documents.isEmpty }

  /// No files.
  init() {}

  /// Joins the files of different models. An attachment of several ones has been read several times.
  init(joining models: [RemoteFiles]) {
    for model in models {
      documents.merge(model.documents) { first, _ in first }
      contents.merge(model.contents) { first, _ in first }
      files.merge(model.files) { first, _ in first }
      attachments.merge(model.attachments) { first, second in
        first.content == nil && second.file != nil ? second : first
      }
    }
  }

  /// Returns the files with the paths under which the documents are merged.
  func renamed(_ paths: PartialPaths) -> RemoteFiles {
    var files = self
    files.documents = paths.renamed(documents)
    files.files = paths.renamed(self.files)
    return files
  }
}
