import JSONDocument
import OKitModels
import OKitStorage

/// Stages the files of a migrated model.
struct StagedMigration {
  private let workspace: Workspace
  private let transaction: Transaction
  private let attachmentFiles: AttachmentFiles

  /// The new and the removed files of all models' attachments.
  final class AttachmentFiles {
    fileprivate var files: [DataPath: [UInt8]] = [:]
    /// Existing files that attachments use after they have moved out of their models.
    fileprivate var reused: Set<DataPath> = []
    fileprivate var removed: [DataPath: FileSnapshot] = [:]

    /// Removes the files that no model needs any more. Call this after all models are staged.
    func removeOthers(in transaction: Transaction) throws {
      for (path, old) in removed.sorted(by: { $0.key < $1.key }) where !reused.contains(path) && files[path] == nil {
        try transaction.remove(WorkspacePath(path), old: old)
      }
    }
  }

  init(_ workspace: Workspace, _ transaction: Transaction, files: AttachmentFiles) {
    attachmentFiles = files
    self.workspace = workspace
    self.transaction = transaction
  }

  /// Stages `model`, whose name was `oldName`. If its kind has changed, it and these attachments are stored in the form `target`.
  func stage(
    _ model: MigratingModel, of oldName: ModelName, as target: StorageTarget?, _ attachments: ModelConversion.Plan?
  ) throws {
    let isRenamed = model.name != oldName
    let main = model.documents.first?.file
    for document in model.documents {
      let isConverted = target.map { $0.form.isEncrypted != document.form.isEncrypted } ?? false
      guard document.isChanged || isConverted || isRenamed else { continue }
      let path = model.path(of: document)
      try transaction.ensureFolder(path.parent)
      let target = try isConverted ? target ?? .plain : workspace.target(for: document.form)
      try transaction.replace(
        path, old: isRenamed ? nil : document.file, like: document.file ?? main,
        isDecrypted: isConverted && target.form == .plain
      ) { staged in
        try target.encode(to: { try staged.write($0) }) { sink in
          try document.json.bytes.withUnsafeBytes { try sink($0) }
        }
      }
      if isRenamed, let file = document.file {
        try transaction.remove(model.path(of: document, in: oldName), old: file)
      }
    }
    for document in model.removedDocuments {
      if let file = document.file { try transaction.remove(model.path(of: document, in: oldName), old: file) }
    }
    for (path, new) in model.newFiles.sorted(by: { $0.key < $1.key }) {
      let place = WorkspacePath(path)
      guard try isNew(path, new, model) else { continue }
      try transaction.ensureFolder(place.parent)
      try transaction.replace(place, old: new.old, like: main) { staged in
        try (target ?? workspace.target(for: model.form)).encode(to: { try staged.write($0) }) { sink in
          try new.bytes.withUnsafeBytes { try sink($0) }
        }
      }
    }
    attachmentFiles.reused.formUnion(model.reusedFiles)
    try removeFiles(model, oldName)
    if let target, var attachments {
      attachments.attachments.removeAll { model.removedFiles[$0.attachment.path] != nil }
      try ModelConversion(workspace).storeAttachments(attachments.attachments, as: target, in: transaction)
    }
  }

  /// Returns true if no other model has staged the file. Throws an error of kind `malformed` if one has, with different bytes.
  private func isNew(_ path: DataPath, _ new: MigratingModel.NewFile, _ model: MigratingModel) throws -> Bool {
    guard let known = attachmentFiles.files.updateValue(new.bytes, forKey: path) else { return true }
    guard known == new.bytes else {
      throw OKitError(
        .malformed,
        "model \(model.name) and another one have different bytes for the file \(WorkspacePath(path))")
    }
    return false
  }

  /// Records the attachment files to remove after all models are staged, except those that other models use or may use.
  private func removeFiles(_ model: MigratingModel, _ oldName: ModelName) throws {
    var removed = model.removedFiles
    guard !removed.isEmpty else { return }
    let reader = ModelReader(workspace)
    for name in try workspace.storedModels() where name != oldName {
      do {
        for attachment in try ModelFiles(name, in: workspace, reader: reader).attachments {
          removed[attachment.path] = nil
        }
      } catch let error as OKitError where error.kind.concernsOneFile {
        workspace.observer.warned("\(error); unused attachments were not removed")
        return
      }
    }
    attachmentFiles.removed.merge(removed) { first, _ in first }
  }
}
