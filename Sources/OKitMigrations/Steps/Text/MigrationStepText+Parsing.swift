import Bindings
import Definitions
package import JSONDocument
import OKitModels
import OKitStorage

extension MigrationStepText {
  /// The names of steps, which are the keys by which they are known.
  package static let names = [
    "rename", "move", "copy", "set", "remove", "convert", "split", "merge", "extract", "inline", "run",
  ]

  /// Takes a step apart.
  package init(_ value: JSONValue) throws(MigrationFault) {
    guard value.kind == .object else { throw MigrationFault(value: value, message: "a step must be an object") }
    let named = value.members.filter { key, _ in Self.names.contains { key == $0 } }
    guard let (name, subject) = named.first else {
      let unknown = value.members.first { _ in true }
      let shown = unknown.map { " \(PathComponent.printable($0.key.string))" } ?? ""
      throw MigrationFault(
        value: unknown?.value ?? value,
        message: "unknown step\(shown); known steps: \(Self.names.joined(separator: ", "))")
    }
    guard named.count == 1 else {
      throw MigrationFault(value: named[1].value, message: "a step must have one action; this one has two")
    }
    var members = StepMembers(value, name: name.string)
    switch name.string {
    case "rename": self = try Self.rename(subject, &members)
    case "move":
      self = .move(
        property: try members.path(subject), to: try members.path("to"), condition: try members.condition())
    case "copy":
      self = .copy(
        property: try members.path(subject), to: try members.path("to"), condition: try members.condition())
    case "set": self = try Self.set(subject, &members)
    case "remove": self = .remove(property: try members.path(subject), condition: try members.condition())
    case "convert": self = try Self.convert(subject, &members)
    case "split":
      self = .split(
        property: try members.path(subject), into: try members.names("to", atLeast: 2),
        separator: try members.text("at", mayBeEmpty: false))
    case "merge": self = try Self.merge(subject, &members)
    case "extract":
      self = .extract(
        property: try members.path(subject),
        kept: members.optional("keep") == nil ? nil : try members.names("keep", atLeast: 0))
    case "inline": self = .inline(property: try members.path(subject))
    default: self = try Self.run(subject, &members)
    }
    try members.requireNoOthers()
  }

  private static func rename(_ subject: JSONValue, _ members: inout StepMembers) throws(MigrationFault) -> Self {
    let text = try members.string(subject)
    let name = try members.text("to", mayBeEmpty: false)
    let target = try members.value("to")
    guard let model = text.withoutSuffix(":") else {
      if text.utf8.contains(UInt8(ascii: ".")) { _ = try members.path(subject) }
      guard !text.isEmpty else { throw MigrationFault(value: subject, message: "the name is empty") }
      return .rename(subject: text, name: name)
    }
    guard (try? ModelName(model)) != nil else {
      throw MigrationFault(value: subject, message: "\(PathComponent.printable(model)) is not a valid model name")
    }
    guard let newModel = name.withoutSuffix(":"), (try? ModelName(newModel)) != nil else {
      throw MigrationFault(value: target, message: "the new name of a model must end in a colon, as in 'catalog:'")
    }
    return .rename(subject: text, name: name)
  }

  private static func set(_ subject: JSONValue, _ members: inout StepMembers) throws(MigrationFault) -> Self {
    let property = try members.path(subject)
    let value = members.optional("value")
    let binding = members.optional("binding")
    let source: Source
    switch (value, binding) {
    case (let value?, nil): source = .value(members.json(value))
    case (nil, let binding?): source = .binding(try members.binding(binding))
    default:
      throw MigrationFault(value: binding ?? subject, message: "'set' needs either a 'value' or a 'binding'")
    }
    return .set(property: property, source: source, condition: try members.condition())
  }

  private static func convert(_ subject: JSONValue, _ members: inout StepMembers) throws(MigrationFault) -> Self {
    let property = try members.path(subject)
    var type: String?
    if let value = members.optional("to") {
      let text = try members.string(value)
      guard PropertyType(parsing: text) != nil else {
        throw MigrationFault(value: value, message: "\(PathComponent.printable(text)) is not a type")
      }
      type = text
    }
    var map: [Mapping] = []
    if let value = members.optional("map") {
      guard value.kind == .object else { throw MigrationFault(value: value, message: "'map' must be an object") }
      map = value.members.map { Mapping(old: $0.key.string, json: members.json($0.value)) }
    }
    let otherwise = members.optional("otherwise").map(members.json)
    guard type != nil || !map.isEmpty else {
      throw MigrationFault(value: subject, message: "'convert' needs 'to', 'map' or both")
    }
    return .convert(
      property: property, to: type, map: map, otherwise: otherwise, condition: try members.condition())
  }

  private static func merge(_ subject: JSONValue, _ members: inout StepMembers) throws(MigrationFault) -> Self {
    let properties = try members.names(subject, atLeast: 2)
    guard PropertyPath(properties[0])?.components.count == 2 else {
      throw MigrationFault(value: subject, message: "write the first merged property as Class.property")
    }
    return .merge(
      properties: properties, into: try members.text("to", mayBeEmpty: false), separator: try members.text("with"))
  }

  private static func run(_ subject: JSONValue, _ members: inout StepMembers) throws(MigrationFault) -> Self {
    let program = try members.string(subject)
    if let fault = PathComponent.fault(of: program) {
      throw MigrationFault(
        value: subject, message: "\(PathComponent.printable(program)) is not a valid program name: \(fault)")
    }
    return .run(program: program, className: try members.text("class", mayBeEmpty: false))
  }
}
