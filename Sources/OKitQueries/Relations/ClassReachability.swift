import Definitions

/// The classes that lead to other classes through their properties.
struct ClassReachability {
  /// The classes that the roots lead to, with the roots, sorted.
  let classNames: [String]
  private let next: [String: Set<String>]

  init(from roots: [String], in definitions: Definitions) {
    var next: [String: Set<String>] = [:]
    var open = roots.filter { definitions.classes[$0] != nil }
    while let name = open.popLast() {
      guard next[name] == nil, let definition = definitions.classes[name] else { continue }
      var names = Set(definition.properties.flatMap(\.type.names).filter { definitions.classes[$0] != nil })
      if let partial = definition.partialEntity, definitions.classes[partial.className] != nil {
        names.insert(partial.className)
      }
      next[name] = names
      open += names
    }
    self.next = next
    classNames = next.keys.sorted()
  }

  /// Returns the classes of entities that contain objects of a class, without other entities between them.
  func owners(of className: String, in definitions: Definitions) -> Set<String> {
    var owners: Set<String> = []
    var seen: Set<String> = []
    var open = [className]
    while let inner = open.popLast() {
      for (name, names) in next where names.contains(inner) {
        if definitions.classes[name]?.role.isRow == true {
          owners.insert(name)
        } else if seen.insert(name).inserted {
          open.append(name)
        }
      }
    }
    return owners
  }

  /// Returns the classes that lead to one of `targets`, with these.
  func classes(leadingTo targets: Set<String>) -> Set<String> {
    var found = targets
    var isGrowing = true
    while isGrowing {
      isGrowing = false
      for (name, names) in next where !found.contains(name) && !found.isDisjoint(with: names) {
        found.insert(name)
        isGrowing = true
      }
    }
    return found
  }
}
