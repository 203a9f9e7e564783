import Definitions

/// What differs between the definitions that data conform to and those they are on the way to: for each class of objects what they become.
struct DefinitionDifference {
  /// A class, and the one that its objects at some place become.
  struct Pair: Hashable {
    let old: String
    let new: String
  }

  let from: ModelSnapshot
  let to: ModelSnapshot
  /// Those that objects of the data can have, by their classes.
  private(set) var classes: [Pair: ClassDifference] = [:]
  /// Those with something in them, at any depth, that changes.
  private var changing: Set<Pair> = []

  init(from: ModelSnapshot, to: ModelSnapshot, answers: MigrationAnswers) {
    self.from = from
    self.to = to
    var inner: [Pair: Set<Pair>] = [:]
    var waiting = [Pair(old: from.className, new: to.className)]
    while let pair = waiting.popLast() {
      guard classes[pair] == nil, let old = from.definitions.classes[pair.old],
        let new = to.definitions.classes[pair.new]
      else { continue }
      let difference = ClassDifference(from: old, to: new, answers: answers)
      classes[pair] = difference
      var found: Set<Pair> = []
      for kept in difference.kept { Self.collect(kept.old.type, kept.new.type, &found) }
      if let old = old.partialEntity, let new = new.partialEntity {
        found.insert(Pair(old: old.className, new: new.className))
      }
      inner[pair] = found
      waiting += found
      if isChangingItself(difference) { changing.insert(pair) }
    }
    var isSettled = false
    while !isSettled {
      let around = inner.filter { !changing.contains($0.key) && !changing.isDisjoint(with: $0.value) }
      changing.formUnion(around.keys)
      isSettled = around.isEmpty
    }
  }

  /// Whether nothing of the data has to change.
  var isEmpty: Bool { changing.isEmpty }

  /// Whether values of a type may have to change to become those of another one.
  func isChanging(_ old: PropertyType, _ new: PropertyType) -> Bool {
    if differs(old, new) { return true }
    var pairs: Set<Pair> = []
    Self.collect(old, new, &pairs)
    return !changing.isDisjoint(with: pairs)
  }

  /// The classes of objects that values of both types hold at the same places.
  private static func collect(_ old: PropertyType, _ new: PropertyType, _ pairs: inout Set<Pair>) {
    switch (old.unwrapped, new.unwrapped) {
    case (.object(let old), .object(let new)): pairs.insert(Pair(old: old, new: new))
    case (.array(let old), .array(let new)), (.array(let old), .set(let new)), (.set(let old), .array(let new)),
      (.set(let old), .set(let new)):
      collect(old, new, &pairs)
    case (.dictionary(let oldKey, let oldValue), .dictionary(let newKey, let newValue)):
      collect(oldKey, newKey, &pairs)
      collect(oldValue, newValue, &pairs)
    default: break
    }
  }

  private func isChangingItself(_ difference: ClassDifference) -> Bool {
    !difference.removed.isEmpty || !difference.added.isEmpty || difference.old.name != difference.new.name
      || difference.kept.contains { kept in
        !kept.old.key.isExactly(kept.new.key) || kept.old.isRequired != kept.new.isRequired
          || differs(kept.old.type, kept.new.type)
      }
  }

  /// Whether scalars, or what holds them, are of another type.
  private func differs(_ old: PropertyType, _ new: PropertyType) -> Bool {
    switch (old.unwrapped, new.unwrapped) {
    case (.object, .object), (.other, .other): false
    case (.enumeration(let old), .enumeration(let new)):
      Self.differ(cases(of: old, in: from), cases(of: new, in: to))
    case (.array(let old), .array(let new)), (.array(let old), .set(let new)), (.set(let old), .array(let new)),
      (.set(let old), .set(let new)):
      isRequired(new, where: old) || differs(old, new)
    case (.dictionary(let oldKey, let oldValue), .dictionary(let newKey, let newValue)):
      differs(oldKey, newKey) || isRequired(newValue, where: oldValue) || differs(oldValue, newValue)
    case (let old, let new): old != new
    }
  }

  /// Whether something cannot be absent that could be.
  private func isRequired(_ new: PropertyType, where old: PropertyType) -> Bool { old.isOptional && !new.isOptional }

  private func cases(of name: String, in snapshot: ModelSnapshot) -> [Enumeration.Case] {
    snapshot.definitions.enumerations[name]?.cases ?? []
  }

  /// Whether a case is stored otherwise, or gone; by its name, and where that is gone by what it is stored as.
  private static func differ(_ old: [Enumeration.Case], _ new: [Enumeration.Case]) -> Bool {
    old.contains { old in
      new.first { $0.name == old.name }.map { $0.json != old.json } ?? !new.contains { $0.json == old.json }
    }
  }

  // MARK: - In words

  /// What kind of change the type of a kept property goes through, and in words; nil where it stays what it is, but for being optional.
  func typeChange(of kept: ClassDifference.Kept) -> (kind: MigrationChange.Kind, detail: String)? {
    let (old, new) = (kept.old.type, kept.new.type)
    guard differs(old, new) else { return nil }
    if let (oldName, newName) = Self.enumerations(old.unwrapped, new.unwrapped) {
      let (oldCases, newCases) = (cases(of: oldName, in: from), cases(of: newName, in: to))
      let gone = oldCases.filter { old in !newCases.contains { $0.name == old.name || $0.json == old.json } }
      if !gone.isEmpty { return (.casesGone, "without \(gone.map(\.name).joined(separator: ", "))") }
      let renamed = oldCases.compactMap { old in
        newCases.first { $0.name == old.name && $0.json != old.json }.map { "\(old.json) -> \($0.json)" }
      }
      return (.casesRenamed, renamed.joined(separator: ", "))
    }
    return (.typeChanged, "\(old) -> \(new)")
  }

  /// The enumerations at the same place of two types; nil where there are none.
  private static func enumerations(_ old: PropertyType, _ new: PropertyType) -> (String, String)? {
    switch (old, new) {
    case (.enumeration(let old), .enumeration(let new)): (old, new)
    case (.array(let old), .array(let new)), (.array(let old), .set(let new)), (.set(let old), .array(let new)),
      (.set(let old), .set(let new)), (.dictionary(.string, let old), .dictionary(.string, let new)):
      enumerations(old.unwrapped, new.unwrapped)
    default: nil
    }
  }
}
