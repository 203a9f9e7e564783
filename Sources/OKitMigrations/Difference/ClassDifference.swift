package import Definitions
package import OKitStorage

/// How the objects of a class become those of another one, or of the same as it is defined by now.
package struct ClassDifference {
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

  init(from old: ClassDefinition, to new: ClassDefinition, answers: IndexedAnswers) {
    self.old = old
    self.new = new
    var left = RemainingProperties(old.properties)
    var came: [PropertyDefinition] = []
    // What somebody says counts before names that happen to be the same.
    let former = FormerProperties(from: old, to: new, answers: answers)
    for property in new.properties {
      if let place = left.take(former.places(of: property)) {
        kept.append(Kept(old: old.properties[place], new: property))
      } else {
        came.append(property)
      }
    }
    // What is stored under a key stays what it is, and else what is called so in Swift; what has the type, too, first.
    let start = kept.count
    for needsType in [true, false] {
      for text in [\.key, \.name] as [KeyPath<PropertyDefinition, String>] {
        let places = old.properties.places(by: text)
        came.removeAll { property in
          let same = left.take(places[ExactText(property[keyPath: text])] ?? []) {
            !needsType || old.properties[$0].type.unwrapped == property.type.unwrapped
          }
          guard let same else { return false }
          kept.append(Kept(old: old.properties[same], new: property))
          return true
        }
      }
    }
    (removed, added) = (left.properties, came)
    let places = Dictionary(new.properties.enumerated().map { (ExactText($1.key), $0) }) { first, _ in first }
    kept[start...].sort { places[ExactText($0.new.key), default: 0] < places[ExactText($1.new.key), default: 0] }
  }
}

/// The properties of a class that nothing was found for yet.
private struct RemainingProperties {
  private let all: [PropertyDefinition]
  private var isTaken: [Bool]

  init(_ all: [PropertyDefinition]) {
    self.all = all
    isTaken = Array(repeating: false, count: all.count)
  }

  var properties: [PropertyDefinition] { zip(all, isTaken).filter { !$1 }.map(\.0) }

  /// Takes the first one of `places`, which are in order, that is left and fits, and returns its place.
  mutating func take(_ places: [Int], where fits: (Int) -> Bool = { _ in true }) -> Int? {
    guard let place = places.first(where: { !isTaken[$0] && fits($0) }) else { return nil }
    isTaken[place] = true
    return place
  }
}

extension PropertyDefinition {
  /// Whether this is its name in Swift or the key that it is stored under.
  func isCalled(_ text: String) -> Bool { name.isExactly(text) || key.isExactly(text) }
}

extension [PropertyDefinition] {
  /// The places of the properties by one of their names, in order.
  package func places(by text: KeyPath<PropertyDefinition, String>) -> [ExactText: [Int]] {
    Dictionary(grouping: indices) { ExactText(self[$0][keyPath: text]) }
  }
}
