import Definitions
import JSONDocument
import OKitStorage

/// The bytes of a property's attachments move between the model and files of their own.
struct AttachmentStep: MigrationStep {
  /// Where the bytes go.
  enum Way {
    case intoFiles
    case intoModel
  }

  let className: String
  /// The key of the property.
  let key: String
  /// The type that the property gets.
  let newType: PropertyType
  let way: Way

  private var name: StepName {
    StepName(text: "that stores \(className).\(key) in \(way == .intoFiles ? "files" : "the model")")
  }

  func concerns(_ model: MigratingModel) -> Bool { model.snapshot.definitions.classes[className] != nil }

  func run(on model: MigratingModel) throws -> [MigrationChange] {
    guard let property = model.snapshot.definitions.classes[className]?.property(storedAs: key) else { return [] }
    let classes = try AttachmentClasses(className, property, newType, isInline: way == .intoFiles, in: model, name)
    let move =
      switch way {
      case .intoFiles: AttachmentSeparation(model: model, classes: classes).separate
      case .intoModel: AttachmentInlining(model).inline
      }
    var change = MigrationChange(
      kind: way == .intoFiles ? .attachmentsSeparated : .attachmentsInlined,
      subject: "\(className).\(property.name)", detail: classes.new.name)
    let objects = try StepObjects(className, in: model, name)
    try model.edit { edits in
      try objects.forEach { object, document in
        guard let value = object[key], !value.isNull else { return }
        for attachment in HeldObjects(value, as: property.type).objects {
          try move(attachment, document, &edits)
          change.count += 1
        }
      }
    }
    classes.settle(in: model)
    return [change]
  }
}
