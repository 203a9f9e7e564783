import Definitions
import OKitModels
import OKitStorage

/// Which defaults a step may replace: those of the objects that steps made on the way to what they put there, which nobody chose.
struct ReplaceableDefaults {
  private struct Place: Hashable {
    let className: String
    let key: ExactText
  }

  /// The properties whose objects are all made by steps: they were new when one went through them.
  private var holders: Set<Place> = []
  /// What steps put a value to themselves, by its holder and its key there.
  private var claimed: Set<[Place]> = []

  /// Notes that the property `key` of a class, which is new, holds only objects that steps make.
  mutating func add(_ key: String, of className: String) {
    holders.insert(Place(className: className, key: ExactText(key)))
  }

  /// Notes that a step puts values to what `place` leads to. Returns whether they may take the places of defaults: no step put any there before.
  mutating func claim(_ place: PropertyLocation) -> Bool {
    let target = Place(className: place.holder.name, key: ExactText(place.property.key))
    // From now on its objects are not only made ones.
    holders.remove(target)
    guard let last = place.way.last else { return false }
    let className = place.way.dropLast().last?.type.objectClass ?? place.className
    let holder = Place(className: className, key: ExactText(last.key))
    return holders.contains(holder) && claimed.insert([holder, target]).inserted
  }
}
