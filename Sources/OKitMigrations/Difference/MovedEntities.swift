import Definitions
import OKitModels

/// Entities of a property that new definitions move to files of their own, back into the model, or into an array.
struct MovedEntities {
  enum Direction {
    case intoPartials
    case outOfPartials
    /// The bytes of attachments.
    case intoFiles
    case outOfFiles
    /// A single object becomes the only element.
    case intoArray
  }

  let className: String
  let property: PropertyDefinition
  let newType: PropertyType
  let direction: Direction
}

extension DefinitionDifference {
  var movedEntities: [MovedEntities] {
    sortedClasses.flatMap { difference in
      difference.kept.compactMap { kept in
        direction(kept.old.type, kept.new.type).map {
          MovedEntities(className: difference.old.name, property: kept.old, newType: kept.new.type, direction: $0)
        }
      }
    }
  }

  /// The app's own classes of attachments that keep their names but store their bytes elsewhere.
  var changedAttachments: [String] {
    from.definitions.classes.values.filter { old in
      guard let new = to.definitions.classes[old.name] else { return false }
      return Self.direction(old.role, new.role) != nil
    }.map(\.name).sorted()
  }

  private func direction(_ old: PropertyType, _ new: PropertyType) -> MovedEntities.Direction? {
    if case .object = old.unwrapped, let element = new.unwrapped.element, case .object = element.unwrapped {
      return .intoArray
    }
    guard let pair = old.classPairs(with: new).last, let before = from.definitions.classes[pair.old],
      let after = to.definitions.classes[pair.new]
    else { return nil }
    switch (before.role, after.role) {
    case (.entity, .partial) where after.partialEntity.map { becomes(before.name, $0.className) } ?? false:
      return .intoPartials
    case (.partial, .entity) where before.partialEntity.map { becomes($0.className, after.name) } ?? false:
      return .outOfPartials
    default: return Self.direction(before.role, after.role)
    }
  }

  /// Returns how the bytes of attachments move if the role of their class changes.
  private static func direction(_ old: ClassDefinition.Role, _ new: ClassDefinition.Role) -> MovedEntities.Direction? {
    switch (old, new) {
    case (.inlineData, .data), (.inlineImage, .image): .intoFiles
    case (.data, .inlineData), (.image, .inlineImage): .outOfFiles
    default: nil
    }
  }
}
