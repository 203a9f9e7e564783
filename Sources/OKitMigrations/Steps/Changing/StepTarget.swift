import Definitions
import JSONDocument
import OKitModels
import OKitStorage

/// A property that a step gives values to.
struct StepTarget {
  let place: PropertyLocation
  private let context: StepContext
  private let conversion: ValueConversion
  private let walk: DefinitionWalk
  /// Whether a value that a new object has may be replaced there.
  private let replacesDefault: Bool

  /// A target in `model`, whose snapshot takes over the classes that are needed on the way.
  init(_ place: PropertyLocation, in context: StepContext) {
    self.place = place
    self.context = context
    let model = context.model
    var className = place.className
    for property in place.way + [place.property] {
      model.snapshot.takeTypes(of: property.type, from: model.target)
      // What comes there is found from now on.
      if model.snapshot.definitions.classes[className]?.property(storedAs: property.key) == nil {
        model.replaceableDefaults.add(property.key, of: className)
        model.snapshot.change(className) { $0.properties.append(property) }
      }
      className = property.type.objectClass ?? className
    }
    replacesDefault = model.replaceableDefaults.claim(place)
    conversion = ValueConversion(from: model.snapshot.definitions, to: model.snapshot.definitions)
    walk = DefinitionWalk(model.snapshot.definitions)
  }

  /// Throws an error of kind `malformed` where `object` has a value there already: nothing is overwritten but what an object got when a step made it.
  func requireFree(in object: JSONValue, _ document: Int) throws {
    guard let value = try place.value(in: object, document, of: context.model), !value.isNull else { return }
    if replacesDefault, try isDefault(value) { return }
    throw context.error("\(place.subject) already has a value", at: value, in: document)
  }

  private func isDefault(_ value: JSONValue) throws -> Bool {
    guard let json = place.property.defaultValue?.json else { return false }
    return try value.isSame(as: JSONDocument(parsing: json).root)
  }

  /// The JSON that a value of the type `type` is there. Throws an error of kind `malformed`, told at `source`, where it cannot be one.
  func json(of value: JSONValue, as type: PropertyType, at source: JSONValue, _ document: Int) throws -> String {
    switch conversion.convert(value, from: type, to: place.property.type.unwrapped) {
    case .same: return value.rawText
    case .replaced(let json): return json
    case .fails: throw mismatch(value, at: source, document)
    }
  }

  /// The JSON that a value is there which was made, so that only its kind tells its type. What holds others has to be of the type already.
  ///
  /// Throws as ``json(of:as:at:_:)``.
  func json(ofMade value: JSONValue, at source: JSONValue, _ document: Int) throws -> String {
    switch value.kind {
    case .string: return try json(of: value, as: .string, at: source, document)
    case .number: return try json(of: value, as: .double, at: source, document)
    case .bool: return try json(of: value, as: .bool, at: source, document)
    default:
      var walk = walk
      let faults = walk.walk(value, as: place.property.type).faults
      // What an object lacks can come with a later step.
      guard faults.allSatisfy({ [.unknownProperty, .missingProperty, .missingID].contains($0.kind) }) else {
        throw mismatch(value, at: source, document)
      }
      return value.rawText
    }
  }

  /// Returns the JSON of a text there. Throws as ``json(of:as:at:_:)``.
  func json(ofText text: String, at source: JSONValue, _ document: Int) throws -> String {
    let quoted = JSONWriter.quote(text)
    let value = try JSONDocument(parsing: quoted, secret: source.document.bytes.isSecret).root
    return try json(of: value, as: .string, at: source, document)
  }

  private func mismatch(_ value: JSONValue, at source: JSONValue, _ document: Int) -> OKitError {
    context.error(
      "\(value.shown) cannot be converted to \(place.property.type.unwrapped), the type of \(place.subject)",
      at: source, in: document)
  }

  /// Puts JSON there; objects on the way are made. Nothing may be there but null.
  ///
  /// Throws errors of kind `configuration` where an object on the way cannot be made, and `malformed` where something else is on the way.
  func put(_ json: String, in object: JSONValue, _ document: Int, _ edits: inout ObjectEdits) throws {
    var holder = object
    for (count, step) in place.way.enumerated() {
      let next = holder[step.key]
      guard let next, !next.isNull else {
        return try add(step.key, made(json, behind: count), instead: next, of: holder, document, &edits)
      }
      guard next.kind == .object else { throw context.error("\(next.shown) is not an object", at: next, in: document) }
      holder = next
    }
    try add(place.property.key, json, instead: holder[place.property.key], of: holder, document, &edits)
  }

  private func add(
    _ key: String, _ json: String, instead null: JSONValue?, of holder: JSONValue, _ document: Int,
    _ edits: inout ObjectEdits
  ) throws {
    if let null {
      try edits.replace(null, with: json, in: document)
    } else {
      try edits.add(key, json, to: holder, in: document)
    }
  }

  /// A new object for the property on the way at `start`, with those in it.
  private func made(_ json: String, behind start: Int) throws -> String {
    var json = json
    let keys = place.way.map(\.key) + [place.property.key]
    for count in stride(from: place.way.count - 1, through: start, by: -1) {
      guard let className = place.way[count].type.objectClass else { break }
      let given = try JSONDocument(parsing: "{\(JSONWriter.quote(keys[count + 1])):\(json)}").root
      json = try context.newObject(of: className, given: given)
    }
    return json
  }
}
