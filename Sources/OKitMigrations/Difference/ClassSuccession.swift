import Definitions

/// Which classes of objects can become which other ones where only their names say so.
struct ClassSuccession {
  let old: Definitions
  let new: Definitions

  /// Whether objects of a class can be those of another one, with other names for their properties. What the framework defines is what it is called, and what
  /// stands for something elsewhere is nothing else.
  func allows(_ old: String, _ new: String) -> Bool {
    if FrameworkClasses.contains(old) || FrameworkClasses.contains(new) { return old == new }
    let (before, after) = (self.old.classes[old]?.role, self.new.classes[new]?.role)
    guard let before, let after, before != after else { return true }
    return !before.standsForSomething && !after.standsForSomething
  }
}

extension ClassDefinition.Role {
  /// Whether such an object is there for an entity or for bytes, wherever they are, or has a form of its own.
  fileprivate var standsForSomething: Bool {
    switch self {
    case .partial, .reference, .data, .image, .inlineData, .inlineImage, .choice: true
    case .model, .entity, .value: false
    }
  }
}
