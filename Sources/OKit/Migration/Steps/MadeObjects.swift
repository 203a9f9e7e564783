import Bindings
import Definitions

/// The objects that steps made on the way to what they put there. All that these have besides is what a new object has, which nobody chose.
struct MadeObjects {
  private struct Place: Hashable {
    let className: String
    let key: ExactText
  }

  /// The properties whose objects are all made: they were new when a step went through them.
  private var holders: Set<Place> = []
  /// What steps put a value to themselves, by its holder and its key there.
  private var given: Set<[Place]> = []

  /// Notes that the property `key` of a class, which is new, gets objects that are made.
  mutating func makes(_ key: String, of className: String) {
    holders.insert(Place(className: className, key: ExactText(key)))
  }

  /// Notes that a step puts values to what `place` leads to. Returns whether they may take the places of those of new objects.
  mutating func takes(_ place: StepPlace) -> Bool {
    let target = Place(className: place.holder.name, key: ExactText(place.property.key))
    // From now on its objects are not only made ones.
    holders.remove(target)
    guard let last = place.way.last else { return false }
    let className = place.way.dropLast().last?.type.unwrapped.className ?? place.className
    let holder = Place(className: className, key: ExactText(last.key))
    return holders.contains(holder) && given.insert([holder, target]).inserted
  }
}

extension PropertyType {
  /// The class of the objects that it is the type of.
  fileprivate var className: String? { if case .object(let name) = self { name } else { nil } }
}
