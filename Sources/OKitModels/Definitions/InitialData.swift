package import Definitions
import Glibc
package import JSONDocument
import OKitStorage

/// Creates the object that an app would store for a new instance of a class.
package struct InitialData {
  /// Returns the JSON of the value that a property of a class gets instead of its default; nil for the default.
  package typealias Preferred = (_ property: PropertyDefinition, _ className: String) -> String?

  /// The classes and enumerations.
  package let definitions: Definitions
  /// Returns the id for a new entity.
  package let newID: () -> String
  /// The value of dates that are initialized to the current time, in seconds since 1970.
  package let now: Int64
  /// True if a property without a default gets the usual value of its type, such as 0. Migrations do this and say so.
  package let guesses: Bool

  private let preferred: Preferred

  /// Creates instances of the classes in `definitions`, with ids from `newID`. The `preferred` values come before the defaults of the classes.
  package init(
    definitions: Definitions, preferred: @escaping Preferred = { _, _ in nil }, newID: @escaping () -> String,
    now: Int64 = Timestamp.now(), guesses: Bool = false
  ) {
    self.preferred = preferred
    self.guesses = guesses
    self.definitions = definitions
    self.newID = newID
    self.now = now
  }

  /// The maximum number of members. Instances contain those of further classes, which can double their number with each level.
  private static let maximumMembers = 10_000
  private static let maximumDepth = 64

  /// Returns the JSON of a new instance, with the members of `given`, which can be unknown properties.
  ///
  /// Throws errors of kind `malformed` if a required value is unknown or only the app can compute it, and of kind `usage` if the instance would be
  /// too large.
  package func json(of className: String, given: JSONValue? = nil) throws -> [UInt8] {
    var writer = JSONWriter()
    var progress = Progress()
    do {
      try write(className, given: given, &progress, to: &writer)
    } catch let error as MissingValues {
      throw error.error
    }
    return writer.bytes
  }

  /// Returns the JSON of one property of a new instance; nil if the property is omitted.
  ///
  /// Throws the errors of ``json(of:given:)``.
  package func json(of property: PropertyDefinition, of className: String) throws -> String? {
    guard Self.isWritten(property) else { return nil }
    if Self.isNewID(property) { return JSONText.quote(newID()) }
    var progress = Progress()
    progress.outer = [className]
    do {
      return try text(of: property, of: className, &progress)
    } catch let missing as MissingValue {
      throw MissingValues(className: className, values: [missing], isForMigration: guesses).error
    }
  }

  /// True if the JSON of a property is the same in each new instance.
  package static func isConstant(_ property: PropertyDefinition) -> Bool {
    if isNewID(property) { return false }
    if let value = property.defaultValue?.value { return value.isConstant }
    if case .object = property.type { return false }
    return property.type != .uuid
  }

  /// The state of writing one instance.
  private struct Progress {
    /// The enclosing classes, outermost first.
    var outer: [String] = []
    var members = 0
    /// The properties that are written for each class, filled on demand.
    var written: [String: [PropertyDefinition]] = [:]
  }

  /// - Parameter omitted: The keys of properties to omit.
  private func write(
    _ className: String, given: JSONValue? = nil, omitted: Set<String> = [], _ progress: inout Progress,
    to writer: inout JSONWriter
  ) throws {
    guard !progress.outer.contains(className) else {
      throw OKitError(
        .usage, "endless cycle of required objects: \((progress.outer + [className]).joined(separator: " -> "))")
    }
    guard progress.outer.count < Self.maximumDepth else { throw tooMuch(progress) }
    if definitions.classes[className]?.role == .choice, given?.isEmptyContainer ?? true {
      let cases = definitions.classes[className]?.properties.map(\.name).joined(separator: ", ") ?? ""
      throw OKitError(.malformed, "\(className) has no known default; its cases are \(cases)")
    }
    let properties = try progress.written[className] ?? writtenProperties(of: className)
    progress.written[className] = properties
    progress.members += properties.count + 1
    guard progress.members <= Self.maximumMembers else { throw tooMuch(progress) }
    progress.outer.append(className)
    defer { progress.outer.removeLast() }
    var missing: [MissingValue] = []
    try writer.object { writer in
      for property in properties where !omitted.contains(property.key) {
        if let value = given?[property.key] {
          writer.member(property.key, value)
          continue
        }
        do {
          writer.member(property.key, JSONText(try text(of: property, of: className, &progress)))
        } catch let error as MissingValue {
          // Report all missing values in one error.
          missing.append(error)
        }
      }
      for (key, value) in given?.members.map({ $0 }) ?? [] where !properties.contains(where: { key == $0.key }) {
        writer.member(key.string, value)
      }
    }
    guard missing.isEmpty else {
      throw MissingValues(className: className, values: missing, isForMigration: guesses)
    }
  }

  private func writtenProperties(of className: String) throws -> [PropertyDefinition] {
    guard let definition = definitions.classes[className] else {
      if let problem = definitions.problem(ofClass: className) { throw OKitError(problem.error) }
      throw OKitError(.usage, "no such class: \(className)")
    }
    return definition.properties.filter { Self.isWritten($0) || preferred($0, className) != nil }
  }

  private static func isWritten(_ property: PropertyDefinition) -> Bool {
    if let value = property.defaultValue?.value { return value != .json("null") }
    return property.isRequired || isNewID(property)
  }

  private static func isNewID(_ property: PropertyDefinition) -> Bool {
    guard property.key == "id", property.type.unwrapped == .string else { return false }
    guard let value = property.defaultValue?.value else { return true }
    return value == .newUUID || value == .json("null")
  }

  private func tooMuch(_ progress: Progress) -> OKitError {
    OKitError(
      .usage, "a new \(progress.outer.first ?? "instance") would contain too many nested objects",
      remedy: .words("make some of the object properties optional"))
  }

  // MARK: - Values

  /// Returns the JSON of a property of a new instance.
  private func text(
    of property: PropertyDefinition, of className: String, _ progress: inout Progress
  ) throws -> String {
    if Self.isNewID(property) { return JSONText.quote(newID()) }
    if let json = preferred(property, className) { return json }
    do {
      if let value = property.defaultValue?.value { return try text(of: value, &progress) }
      guard guesses || FrameworkClasses.contains(className) else { throw Unknown() }
      return try text(of: property.type, &progress)
    } catch is Unknown {
      throw MissingValue(property: property)
    } catch is MissingValues {
      // A part of the default is unknown, so the default is unknown too.
      throw MissingValue(property: property)
    }
  }

  private struct Unknown: Error {}

  /// A property whose value only the app can compute.
  private struct MissingValue: Error {
    let property: PropertyDefinition
  }

  /// The properties of a new instance whose values only the app can compute.
  private struct MissingValues: Error {
    let className: String
    let values: [MissingValue]
    /// True if the values cannot be given, because a migration creates the instance.
    let isForMigration: Bool

    var error: OKitError {
      let keys = values.map { PathComponent.printable($0.property.key) }.joinedWithAnd
      let remedy = OKitError.Remedy.words(
        isForMigration
          ? "change the class: make \(keys) optional, or add a default that okit can evaluate, such as a literal"
          : "give a value for \(keys), or change the class: add a default that okit can evaluate, or make the property optional"
      )
      if values.count == 1, let property = values.first?.property, case .other(let text) = property.type.unwrapped,
        text.utf8.first == UInt8(ascii: "@")
      {
        let wrapper = text.prefix { $0 != " " }
        return OKitError(
          .malformed, "\(className).\(property.name) has the property wrapper \(wrapper), so its default is unknown",
          remedy: remedy)
      }
      if values.count == 1, let property = values.first?.property, let text = property.defaultValue?.text {
        return OKitError(
          .malformed, "cannot evaluate the default of \(className).\(property.name): \(PathComponent.printable(text))",
          remedy: remedy)
      }
      let names = values.map { "\(className).\($0.property.name) (\($0.property.type))" }.joinedWithAnd
      return OKitError(
        .malformed, "\(names) \(values.count == 1 ? "has" : "have") no known default", remedy: remedy)
    }
  }

  private func text(of value: InitialValue, _ progress: inout Progress) throws -> String {
    progress.members += 1
    guard progress.members <= Self.maximumMembers else { throw tooMuch(progress) }
    switch value {
    case .json(let json): return json
    case .now: return String(Int(now) - Self.referenceDate)
    case .newUUID: return JSONText.quote(newID())
    case .array(let elements):
      return "[\(try elements.map { try text(of: $0, &progress) }.joined(separator: ","))]"
    case .object(let members):
      let texts = try members.map { "\(JSONText.quote($0.name)):\(try text(of: $0.value, &progress))" }
      return "{\(texts.joined(separator: ","))}"
    case .instance(let name, let members):
      var given = JSONWriter()
      var omitted: Set<String> = []
      try given.object { writer in
        for member in members {
          guard let property = definitions.classes[name]?.properties.first(where: { $0.name == member.name }) else {
            continue
          }
          if member.value == .json("null") {
            omitted.insert(property.key)
          } else {
            writer.member(property.key, JSONText(try text(of: member.value, &progress)))
          }
        }
      }
      var writer = JSONWriter()
      try write(name, given: JSONDocument(parsing: given.text).root, omitted: omitted, &progress, to: &writer)
      return writer.text
    case .unknown: throw Unknown()
    }
  }

  /// Returns the JSON of a property without a default, by its type.
  private func text(of type: PropertyType, _ progress: inout Progress) throws -> String {
    if case .enumeration(let name) = type {
      guard let first = definitions.enumerations[name]?.cases.first else { throw Unknown() }
      return first.json
    }
    guard let value = DefaultValue.initial(of: type)?.value else { throw Unknown() }
    return try text(of: value, &progress)
  }

  /// The reference of dates, 2001-01-01T00:00:00Z, in seconds since 1970.
  private static let referenceDate = 978_307_200
}

extension [String] {
  /// The strings as `a`, `a and b` or `a, b and c`.
  fileprivate var joinedWithAnd: String {
    guard count > 1, let last else { return first ?? "" }
    return "\(dropLast().joined(separator: ", ")) and \(last)"
  }
}

extension InitialValue {
  /// True if it is the same in all instances created at the same time.
  fileprivate var isConstant: Bool {
    switch self {
    case .json, .now: true
    case .newUUID, .instance, .unknown: false
    case .array(let elements): elements.allSatisfy(\.isConstant)
    case .object(let members): members.allSatisfy(\.value.isConstant)
    }
  }
}
