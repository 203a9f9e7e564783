package import Definitions
import OKitModels

extension PropertyType {
  /// The types of what values of this type, and of another one, hold at the same places, from the outside inwards: first both themselves, then of arrays and sets
  /// the elements, of dictionaries keys and values.
  package func places(with other: PropertyType) -> [(old: PropertyType, new: PropertyType)] {
    var places: [(old: PropertyType, new: PropertyType)] = []
    var waiting = [(self, other)]
    while let (old, new) = waiting.popLast() {
      places.append((old, new))
      if let old = old.unwrapped.element, let new = new.unwrapped.element {
        waiting.append((old, new))
      } else if case (.dictionary(let oldKey, let old), .dictionary(let newKey, let new)) = (
        old.unwrapped, new.unwrapped
      ),
        oldKey.isMemberKey == newKey.isMemberKey
      {
        waiting += [(old, new), (oldKey, newKey)]
      }
    }
    return places
  }

  /// The classes of the objects at the same places.
  package func classes(with other: PropertyType) -> [DefinitionDifference.Pair] {
    places(with: other).compactMap { old, new in
      guard case (.object(let old), .object(let new)) = (old.unwrapped, new.unwrapped) else { return nil }
      return DefinitionDifference.Pair(old: old, new: new)
    }
  }

  /// Whether values are held one by one, and so the other type's, too.
  package func isContainer(as other: PropertyType) -> Bool { places(with: other).count > 1 }
}
