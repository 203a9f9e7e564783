package import Bindings
package import Definitions
package import JSONDocument
import OKitStorage

/// The data that bindings need about the models.
extension EntityStore {
  /// Returns the entity that the reference at `value` leads to; nil if there is none.
  package func entity(behind reference: JSONValue) throws -> EntityPlace? {
    guard let id = reference["refKey"]?.string, !id.isEmpty, let document = document(of: reference) else { return nil }
    return try entity(id, from: document.model)
  }

  /// Returns the content of `property` of `standIn` if it is a partial, which has its own file.
  package func partial(_ property: String, of standIn: JSONValue) throws -> PartialValue {
    guard let place = place(of: standIn), standIn["id"]?.kind == .string else { return .none }
    if property != EntityClasses.partialProperty {
      guard try classes().definition(of: place)?.partialEntity?.property == property else { return .none }
    }
    if let partial = try partial(of: place) { return .entity(partial.json.root) }
    return try classes().definition(of: place)?.partialEntity == nil ? .none : .absent
  }

  /// Returns the type of `value` by its definition; nil without a definition.
  package func type(of value: JSONValue) throws -> BindingType? {
    // An existing value can be shown without its type, so unreadable sources are not an error.
    guard let place = place(of: value), let type = (try? classes())?.type(of: place) else { return nil }
    switch type.unwrapped {
    case .date: return .date
    case .dictionary: return .dictionary
    default: return .other
    }
  }

  /// Returns the defined type of the values at `slot`; nil without a definition.
  package func definedType(at slot: BindingSlot) -> PropertyType? {
    guard let classes = try? classes() else { return nil }
    return classes.definitions.type(at: slot) { place(of: $0).flatMap(classes.type) }
  }

  /// Returns the type for comparisons that the definition gives to the values at `slot`; nil without a definition.
  func comparedType(at slot: BindingSlot) -> ComparedType? {
    guard let type = definedType(at: slot) else { return nil }
    return comparedType(type)
  }

  private func comparedType(_ type: PropertyType) -> ComparedType? {
    guard let classes = try? classes() else { return nil }
    guard case .enumeration(let name) = type else { return ComparedType(type, in: classes.definitions) }
    if let known = knownEnumerations[name] { return known }
    let compared = ComparedType(type, in: classes.definitions)
    knownEnumerations[name] = compared
    return compared
  }

  /// Returns why no value of the defined type at `slot` can equal `text`; nil if one can, and nil without a definition.
  func conditionFault(_ text: String, at slot: BindingSlot) -> ConditionFault? {
    guard let type = definedType(at: slot), let classes = try? classes() else { return nil }
    return ConditionFault(text, as: type, in: classes.definitions)
  }

  /// Returns the type that the definition gives to what `keys` lead to from objects of a class; nil if they do not only lead to stored values.
  func declaredType(at keys: [String], inClass name: String) -> DeclaredType? {
    guard let definitions = (try? classes())?.definitions else { return nil }
    let member = keys.reduce(PropertyType.object(name)) { (type: PropertyType?, key) in
      type.flatMap { definitions.type(ofMember: key, in: $0) }
    }
    guard let type = member?.unwrapped, let compared = comparedType(type) else { return nil }
    return DeclaredType(compared) { ConditionFault($0, as: type, in: definitions) }
  }

  /// Returns the stored form of the key `name`; nil unless `array` is a dictionary stored as alternating keys and values.
  ///
  /// When reading, the word `now` is not a key.
  func dictionaryKey(_ name: String, in array: JSONValue, now: Double) throws -> DictionaryKey? {
    guard let place = place(of: array), let classes = try? classes(),
      case .dictionary(let key, _)? = classes.type(of: place)?.unwrapped, !key.isMemberKey
    else { return nil }
    if name == "now", key.unwrapped == .date, isReading { return .unknown(candidates: []) }
    var text = ValueText(definitions: classes.definitions, now: now, name: "the key")
    if key.unwrapped == .date, array.hasKey(withText: name) { text.stored = name }
    if let value = try? text.json(name, as: key.unwrapped) {
      var checker = DefinitionChecker(classes.definitions)
      if checker.walk(value, as: key).faults.isEmpty { return .stored(value.rawText) }
    }
    guard case .enumeration(let type) = key.unwrapped else { return .unknown(candidates: []) }
    return .unknown(candidates: classes.definitions.enumerations[type]?.cases.map(\.name) ?? [])
  }

  /// Returns the key under which `object` stores `property`, if `CodingKeys` give it another one; otherwise nil.
  package func storedName(of property: String, in object: JSONValue) throws -> String? {
    guard let place = place(of: object), let definition = try classes().definition(of: place) else { return nil }
    return definition.properties.first { $0.name == property && $0.key != property }?.key
  }

  /// Returns the names of the properties that the class of `object` defines, including computed ones; nil without a definition.
  package func propertyNames(of object: JSONValue) throws -> [String]? {
    guard let place = place(of: object), let definition = try classes().definition(of: place) else {
      return FrameworkClasses.isSettings(object) ? object.members.map(\.key.string) + [FrameworkClasses.darkMode] : nil
    }
    return definition.properties.flatMap { $0.name == $0.key ? [$0.key] : [$0.name, $0.key] }
      + (definition.partialEntity.map { [$0.property] } ?? [])
      + (definition.role == .reference ? ["ref"] : [])
      + (definition.role == .model(.settings) ? [FrameworkClasses.darkMode] : [])
  }

  /// True if `object` is the root of the framework's settings, by the model's kind or by its shape.
  package func isSettings(_ object: JSONValue) throws -> Bool {
    guard object.parent == nil, let document = document(of: object), !document.isPartial else { return false }
    if FrameworkClasses.isSettings(object) { return true }
    return try workspace.currentKind(of: document.model) == .settings
  }

  /// Returns the model and path of each of `values`, or of the value that it is computed from. okit accepts the paths as input.
  ///
  /// - Parameter start: The model in which the binding that led to the values starts.
  package func places(of values: [BoundValue], from start: ModelName) throws -> [(model: ModelName, path: String)] {
    // Many values can have the same origin, such as the columns of a row. A computed value has none.
    var seen: Set<JSONValue> = []
    let origins = values.compactMap(\.origin).filter { seen.insert($0).inserted }.compactMap(place)
    let paths = try Dictionary(
      uniqueKeysWithValues: zip(origins.map(\.value), EntityPaths.paths(of: origins, classes())))
    return values.map { value in
      guard let origin = value.origin, let path = paths[origin], let model = document(of: origin)?.model else {
        return (start, BoundValue.Step.text(of: value.path, model: start.description))
      }
      return (model, value.path.reduce(path) { BoundValue.Step.text(of: $1, behind: $0) })
    }
  }
}

extension JSONValue {
  /// True if an array of alternating keys and values has a key with this text.
  fileprivate func hasKey(withText text: String) -> Bool {
    var isKey = false
    return elements.contains { element in
      isKey.toggle()
      return isKey && element.rawText.utf8.elementsEqual(text.utf8)
    }
  }
}
