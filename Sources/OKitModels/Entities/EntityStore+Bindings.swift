package import Bindings
import Definitions
package import JSONDocument
import OKitStorage

/// What bindings ask of the models they go through.
extension EntityStore {
  /// The entity that the reference at `value` leads to; nil where it leads nowhere.
  package func entity(behind reference: JSONValue) throws -> EntityPlace? {
    guard let id = reference["refKey"]?.string, !id.isEmpty, let document = document(of: reference) else { return nil }
    return try entity(id, from: document.model)
  }

  /// What `property` of `standIn` gives from a file of its own.
  package func partial(_ property: String, of standIn: JSONValue) throws -> PartialValue {
    guard let place = place(of: standIn), standIn["id"]?.kind == .string else { return .none }
    if property != EntityClasses.partialProperty {
      guard try classes().definition(of: place)?.partialEntity?.property == property else { return .none }
    }
    if let partial = try partial(of: place) { return .entity(partial.json.root) }
    return try classes().definition(of: place)?.partialEntity == nil ? .none : .absent
  }

  /// What the definition of its class says of `value`; nil where there is none.
  package func type(of value: JSONValue) throws -> BindingType? {
    // A value that is there can be shown without its type, so that sources which cannot be read do not keep it back.
    guard let place = place(of: value), let type = (try? classes())?.type(of: place) else { return nil }
    switch type.unwrapped {
    case .date: return .date
    case .dictionary: return .dictionary
    default: return .other
    }
  }

  /// What the case `name` is stored as, as text; nil unless `value` is of an enumeration with such a case by its definition.
  func storedCase(_ name: String, of value: JSONValue) -> String? {
    // Most texts name no case of any enumeration, so that the type of each of many values need not be looked up.
    guard caseNames.contains(name), let place = place(of: value),
      case .enumeration(let type)? = (try? classes())?.type(of: place)?.unwrapped
    else { return nil }
    let found = (try? classes())?.definitions.enumerations[type]?.cases.first { $0.name.isExactly(name) }
    return found.flatMap { try? JSONDocument(parsing: $0.json).root }.map { $0.string ?? $0.rawText }
  }

  /// Why no value of the type of `value` is what `text` says; nil where one could be, and without a definition.
  func conditionFault(_ text: String, of value: JSONValue) -> ConditionFault? {
    guard let place = place(of: value), let classes = try? classes(), let type = classes.type(of: place)?.unwrapped
    else { return nil }
    let shown = PathComponent.printable(text.shortened(to: 40))
    let beginsContainer = text.utf8.first.map("{[".utf8.contains) ?? false
    switch type {
    case .bool: return Bool(typed: text) == nil ? ConditionFault("\(shown) is neither true nor false") : nil
    case .integer, .float, .double, .decimal:
      guard let number = try? JSONDocument(parsing: text).root, number.kind == .number else {
        return ConditionFault("\(shown) is not a number")
      }
      var walk = DefinitionWalk(classes.definitions)
      return walk.walk(number, as: type).faults.first.map { ConditionFault($0.message) }
    case .date:
      let value = ValueText(definitions: classes.definitions, now: 0, name: "the value")
      return (try? value.json(text, as: type)) == nil ? ConditionFault("\(shown) is not a date") : nil
    case .enumeration(let name):
      guard let cases = classes.definitions.enumerations[name]?.cases else { return nil }
      let isCase = cases.contains { one in
        one.name.isExactly(text) || one.json.isExactly(text) || one.json.isExactly(JSONWriter.quote(text))
      }
      return isCase ? nil : ConditionFault("\(shown) is not a case of \(name)", candidates: cases.map(\.name))
    case .array, .set, .dictionary: return beginsContainer ? nil : ConditionFault("\(shown) is not a list")
    case .object(let name):
      guard let definition = classes.definitions.classes[name], definition.role != .reference, !beginsContainer else {
        return nil
      }
      guard definition.role == .choice else { return ConditionFault("\(shown) is not of type \(name)") }
      if definition.properties.contains(where: { $0.key.isExactly(text) }) { return nil }
      return ConditionFault("\(shown) is not a case of \(name)", candidates: definition.properties.map(\.key))
    default: return nil
    }
  }

