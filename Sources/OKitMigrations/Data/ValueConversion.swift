import Definitions
import JSONDocument
import OKitModels
import OKitStorage

/// Converts values to another type without loss.
struct ValueConversion {
  enum Conversion: Equatable {
    case same
    case replaced(String)
    case fails
  }

  /// The changes that convert a value and the values in it.
  struct Changes {
    /// The replaced values, none of which is inside another.
    var replacements: [(value: JSONValue, json: String)] = []
    /// The values that cannot be converted.
    var failures: [JSONValue] = []
    /// The items of dictionaries stored as arrays of keys and values whose key or value cannot be converted.
    var failedItems: [(key: JSONValue, value: JSONValue)] = []

    var isEmpty: Bool { replacements.isEmpty && failures.isEmpty }
  }

  /// Returns the JSON that replaces a scalar; nil to convert it.
  typealias Mapping = (JSONValue) -> String?

  let old: Definitions
  let new: Definitions
  let rules: ScalarRules
  let succession: ClassSuccession
  let oldCases: [String: EnumerationCases]
  let newCases: [String: EnumerationCases]

  init(from old: Definitions, to new: Definitions) {
    self.old = old
    self.new = new
    rules = ScalarRules(new)
    succession = ClassSuccession(old: old, new: new)
    oldCases = old.enumerations.mapValues(EnumerationCases.init)
    newCases = new.enumerations.mapValues(EnumerationCases.init)
  }

  /// Converts a value as a whole. Objects stay the same: their properties are converted one by one.
  func convert(_ value: JSONValue, from: PropertyType, to: PropertyType) -> Conversion {
    let changes = changes(of: value, from: from, to: to)
    if !changes.failures.isEmpty { return .fails }
    if changes.replacements.isEmpty { return .same }
    return (try? Self.text(of: value, changes.replacements)).map(Conversion.replaced) ?? .fails
  }

  /// Returns the smallest changes of a value. If both types are containers of the same kind, they are the changes of the elements.
  func changes(
    of value: JSONValue, from: PropertyType, to: PropertyType, mapping: Mapping = { _ in nil }
  ) -> Changes {
    var changes = Changes()
    var open = [(value, from, to)]
    var dictionaries: [JSONValue] = []
    while let (value, from, to) = open.popLast() {
      if value.isNull {
        if !to.isOptional, !to.isUnknown { changes.failures.append(value) }
        continue
      }
      switch (from.unwrapped, to.unwrapped) {
      case (_, .other): continue
      case (.array(let inner), .array(let outer)), (.array(let inner), .set(let outer)),
        (.set(let inner), .array(let outer)), (.set(let inner), .set(let outer)):
        guard value.kind == .array else { changes.failures.append(value); continue }
        for element in Array(value.elements).reversed() { open.append((element, inner, outer)) }
      case (.dictionary(let key, let inner), .dictionary(let newKey, let outer)):
        guard pushItems(of: value, (key, inner), (newKey, outer), &open) else {
          changes.failures.append(value); continue
        }
        if value.kind == .array { dictionaries.append(value) }
      case (let from, .array(let outer)), (let from, .set(let outer)):
        wrap(value, from, outer, mapping, &changes)
      case (let from, let to):
        note(scalar(value, from: from, to: to, mapping: mapping), of: value, &changes)
      }
    }
    changes.noteFailedItems(of: dictionaries)
    return changes
  }

  private func note(_ conversion: Conversion, of value: JSONValue, _ changes: inout Changes) {
    switch conversion {
    case .same: break
    case .replaced(let json): changes.replacements.append((value, json))
    case .fails: changes.failures.append(value)
    }
  }

