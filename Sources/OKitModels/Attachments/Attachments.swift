package import Bindings
import JSONDocument
package import OKitStorage

/// The attachments of a workspace: images and data that belong to entities.
package struct Attachments {
  /// The workspace of the attachments.
  package let workspace: Workspace
  /// The workspace that a file is written for, if it is another one: ``workspace`` is then a state of its past.
  package var present: Workspace?
  /// Returns the id for a new entity.
  package let newID: () -> String

  /// The attachments of `workspace`.
  package init(_ workspace: Workspace) {
    self.init(workspace, newID: UUIDText.new)
  }

  /// The attachments of `workspace`, with ids for new entities from `newID`.
  package init(_ workspace: Workspace, newID: @escaping () -> String) {
    self.workspace = workspace
    self.newID = newID
  }

  /// Returns the attachments of the named models, or of all models without names.
  ///
  /// Throws errors of kind `notFound` and `busy`, and the errors of reading models.
  package func list(_ names: [ModelName] = []) throws -> [Attachment] {
    try workspace.readingEntities { store in
      try store.models(names) { name in
        let model = try store.all(of: name)
        let objects = model.all.flatMap(AttachmentObject.all)
        let paths = try EntityPaths.paths(of: objects.map(\.place), store.classes())
        return try zip(objects, paths).map { try attachment($0, at: $1, host: model.main.opened.form) }
      }
    }
  }

  /// Passes the plain bytes of the attachment at `binding` to `sink`. The workspace is not locked meanwhile, so that a slow reader does not block
  /// writers.
  ///
  /// The bytes are verified only at the end: if this throws, discard them. Throws `BindingError`, an error of kind `usage` if there is no attachment,
  /// of kind `notFound` if it has no bytes, and the errors of reading.
  package func read(
    _ binding: Binding, model: ModelName?, _ sink: (UnsafeRawBufferPointer) throws -> Void
  ) throws {
    let bytes = try workspace.readingEntities {
      try open(binding, model: model, in: $0)
    }
    try bytes.forEachPiece(sink)
  }

  /// Writes the plain bytes of the attachment at `binding` to the file `target`, atomically. No one can write in the workspace meanwhile,
  /// because the next writer removes staged files. A file that is replaced keeps its mode.
  ///
  /// Throws errors of kind `usage` if `target` lies in the data folder, and `exists` if something else than a file is there; the errors of
  /// ``read(_:model:_:)``, and those of writing.
  package func write(_ binding: Binding, model: ModelName?, to target: FilePath) throws {
    if let present = try FileStatus.of(target, followingLinks: true), present.kind != .file {
      throw OKitError(.exists, "\(target) is \(present.kind == .folder ? "a folder" : "not a regular file")")
    }
    let storage = (present ?? workspace).storage
    let system = storage.system
    let target = target.resolvingExistingPrefix
    guard !target.lies(in: storage.dataFolder.resolvingExistingPrefix) else {
      throw OKitError(.usage, "\(target) lies in the data folder, which contains only the files of models")
    }
    let present = try FileStatus.of(target).map { FileSnapshot(path: target, status: $0) }
    try workspace.readingEntities { store in
      let bytes = try open(binding, model: model, in: store)
      try storage.reading {
        try storage.staging(target) { staged in
          // A file that only its owner can read stays private, especially when decrypted.
          let isPrivate = present != nil || bytes.file.map { $0.status.mode & 0o077 == 0 } ?? false
          let file = try system.createFile(staged, mode: isPrivate ? FileSystem.privateFile : 0o666)
          if let present, present.status.kind == .file { try file.takeAttributes(of: present) }
          try workspace.observer.step("writing", totalBytes: bytes.storedSize) {
            try bytes.forEachPiece { piece in
              try file.write(piece)
              try workspace.observer.advanced(byBytes: Int64(piece.count))
            }
          }
          try file.flush()
          try system.rename(staged, to: target)
        }
      }
    }
  }

  // MARK: - Parts

  private func open(_ binding: Binding, model: ModelName?, in store: EntityStore) throws -> AttachmentBytes {
    let object = try Self.object(at: binding, model: model, in: store)
    let host = try store.main(object.place.document.model).opened.form
    guard let bytes = try AttachmentBytes(object, in: workspace, host: host) else {
      throw OKitError(.notFound, "the attachment \(PathComponent.printable(binding.description)) has no bytes")
    }
    return bytes
  }

  /// Returns the attachment at `binding`. Throws an error of kind `notFound` if there is no value, and of kind `usage` if it is not an attachment.
  package static func object(at binding: Binding, model: ModelName?, in store: EntityStore) throws -> AttachmentObject {
    let path = PathComponent.printable(binding.description)
    guard let place = try StoreEvaluationContext(store: store, model: model).place(of: binding), !place.value.isNull
    else {
      throw OKitError(.notFound, "no value at \(path)")
    }
    guard let object = AttachmentObject(place) else { throw OKitError(.usage, "\(path) is not an attachment") }
    return object
  }

  private func attachment(_ object: AttachmentObject, at path: String, host: StoredForm) throws -> Attachment {
    var file: DataPath?
    var state = Attachment.State.unreadable
    var prefix: [UInt8] = []
    var size: Int64 = 0
    do {
      file = try object.path(in: workspace)
      let bytes = try AttachmentBytes(object, in: workspace, host: host)
      try bytes?.forEachPiece { piece in
        size += Int64(piece.count)
        if prefix.count < ImageSize.neededBytes { prefix += piece.prefix(ImageSize.neededBytes - prefix.count) }
        try workspace.observer.advanced(byBytes: Int64(piece.count))
      }
      // An inline attachment without bytes has empty data, because an app could not decode it otherwise.
      let hasBytes = bytes != nil && !(object.isInline && size == 0)
      state = hasBytes ? (object.isInline ? .inline : .present) : object.declaredSize > 0 ? .missing : .empty
    } catch let error as OKitError where error.kind.concernsOneFile {
      workspace.observer.warned("\(path): \(error.message)")
    }
    let isKnown = state == .present || state == .inline
    return Attachment(
      model: object.place.document.model, path: path, id: object.place.value["id"]?.string, format: object.format,
      content: isKnown ? MediaType(prefix: prefix) : nil, declaredSize: object.declaredSize,
      size: isKnown ? size : nil, pixels: isKnown ? ImageSize(prefix: prefix) : nil,
      file: file.map(WorkspacePath.init), state: state)
  }
}
