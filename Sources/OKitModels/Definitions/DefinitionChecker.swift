package import Definitions
package import JSONDocument
import OKitStorage

/// Checks documents against the definitions of their roots.
package struct DefinitionChecker {
  /// The result of checking one document.
  package struct Result {
    /// The values that do not match their types.
    package var faults: [ValueFault] = []
    /// The stand-ins of partials.
    package var standIns: [JSONValue] = []
    /// The objects that are not entities although they can have an id.
    package var values: Set<JSONValue> = []
  }

  /// The faults to record. A document from elsewhere can have millions of them.
  private enum Recording {
    case all
    case none
    /// The first one that is of none of these kinds, after which the check ends.
    case first(besides: [Finding.Kind])
  }

  /// The facts about a class that are needed for each of its objects, computed once.
  fileprivate final class Layout {
    let definition: ClassDefinition
    let keys: KeyOrder
    let types: [PropertyType]
    /// The property that is the id of an entity.
    let id: Int?

    init(_ definition: ClassDefinition) {
      self.definition = definition
      keys = KeyOrder(definition.properties.map(\.key))
      types = definition.properties.map(\.type)
      id = definition.properties.firstIndex(where: definition.isIDOfEntity)
    }
  }

  private let definitions: Definitions
  private let rules: ScalarRules
  private var layouts: [String: Layout] = [:]
  private var open: [(value: JSONValue, type: PropertyType)] = []
  private var result = Result()
  private var recording = Recording.all
  /// For each property, true if the current object has it. It is reused to avoid an allocation for each object.
  private var seen: [Bool] = []

  /// A checker that compares documents with `definitions`.
  package init(_ definitions: Definitions) {
    self.definitions = definitions
    rules = ScalarRules(definitions)
  }

  /// Checks `root` against the class with this name.
  package mutating func walk(_ root: JSONValue, as className: String) -> Result { walk(root, as: .object(className)) }

  /// Checks `value` against a type.
  package mutating func walk(_ value: JSONValue, as type: PropertyType) -> Result { walk(value, as: type, .all) }

  /// Returns a fault of `root`, which should have this class, that is of none of the kinds `tolerated`; nil if there is none. Memory does not depend on
  /// the number of faults.
  package mutating func fault(
    of root: JSONValue, as className: String, besides tolerated: [Finding.Kind] = []
  ) -> ValueFault? {
    walk(root, as: .object(className), .first(besides: tolerated)).faults.first
  }

  /// Returns the stand-ins of partials in `root`, which should have this class. Memory does not depend on the number of faults.
  package mutating func standIns(in root: JSONValue, as className: String) -> [JSONValue] {
    walk(root, as: .object(className), .none).standIns
  }

  private mutating func walk(_ value: JSONValue, as type: PropertyType, _ recording: Recording) -> Result {
    self.recording = recording
    result = Result()
    open = [(value, type)]
    while !isDone, let (value, type) = open.popLast() { check(value, as: type) }
    defer {
      result = Result()
      open = []
    }
    return result
  }

  private var isDone: Bool { if case .first = recording { !result.faults.isEmpty } else { false } }

  private var recordsFaults: Bool { if case .none = recording { false } else { true } }

  private mutating func record(_ kind: Finding.Kind, _ fault: @autoclosure () -> ValueFault) {
    switch recording {
    case .all: result.faults.append(fault())
    case .none: break
    case .first(let tolerated): if !isDone, !tolerated.contains(kind) { result.faults.append(fault()) }
    }
  }

  private mutating func check(_ value: JSONValue, as type: PropertyType) {
    switch type {
    case .optional(let wrapped):
      if !value.isNull { check(value, as: wrapped) }
    case .other: break
    case _ where value.isNull:
      note(.null, type, ValueFault(kind: .null, value: value, message: "null is not allowed; the type is \(type)"))
    case .object(let name): checkObject(value, name)
    case .array(let element), .set(let element):
      guard require(value, .array, type) else { return }
      for each in value.elements {
        if isDone { break }
        checkSoon(each, as: element)
      }
    case .dictionary(let key, let element): checkDictionary(value, key, element, type)
    default:
      guard recordsFaults else { return }
      if let (kind, message) = rules.fault(of: value, as: type) {
        record(kind, ValueFault(kind: kind, value: value, message: message))
      }
    }
  }

  /// Checks a scalar immediately and a container later, so that deeply nested data does not overflow the stack.
  private mutating func checkSoon(_ value: JSONValue, as type: PropertyType) {
    if value.kind == .object || value.kind == .array { open.append((value, type)) } else { check(value, as: type) }
  }

  private mutating func require(_ value: JSONValue, _ kind: JSONKind, _ type: PropertyType) -> Bool {
    if value.kind == kind { return true }
    note(.type, type, ValueFault(kind: .type, value: value, message: "\(value.shown) is not of type \(type)"))
    return false
  }

  /// Records a fault of a value that should have this type.
  private mutating func note(_ kind: Finding.Kind, _ type: PropertyType, _ fault: @autoclosure () -> ValueFault) {
    func hiding() -> ValueFault {
      var fault = fault()
      fault.mayHideEntities = type.holdsObjects
      return fault
    }
    record(kind, hiding())
  }

  private mutating func checkDictionary(
    _ value: JSONValue, _ key: PropertyType, _ element: PropertyType, _ type: PropertyType
  ) {
    if key.isMemberKey {
      guard require(value, .object, type) else { return }
      for (name, each) in value.members {
        if key != .string, Int(name.string) == nil {
          record(
            .type,
            ValueFault(
              kind: .type, value: each, message: "the key \(PathComponent.printable(name.string)) is not of type \(key)"
            ))
        }
        checkSoon(each, as: element)
      }
    } else {
      guard require(value, .array, type) else { return }
      var isKey = true
      for each in value.elements {
        checkSoon(each, as: isKey ? key : element)
        isKey.toggle()
      }
      if !isKey {
        record(.type, ValueFault(kind: .type, value: value, message: "the last key of \(type) has no value"))
      }
    }
  }

  // MARK: - Objects

  private mutating func checkObject(_ value: JSONValue, _ name: String) {
    guard let layout = layout(of: name), require(value, .object, .object(name)) else { return }
    let definition = layout.definition
    switch definition.role {
    case .partial: result.standIns.append(value)
    case .value: result.values.insert(value)
    case .choice:
      result.values.insert(value)
      checkChoice(value, definition)
    default: break
    }
    seen.removeAll(keepingCapacity: true)
    seen.append(contentsOf: repeatElement(false, count: layout.keys.count))
    var next = 0
    for (key, member) in value.members {
      guard let index = layout.keys.index(of: key, from: next) else {
        record(
          .unknownProperty,
          ValueFault(
            kind: .unknownProperty, value: member,
            message: "\(definition.name) has no property \(PathComponent.printable(key.string))"))
        continue
      }
      next = index + 1
      guard !seen[index] else { continue }
      seen[index] = true
      if index == layout.id {
        checkID(member, of: value, definition.properties[index], definition)
      } else {
        checkSoon(member, as: layout.types[index])
      }
    }
    for index in seen.indices where !seen[index] { noteMissing(definition.properties[index], of: value, definition) }
  }

  /// Checks an enumeration with associated values. A decoder expects exactly one case, which must be an object.
  private mutating func checkChoice(_ value: JSONValue, _ definition: ClassDefinition) {
    let cases = definition.properties.filter { value[$0.key] != nil }
    guard cases.count == 1, let found = cases.first, let content = value[found.key] else {
      let names = definition.properties.map(\.key).joined(separator: ", ")
      let message = "\(value.shown) is not exactly one case of \(definition.name): \(names)"
      return note(
        .enumValue, .object(definition.name), ValueFault(kind: .enumValue, value: value, message: message))
    }
    guard content.isNull else { return }
    note(
      .null, found.type,
      ValueFault(
        kind: .null, value: content, message: "null is not allowed; \(definition.name).\(found.name) is an object"))
  }

  private mutating func noteMissing(
    _ property: PropertyDefinition, of value: JSONValue, _ definition: ClassDefinition
  ) {
    if definition.isIDOfEntity(property) {
      noteMissingID(of: value, definition, .add(key: property.key, json: JSONText.quote(UUIDText.new())))
    } else if property.isRequired, recordsFaults {
      var fault = ValueFault(
        kind: .missingProperty, value: value,
        message:
          "the required property \(PathComponent.printable(property.key)) of \(definition.name) is missing",
        repair: property.defaultValue?.json.map { .add(key: property.key, json: $0) })
      fault.missing = property
      note(.missingProperty, property.type, fault)
    }
  }

  /// Records a missing id. If the id is also the name of a file, a new id would lose the existing file, so that there is no repair.
  private mutating func noteMissingID(
    of value: JSONValue, _ definition: ClassDefinition, _ repair: ValueFault.Repair
  ) {
    guard recordsFaults else { return }
    var fault = ValueFault(kind: .missingID, value: value, message: "this \(definition.name) has no id")
    if definition.role.namesFile { fault.mayHideEntities = true } else { fault.repair = repair }
    record(.missingID, fault)
  }

  private mutating func checkID(
    _ id: JSONValue, of value: JSONValue, _ property: PropertyDefinition, _ definition: ClassDefinition
  ) {
    if id.isNull || id.hasString(equalTo: "") {
      noteMissingID(of: value, definition, .replace(key: property.key, json: JSONText.quote(UUIDText.new())))
    } else {
      checkSoon(id, as: property.type)
    }
  }

  private mutating func layout(of name: String) -> Layout? {
    if let known = layouts[name] { return known }
    guard let definition = definitions.classes[name] else { return nil }
    let layout = Layout(definition)
    layouts[name] = layout
    return layout
  }
}

extension ClassDefinition {
  fileprivate func isIDOfEntity(_ property: PropertyDefinition) -> Bool {
    !role.isValue && property.key == "id" && property.type.unwrapped == .string
  }
}

extension ClassDefinition.Role {
  /// True if the id of such an entity is also the name of a file.
  fileprivate var namesFile: Bool { self == .partial || self == .data || self == .image }
}

extension PropertyType {
  /// True if its values are or can contain objects.
  fileprivate var holdsObjects: Bool {
    switch self {
    case .object, .other: true
    case .optional(let inner), .array(let inner), .set(let inner), .dictionary(_, let inner): inner.holdsObjects
    default: false
    }
  }
}
