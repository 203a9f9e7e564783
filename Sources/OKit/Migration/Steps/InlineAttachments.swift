import Ciphers
import Definitions
import JSONDocument

/// The attachments of a property get their bytes into the model, and lose their files.
struct InlineAttachments: MigrationStep {
  let className: String
  /// The key of the property.
  let key: String

  private var name: StepName { StepName(text: "that stores \(className).\(key) in the model") }

  func concerns(_ model: MigratingModel) -> Bool { model.snapshot.definitions.classes[className] != nil }

  func run(on model: MigratingModel) throws -> [MigrationChange] {
    guard let property = model.snapshot.definitions.classes[className]?.property(storedAs: key) else { return [] }
    let classes = try AttachmentClasses(className, property, isInline: false, in: model, name)
    var change = MigrationChange(
      kind: .attachmentsInlined, subject: "\(className).\(property.name)", detail: classes.new.name)
    let counts = Self.idCounts(in: model)
    let objects = try StepObjects(className, in: model, name)
    try model.edit { edits in
      try objects.forEach { object, document in
        guard let value = object[key], !value.isNull else { return }
        for each in HeldObjects(value, as: property.type).objects {
          try inline(each, document, counts, model, &edits)
          change.count += 1
        }
      }
    }
    classes.settle(in: model)
    return [change]
  }

  private func inline(
    _ object: JSONValue, _ document: Int, _ counts: [EntityID: Int], _ model: MigratingModel,
    _ edits: inout DocumentEdits
  ) throws {
    let id = object["id"]?.string ?? ""
    let entity = AttachmentEntity(
      id: id, format: object["format"]?.string ?? "", size: Int64(object["size"]?.int ?? 0))
    guard !id.isEmpty else {
      guard entity.size > 0 else { return }
      throw model.error(
        .malformed, "this attachment of \(entity.size) bytes has no id, and so no file", at: object, in: document)
    }
    guard let bytes = try bytes(of: entity, isShared: counts[EntityID(id), default: 0] > 1, model) else {
      // What never had bytes has none to lose.
      guard entity.size > 0 else { return }
      let path = PathComponent.printable("okit/data/\(try entity.paths()[0])")
      throw model.error(
        .malformed, "the file \(path) of this attachment of \(entity.size) bytes is missing", at: object, in: document)
    }
    let data = String(decoding: bytes.withUnsafeBytes(Base64.padded), as: UTF8.self)
    if let old = object["data"] {
      try edits.replace(old, with: JSONWriter.quote(data), in: document)
    } else {
      try edits.add("data", JSONWriter.quote(data), to: object, in: document)
    }
    if let size = object["size"], size.int != bytes.count {
      try edits.replace(size, with: String(bytes.count), in: document)
    }
  }

  /// The bytes of an attachment, whose file then goes unless another entity has it; nil where it has none.
  private func bytes(of entity: AttachmentEntity, isShared: Bool, _ model: MigratingModel) throws -> [UInt8]? {
    let paths = try entity.paths()
    for path in paths {
      guard let made = model.newFiles[ExactText(path)] else { continue }
      if !isShared {
        model.newFiles[ExactText(path)] = nil
        if let old = made.old { model.removedFiles[ExactText(path)] = old }
      }
      return made.bytes
    }
    guard let path = try entity.file(in: model.workspace) else { return nil }
    try model.workspace.requireNoLinkedFolder(on: "okit/data/" + path)
    let file = try OpenFile(Path.join(model.workspace.dataFolder, path))
    let attachment = AttachmentFile(path: path, declaredSize: entity.size)
    var bytes: [UInt8] = []
    let form = try attachment.form(of: file, host: model.form)
    try attachment.decrypt(file, form: form, keyring: model.keyring) { bytes += $0 }
    if !isShared { model.removedFiles[ExactText(path)] = file.snapshot }
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
