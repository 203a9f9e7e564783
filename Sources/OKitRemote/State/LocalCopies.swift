import JSONDocument
import OKitModels
import OKitStorage

/// The local copies of remote models, read under a lock.
struct LocalCopies {
  /// The documents by their paths in the data folder; empty without a local copy.
  private(set) var documents: [DataPath: ModelDocument] = [:]
  /// The stored bytes of the documents.
  private(set) var files: [DataPath: Journal.Fingerprint] = [:]
  /// The stored bytes of the attachments that have a file.
  private(set) var attachments: [DataPath: Journal.Fingerprint] = [:]

  /// The files of attachments that the documents refer to but that do not exist.
  private(set) var missingAttachments: Set<DataPath> = []
  /// The attachments that are not encrypted.
  private(set) var plainAttachments: [DataPath] = []

  /// True if there are no local copies.
  var isEmpty: Bool { documents.isEmpty }

  /// Reads the local copies of models with their partials and attachments.
  ///
  /// Throws the errors of reading them.
  init(of models: [ModelName], in workspace: Workspace) throws {
    for model in models { try read(model, in: workspace) }
  }

  /// Joins copies of different models.
  init(joining copies: [LocalCopies]) {
    for copy in copies {
      documents.merge(copy.documents) { first, _ in first }
      files.merge(copy.files) { first, _ in first }
      attachments.merge(copy.attachments) { first, _ in first }
      missingAttachments.formUnion(copy.missingAttachments)
      plainAttachments += copy.plainAttachments
    }
  }

  private mutating func read(_ name: ModelName, in workspace: Workspace) throws {
    guard try workspace.storage.snapshot(ModelFiles.mainPath(of: name)) != nil else { return }
    let model = try ModelFiles(name, in: workspace, reader: ModelReader(workspace))
    for document in model.documents {
      guard let path = DataPath(document.path) else { continue }
      documents[path] = document
      files[path] = try fingerprint(document.opened.file.path)
    }
    for (entity, _) in model.missingAttachments { missingAttachments.formUnion(try entity.paths()) }
    // Models can share an attachment.
    for attachment in model.attachments where attachments[attachment.path] == nil {
      let place = workspace.storage.absolute(inData: attachment.path)
      attachments[attachment.path] = try fingerprint(place)
      if try !attachment.form(of: OpenFile(place), host: model.main.opened.form).isEncrypted {
        plainAttachments.append(attachment.path)
      }
    }
  }

  private func fingerprint(_ path: FilePath) throws -> Journal.Fingerprint {
    guard let found = try Journal.Fingerprint.of(path) else { throw OKitError.changedMeanwhile(path) }
    return found
  }

  /// The ids of the stand-ins whose partials have a file.
  var partials: Set<ExactText> { documents.keys.partialIDs }

  /// True if there is a file of the copies at a path.
  func has(_ path: DataPath) -> Bool { files[path] != nil || attachments[path] != nil }

  /// The stored bytes of all files.
  var allFiles: [DataPath: Journal.Fingerprint] { files.merging(attachments) { first, _ in first } }
}

extension Sequence<DataPath> {
  /// The ids of the stand-ins whose partials are among these files.
  var partialIDs: Set<ExactText> {
    Set(
      filter { $0.components.count == 2 && ModelName(document: $0) != nil }
        .compactMap { $0.name.withoutSuffix(".json").map { ExactText(String($0)) } })
  }
}
