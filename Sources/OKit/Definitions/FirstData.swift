import Definitions
import Glibc
import JSONDocument

/// The object that an app would store for a new instance of a class.
struct FirstData {
  let definitions: Definitions
  let newID: () -> String

  /// The JSON of a new instance.
  ///
  /// Throws an error of kind `usage` where a property has to have a value and nothing says which.
  func json(of className: String) throws -> [UInt8] {
    var writer = JSONWriter()
    try write(className, within: [], to: &writer)
    return writer.bytes
  }

  private func write(_ className: String, within outer: [String], to writer: inout JSONWriter) throws {
    guard let definition = definitions.classes[className] else {
      throw OKitError(.usage, "the class \(className) is not defined")
    }
    guard !outer.contains(className) else {
      throw OKitError(.usage, "\((outer + [className]).joined(separator: " needs a ")) without an end")
    }
    try writer.object { writer in
      for property in definition.properties {
        if property.key == "id", property.type.unwrapped == .string, property.defaultValue?.json == nil {
          writer.member("id", newID())
        } else if let json = property.defaultValue?.json {
          if json != "null" { writer.member(property.key, JSONText(json)) }
        } else if property.isRequired {
          try write(property, of: className, within: outer + [className], to: &writer)
        }
      }
    }
  }

  /// Writes a property whose default only running the app could tell, or that has none.
  private func write(
    _ property: PropertyDefinition, of className: String, within outer: [String], to writer: inout JSONWriter
  ) throws {
    switch property.type {
    case .object(let inner):
      // The key comes from the writer and the value from its own, so that a member can be an object of another depth.
      var value = JSONWriter()
      try write(inner, within: outer, to: &value)
      writer.member(property.key, JSONText(value.text))
    case .date: writer.member(property.key, Int(Timestamp.now()) - Self.referenceDate)
    case .uuid: writer.member(property.key, newID())
    case .data: writer.member(property.key, "")
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
