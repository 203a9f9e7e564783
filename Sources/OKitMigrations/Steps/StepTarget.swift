import Definitions
import JSONDocument
import OKitModels
import OKitStorage

/// A property in which a step stores values.
struct StepTarget {
  let place: PropertyLocation
  private let context: StepContext
  private let conversion: ValueConversion
  private let checker: DefinitionChecker
  /// True if the step may replace a default that a new object has there.
  private let replacesDefault: Bool

  /// Creates a target, and adds its property and those on its path to the snapshot of the model.
  init(_ place: PropertyLocation, in context: StepContext) {
    self.place = place
    self.context = context
    let model = context.model
    var className = place.className
    for property in place.outerProperties + [place.property] {
      model.snapshot.takeTypes(of: property.type, from: model.target)
      if model.snapshot.definitions.classes[className]?.property(storedAs: property.key) == nil {
        model.replaceableDefaults.add(property.key, of: className)
        model.snapshot.change(className) { $0.properties.append(property) }
      }
      className = property.type.objectClass ?? className
    }
    replacesDefault = model.replaceableDefaults.claim(place)
    conversion = ValueConversion(from: model.snapshot.definitions, to: model.snapshot.definitions)
    checker = DefinitionChecker(model.snapshot.definitions)
  }

  /// Throws an error of kind `malformed` if `object` already has a value there, except the default of an object that a step created.
  func requireFree(in object: JSONValue, _ document: Int) throws {
    guard let value = try place.value(in: object, document, of: context.model), !value.isNull else { return }
    if replacesDefault, try isDefault(value) { return }
    throw context.error("\(place.subject) already has a value", at: value, in: document)
  }

  private func isDefault(_ value: JSONValue) throws -> Bool {
    guard let json = place.property.defaultValue?.json else { return false }
    return try value.isSame(as: JSONDocument(parsing: json).root)
  }

  /// Converts a value of a type for the property. Throws an error of kind `malformed`, with the position of `source`, if that is impossible.
  func json(of value: JSONValue, as type: PropertyType, at source: JSONValue, _ document: Int) throws -> String {
    switch conversion.convert(value, from: type, to: place.property.type.unwrapped) {
    case .same: return value.rawText
    case .replaced(let json): return json
    case .fails: throw mismatch(value, at: source, document)
    }
  }

  /// Converts a value from a step or a binding, which has no type. A container has to fit the type of the property already.
  ///
  /// Throws as ``json(of:as:at:_:)``.
  func json(ofUntyped value: JSONValue, at source: JSONValue, _ document: Int) throws -> String {
    switch value.kind {
    case .string: return try json(of: value, as: .string, at: source, document)
    case .number: return try json(of: value, as: .double, at: source, document)
    case .bool: return try json(of: value, as: .bool, at: source, document)
    default:
      var checker = checker
      let faults = checker.walk(value, as: place.property.type).faults
      // A later step can add missing members.
      guard faults.allSatisfy({ [.unknownProperty, .missingProperty, .missingID].contains($0.kind) }) else {
        throw mismatch(value, at: source, document)
      }
      return value.rawText
    }
  }

  /// Converts a text for the property. Throws as ``json(of:as:at:_:)``.
  func json(ofText text: String, at source: JSONValue, _ document: Int) throws -> String {
    let quoted = JSONText.quote(text)
    let value = try JSONDocument(parsing: quoted, secret: source.document.bytes.isSecret).root
    return try json(of: value, as: .string, at: source, document)
  }

  private func mismatch(_ value: JSONValue, at source: JSONValue, _ document: Int) -> OKitError {
    context.error(
      "\(value.shown) cannot be converted to \(place.property.type.unwrapped), the type of \(place.subject)",
      at: source, in: document)
  }

  /// Stores JSON at the property, and creates missing objects on its path.
  ///
  /// Throws errors of kind `configuration` if an object on the path cannot be created, and `malformed` if another value is on the path.
  func put(_ json: String, in object: JSONValue, _ document: Int, _ edits: inout DocumentEdits) throws {
    var holder = object
    for (count, step) in place.outerProperties.enumerated() {
      guard let next = holder[step.key], !next.isNull else {
        return try edits.set(step.key, to: newObject(with: json, at: count), of: holder, in: document)
      }
      guard next.kind == .object else {
        throw context.error("\(next.shown) is not an object", at: next, in: document)
      }
      holder = next
    }
    try edits.set(place.property.key, to: json, of: holder, in: document)
  }

  /// Returns a new object for the property at `start` of the path, which contains the rest of the path and JSON at its end.
  private func newObject(with json: String, at start: Int) throws -> String {
    var json = json
    let keys = place.outerProperties.map(\.key) + [place.property.key]
    for count in stride(from: place.outerProperties.count - 1, through: start, by: -1) {
      guard let className = place.outerProperties[count].type.objectClass else { break }
      let given = try JSONDocument(parsing: "{\(JSONText.quote(keys[count + 1])):\(json)}").root
      json = try context.newObject(of: className, given: given)
    }
    return json
  }
}
