import Definitions
import JSONDocument
import OKitStorage

/// The former names of a class's properties, from comments in the sources and from answers. A class can have tens of thousands of properties, so
/// they are looked up in tables.
struct FormerProperties {
  private let old: ClassDefinition
  private let oldByName: [ExactText: [Int]]
  /// The indices of old properties, by the new names in answers.
  private var renamed: [ExactText: [Int]] = [:]
  /// The old keys that no new property has.
  private var freeKeys: Set<ExactText> = []

  init(from old: ClassDefinition, to new: ClassDefinition, answers: IndexedAnswers) {
    self.old = old
    oldByName = old.properties.indices(by: \.key).merging(old.properties.indices(by: \.name)) { Self.merged($0, $1) }
    if !answers.isWithoutRenames {
      for (index, property) in old.properties.enumerated() {
        for className in Set([old.name, new.name]) {
          for name in [property.name, property.key] {
            guard let newName = answers.name(of: "\(className).\(name)") else { continue }
            renamed[ExactText(newName), default: []].append(index)
          }
        }
      }
    }
    findFreeKeys(new)
  }

  /// Returns the indices of old properties that a comment or an answer names for `property`. Comments stay in the sources for a long time, so they
  /// only count if no other property has the former name now.
  func indices(of property: PropertyDefinition) -> [Int] {
    var indices: [Int] = []
    if let former = property.formerName {
      indices = oldByName[ExactText(former), default: []].filter {
        freeKeys.contains(ExactText(old.properties[$0].key))
      }
    }
    for name in [property.name, property.key] {
      if let more = renamed[ExactText(name)] { indices = Self.merged(indices, more) }
    }
    return indices
  }

  /// Finds the old keys that no new property has, or only one with a former name whose key is free as well.
  private mutating func findFreeKeys(_ new: ClassDefinition) {
    guard new.properties.contains(where: { $0.formerName != nil }) else { return }
    let newByKey = new.properties.indices(by: \.key)
    var known: [ExactText: Bool] = [:]
    for property in old.properties {
      // Each key has at most one former key.
      var path: [ExactText] = []
      var isFree: Bool?
      var key = ExactText(property.key)
      while isFree == nil {
        if let found = known[key] {
          isFree = found
        } else if let successor = newByKey[key]?.first {
          // A key on a cycle is not free.
          known[key] = false
          path.append(key)
          if let former = new.properties[successor].formerName, let index = oldByName[ExactText(former)]?.first {
            key = ExactText(old.properties[index].key)
          } else {
            isFree = false
          }
        } else {
          isFree = true
          path.append(key)
        }
      }
      for key in path { known[key] = isFree }
    }
    freeKeys = Set(known.filter(\.value).keys)
  }

  private static func merged(_ indices: [Int], _ more: [Int]) -> [Int] {
    indices.isEmpty ? Set(more).sorted() : Set(indices + more).sorted()
  }
}
