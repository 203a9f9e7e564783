package import Bindings
import Definitions
import JSONDocument
package import OKitModels
package import OKitStorage

extension Attachments {
  /// The place of an attachment's bytes.
  package enum Storage: Sendable {
    /// In a separate file.
    case separate
    /// In the entity, encoded in Base64.
    case inline
  }

  /// The result of storing an attachment.
  package struct Outcome: Equatable, Sendable {
    /// The path of the entity.
    package let path: String
    /// The id.
    package let id: String
    /// The format, such as `image/png`.
    package let format: String
    /// The size in bytes.
    package let size: Int64
    /// The file; nil if the bytes are in the entity.
    package let file: WorkspacePath?
    /// True if the entity was created.
    package let isNew: Bool
    /// The class in the definitions if it stores its bytes in the other place; nil otherwise.
    package let unexpectedClass: String?
  }

  /// Gives the attachment at `binding` new bytes (`content`), moves its bytes (`storage`), or both. Creates an entity if the property is empty, and
  /// appends one to an array.
  ///
  /// Without `storage`, the bytes go to the place that the property's class defines, or stay in their place if there is no class. Updates `size` and
  /// `format`; the parameter `format` takes precedence over the format of the bytes.
  ///
  /// Throws `BindingError`, errors of kind `usage` if no attachment is possible at the place and `malformed` if an image is required but the bytes
  /// are none, and the errors of reading and writing. In each case nothing is changed.
  package func put(
    _ binding: Binding, model: ModelName?, content: AttachmentContent?, storage: Storage? = nil, format: String? = nil
  ) throws -> Outcome {
    try workspace.editing(command: "attachment put", newID: newID) {
      try put(binding, model: model, content: content, storage: storage, format: format, in: $0)
    }
  }

  /// Does the same as part of an edit.
  func put(
    _ binding: Binding, model: ModelName?, content: AttachmentContent?, storage: Storage? = nil, format: String? = nil,
    in edit: WorkspaceEdit
  ) throws -> Outcome {
    let target = try AttachmentTarget(binding, model: model, in: edit.store)
    let main = try edit.store.main(target.container.document.model).opened
    let host = main.form
    let old = target.object
    let oldBytes = try old.flatMap { try AttachmentBytes($0, in: workspace, host: host) }
    let bytes = try content ?? existing(oldBytes, binding)
    let isInline = storage.map { $0 == .inline } ?? target.role?.isInline ?? old?.isInline ?? false
    try target.requireReadable(isInline: isInline)
    let id = old?.place.value["id"]?.string.flatMap { $0.isEmpty ? nil : $0 } ?? edit.newID()
    let oldFile = try old?.path(in: workspace)
    let isImage = target.role?.isImage ?? oldFile.map { $0.lies(in: AttachmentFile.imageFolder) }
    let type = MediaType(prefix: try bytes.prefix())
    let form =
      try format
      ?? formatOf(type, old: content == nil ? old?.format : old?.format.unlessMediaType, isImage: isImage, binding)
    let size = bytes.size
    let asImage = isImage ?? type?.isImage ?? (form.utf8.starts(with: "image/".utf8))
    let file = isInline ? nil : try Self.path(id, form, asImage: asImage)
    let data = isInline ? try bytes.base64() : nil
    if let file {
      let isSame = oldFile == file
      let present = try isSame ? oldBytes?.file : workspace.storage.snapshot(WorkspacePath(file))
      edit.write(WorkspacePath(file), like: main, old: present) { try bytes.forEachPiece($0) }
    }
    if let oldFile, let was = oldBytes?.file, file != oldFile {
      try removeFile(oldFile, was, of: id, edit)
    }
    // Compute these before the entity changes.
    let warning = try target.sharedPropertyWarning(in: edit.store)
    let outcome = Outcome(
      path: try target.path(edit.store.classes()), id: id, format: form, size: size,
      file: file.map(WorkspacePath.init), isNew: old == nil, unexpectedClass: target.className(unlike: isInline))
    try target.store(AttachmentText(id: id, format: form, size: size, data: data), in: edit)
    try edit.requireClasses()
    if let warning { workspace.observer.warned(warning) }
    return outcome
  }

  /// Returns the current bytes of the attachment, to store them in another place.
  private func existing(_ old: AttachmentBytes?, _ binding: Binding) throws -> AttachmentContent {
    guard let old else {
      throw OKitError(.notFound, "the attachment \(PathComponent.printable(binding.description)) has no bytes")
    }
    var bytes: [UInt8] = []
    try old.forEachPiece { bytes += $0 }
    return AttachmentContent(bytes)
  }

  private func formatOf(_ type: MediaType?, old: String?, isImage: Bool?, _ binding: Binding) throws -> String {
    if let type, type.isImage || isImage != true { return type.rawValue }
    if let old { return old }
    guard isImage != true else {
      throw OKitError(
        .malformed, "unknown image format for \(PathComponent.printable(binding.description))",
        remedy: .words("use PNG, JPEG, GIF, WebP or HEIC, or set the format with --format"))
    }
    return ""
  }

  /// Returns the file of an attachment.
  private static func path(_ id: String, _ format: String, asImage: Bool) throws -> DataPath {
    try AttachmentEntity.check(newID: id)
    let entity = AttachmentEntity(id: id, format: format, size: 0)
    let paths = try entity.paths()
    guard asImage else { return paths[paths.count - 1] }
    guard paths.count > 1 else { throw OKitError(.usage, "an image needs a format, such as image/png") }
    return paths[0]
  }

  /// Removes a file that its attachment no longer uses, unless another entity with the same id uses it or might use it. Returns true if it was
  /// removed.
  @discardableResult
  package func removeFile(_ file: DataPath, _ old: FileSnapshot, of id: String, _ edit: WorkspaceEdit) throws -> Bool {
    let net = try ReferenceIndex(edit.store)
    guard net.unread.errors.isEmpty, net.entityCount(id) <= 1 else {
      let reason =
        net.unread.errors.isEmpty ? "another entity uses it" : "an unreadable model may use it"
      workspace.observer.warned("kept \(WorkspacePath(file)): \(reason)")
      return false
    }
    edit.remove(WorkspacePath(file), old)
    return true
  }
}

extension String {
  /// A format that cannot be detected from the bytes, such as `text/plain`; nil if it can.
  fileprivate var unlessMediaType: String? { isEmpty || MediaType(rawValue: self) != nil ? nil : self }
}
