import Definitions

/// Entities of a property that definitions now have in another place: in files of their own, or no longer in those, or in an array.
struct MovedEntities {
  /// Where they go.
  enum Way {
    case intoPartials
    case outOfPartials
    /// Bytes of attachments.
    case intoFiles
    case outOfFiles
    /// One object, which becomes the only element.
    case intoArray
  }

  /// By the old definitions.
  let className: String
  let property: PropertyDefinition
  let way: Way
}

extension DefinitionDifference {
  /// The properties whose entities move.
  var movedEntities: [MovedEntities] {
    classes.values.sorted { ($0.old.name, $0.new.name) < ($1.old.name, $1.new.name) }.flatMap { difference in
      difference.kept.compactMap { kept in
        way(kept.old.type, kept.new.type).map {
          MovedEntities(className: difference.old.name, property: kept.old, way: $0)
        }
      }
    }
  }

  private func way(_ old: PropertyType, _ new: PropertyType) -> MovedEntities.Way? {
    if case .object = old.unwrapped, let element = new.unwrapped.element, case .object = element.unwrapped {
      return .intoArray
    }
    guard let pair = old.classes(with: new).last, let before = from.definitions.classes[pair.old],
      let after = to.definitions.classes[pair.new]
    else { return nil }
    switch (before.role, after.role) {
    case (.inlineData, .data), (.inlineImage, .image): return .intoFiles
    case (.data, .inlineData), (.image, .inlineImage): return .outOfFiles
    case (.entity, .partial) where isSame(before.name, after.partialEntity?.className): return .intoPartials
    case (.partial, .entity) where before.partialEntity.map { isSame($0.className, after.name) } ?? false:
      return .outOfPartials
    default: return nil
    }
  }

  /// Whether a class is the other one, or went where the other one came.
  private func isSame(_ old: String, _ new: String?) -> Bool {
    guard let new else { return false }
    return old == new || to.definitions.classes[old] == nil && from.definitions.classes[new] == nil
  }
}

extension PropertyType {
  /// The type of the elements of an array or set; nil of all else.
  fileprivate var element: PropertyType? {
    switch self {
    case .array(let element), .set(let element): element
    default: nil
    }
  }
}
