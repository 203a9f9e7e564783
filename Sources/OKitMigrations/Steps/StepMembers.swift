import Bindings
import JSONDocument
import OKitModels
import OKitStorage

/// A fault in a migration file, and the faulty value.
package struct MigrationFault: Error {
  let value: JSONValue
  let message: String
  /// The path or condition with the fault.
  var excerpt: OKitError.Excerpt?
}

/// The members of a step's object. Reading a member also records it, so that a step lists its members only once, for reading and for messages.
struct StepMembers {
  /// The key that names the step in the file, and the default key of every read.
  let stepKey: String
  private let object: JSONValue
  private var known: Set<ExactText>
  private var recorded: [(key: String, json: String)] = []

  init(_ object: JSONValue, of stepKey: String) {
    self.object = object
    self.stepKey = stepKey
    known = [ExactText(stepKey)]
  }

  /// The members that were read, as one JSON object.
  var json: String {
    var writer = JSONWriter()
    writer.object { writer in for (key, json) in recorded { writer.member(key, JSONText(json)) } }
    return writer.text
  }

  // MARK: - Reading

  /// Returns true if there is an optional member, which then counts as known.
  mutating func has(_ key: String) -> Bool {
    known.insert(ExactText(key))
    return object[key] != nil
  }

  mutating func string(_ key: String? = nil, mayBeEmpty: Bool = true) throws(MigrationFault) -> String {
    let value = try value(key)
    let text = try Self.string(value)
    guard mayBeEmpty || !text.isEmpty else {
      throw MigrationFault(value: value, message: "'\(key ?? stepKey)' is empty")
    }
    record(key, JSONText.quote(text))
    return text
  }

  /// Reads a path `Class.property`.
  mutating func path(_ key: String? = nil) throws(MigrationFault) -> PropertyPath {
    try requirePath(string(key), at: key)
  }

  /// Reads an array of at least `count` different names.
  mutating func names(_ key: String? = nil, atLeast count: Int) throws(MigrationFault) -> [String] {
    let value = try value(key)
    guard value.kind == .array else { throw fault("\(value.shown) is not an array", at: key) }
    var names: [String] = []
    var seen: Set<ExactText> = []
    for element in value.elements {
      let text = try Self.string(element)
      guard !text.isEmpty, seen.insert(ExactText(text)).inserted else {
        throw MigrationFault(
          value: element, message: "\(PathComponent.printable(text)) is not a name or is a duplicate")
      }
      names.append(text)
    }
    guard names.count >= count else { throw fault("'\(stepKey)' needs at least \(count) names here", at: key) }
    record(key, "[\(names.map(JSONText.quote).joined(separator: ","))]")
    return names
  }

  mutating func binding(_ key: String) throws(MigrationFault) -> Binding {
    let text = try string(key)
    do {
      return try Binding(parsing: text)
    } catch {
      throw fault("\(PathComponent.printable(text)) is not a valid path: \(error)", at: key, error.excerpt)
    }
  }

  /// Reads the optional member `where`, which selects objects: a condition such as `price>9`, or a binding whose value is taken as a boolean.
  mutating func condition() throws(MigrationFault) -> StepCondition? {
    guard has("where") else { return nil }
    let text = try string("where")
    // `directory>open` is a binding and would also be a comparison, but a migration cannot read other models.
    do {
      return .comparisons(try BindingCondition(parsing: text))
    } catch let conditionError {
      do throws(BindingError) {
        let binding = try Binding(parsing: text)
        // `price>9 &&` would be a path in the model 'price'.
        if binding.model != nil { throw conditionError }
        return .binding(binding)
      } catch {
        let isCondition = text.utf8.contains { "=<>~&|".utf8.contains($0) }
        let reason = isCondition ? conditionError : error
        throw fault(
          "\(PathComponent.printable(text)) is not a valid condition: \(reason)", at: "where", reason.excerpt)
      }
    }
  }

  /// Reads an optional member of any kind, without white space.
  mutating func json(_ key: String) -> String? {
    guard has(key), let value = object[key] else { return nil }
    let json = Self.json(value)
    record(key, json)
    return json
  }

  /// Reads the JSON in an optional object, by its keys. The first of several equal keys counts.
  mutating func jsonByKey(_ key: String) throws(MigrationFault) -> [ExactText: String] {
    guard has(key), let value = object[key] else { return [:] }
    guard value.kind == .object else { throw fault("'\(key)' must be an object", at: key) }
    let members = value.members.map { (key: $0.key.string, json: Self.json($0.value)) }
    if !members.isEmpty {
      record(key, "{\(members.map { "\(JSONText.quote($0.key)):\($0.json)" }.joined(separator: ","))}")
    }
    return Dictionary(members.map { (ExactText($0.key), $0.json) }) { first, _ in first }
  }

  // MARK: - Checking

  /// Returns a fault in the value of a member, which must exist.
  func fault(_ message: String, at key: String? = nil, _ excerpt: OKitError.Excerpt? = nil) -> MigrationFault {
    MigrationFault(value: object[key ?? stepKey] ?? object, message: message, excerpt: excerpt)
  }

  /// Parses the model name in the text of a member. A name that okit would not give to a new model is accepted, so that earlier files stay readable.
  @discardableResult
  func requireModelName(_ text: String, at key: String? = nil) throws(MigrationFault) -> ModelName {
    do {
      return try ModelName(text)
    } catch {
      throw fault("\(error)", at: key)
    }
  }

  /// Parses the path in the text of a member.
  @discardableResult
  func requirePath(_ text: String, at key: String? = nil) throws(MigrationFault) -> PropertyPath {
    if let path = PropertyPath(text) { return path }
    throw fault("\(PathComponent.printable(text)) is not a property; write Class.property", at: key)
  }

  /// Throws a fault if there is a member that was not read, or a duplicate.
  func requireNoOthers() throws(MigrationFault) {
    var seen: Set<ExactText> = []
    for (key, value) in object.members {
      let text = key.string
      guard known.contains(ExactText(text)) else {
        throw MigrationFault(value: value, message: "'\(stepKey)' has no member \(PathComponent.printable(text))")
      }
      guard seen.insert(ExactText(text)).inserted else {
        throw MigrationFault(value: value, message: "\(PathComponent.printable(text)) is a duplicate")
      }
    }
  }

  private mutating func value(_ key: String?) throws(MigrationFault) -> JSONValue {
    let key = key ?? stepKey
    guard has(key), let value = object[key] else {
      throw MigrationFault(value: object, message: "'\(stepKey)' needs '\(key)'")
    }
    return value
  }

  private mutating func record(_ key: String?, _ json: String) { recorded.append((key ?? stepKey, json)) }

  private static func string(_ value: JSONValue) throws(MigrationFault) -> String {
    guard let text = value.string else { throw MigrationFault(value: value, message: "\(value.shown) is not a string") }
    return text
  }

  private static func json(_ value: JSONValue) -> String { String(decoding: JSONWriter.compact(value), as: UTF8.self) }
}