  /// What a key of this name is stored as in `array`; nil if that is not a dictionary that is stored as keys and values in turn.
  ///
  /// Where nothing is changed, the word `now` names no key.
  func dictionaryKey(_ name: String, in array: JSONValue, now: Double) throws -> DictionaryKey? {
    guard let place = place(of: array), let classes = try? classes(),
      case .dictionary(let key, _)? = classes.type(of: place)?.unwrapped, !key.isMemberKey
    else { return nil }
    if name == "now", key.unwrapped == .date, isReading { return .unknown(candidates: []) }
    var text = ValueText(definitions: classes.definitions, now: now, name: "the key")
    if key.unwrapped == .date, array.hasKey(withText: name) { text.stored = name }
    if let json = try? text.json(name, as: key.unwrapped), let root = try? JSONDocument(parsing: json).root {
      var walk = DefinitionWalk(classes.definitions)
      if walk.walk(root, as: key).faults.isEmpty { return .stored(json) }
    }
    guard case .enumeration(let type) = key.unwrapped else { return .unknown(candidates: []) }
    return .unknown(candidates: classes.definitions.enumerations[type]?.cases.map(\.name) ?? [])
  }

  /// The key under which `object` stores `property`, where `CodingKeys` give it another one.
  package func storedName(of property: String, in object: JSONValue) throws -> String? {
    guard let place = place(of: object), let definition = try classes().definition(of: place) else { return nil }
    return definition.properties.first { $0.name == property && $0.key != property }?.key
  }

  /// The properties that the class of `object` has by its definition, what is computed included; nil where there is none.
  package func propertyNames(of object: JSONValue) throws -> [String]? {
    guard let place = place(of: object), let definition = try classes().definition(of: place) else {
      return FrameworkClasses.isSettings(object) ? object.members.map(\.key.string) + [FrameworkClasses.darkMode] : nil
    }
    return definition.properties.flatMap { $0.name == $0.key ? [$0.key] : [$0.name, $0.key] }
      + (definition.partialEntity.map { [$0.property] } ?? [])
      + (definition.role == .reference ? ["ref"] : [])
      + (definition.role == .model(.settings) ? [FrameworkClasses.darkMode] : [])
  }

  /// Whether `object` is the root of a model of the framework's settings: by its kind, or by its shape.
  package func isSettings(_ object: JSONValue) throws -> Bool {
    guard object.parent == nil, let document = document(of: object), !document.isPartial else { return false }
    if FrameworkClasses.isSettings(object) { return true }
    return try workspace.currentKind(of: document.model) == .settings
  }

  /// Where each of `values` is stored, or what it was made of: its model, and its path as it can be given back to okit. The binding that led to them
  /// starts in the model `start`.
  package func places(of values: [BoundValue], from start: ModelName) throws -> [(model: ModelName, path: String)] {
    // What a function made has no place.
    let origins = values.map { $0.origin.flatMap(place) }
    var paths = try EntityPaths.paths(of: origins.compactMap { $0 }, classes()).makeIterator()
    return zip(values, origins).map { value, origin in
      guard let origin, let path = paths.next() else {
        return (start, BoundValue.Step.text(of: value.path, model: start.description))
      }
      return (origin.document.model, value.path.reduce(path) { BoundValue.Step.text(of: $1, behind: $0) })
    }
  }
}

extension JSONValue {
  /// True if an array of keys and values in turn has a key with this text.
  fileprivate func hasKey(withText text: String) -> Bool {
    var isKey = false
    return elements.contains { element in
      isKey.toggle()
      return isKey && element.rawText.utf8.elementsEqual(text.utf8)
    }
  }
}
