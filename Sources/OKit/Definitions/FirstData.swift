import Definitions
import Glibc
import JSONDocument

/// The object that an app would store for a new instance of a class.
struct FirstData {
  let definitions: Definitions
  let newID: () -> String
  /// What dates are that begin with the present, in seconds since 1970.
  let now: Int64

  /// New instances by `definitions`, with ids from `newID`.
  init(definitions: Definitions, newID: @escaping () -> String, now: Int64 = Timestamp.now()) {
    self.definitions = definitions
    self.newID = newID
    self.now = now
  }

  /// A class's instances hold those of further classes, which doubles them with each that has two of the next.
  private static let mostMembers = 10_000
  private static let deepest = 64

  /// The JSON of a new instance, with the members of `given`, whatever they are.
  ///
  /// Throws an error of kind `usage` where a property has to have a value and nothing says which, and where it would hold more than anybody
  /// starts with.
  func json(of className: String, given: JSONValue? = nil) throws -> [UInt8] {
    var writer = JSONWriter()
    var progress = Progress()
    try write(className, given: given, &progress, to: &writer)
    return writer.bytes
  }

  /// The JSON that a new instance of a class has for one of its properties; nil where it is left out.
  ///
  /// Throws what ``json(of:given:)`` throws.
  func json(of property: PropertyDefinition, of className: String) throws -> String? {
    guard Self.isWritten(property) else { return nil }
    if Self.isNewID(property) { return JSONWriter.quote(newID()) }
    if let json = property.defaultValue?.json { return json }
    var writer = JSONWriter()
    var progress = Progress()
    progress.outer = [className]
    try writer.object { try write(property, of: className, &progress, to: &$0) }
    return try JSONDocument(parsing: writer.text).root[property.key]?.rawText
  }

  /// Whether the JSON of a property is the same in each new instance.
  static func isConstant(_ property: PropertyDefinition) -> Bool {
    guard !isNewID(property), property.defaultValue?.json == nil else { return !isNewID(property) }
    if case .object = property.type { return false }
    return property.type != .uuid
  }

  /// Where the writing is, and how far it came.
  private struct Progress {
    /// The classes around, the outermost first.
    var outer: [String] = []
    var members = 0
    /// Of each class that was met the properties that are written.
    var written: [String: [PropertyDefinition]] = [:]
  }

  private func write(
    _ className: String, given: JSONValue? = nil, _ progress: inout Progress, to writer: inout JSONWriter
  ) throws {
    guard !progress.outer.contains(className) else {
      throw OKitError(.usage, "\((progress.outer + [className]).joined(separator: " needs a ")) without an end")
    }
    guard progress.outer.count < Self.deepest else { throw tooMuch(progress) }
    let properties = try progress.written[className] ?? writtenProperties(of: className)
    progress.written[className] = properties
    progress.members += properties.count + 1
    guard progress.members <= Self.mostMembers else { throw tooMuch(progress) }
    progress.outer.append(className)
    defer { progress.outer.removeLast() }
    try writer.object { writer in
      for property in properties {
        if let value = given?[property.key] {
          writer.member(property.key, value)
        } else if Self.isNewID(property) {
          writer.member("id", newID())
        } else if let json = property.defaultValue?.json {
          writer.member(property.key, JSONText(json))
        } else {
          try write(property, of: className, &progress, to: &writer)
        }
      }
      for (key, value) in given?.members.map({ $0 }) ?? [] where !properties.contains(where: { key == $0.key }) {
        writer.member(key.string, value)
      }
    }
  }

  private func writtenProperties(of className: String) throws -> [PropertyDefinition] {
    guard let definition = definitions.classes[className] else {
      throw OKitError(.usage, "the class \(className) is not defined")
    }
    return definition.properties.filter(Self.isWritten)
  }

  private static func isWritten(_ property: PropertyDefinition) -> Bool {
    if let json = property.defaultValue?.json { return json != "null" }
    return property.isRequired || isNewID(property)
  }

  private static func isNewID(_ property: PropertyDefinition) -> Bool {
    property.key == "id" && property.type.unwrapped == .string && property.defaultValue?.json == nil
  }

  private func tooMuch(_ progress: Progress) -> OKitError {
    OKitError(
      .usage, "a new \(progress.outer.first ?? "instance") would hold too many objects in one another",
      remedy: .words("make some of the properties that hold objects optional"))
  }

  /// Writes a property whose default only running the app could tell, or that has none.
  private func write(
    _ property: PropertyDefinition, of className: String, _ progress: inout Progress, to writer: inout JSONWriter
  ) throws {
    switch property.type {
    case .object(let inner):
      // The key comes from the writer and the value from its own, so that a member can be an object of another depth.
      var value = JSONWriter()
      try write(inner, &progress, to: &value)
      writer.member(property.key, JSONText(value.text))
    case .date: writer.member(property.key, Int(now) - Self.referenceDate)
    case .uuid: writer.member(property.key, newID())
    case .enumeration(let name):
      guard let first = definitions.enumerations[name]?.cases.first else { throw unknown(property, of: className) }
      writer.member(property.key, JSONText(first.json))
    default:
      guard let json = DefaultValue.initial(of: property.type)?.json else { throw unknown(property, of: className) }
      writer.member(property.key, JSONText(json))
    }
  }

  private func unknown(_ property: PropertyDefinition, of className: String) -> OKitError {
    OKitError(
      .usage, "nothing says what \(className).\(property.name) of type \(property.type) starts with",
      remedy: .words("give it a default, or make it optional"))
  }

  /// 2001-01-01T00:00:00Z in seconds since 1970, which dates are counted from.
  private static let referenceDate = 978_307_200
}
