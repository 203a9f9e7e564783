import Definitions

/// Entities of a property that definitions now have in files of their own, or have no longer.
struct MovedEntities {
  /// Where they go.
  enum Way {
    case intoPartials
    case outOfPartials
    /// Bytes of attachments.
    case intoFiles
    case outOfFiles
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
    guard let (old, new) = Self.leaves(old, new), let before = from.definitions.classes[old],
      let after = to.definitions.classes[new]
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

  /// The classes of the objects that values of two types hold at the same places.
  private static func leaves(_ old: PropertyType, _ new: PropertyType) -> (String, String)? {
    switch (old.unwrapped, new.unwrapped) {
    case (.object(let old), .object(let new)): (old, new)
    case (.array(let old), .array(let new)), (.array(let old), .set(let new)), (.set(let old), .array(let new)),
      (.set(let old), .set(let new)), (.dictionary(_, let old), .dictionary(_, let new)):
      leaves(old, new)
    default: nil
    }
  }
}
