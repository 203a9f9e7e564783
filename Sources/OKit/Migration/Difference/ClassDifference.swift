import Definitions

/// How the objects of a class become those of another one, or of the same as it is defined by now.
struct ClassDifference {
  /// A property that is there before and after, whatever its key and type.
  struct Kept {
    let old: PropertyDefinition
    let new: PropertyDefinition

    /// What it is called by now; where that is what it was called before, the key that it is stored under.
    var newName: String { new.name.isExactly(old.name) ? new.key : new.name }
  }

  let old: ClassDefinition
  let new: ClassDefinition
  private(set) var kept: [Kept] = []
  private(set) var removed: [PropertyDefinition] = []
  private(set) var added: [PropertyDefinition] = []

  init(from old: ClassDefinition, to new: ClassDefinition, answers: MigrationAnswers) {
    self.old = old
    self.new = new
    var left = old.properties
    var came: [PropertyDefinition] = []
    // What somebody says counts before names that happen to be the same.
    for property in new.properties {
      if let former = left.firstIndex(where: { isFormer($0, of: property, answers) }) {
        kept.append(Kept(old: left.remove(at: former), new: property))
      } else {
        came.append(property)
      }
    }
    // What is stored under a key stays what it is, and else what is called so in Swift; what has the type, too, first.
    let start = kept.count
    for needsType in [true, false] {
      for isSame in [Self.haveOneKey, Self.haveOneName] {
        came.removeAll { property in
          let same = left.firstIndex {
            isSame($0, property) && (!needsType || $0.type.unwrapped == property.type.unwrapped)
          }
          guard let same else { return false }
          kept.append(Kept(old: left.remove(at: same), new: property))
          return true
        }
      }
    }
    (removed, added) = (left, came)
    let places = Dictionary(new.properties.enumerated().map { (ExactText($1.key), $0) }) { first, _ in first }
    kept[start...].sort { places[ExactText($0.new.key), default: 0] < places[ExactText($1.new.key), default: 0] }
  }

  private static func haveOneKey(_ old: PropertyDefinition, _ new: PropertyDefinition) -> Bool {
    old.key.isExactly(new.key)
  }

  private static func haveOneName(_ old: PropertyDefinition, _ new: PropertyDefinition) -> Bool {
    old.name.isExactly(new.name)
  }

  /// Whether nothing keeps a key: no property has it, or one that comments say was another before, whose key is free in turn.
  private func isFree(_ key: String, _ seen: [String] = []) -> Bool {
    guard let successor = new.property(storedAs: key) else { return true }
    guard !seen.contains(key), let former = successor.formerName,
      let before = old.properties.first(where: { $0.isCalled(former) })
    else { return false }
    return isFree(before.key, seen + [key])
  }

  /// Whether somebody says that a property was called so before. A comment stays in the sources for long, and so counts only while there is no other property of
  /// the former name.
  private func isFormer(
    _ candidate: PropertyDefinition, of property: PropertyDefinition, _ answers: MigrationAnswers
  ) -> Bool {
    if property.formerName.map({ candidate.isCalled($0) }) ?? false, isFree(candidate.key) { return true }
    return Set([old.name, new.name]).contains { className in
      [candidate.name, candidate.key].contains { name in
        answers.name(of: "\(className).\(name)").map { property.isCalled($0) } ?? false
      }
    }
  }
}

extension PropertyDefinition {
  /// Whether this is its name in Swift or the key that it is stored under.
  func isCalled(_ text: String) -> Bool { name.isExactly(text) || key.isExactly(text) }
}
