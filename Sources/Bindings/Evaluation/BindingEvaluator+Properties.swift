import JSONDocument

extension BindingEvaluator {
  /// The value of an object's property, by its origin.
  enum Member {
    /// A value stored under `key`; nil if it is missing.
    case stored(JSONValue?, key: String)
    /// A value behind a reference or in a partial; nil if it is missing.
    case behind(JSONValue?)
    /// Another entity, such as the parent; nil if there is none.
    case elsewhere(JSONValue?)
    /// A value that is computed from stored ones.
    case computed(BindingValue)
    /// A value that is not stored.
    case unstored(BindingValue)
    /// An object or array that a computed property leads to.
    case linked(JSONValue)

    var value: BindingValue {
      switch self {
      case .stored(let value, _), .behind(let value), .elsewhere(let value): value.map { .json($0) } ?? .absent
      case .computed(let value), .unstored(let value): value
      case .linked(let value): .json(value)
      }
    }
  }

  /// Returns the property of a value. For an array, returns the property of each element.
  func property(
    _ name: String, of value: BindingValue, _ segment: Binding.Segment, depth: Int = 0
  ) throws -> BindingValue {
    try count(segment)
    if name == "not", value.stored?.kind != .object || value.isAbsent { return .bool(!value.isTrue) }
    if value.isAbsent { return .absent }
    if case .json(let stored) = value, stored.kind == .object {
      return try member(name, of: stored, segment).value
    }
    if case .json(let array) = value, array.kind == .array, let (found, _) = try entry(name, in: array, segment) {
      return found.map { .json($0) } ?? .absent
    }
    if let elements = value.elements {
      guard depth < Self.depthLimit else {
        throw error(.wrongKind, "arrays are nested more than \(Self.depthLimit) levels deep", segment)
      }
      return .list(try elements.map { try property(name, of: $0, segment, depth: depth + 1) })
    }
    guard let function = BindingFunction.byName[name], !function.takesParameter else {
      if let result = try program(name, on: dated(value)) { return result }
      throw error(
        .wrongKind, "\(value.kindName) has no property or function '\(name)'", segment,
        candidates: BindingFunction.plainNames)
    }
    return try apply(function, to: value, nil, segment)
  }

  func member(_ name: String, of object: JSONValue, _ segment: Binding.Segment) throws -> Member {
    if let member = object[name] { return .stored(member, key: name) }
    if name == "ref", let key = object["refKey"] {
      guard let id = key.string, !id.isEmpty else { return .behind(nil) }
      return .behind(try context.entity(id, near: object))
    }
    switch try context.partial(name, of: object) {
    case .entity(let entity): return .behind(entity)
    case .absent: return .behind(nil)
    case .none: break
    }
    if let key = try context.storedName(of: name, in: object) {
      return .stored(object[key], key: key)
    }
    if let computed = try context.computed(name, of: object) { return .computed(computed) }
    let absence = absence(of: name, in: object)
    // An absent reference must not be set to the entity that it would lead to.
    let isReference = name == "ref"
    let absent = isReference ? Member.behind(nil) : .stored(nil, key: name)
    if let absence, progress.knownAbsences.contains(absence) { return absent }
    let defined = try context.propertyNames(of: object)
    let isKnown = defined.map { $0.contains(name) } ?? siblingsHave(name, object)
    if isKnown || (isReference && siblingsHave("refKey", object)) {
      if let absence { progress.knownAbsences.insert(absence) }
      return absent
    }
    let isDictionary = try isDictionary(object)
    if !isDictionary, let computed = try computed(name, of: object) { return computed }
    if !isDictionary, let value = try function(name, of: object, segment) { return value }
    if name == "not" { return .unstored(.bool(false)) }
    if isDictionary, try context.type(of: object) != nil { return .stored(nil, key: name) }
    throw error(
      .notFound, "no property '\(name)'", segment, candidates: defined ?? object.members.map(\.key.string))
  }

  /// Returns the property of an object that is an element of an array, or is inside of one; nil for another object.
  private func absence(of name: String, in object: JSONValue) -> Absence? {
    var path = [name]
    var inner = object
    while let outer = inner.parent {
      if outer.kind == .array { return Absence(array: outer, path: path.reversed()) }
      guard let key = inner.key?.string else { return nil }
      path.append(key)
      inner = outer
    }
    return nil
  }

  /// True if an element of the array around an object has a property in the same place. Without a definition, an object can have the properties of
  /// its siblings.
  func siblingsHave(_ name: String, _ object: JSONValue) -> Bool {
    guard let absence = absence(of: name, in: object) else { return false }
    if let known = progress.siblingProperties[absence] { return known }
    let isFound = absence.array.elements.contains { element in
      absence.path.reduce(element) { $0?[$1] } != nil
    }
    progress.siblingProperties[absence] = isFound
    return isFound
  }

  /// Returns a property that every entity has without storing it.
  private func computed(_ name: String, of entity: JSONValue) throws -> Member? {
    switch name {
    case "parent": .elsewhere(try parent(of: entity))
    case "model": .elsewhere(try root(around: entity))
    case "key": .stored(entity["id"], key: "id")
    case "modelName": .unstored(try context.modelName(of: entity).map { .text($0) } ?? .absent)
    default: nil
    }
  }
}
