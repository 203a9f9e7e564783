import JSONDocument
import OKitModels
import OKitStorage

/// Stages the files of a model in a transaction.
struct ModelStaging {
  let transaction: Transaction
  private let workspace: Workspace
  /// The model's own file, whose permissions new files get.
  private let main: FileSnapshot?

  init(of model: ModelName, in workspace: Workspace, _ transaction: Transaction) throws {
    self.workspace = workspace
    self.transaction = transaction
    main = try workspace.storage.snapshot(ModelFiles.mainPath(of: model))
  }

  /// Replaces a file, or creates it.
  func replace(_ path: DataPath, _ write: (StagedFile) throws -> Void) throws {
    let place = WorkspacePath(path)
    try transaction.ensureFolder(place.parent)
    try transaction.replace(place, old: workspace.storage.snapshot(place), like: main, write)
  }

  /// Replaces a file by the content of another one.
  func replace(_ path: DataPath, by file: OpenFile) throws {
    try replace(path) { staged in try file.forEachPiece { try staged.write($0) } }
  }

  /// Replaces a document, in the form that it has. The entities with the ids `known` were in the model before.
  func replace(_ path: DataPath, by document: ModelDocument, besides known: Set<String>) throws {
    let target = try workspace.target(for: document.opened.form)
    if target.form.isEncrypted {
      transaction.noteEncryption(of: document.json.addedEntities.subtracting(known))
    }
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
