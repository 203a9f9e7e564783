import Definitions
import JSONDocument
import OKitModels
import OKitStorage

/// The defaults that a step may replace. Steps create missing objects with the defaults of their class; nobody chose these values.
struct ReplaceableDefaults {
  private struct Place: Hashable {
    let className: String
    let key: ExactText
  }

  /// The properties whose objects were all created by steps.
  private var holders: Set<Place> = []
  /// The properties in such objects that a step stored values in, by the property of the object and their own.
  private var claimed: Set<[Place]> = []

  /// Adds a new property, whose objects steps create.
  mutating func add(_ key: String, of className: String) {
    holders.insert(Place(className: className, key: ExactText(key)))
  }

  /// Records that a step stores values at `place`. Returns whether they may replace defaults: no step before stored any there.
  mutating func claim(_ place: PropertyLocation) -> Bool {
    let target = Place(className: place.holder.name, key: ExactText(place.property.key))
    // From now on, it also has objects that no step created.
    holders.remove(target)
    guard let last = place.way.last else { return false }
    let className = place.way.dropLast().last?.type.objectClass ?? place.className
    let holder = Place(className: className, key: ExactText(last.key))
    return holders.contains(holder) && claimed.insert([holder, target]).inserted
  }
}
