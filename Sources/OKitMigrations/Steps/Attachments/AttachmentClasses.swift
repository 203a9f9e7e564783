import Definitions
import OKitModels
import OKitStorage

/// The class of the attachments of a property, and the one that they get where they are stored in another way.
struct AttachmentClasses {
  let className: String
  let property: PropertyDefinition
  let old: ClassDefinition
  let new: ClassDefinition

  /// The classes of a property that gets the type `newType` of the target. Throws an error of kind `configuration` where these are not one inline and one separate
  /// class, with `isInline` the old one inline.
  init(
    _ className: String, _ property: PropertyDefinition, _ newType: PropertyType, isInline: Bool,
    in model: MigratingModel, _ name: StepName
  ) throws {
    let target = model.target.definitions
    guard let old = property.type.heldClass.flatMap({ model.snapshot.definitions.classes[$0] }),
      let new = newType.heldClass.flatMap({ target.classes[$0] }),
      isInline ? old.role.isInline : old.role.isSeparateAttachment,
      isInline ? new.role.isSeparateAttachment : new.role.isInline
    else { throw name.error(.configuration, "\(className).\(property.name) contains no attachments of these kinds") }
    self.className = className
    self.property = property
    self.old = old
    self.new = new
  }

  /// The file of a separate attachment, relative to the data folder. Throws an error of kind `malformed` where id or format cannot be part of a path.
  func path(_ id: String, _ format: String) throws -> String {
    let paths = try AttachmentEntity(id: id, format: new.role == .image ? format : "", size: 0).paths()
    return paths[0]
  }

  /// The property holds the new class from now on.
  func settle(in model: MigratingModel) {
    model.snapshot.takeTypes(of: .object(new.name), from: model.target)
    model.snapshot.change(property.key, of: className) {
      $0.type = $0.type.replacing(.object(old.name), by: .object(new.name))
    }
  }
}
