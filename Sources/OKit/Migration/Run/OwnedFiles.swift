import JSONDocument

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
  func letGo(in model: MigratingModel) throws {
    let documents = model.documents.indices.dropFirst().compactMap { index in
      model.documents[index].key.map { (ExactText($0), index) }
    }
    guard !documents.isEmpty || !attachments.isEmpty else { return }
    var partials = Dictionary(documents) { first, _ in first }
    var gone = attachments
    var waiting = [0]
    while let index = waiting.popLast() {
      model.documents[index].json.forEachEntity { _, id in
        if let id = EntityID(id) { gone[id] = nil }
        if let key = id.string, let partial = partials.removeValue(forKey: ExactText(key)) { waiting.append(partial) }
      }
    }
    model.removePartials(Set(partials.values))
    for attachment in gone.values where (try? attachment.paths()) != nil {
      guard let path = try attachment.file(in: model.workspace), model.newFiles[ExactText(path)] == nil
      else { continue }
      try model.workspace.requireNoLinkedFolder(on: "okit/data/" + path)
      if let file = try model.workspace.snapshot("okit/data/" + path) { model.removedFiles[ExactText(path)] = file }
    }
  }
}
