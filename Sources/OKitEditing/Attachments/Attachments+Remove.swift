package import Bindings
import Definitions
import JSONDocument
package import OKitModels
package import OKitStorage

extension Attachments {
  /// Removes the attachment at `binding` and its file. If the property is required, its entity stays, without bytes.
  ///
  /// Returns the removed file. Throws `BindingError`, an error of kind `usage` if there is no attachment,
  /// and the errors of reading and writing. In each case nothing is changed.
  package func remove(
    _ binding: Binding, model: ModelName?
  ) throws -> WorkspacePath? {
    try workspace.editing(command: "attachment remove") { edit in
      let object = try Self.object(at: binding, model: model, in: edit.store)
      let place = object.place
      guard place.value.parent != nil else {
        throw OKitError(.usage, "\(PathComponent.printable(binding.description)) is the root of its file")
      }
      let file = try object.path(in: workspace)
      let classes = try edit.store.classes()
      let around = place.value.parent.flatMap { classes.type(of: EntityPlace(document: place.document, value: $0)) }
      let isEntry = if case .dictionary? = around?.unwrapped { true } else { false }
      // Arrays and dictionaries do not require any of their values.
      let isElement = place.value.key == nil || isEntry
      let isRequired = classes.type(of: place).map { !$0.isOptional } ?? false
      let isInline = classes.definition(of: place)?.role.isInline ?? object.isInline
      if isElement || !isRequired { try edit.prepareReplacing([(place.value, nil)]) }
      let shared = try StandInSync.warning(
        ofEntityBelow: place.value.parent, place.value.key?.string, place.document, edit.store)
      var removed: WorkspacePath?
      // Other uses of the file are counted before the entity changes.
      if let file, let id = object.entity?.id, let was = try workspace.storage.snapshot(WorkspacePath(file)),
        try removeFile(file, was, of: id, edit)
      {
        removed = WorkspacePath(file)
      }
      try edit.change(place.document) {
        if isRequired && !isElement {
          try Self.clear(place.value, isInline: isInline)
        } else if isEntry, place.value.key == nil, let array = place.value.parent, let key = place.value.previousElement
        {
          try array.removeItems([key, place.value])
        } else {
          try place.value.remove()
        }
      }
      if let shared { workspace.observer.warned(shared) }
      return removed
    }
  }

  /// Changes the entity of an attachment that cannot be removed to one without bytes.
  private static func clear(_ entity: JSONValue, isInline: Bool) throws {
    try entity["size"]?.replace(with: "0")
    try entity["format"]?.replace(with: "\"\"")
    // An app cannot decode inline data if its bytes are missing, but it can if they are empty.
    if isInline { try entity.set("data", to: "\"\"") } else { try entity["data"]?.remove() }
  }

  /// Removes the files of attachments that no entity names, in any model or partial, including orphaned partials.
  ///
  /// Returns the removed files with their sizes. Throws errors of kind `locked` or `malformed` if a model cannot be read or an
  /// entity has no id, and of kind `notFound` if a registered model has no file, because these may use the files; also the errors of writing. In each
  /// case nothing is changed.
  package func collectGarbage() throws -> [(file: WorkspacePath, size: Int64)] {
    try workspace.editing(command: "attachment gc") { edit in
      let (owners, index) = try workspace.observer.step("reading") {
        try self.owners(ModelReader(workspace))
      }
      var removed: [(WorkspacePath, Int64)] = []
      for folder in AttachmentFile.folders {
        for file in try workspace.attachmentFiles(in: folder) {
          let path = WorkspacePath(file)
          guard !owners.mayOwn(file, index), let was = try workspace.storage.snapshot(path) else { continue }
          removed.append((path, was.size))
          edit.remove(path, was)
        }
      }
      if !removed.isEmpty { try requireAllOwners(owners) }
      return removed.sorted { $0.0 < $1.0 }
    }
  }

  /// Returns the possible owners of files in all documents, including orphaned partials.
  private func owners(_ reader: ModelReader) throws -> (FileOwners, EntityIndex) {
    var owners = FileOwners()
    var index = EntityIndex()
    let attachments = [ModelName.imageFolder, ModelName.dataFolder]
    for folder in try workspace.dataFolders() where !attachments.contains(folder) {
      let path = folder.isEmpty ? WorkspaceLayout.data : WorkspaceLayout.data.appending(folder)
      for name in try workspace.jsonFiles(in: path) {
        let document = try reader.document(path.appending("\(name).json"), followingLinks: folder.isEmpty).document
        try document.forEachEntity { entity, text in
          // An id that cannot be a file name has no file.
          if let attachment = AttachmentEntity(entity), (try? attachment.paths()) != nil,
            let file = try attachment.file(in: workspace)
          {
            owners.note(file: file, of: attachment.id)
          }
          guard let id = EntityID(text) else { return }
          index.add(id, at: EntityIndex.Place(document: 0, node: UInt32(entity.index)))
          owners.note(entity, text)
        }
        owners.note(document)
      }
    }
    return (owners, index)
  }

  private func requireAllOwners(_ owners: FileOwners) throws {
    if owners.mayBeIncomplete {
      throw OKitError(
        .malformed, "an attachment without an id may own one of the unused files",
        remedy: .words("run 'okit check' to find it"))
    }
    let definitions = try workspace.definitions()
    if let name = try workspace.modelsWithoutFile(definitions, ModelKinds(workspace, definitions)).first {
      throw OKitError(.notFound, "model \(name) has no file; it may have used some of the files")
    }
  }
}
