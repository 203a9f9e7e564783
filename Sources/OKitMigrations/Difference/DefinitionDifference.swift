package import Definitions
import OKitModels
import OKitStorage

/// What differs between the definitions that data conform to and those they are on the way to: for each class of objects what they become.
package struct DefinitionDifference {
  /// A class, and the one that its objects at some place become.
  package struct Pair: Hashable {
    package let old: String
    package let new: String
  }

  package let from: ModelSnapshot
  package let to: ModelSnapshot
  /// Those that objects of the data can have, by their classes.
  package private(set) var classes: [Pair: ClassDifference] = [:]
  private let succession: ClassSuccession
  /// Those with something in them, at any depth, that changes.
  private var changing: Set<Pair> = []

  package init(from: ModelSnapshot, to: ModelSnapshot, answers: MigrationAnswers) {
    self.from = from
    self.to = to
    succession = ClassSuccession(old: from.definitions, new: to.definitions)
    let answers = IndexedAnswers(answers)
    /// Those that each of them is in.
    var outer: [Pair: [Pair]] = [:]
    var waiting = [Pair(old: from.className, new: to.className)]
    while let pair = waiting.popLast() {
      guard classes[pair] == nil, succession.allows(pair.old, pair.new), let old = from.definitions.classes[pair.old],
        let new = to.definitions.classes[pair.new]
      else { continue }
      let difference = ClassDifference(from: old, to: new, answers: answers)
      classes[pair] = difference
      var found: Set<Pair> = []
      for kept in difference.kept { found.formUnion(kept.old.type.classes(with: kept.new.type)) }
      if let old = old.partialEntity, let new = new.partialEntity {
        found.insert(Pair(old: old.className, new: new.className))
      }
      for inner in found { outer[inner, default: []].append(pair) }
      waiting += found
      if isChangingItself(difference) { changing.insert(pair) }
    }
    waiting = Array(changing)
    while let pair = waiting.popLast() {
      for around in outer[pair] ?? [] where changing.insert(around).inserted { waiting.append(around) }
    }
  }

  /// All of ``classes``, in an order that does not depend on the data.
  var sortedClasses: [ClassDifference] {
    classes.sorted { ($0.key.old, $0.key.new) < ($1.key.old, $1.key.new) }.map(\.value)
  }

  /// Whether nothing of the data has to change.
  package var isEmpty: Bool { changing.isEmpty }

  /// Whether values of a type may have to change to become those of another one.
  func isChanging(_ old: PropertyType, _ new: PropertyType) -> Bool {
    if differs(old, new) { return true }
    return !changing.isDisjoint(with: old.classes(with: new))
  }

  private func isChangingItself(_ difference: ClassDifference) -> Bool {
    !difference.removed.isEmpty || !difference.added.isEmpty || difference.old.name != difference.new.name
      || difference.kept.contains { kept in
        !kept.old.key.isExactly(kept.new.key) || kept.old.isRequired != kept.new.isRequired
          || differs(kept.old.type, kept.new.type)
      }
  }

  /// Whether scalars, or what holds them, are of another type, or cannot be absent that could be.
  private func differs(_ old: PropertyType, _ new: PropertyType) -> Bool {
    old.places(with: new).enumerated().contains { depth, place in
      // Whether a property itself can be absent is no matter of its type.
      depth > 0 && place.old.isOptional && !place.new.isOptional || isOther(place.old.unwrapped, place.new.unwrapped)
    }
  }

  /// Whether types are not the same, whatever they hold.
  private func isOther(_ old: PropertyType, _ new: PropertyType) -> Bool {
    switch (old, new) {
    case (.object(let old), .object(let new)): !succession.allows(old, new)
    case (.other, .other): false
    // The same type, which okit did not understand before.
    case (.other(let text), _) where new.description == text: false
    case (.enumeration(let old), .enumeration(let new)): Self.differ(cases(of: old, in: from), cases(of: new, in: to))
    default: !old.isContainer(as: new) && old != new
    }
  }

  private func cases(of name: String, in snapshot: ModelSnapshot) -> [Enumeration.Case] {
    snapshot.definitions.enumerations[name]?.cases ?? []
  }

  /// Whether a case is stored otherwise, or gone; by its name, and where that is gone by what it is stored as.
  private static func differ(_ old: [Enumeration.Case], _ new: [Enumeration.Case]) -> Bool {
    old.contains { old in
      new.first { $0.name.isExactly(old.name) }.map { !$0.json.isExactly(old.json) }
        ?? !new.contains { $0.json.isExactly(old.json) }
    }
  }

  /// Whether a property of a type that is gone can be one of another type that came: it is the same, but for classes that went and came with them.
  func resembles(_ old: PropertyType, _ new: PropertyType) -> Bool {
    old.places(with: new).allSatisfy { place in
      let (old, new) = (place.old.unwrapped, place.new.unwrapped)
      guard case (.object(let oldName), .object(let newName)) = (old, new) else {
        return old == new || old.isContainer(as: new)
      }
      return becomes(oldName, newName)
    }
  }

  /// Whether a class is the other one, or went where the other one came.
  package func becomes(_ old: String, _ new: String) -> Bool {
    guard old != new else { return true }
    return succession.allows(old, new) && to.definitions.classes[old] == nil && from.definitions.classes[new] == nil
  }

  /// Throws an error of kind `configuration` where the sources no longer say what a type is that they said before: what is of it could not be followed.
  func requireKnownTypes() throws {
    for difference in sortedClasses {
      for kept in difference.kept {
        let known = kept.old.type.unexplained
        let text = kept.new.type.unexplained.first { !known.contains($0) && $0.isNameInSwift }
        guard let text, !kept.old.type.names.isEmpty else { continue }
        throw unknownType(text, "\(difference.new.name).\(kept.new.name)")
      }
      guard let old = difference.old.partialEntity, let new = difference.new.partialEntity,
        from.definitions.classes[old.className] != nil, to.definitions.classes[new.className] == nil
      else { continue }
      throw unknownType(new.className, "\(difference.new.name).\(new.property)")
    }
  }

  private func unknownType(_ text: String, _ subject: String) -> OKitError {
    OKitError(
      .configuration,
      "the type of \(subject), \(PathComponent.printable(text)), is no longer defined",
      remedy: .words("correct the name, or declare the type in the definitions"))
  }

  // MARK: - In words

  /// What a new property begins with in data, as Swift writes it; nil where it is left out. What only the app can tell, such as a call, begins with what
  /// its type does.
  func initial(of property: PropertyDefinition) -> String? {
    if let value = property.defaultValue, let known = value.value, known != .unknown, known != .json("null") {
      return value.text
    }
    guard property.isRequired else { return nil }
    if case .enumeration(let name) = property.type { return cases(of: name, in: to).first.map { ".\($0.name)" } }
    return DefaultValue.initial(of: property.type)?.text
  }

  /// What kind of change the type of a kept property goes through, and in words; nil where it stays what it is, but for being optional.
  func typeChange(of kept: ClassDifference.Kept) -> (kind: MigrationChange.Kind, detail: String)? {
    let (old, new) = (kept.old.type, kept.new.type)
    guard differs(old, new) else { return nil }
    let others = old.places(with: new).filter { isOther($0.old.unwrapped, $0.new.unwrapped) }
    if others.count == 1,
      case (.enumeration(let old), .enumeration(let new)) = (
        others[0].old.unwrapped, others[0].new.unwrapped
      )
    {
      return casesChange(cases(of: old, in: from), cases(of: new, in: to))
    }
    return (.typeChanged, "\(old) -> \(new)")
  }

  private func casesChange(
    _ old: [Enumeration.Case], _ new: [Enumeration.Case]
  ) -> (kind: MigrationChange.Kind, detail: String) {
    let gone = old.filter { old in !new.contains { $0.name.isExactly(old.name) || $0.json.isExactly(old.json) } }
    if !gone.isEmpty { return (.casesGone, "without \(gone.map(\.name).joined(separator: ", "))") }
    let renamed = old.compactMap { old in
      new.first { $0.name.isExactly(old.name) && !$0.json.isExactly(old.json) }.map { "\(old.json) -> \($0.json)" }
    }
    return (.casesRenamed, renamed.joined(separator: ", "))
  }
}

extension String {
  /// Whether it is a name, if of something nested, and nothing that is made of several.
  fileprivate var isNameInSwift: Bool {
    unicodeScalars.allSatisfy { $0.properties.isXIDContinue || $0 == "." }
  }
}
