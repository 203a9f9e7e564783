import JSONDocument
import OKitModels
import OKitStorage

/// The partials and attachments that the documents of a model have, to find those that they lose on its way.
struct OwnedFiles {
  /// By their ids.
  private var attachments: [EntityID: AttachmentEntity] = [:]

  /// Those of `model` as it is now.
  init(_ model: MigratingModel) {
    for document in model.documents {
      document.json.forEachEntity { entity, id in
        if let id = EntityID(id), let attachment = AttachmentEntity(entity) { attachments[id] = attachment }
      }
    }
  }

  /// Lets go of the partials that nothing in `model` stands for any more, and of the files of attachments that it has no longer.
  ///
  /// Throws an error of kind `malformed` for an attachment that was not there before, under its id and format, and which has no file.
  func disarmCleanup(in model: MigratingModel) throws {
    var partials = model.partials
    var gone = attachments
    var waiting = [0]
    while let index = waiting.popLast() {
      try model.documents[index].json.forEachEntity { entity, id in
        let attachment = AttachmentEntity(entity)
        if !gone.isEmpty || attachment != nil, let id = EntityID(id) {
          gone[id] = nil
          // One that has another format by now has another file.
          if let attachment, attachments[id]?.format != attachment.format {
            try requireFile(of: attachment, at: entity, in: model, index)
          }
        }
        if let key = id.string, let partial = partials.removeValue(forKey: ExactText(key)) { waiting.append(partial) }
      }
    }
    model.removePartials(Set(partials.values))
    for attachment in gone.values where (try? attachment.paths()) != nil {
      guard let path = try attachment.file(in: model.workspace), model.newFiles[ExactText(path)] == nil
      else { continue }
      let place = Workspace.dataPath(path)
      try model.workspace.storage.requireNoLinkedFolder(on: place)
      if let file = try model.workspace.storage.snapshot(place) { model.removedFiles[ExactText(path)] = file }
    }
  }

  private func requireFile(
    of attachment: AttachmentEntity, at entity: JSONValue, in model: MigratingModel, _ index: Int
  ) throws {
    guard attachment.size > 0 else { return }
    let isStored = try attachment.paths().contains { model.newFiles[ExactText($0)] != nil }
    guard try !isStored && attachment.file(in: model.workspace) == nil else { return }
    throw model.error(
      .malformed, "no file for the new attachment \(PathComponent.printable(attachment.id))",
      at: entity,
      in: index)
  }
}
