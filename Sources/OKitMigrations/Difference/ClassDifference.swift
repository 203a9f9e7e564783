package import Definitions
package import JSONDocument
import OKitStorage

/// The changes of a class, or from one class to another.
package struct ClassDifference {
  /// A property before and after. Its name, key and type can differ.
  struct Kept {
    let old: PropertyDefinition
    let new: PropertyDefinition

    /// Its new name, or its new key if only that changed.
    var newName: String { new.name.isExactly(old.name) ? new.key : new.name }
  }

  let old: ClassDefinition
  let new: ClassDefinition
  private(set) var kept: [Kept] = []
  private(set) var removed: [PropertyDefinition] = []
  private(set) var added: [PropertyDefinition] = []

  init(from old: ClassDefinition, to new: ClassDefinition, answers: IndexedAnswers) {
    self.old = old
    self.new = new
    var remaining = RemainingProperties(old.properties)
    var unmatched: [PropertyDefinition] = []
    // Explicit renames come before equal names, which can be a coincidence.
    let former = FormerProperties(from: old, to: new, answers: answers)
    for property in new.properties {
      if let index = remaining.take(former.indices(of: property)) {
        kept.append(Kept(old: old.properties[index], new: property))
      } else {
        unmatched.append(property)
      }
    }
    // Then comes the same key, or else the same name, and among those the same type first.
    let start = kept.count
    for needsType in [true, false] {
      for text in [\.key, \.name] as [KeyPath<PropertyDefinition, String>] {
        let indices = old.properties.indices(by: text)
        unmatched.removeAll { property in
          let same = remaining.take(indices[ExactText(property[keyPath: text])] ?? []) {
            !needsType || old.properties[$0].type.unwrapped == property.type.unwrapped
          }
          guard let same else { return false }
          kept.append(Kept(old: old.properties[same], new: property))
          return true
        }
      }
    }
    (removed, added) = (remaining.properties, unmatched)
    let indices = Dictionary(new.properties.enumerated().map { (ExactText($1.key), $0) }) { first, _ in first }
    kept[start...].sort { indices[ExactText($0.new.key), default: 0] < indices[ExactText($1.new.key), default: 0] }
  }
}

/// The old properties of a class that are not matched to a new one yet.
private struct RemainingProperties {
  private let all: [PropertyDefinition]
  private var isTaken: [Bool]

  init(_ all: [PropertyDefinition]) {
    self.all = all
    isTaken = Array(repeating: false, count: all.count)
  }

  var properties: [PropertyDefinition] { zip(all, isTaken).filter { !$1 }.map(\.0) }

  /// Removes and returns the first remaining property at `indices` that fits.
  mutating func take(_ indices: [Int], where fits: (Int) -> Bool = { _ in true }) -> Int? {
    guard let index = indices.first(where: { !isTaken[$0] && fits($0) }) else { return nil }
    isTaken[index] = true
    return index
  }
}

extension PropertyDefinition {
  /// Returns true if `text` is its name in Swift or its stored key.
  func isCalled(_ text: String) -> Bool { name.isExactly(text) || key.isExactly(text) }
}

extension [PropertyDefinition] {
  /// Returns the indices of the properties, by their names or keys.
  package func indices(by text: KeyPath<PropertyDefinition, String>) -> [ExactText: [Int]] {
    Dictionary(grouping: indices) { ExactText(self[$0][keyPath: text]) }
  }
}
