import Definitions
import JSONDocument
import OKitModels
import OKitStorage

/// Moves the bytes of a property's attachments between the model and files of their own.
struct AttachmentMove {
  enum Direction {
    case intoFiles
    case intoModel
  }

  private let className: String
  private let property: PropertyDefinition
  private let direction: Direction
  private let context: StepContext
  private let old: ClassDefinition
  private let new: ClassDefinition

  /// Creates a move for a property that gets the type `newType` of the target. Throws an error of kind `configuration` if its attachments are not
  /// stored as expected.
  init(
    of property: PropertyDefinition, in className: String, as newType: PropertyType, _ direction: Direction,
    in model: MigratingModel, _ programs: MigrationPrograms
  ) throws {
    let step = "that stores \(className).\(property.key) in \(direction == .intoFiles ? "files" : "the model")"
    context = StepContext(model: model, step: step, programs: programs)
    let target = model.target.definitions
    let isInline = direction == .intoFiles
    guard let old = property.type.containedClass.flatMap({ model.snapshot.definitions.classes[$0] }),
      let new = newType.containedClass.flatMap({ target.classes[$0] }),
      isInline ? old.role.isInline : old.role.isSeparateAttachment,
      isInline ? new.role.isSeparateAttachment : new.role.isInline
    else { throw context.error(.configuration, "\(className).\(property.name) contains no attachments of these kinds") }
    self.className = className
    self.property = property
    self.direction = direction
    self.old = old
    self.new = new
  }

  func run() throws -> MigrationChange {
    let move =
      switch direction {
      case .intoFiles: AttachmentSeparation(model: context.model, newClass: new).separate
      case .intoModel: AttachmentInlining(context.model).inline
      }
    let change = MigrationChange(
      kind: direction == .intoFiles ? .attachmentsSeparated : .attachmentsInlined,
      subject: "\(className).\(property.name)", detail: new.name)
    return try ObjectEdit(change, of: className, finish: updateSnapshot) { object, document, edits, change in
      guard let value = object[property.key], !value.isNull else { return }
      for attachment in ContainedObjects(value, as: property.type).objects {
        try move(attachment, document, &edits)
        change.count += 1
      }
    }.run(in: context)
  }

  private func updateSnapshot(of model: MigratingModel) {
    model.snapshot.takeTypes(of: .object(new.name), from: model.target)
    model.snapshot.change(property.key, of: className) {
      $0.type = $0.type.replacing(.object(old.name), by: .object(new.name))
    }
  }
}

extension MigratingModel {
  /// Passes the decrypted bytes of an attachment's file to `sink`. Returns the file.
  ///
  /// Throws the errors of `sink`, and errors of kind `malformed` if the file is damaged and `locked` if no key opens it.
  func readAttachment(
    at path: DataPath, declaredSize: Int64, _ sink: (UnsafeRawBufferPointer) throws -> Void
  ) throws -> FileSnapshot {
    try workspace.storage.requireNoLinkedFolder(on: WorkspacePath(path))
    let file = try workspace.storage.openUnlinked(workspace.storage.absolute(inData: path))
    let attachment = AttachmentFile(path: path, declaredSize: declaredSize)
    try attachment.decrypt(file, form: attachment.form(of: file, host: form), keyring: workspace.keyring, sink)
    return file.snapshot
  }
}
