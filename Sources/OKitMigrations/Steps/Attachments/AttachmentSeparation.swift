import Ciphers
import Definitions
import JSONDocument
import OKitModels
import OKitStorage

/// Moves the bytes of attachments from the model to files of their own.
struct AttachmentSeparation {
  let model: MigratingModel
  /// The new class of the attachments.
  let newClass: ClassDefinition

  /// Moves the bytes of an attachment to a file, and adds the properties that its new class requires. Throws an error of kind `malformed` if the
  /// bytes cannot be stored.
  func separate(_ object: JSONValue, _ document: Int, _ edits: inout DocumentEdits) throws {
    let old = object["id"]?.string.flatMap { $0.isEmpty ? nil : $0 }
    let id = old ?? model.newID()
    var values = old == nil ? [("id", JSONText.quote(id))] : []
    if let data = object["data"] {
      if !data.isNull {
        guard let text = data.string, let bytes = Base64.decoded(padded: Array(text.utf8)) else {
          throw model.error(.malformed, "the data of an attachment is not valid base64", at: data, in: document)
        }
        let format = try format(of: bytes, object, document)
        if let format { values.append(("format", JSONText.quote(format))) }
        let stored = format ?? object["format"]?.string ?? ""
        if bytes.count != object["size"]?.int { values.append(("size", String(bytes.count))) }
        try store(bytes, id, stored, object, document)
      }
      try edits.remove(data, in: document)
    }
    for property in newClass.properties where !values.contains(where: { $0.0 == property.key }) {
      guard property.isRequired, object[property.key] == nil, let json = property.defaultValue?.json else { continue }
      values.append((property.key, json))
    }
    for (key, json) in values { try edits.set(key, to: json, of: object, in: document) }
  }

  /// Returns the format for an image without one, which becomes the extension of its file; nil for other attachments.
  private func format(
    of bytes: [UInt8], _ object: JSONValue, _ document: Int
  ) throws -> String? {
    guard newClass.role == .image, object["format"]?.string?.isEmpty ?? true else { return nil }
    guard let type = MediaType(prefix: bytes) else {
      throw model.error(
        .malformed, "an image has no format, and the format of its bytes is unknown", at: object, in: document)
    }
    return type.rawValue
  }

  private func store(
    _ bytes: [UInt8], _ id: String, _ format: String, _ object: JSONValue, _ document: Int
  ) throws {
    let path: DataPath
    do {
      try AttachmentEntity.check(newID: id)
      path = try AttachmentEntity(id: id, format: newClass.role == .image ? format : "", size: 0).paths()[0]
    } catch let error as OKitError {
      throw model.error(.malformed, error.message, at: object, in: document)
    }
    if let known = model.newFiles[path] {
      guard known.bytes == bytes else {
        throw model.error(
          .malformed, "two attachments with the id \(PathComponent.printable(id)) have different bytes", at: object,
          in: document)
      }
      return
    }
    try model.workspace.storage.requireNoLinkedFolder(on: WorkspacePath(path))
    // A file that this model has stopped using belongs to no other model.
    if let old = model.removedFiles.removeValue(forKey: path) {
      model.newFiles[path] = MigratingModel.NewFile(bytes: bytes, old: old)
      return
    }
    guard try FileStatus.of(model.workspace.storage.absolute(inData: path)) != nil else {
      model.newFiles[path] = MigratingModel.NewFile(bytes: bytes, old: nil)
      return
    }
    guard try isFile(path, of: bytes) else {
      throw model.error(
        .malformed,
        "the file \(PathComponent.printable(WorkspacePath(path).text)) has different bytes from this attachment",
        at: object, in: document)
    }
    model.reusedFiles.insert(path)
  }

  /// Returns true if the existing file, which another model may need, has these bytes.
  private func isFile(_ path: DataPath, of bytes: [UInt8]) throws -> Bool {
    var offset = 0
    var isSame = true
    do {
      _ = try model.readAttachment(at: path, declaredSize: Int64(bytes.count)) { piece in
        isSame = isSame && piece.elementsEqual(bytes[offset...].prefix(piece.count))
        offset = min(offset + piece.count, bytes.count)
      }
    } catch let error as OKitError where error.kind == .malformed {
      return false
    }
    return isSame && offset == bytes.count
  }
}
