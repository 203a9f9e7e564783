import Definitions
import JSONDocument
import OKitModels
import OKitStorage

/// The defaults that a step may replace. Steps create missing objects with the defaults of their class, which nobody chose.
struct ReplaceableDefaults {
  private struct ClassProperty: Hashable {
    let className: String
    let key: ExactText
  }

  /// The properties whose objects were all created by steps.
  private var holders: Set<ClassProperty> = []
  /// The properties of such objects in which a step has stored values. Each is recorded with the property that contains the object.
  private var claimed: Set<[ClassProperty]> = []

  /// Adds a new property whose objects are created by steps.
  mutating func add(_ key: String, of className: String) {
    holders.insert(ClassProperty(className: className, key: ExactText(key)))
  }

  /// Records that a step stores values at `place`. Returns true if they may replace defaults, because no earlier step stored any there.
  mutating func claim(_ place: PropertyLocation) -> Bool {
    let target = ClassProperty(className: place.holder.name, key: ExactText(place.property.key))
    // From now on, the property also has objects that no step created.
    holders.remove(target)
    guard let last = place.outerProperties.last else { return false }
    let className = place.outerProperties.dropLast().last?.type.objectClass ?? place.className
    let holder = ClassProperty(className: className, key: ExactText(last.key))
    return holders.contains(holder) && claimed.insert([holder, target]).inserted
  }
}
