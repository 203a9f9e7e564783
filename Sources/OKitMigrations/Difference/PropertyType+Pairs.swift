package import Definitions
import OKitModels

extension PropertyType {
  /// Returns the pairs of types at the same places in two types, from the outside inwards: the types themselves, then those of elements, or of keys
  /// and values.
  package func pairs(with other: PropertyType) -> [(old: PropertyType, new: PropertyType)] {
    var pairs: [(old: PropertyType, new: PropertyType)] = []
    var waiting = [(self, other)]
    while let (old, new) = waiting.popLast() {
      pairs.append((old, new))
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
    return pairs
  }

  /// Returns the pairs of classes at the same places.
  package func classPairs(with other: PropertyType) -> [DefinitionDifference.Pair] {
    pairs(with: other).compactMap { old, new in
      guard case (.object(let old), .object(let new)) = (old.unwrapped, new.unwrapped) else { return nil }
      return DefinitionDifference.Pair(old: old, new: new)
    }
  }

  /// Returns true if both types are containers of the same kind.
  package func isContainer(as other: PropertyType) -> Bool { pairs(with: other).count > 1 }
}
