import JSONDocument
import OKitModels
import OKitStorage

/// The attachments of a model before a migration, to find the files that it no longer needs afterwards.
struct OwnedFiles {
  private var attachments: [EntityID: AttachmentEntity] = [:]

  init(_ model: MigratingModel) {
    for document in model.documents {
      document.json.forEachEntity { entity, id in
        if let id = EntityID(id), let attachment = AttachmentEntity(entity) { attachments[id] = attachment }
      }
    }
  }

  /// Removes partials without a stand-in and files without an attachment from `model`.
  ///
  /// Throws an error of kind `malformed` if an attachment has a new id or format, but no file for it.
  func removeUnownedFiles(of model: MigratingModel) throws {
    var partials = model.partials
    var gone = attachments
    var waiting = [0]
    while let index = waiting.popLast() {
      try model.documents[index].json.forEachEntity { entity, id in
        let attachment = AttachmentEntity(entity)
        if !gone.isEmpty || attachment != nil, let id = EntityID(id) {
          gone[id] = nil
          // The format is part of the file's name.
          if let attachment, attachments[id]?.format != attachment.format {
            try requireFile(of: attachment, at: entity, in: model, index)
          }
        }
        if let key = id.string, let partial = partials.removeValue(forKey: ExactText(key)) { waiting.append(partial) }
      }
    }
    model.removePartials(Set(partials.values))
    for attachment in gone.values where (try? attachment.paths()) != nil {
      guard let path = try attachment.file(in: model.workspace), model.newFiles[path] == nil
      else { continue }
      let place = WorkspacePath(path)
      try model.workspace.storage.requireNoLinkedFolder(on: place)
      if let file = try model.workspace.storage.snapshot(place) { model.removedFiles[path] = file }
    }
  }

  private func requireFile(
    of attachment: AttachmentEntity, at entity: JSONValue, in model: MigratingModel, _ index: Int
  ) throws {
    guard attachment.size > 0 else { return }
    let isStored = try attachment.paths().contains { model.newFiles[$0] != nil }
    guard try !isStored && attachment.file(in: model.workspace) == nil else { return }
    throw model.error(
      .malformed, "no file for the new attachment \(PathComponent.printable(attachment.id))",
      at: entity,
      in: index)
  }
}
