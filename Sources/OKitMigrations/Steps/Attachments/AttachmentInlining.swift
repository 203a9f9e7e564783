import Ciphers
import Definitions
import JSONDocument
import OKitModels
import OKitStorage

/// Moves the bytes of attachments from their files into the model.
struct AttachmentInlining {
  private let model: MigratingModel
  /// The number of occurrences of each id in the model.
  private let counts: [EntityID: Int]

  init(_ model: MigratingModel) {
    self.model = model
    counts = Self.idCounts(in: model)
  }

  /// Adds the bytes of an attachment, in base64. Throws an error of kind `malformed` if it should have bytes but has no file.
  func inline(_ object: JSONValue, _ document: Int, _ edits: inout DocumentEdits) throws {
    let id = object["id"]?.string ?? ""
    let entity = AttachmentEntity(
      id: id, format: object["format"]?.string ?? "", size: Int64(object["size"]?.int ?? 0))
    guard !id.isEmpty else {
      guard entity.size > 0 else { return }
      throw model.error(
        .malformed, "this attachment of \(entity.size) bytes has no id and therefore no file", at: object, in: document)
    }
    guard let bytes = try bytes(of: entity, isShared: counts[EntityID(id), default: 0] > 1) else {
      guard entity.size > 0 else { return }
      let path = PathComponent.printable(WorkspacePath(try entity.paths()[0]).text)
      throw model.error(
        .malformed, "the file \(path) of this attachment of \(entity.size) bytes is missing", at: object, in: document)
    }
    let data = String(decoding: bytes.withUnsafeBytes(Base64.padded), as: UTF8.self)
    try edits.set("data", to: JSONText.quote(data), of: object, in: document)
    if let size = object["size"], size.int != bytes.count {
      try edits.replace(size, with: String(bytes.count), in: document)
    }
  }

  /// Returns the bytes of an attachment, and removes its file unless another entity uses it; nil if it has none.
  private func bytes(of entity: AttachmentEntity, isShared: Bool) throws -> [UInt8]? {
    let paths = try entity.paths()
    for path in paths {
      guard let made = model.newFiles[path] else { continue }
      if !isShared {
        model.newFiles[path] = nil
        if let old = made.old { model.removedFiles[path] = old }
      }
      return made.bytes
    }
    guard let path = try entity.file(in: model.workspace) else { return nil }
    var bytes: [UInt8] = []
    let file = try model.readAttachment(at: path, declaredSize: entity.size) { bytes += $0 }
    if !isShared { model.removedFiles[path] = file }
    return bytes
  }

  private static func idCounts(in model: MigratingModel) -> [EntityID: Int] {
    var counts: [EntityID: Int] = [:]
    for document in model.documents {
      document.json.forEachKey { key in
        if key == "id", let id = EntityID(key.value) { counts[id, default: 0] += 1 }
      }
    }
    return counts
  }
}
