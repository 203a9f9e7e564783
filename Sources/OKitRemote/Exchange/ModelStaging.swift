import JSONDocument
import OKitModels
import OKitStorage

/// Stages the files of models in a transaction.
struct ModelStaging {
  let transaction: Transaction
  private let workspace: Workspace
  /// The models' own files, whose permissions new files get.
  private let mains: [ModelName: FileSnapshot]
  private let models: [ModelName]

  init(of models: [ModelName], in workspace: Workspace, _ transaction: Transaction) throws {
    self.workspace = workspace
    self.transaction = transaction
    self.models = models
    mains = try models.reduce(into: [:]) { mains, model in
      mains[model] = try workspace.storage.snapshot(ModelFiles.mainPath(of: model))
    }
  }

  /// Replaces a file, or creates it.
  func replace(_ path: DataPath, _ write: (StagedFile) throws -> Void) throws {
    let place = WorkspacePath(path)
    let similar = ModelName(document: path).flatMap { mains[$0] } ?? models.lazy.compactMap { mains[$0] }.first
    try transaction.ensureFolder(place.parent)
    try transaction.replace(place, old: workspace.storage.snapshot(place), like: similar, write)
  }

  /// Replaces a file by the content of another one.
  func replace(_ path: DataPath, by file: OpenFile) throws {
    try replace(path) { staged in try file.forEachPiece { try staged.write($0) } }
  }

  /// Replaces the file of an attachment by `content`, which is that of `file`, in the form of `target`.
  func replace(
    _ path: DataPath, by content: OpenFile, of file: AttachmentForms.File, as target: StorageTarget
  ) throws {
    try replace(path) { staged in
      try target.encode(to: { try staged.write($0) }) { sink in
        try file.attachment.decrypt(content, form: file.form, keyring: workspace.keyring) { try sink($0) }
      }
    }
  }

  /// Replaces a document, in the form that it has.
  func replace(_ path: DataPath, by document: ModelDocument) throws {
    let target = try workspace.target(for: document.opened.form)
    try replace(path) { staged in
      try target.encode(to: { try staged.write($0) }) { try document.json.currentText.write(to: $0) }
    }
  }

  /// Removes a file if it exists.
  func remove(_ path: DataPath) throws {
    let place = WorkspacePath(path)
    if let old = try workspace.storage.snapshot(place) { try transaction.remove(place, old: old) }
  }

  /// Gives files the content that they had. Those without one are removed.
  func restore(_ paths: [DataPath], from own: [DataPath: OpenFile]) throws {
    for path in paths.sorted() {
      if let file = own[path] { try replace(path, by: file) } else { try remove(path) }
    }
  }
}