  /// Puts a single value into an array.
  private func wrap(
    _ value: JSONValue, _ from: PropertyType, _ element: PropertyType, _ mapping: Mapping, _ changes: inout Changes
  ) {
    if case .array = element.unwrapped { return changes.failures.append(value) }
    if case .dictionary = from { return changes.failures.append(value) }
    // The data may be an array already.
    if value.kind == .array {
      for each in value.elements {
        if each.isNull, element.isOptional { continue }
        note(scalar(each, from: from, to: element.unwrapped, mapping: mapping), of: each, &changes)
      }
      return
    }
    switch scalar(value, from: from, to: element.unwrapped, mapping: mapping) {
    case .same: changes.replacements.append((value, "[\(value.rawText)]"))
    case .replaced(let json): changes.replacements.append((value, "[\(json)]"))
    case .fails: changes.failures.append(value)
    }
  }

  /// Adds the items of a dictionary to the open values. Returns false if a key cannot be converted, or is a duplicate.
  private func pushItems(
    of value: JSONValue, _ from: (key: PropertyType, value: PropertyType),
    _ to: (key: PropertyType, value: PropertyType),
    _ open: inout [(JSONValue, PropertyType, PropertyType)]
  ) -> Bool {
    guard from.key.isMemberKey == to.key.isMemberKey else { return false }
    if to.key.isMemberKey {
      guard value.kind == .object else { return false }
      var keys: Set<ExactText> = []
      for (key, member) in value.members {
        let text = key.string
        // It is unknown which of the two values an app would read.
        guard keys.insert(ExactText(text)).inserted else { return false }
        if to.key != .string {
          guard let number = Int(text), String(number).isExactly(text) else { return false }
        }
        open.append((member, from.value, to.value))
      }
      return true
    }
    let items = Array(value.elements)
    guard value.kind == .array, items.count.isMultiple(of: 2) else { return false }
    for (index, item) in items.enumerated().reversed() {
      open.append(index.isMultiple(of: 2) ? (item, from.key, to.key) : (item, from.value, to.value))
    }
    return true
  }

  /// Returns the text of a value with the replacements in it.
  private static func text(of value: JSONValue, _ replacements: [(value: JSONValue, json: String)]) throws -> String {
    if let (part, json) = replacements.first, part == value { return json }
    // Alone, the value and everything in it have the same indices, counted from the value.
    let copy = try JSONDocument(parsing: value.rawText).live()
    for (part, json) in replacements { try copy.value(at: part.index - value.index).replace(with: json) }
    return copy.root.snapshot.rawText
  }
}

extension PropertyType {
  /// True if okit does not understand the type.
  fileprivate var isUnknown: Bool { if case .other = self { true } else { false } }
}

extension ValueConversion.Changes {
  /// Collects the items whose key or value failed.
  fileprivate mutating func noteFailedItems(of dictionaries: [JSONValue]) {
    guard !dictionaries.isEmpty, !failures.isEmpty else { return }
    let failed = Set(failures)
    for dictionary in dictionaries {
      let items = Array(dictionary.elements)
      for index in stride(from: 0, to: items.count - 1, by: 2) {
        let (key, value) = (items[index], items[index + 1])
        if failed.contains(key) || failed.contains(value) { failedItems.append((key, value)) }
      }
    }
  }
}

/// The classes whose objects can become objects of another class.
struct ClassSuccession {
  let old: Definitions
  let new: Definitions

  /// Returns true if objects of a class can become those of another one, apart from their properties. Classes of the framework and stand-ins cannot.
  func allows(_ old: String, _ new: String) -> Bool {
    if FrameworkClasses.contains(old) || FrameworkClasses.contains(new) { return old == new }
    let (before, after) = (self.old.classes[old]?.role, self.new.classes[new]?.role)
    guard let before, let after, before != after else { return true }
    return !before.standsForSomething && !after.standsForSomething
  }
}

extension ClassDefinition.Role {
  /// True if such objects stand for entities or bytes, or have a format of their own.
  fileprivate var standsForSomething: Bool {
    switch self {
    case .partial, .reference, .data, .image, .inlineData, .inlineImage, .choice: true
    case .model, .entity, .value: false
    }
  }
}
