package import Definitions
import JSONDocument
import OKitModels
import OKitStorage

/// The difference between two definitions of a model, class by class.
package struct DefinitionDifference {
  /// A class, and the class that its objects become.
  package struct Pair: Hashable {
    package let old: String
    package let new: String
  }

  package let from: ModelSnapshot
  package let to: ModelSnapshot
  /// The differences of all classes that objects of the model can have.
  package private(set) var classes: [Pair: ClassDifference] = [:]
  private let succession: ClassSuccession
  /// The classes that change, or contain something that changes.
  private var changing: Set<Pair> = []

  package init(from: ModelSnapshot, to: ModelSnapshot, answers: MigrationAnswers) {
    self.from = from
    self.to = to
    succession = ClassSuccession(old: from.definitions, new: to.definitions)
    let answers = IndexedAnswers(answers)
    /// The classes that contain each class.
    var outer: [Pair: [Pair]] = [:]
    var waiting = [Pair(old: from.className, new: to.className)]
    while let pair = waiting.popLast() {
      guard classes[pair] == nil, succession.allows(pair.old, pair.new), let old = from.definitions.classes[pair.old],
        let new = to.definitions.classes[pair.new]
      else { continue }
      let difference = ClassDifference(from: old, to: new, answers: answers)
      classes[pair] = difference
      var found: Set<Pair> = []
      for kept in difference.kept { found.formUnion(kept.old.type.classPairs(with: kept.new.type)) }
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

  /// The differences in a stable order.
  var sortedClasses: [ClassDifference] {
    classes.sorted { ($0.key.old, $0.key.new) < ($1.key.old, $1.key.new) }.map(\.value)
  }

  /// True if no data has to change.
  package var isEmpty: Bool { changing.isEmpty }

  /// Returns true if values of a type may have to change for another type.
  func isChanging(_ old: PropertyType, _ new: PropertyType) -> Bool {
    if differs(old, new) { return true }
    return !changing.isDisjoint(with: old.classPairs(with: new))
  }

  private func isChangingItself(_ difference: ClassDifference) -> Bool {
    !difference.removed.isEmpty || !difference.added.isEmpty || difference.old.name != difference.new.name
      || difference.kept.contains { kept in
        !kept.old.key.isExactly(kept.new.key) || kept.old.isRequired != kept.new.isRequired
          || differs(kept.old.type, kept.new.type)
      }
  }

  /// Returns true if a type, or a type in it, is another one or no longer optional.
  private func differs(_ old: PropertyType, _ new: PropertyType) -> Bool {
    old.pairs(with: new).enumerated().contains { depth, place in
      // The optionality of the property itself is compared elsewhere.
      depth > 0 && place.old.isOptional && !place.new.isOptional || isOther(place.old.unwrapped, place.new.unwrapped)
    }
  }

  /// Returns true if two types differ, apart from the types in them.
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

  /// Returns true if a case is missing or has another raw value. A renamed case is found by its raw value.
  private static func differ(_ old: [Enumeration.Case], _ new: [Enumeration.Case]) -> Bool {
    old.contains { old in
      new.first { $0.name.isExactly(old.name) }.map { !$0.json.isExactly(old.json) }
        ?? !new.contains { $0.json.isExactly(old.json) }
    }
  }

  /// Returns true if a removed property may have become an added one of this type: the types are equal, or differ only in classes that were removed
  /// and added.
  func resembles(_ old: PropertyType, _ new: PropertyType) -> Bool {
    old.pairs(with: new).allSatisfy { place in
      let (old, new) = (place.old.unwrapped, place.new.unwrapped)
      guard case (.object(let oldName), .object(let newName)) = (old, new) else {
        return old == new || old.isContainer(as: new)
      }
      return becomes(oldName, newName)
    }
  }

  /// Returns true if two classes are the same, or the first can have become the second.
  package func becomes(_ old: String, _ new: String) -> Bool {
    guard old != new else { return true }
    return succession.allows(old, new) && to.definitions.classes[old] == nil && from.definitions.classes[new] == nil
  }

  /// Throws an error of kind `configuration` if the sources no longer define a type, because its data cannot be migrated.
  func requireKnownTypes() throws {
    for difference in sortedClasses {
      for kept in difference.kept {
        let known = kept.old.type.unknownTypes
        let text = kept.new.type.unknownTypes.first { !known.contains($0) && $0.isNameInSwift }
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

  // MARK: - Descriptions

  /// Returns the initial value of a new property, as in Swift; nil if it is left out. If only the app knows the value, for example the result of a
  /// call, it is the default of the type.
  func initial(of property: PropertyDefinition) -> String? {
    if let value = property.defaultValue, let known = value.value, known != .unknown, known != .json("null") {
      return value.text
    }
    guard property.isRequired else { return nil }
    if case .enumeration(let name) = property.type { return cases(of: name, in: to).first.map { ".\($0.name)" } }
    return DefaultValue.initial(of: property.type)?.text
  }

  /// Returns the kind and the details of a change of type; nil if the type stays, apart from being optional.
  func typeChange(of kept: ClassDifference.Kept) -> (kind: MigrationChange.Kind, detail: String)? {
    let (old, new) = (kept.old.type, kept.new.type)
    guard differs(old, new) else { return nil }
    let others = old.pairs(with: new).filter { isOther($0.old.unwrapped, $0.new.unwrapped) }
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
  /// True if it is a single name, which can contain dots.
  fileprivate var isNameInSwift: Bool {
    unicodeScalars.allSatisfy { $0.properties.isXIDContinue || $0 == "." }
  }
}
