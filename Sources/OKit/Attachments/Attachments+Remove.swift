public import Bindings
import Definitions
import JSONDocument

extension Attachments {
  /// Removes the attachment at `binding` and its file. Where its class has to have one, it stays without bytes.
  ///
  /// Returns the file, relative to the workspace, where there was one. Throws `BindingError`, an error of kind `usage` where there is no
  /// attachment, and those of reading and writing; then nothing is changed.
  public func remove(
    _ binding: Binding, model: ModelName, patience: Duration, dryRun: Bool = false
  ) throws -> String? {
    try workspace.editing(keyring: keyring, command: "attachment remove", patience: patience, dryRun: dryRun) { edit in
      let object = try Self.object(at: binding, model: model, in: edit.store)
      let place = object.place
      guard place.value.parent != nil else {
        throw OKitError(.usage, "\(PathComponent.printable(binding.description)) is the root of its file")
      }
      let file = try object.path(in: workspace)
      let isElement = place.value.key == nil
      let isRequired = try edit.store.classes().type(of: place).map { !$0.isOptional } ?? false
      try edit.edit(place.document) { editor in
        guard isRequired && !isElement else { return try editor.remove(place.value) }
        if let size = place.value["size"] { try editor.replace(size, with: "0") }
        if let format = place.value["format"] { try editor.replace(format, with: "\"\"") }
        if let data = place.value["data"] { try editor.remove(data) }
      }
      if let file, let id = object.entity?.id, let was = try workspace.snapshot("okit/data/" + file) {
        try removeFile(file, was, of: id, edit)
      }
      return file.map { "okit/data/" + $0 }
    }
  }

  /// Removes the files of attachments that no entity names, neither of a model nor of a partial, even one that nothing stands for.
  ///
  /// Returns them, relative to the workspace, with their size. Throws an error of kind `locked` or `malformed` where a model cannot be read, since it
  /// might name them, and those of writing; then nothing is changed.
  public func collectGarbage(patience: Duration, dryRun: Bool = false) throws -> [(file: String, size: Int64)] {
    try workspace.editing(keyring: keyring, command: "attachment gc", patience: patience, dryRun: dryRun) { edit in
      let named = try namedFiles(ModelReader(workspace, keyring: keyring))
      var removed: [(String, Int64)] = []
      for folder in [ModelName.imageFolder, ModelName.dataFolder] {
        let listing = try FolderListing(Path.join(workspace.dataFolder, folder))
        for entry in listing.entries where entry.kind == .file && !StagedName.isOne(entry.name) {
          let path = Path.join(folder, entry.name)
          guard !named.files.contains(ExactText(path)),
            !named.ids.contains(EntityID(AttachmentEntity.id(ofFile: entry.name)))
          else { continue }
          guard let was = try workspace.snapshot("okit/data/" + path) else { continue }
          removed.append(("okit/data/" + path, was.size))
          edit.remove("okit/data/" + path, was)
        }
      }
      return removed.sorted { $0.0 < $1.0 }
    }
  }

  /// The files that attachments of any document could have, relative to the data folder, those that nothing stands for included; and the ids of
  /// all that is no attachment by its shape, but may be one that was damaged.
  private func namedFiles(_ reader: ModelReader) throws -> (files: Set<ExactText>, ids: Set<EntityID>) {
    var files: Set<ExactText> = []
    var ids: Set<EntityID> = []
    let attachments = [ModelName.imageFolder, ModelName.dataFolder]
    for folder in try workspace.dataFolders() where !attachments.contains(folder) {
      let path = folder.isEmpty ? "okit/data" : "okit/data/" + folder
      for name in try workspace.jsonFiles(in: path) {
        let opened = try reader.document("\(path)/\(name).json", followingLinks: folder.isEmpty)
        opened.document.forEachObject { object in
          if let entity = AttachmentEntity(object), let paths = try? entity.paths() {
            for path in paths { files.insert(ExactText(path)) }
          } else if object["data"] == nil, let id = object["id"].flatMap(EntityID.init) {
            ids.insert(id)
          }
        }
      }
    }
    return (files, ids)
  }
}
