public import Bindings
import JSONDocument

/// The attachments of a workspace: images and data of entities.
public struct Attachments {
  let workspace: Workspace
  let keyring: Keyring
  /// Where ids of new entities come from.
  let newID: () -> String

  /// The attachments of `workspace`, whose models `keyring` opens.
  public init(_ workspace: Workspace, keyring: Keyring) {
    self.init(workspace, keyring: keyring, newID: UUIDText.new)
  }

  init(_ workspace: Workspace, keyring: Keyring, newID: @escaping () -> String) {
    self.workspace = workspace
    self.keyring = keyring
    self.newID = newID
  }

  /// The attachments of the named models, or of all.
  ///
  /// Throws errors of kind `notFound` and `busy`, and what reading the models throws.
  public func list(_ names: [ModelName] = [], patience: Duration) throws -> [Attachment] {
    try workspace.reading(keyring: keyring, patience: patience) { store in
      try (names.isEmpty ? workspace.storedModels() : names).flatMap { name in
        let model = try store.all(of: name)
        let objects = model.all.flatMap(AttachmentObject.all)
        let paths = try EntityPaths.paths(of: objects.map(\.place), store.classes())
        return try zip(objects, paths).map { try attachment($0, at: $1, host: model.main.opened.form) }
      }
    }
  }

  /// Hands the plain bytes of the attachment at `binding` to `sink`.
  ///
  /// What comes is not proven before the end: where this throws, it has to be thrown away. Throws `BindingError`, an error of kind `usage` where there is no
  /// attachment, of kind `notFound` where it has no bytes, and what reading throws.
  public func read(
    _ binding: Binding, model: ModelName, patience: Duration, _ sink: (UnsafeRawBufferPointer) throws -> Void
  ) throws {
    try workspace.reading(keyring: keyring, patience: patience) { store in
      let object = try Self.object(at: binding, model: model, in: store)
      let host = try store.main(object.place.document.model).opened.form
      let bytes = AttachmentBytes(object, in: workspace, keyring: keyring, host: host)
      guard try bytes.forEachPiece(sink) else {
        throw OKitError(.notFound, "the attachment \(PathComponent.printable(binding.description)) has no bytes")
      }
    }
  }

  /// Writes the plain bytes of the attachment at `binding` to the file `target`, which is there as a whole or not at all.
  ///
  /// Throws what ``read(_:model:patience:_:)`` and writing throw.
  public func write(_ binding: Binding, model: ModelName, to target: String, patience: Duration) throws {
    let staged = Path.join(Path.parent(of: target), workspace.stagedName())
    let system = workspace.system
    let note = OutsideStaging(staged, for: workspace)
    defer { note.end() }
    do {
      try naming(target, for: staged) {
        let file = try system.createFile(staged, mode: 0o666)
        try read(binding, model: model, patience: patience) { try file.write($0) }
        try file.flush()
        try system.rename(staged, to: target)
      }
    } catch {
      try? system.removeFile(staged)
      throw error
    }
  }

  // MARK: - Parts

  static func object(at binding: Binding, model: ModelName, in store: EntityStore) throws -> AttachmentObject {
    let path = PathComponent.printable(binding.description)
    guard let place = try StoredValues(store: store, model: model).place(of: binding), !place.value.isNull else {
      throw OKitError(.notFound, "there is nothing at \(path)")
    }
    guard let object = AttachmentObject(place) else { throw OKitError(.usage, "\(path) is no attachment") }
    return object
  }

  private func attachment(_ object: AttachmentObject, at path: String, host: StoredForm) throws -> Attachment {
    let file = try object.path(in: workspace)
    var state = object.isInline ? Attachment.State.inline : file != nil ? .present : .missing
    if file == nil, !object.isInline, object.entity?.size == 0 { state = .empty }
    var prefix: [UInt8] = []
    var size: Int64 = 0
    do {
      let bytes = AttachmentBytes(object, in: workspace, keyring: keyring, host: host)
      let isThere = try bytes.forEachPiece { piece in
        size += Int64(piece.count)
        if prefix.count < ImageSize.neededBytes { prefix += piece.prefix(ImageSize.neededBytes - prefix.count) }
        try workspace.observer.advanced(byBytes: 0)
      }
      if object.isInline && !isThere { state = .empty }
    } catch let error as OKitError where [.locked, .malformed].contains(error.kind) {
      workspace.observer.warned("\(path): \(error.message)")
      state = .unreadable
    }
    let isKnown = state == .present || state == .inline
    return Attachment(
      model: object.place.document.model, path: path, id: object.place.value["id"]?.string, format: object.format,
      content: isKnown ? MediaType(prefix: prefix) : nil, size: isKnown ? size : nil,
      pixels: isKnown ? ImageSize(prefix: prefix) : nil, file: file.map { "okit/data/" + $0 }, state: state)
  }
}
