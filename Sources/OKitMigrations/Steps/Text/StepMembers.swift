import Bindings
import JSONDocument
import OKitModels
import OKitStorage

/// The members of a step, which are asked for one by one.
struct StepMembers {
  private let object: JSONValue
  private let name: String
  private var known: Set<ExactText>

  /// The members of a step of this name.
  init(_ object: JSONValue, name: String) {
    self.object = object
    self.name = name
    known = [ExactText(name)]
  }

  /// A member that can be left out.
  mutating func optional(_ key: String) -> JSONValue? {
    known.insert(ExactText(key))
    return object[key]
  }

  /// A member that has to be there.
  mutating func value(_ key: String) throws(MigrationFault) -> JSONValue {
    guard let value = optional(key) else {
      throw MigrationFault(value: object, message: "'\(name)' needs '\(key)'")
    }
    return value
  }

  /// The text of a string.
  func string(_ value: JSONValue) throws(MigrationFault) -> String {
    guard let text = value.string else { throw MigrationFault(value: value, message: "\(value.shown) is not a string") }
    return text
  }

  /// A member that is a string.
  mutating func text(_ key: String, mayBeEmpty: Bool = true) throws(MigrationFault) -> String {
    let value = try value(key)
    let text = try string(value)
    guard mayBeEmpty || !text.isEmpty else { throw MigrationFault(value: value, message: "'\(key)' is empty") }
    return text
  }

  /// The text of any value, without white space.
  func json(_ value: JSONValue) -> String { String(decoding: JSONWriter.compact(value), as: UTF8.self) }

  /// The text of a path `Class.property`.
  func path(_ value: JSONValue) throws(MigrationFault) -> String {
    let text = try string(value)
    guard PropertyPath(text) != nil else {
      throw MigrationFault(
        value: value, message: "\(PathComponent.printable(text)) is not a property; write Class.property")
    }
    return text
  }

  /// A member that is a path `Class.property`.
  mutating func path(_ key: String) throws(MigrationFault) -> String { try path(value(key)) }

  /// A member that is an array of names.
  mutating func names(_ key: String, atLeast count: Int) throws(MigrationFault) -> [String] {
    try names(value(key), atLeast: count)
  }

  /// An array of names, each there once.
  func names(_ value: JSONValue, atLeast count: Int) throws(MigrationFault) -> [String] {
    guard value.kind == .array else { throw MigrationFault(value: value, message: "\(value.shown) is not an array") }
    var names: [String] = []
    var seen: Set<ExactText> = []
    for element in value.elements {
      let text = try string(element)
      guard !text.isEmpty, seen.insert(ExactText(text)).inserted else {
        throw MigrationFault(
          value: element, message: "\(PathComponent.printable(text)) is not a name or is a duplicate")
      }
      names.append(text)
    }
    guard names.count >= count else {
      throw MigrationFault(value: value, message: "'\(name)' needs at least \(count) names here")
    }
    return names
  }

  /// The text of a binding.
  func binding(_ value: JSONValue) throws(MigrationFault) -> String {
    let text = try string(value)
    do {
      _ = try Binding(parsing: text)
    } catch {
      throw MigrationFault(value: value, message: "\(PathComponent.printable(text)) is not a valid path: \(error)")
    }
    return text
  }

  /// The member `where`, a binding.
  mutating func condition() throws(MigrationFault) -> String? {
    guard let value = optional("where") else { return nil }
    return try binding(value)
  }

  /// Throws where there is a member that nothing was asked of, or one twice.
  func requireNoOthers() throws(MigrationFault) {
    var seen: Set<ExactText> = []
    for (key, value) in object.members {
      let text = key.string
      guard known.contains(ExactText(text)) else {
        throw MigrationFault(value: value, message: "'\(name)' has no member \(PathComponent.printable(text))")
      }
      guard seen.insert(ExactText(text)).inserted else {
        throw MigrationFault(value: value, message: "\(PathComponent.printable(text)) is a duplicate")
      }
    }
  }
}
