import Definitions

/// How the objects of a class become those of another one, or of the same as it is defined by now.
struct ClassDifference {
  /// A property that is there before and after, whatever its key and type.
  struct Kept {
    let old: PropertyDefinition
    let new: PropertyDefinition
  }

  let old: ClassDefinition
  let new: ClassDefinition
  private(set) var kept: [Kept] = []
  private(set) var removed: [PropertyDefinition] = []
  private(set) var added: [PropertyDefinition] = []

  init(from old: ClassDefinition, to new: ClassDefinition, answers: MigrationAnswers) {
    self.old = old
    self.new = new
    var came: [PropertyDefinition] = []
    for property in new.properties {
      if let same = old.property(storedAs: property.key) {
        kept.append(Kept(old: same, new: property))
      } else {
        came.append(property)
      }
    }
    var gone = old.properties.filter { new.property(storedAs: $0.key) == nil }
    for property in came {
      let former = gone.firstIndex { candidate in
        if property.formerName.map({ candidate.isCalled($0) }) ?? false { return true }
        return Set([old.name, new.name]).contains { className in
          [candidate.name, candidate.key].contains { name in
            answers.name(of: "\(className).\(name)").map { property.isCalled($0) } ?? false
          }
        }
      }
      if let former {
        kept.append(Kept(old: gone.remove(at: former), new: property))
      } else {
        added.append(property)
      }
    }
    removed = gone
  }

  /// What an added property could have been called before: of removed ones those of the same type.
  func candidates(for property: PropertyDefinition) -> [PropertyDefinition] {
    added.filter { $0.type.unwrapped == property.type.unwrapped }
  }
}

extension PropertyDefinition {
  /// Whether this is its name in Swift or the key that it is stored under.
  func isCalled(_ text: String) -> Bool { name.isExactly(text) || key.isExactly(text) }
}
