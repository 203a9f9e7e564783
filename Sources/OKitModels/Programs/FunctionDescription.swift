package import Bindings
import Definitions
package import JSONDocument
package import OKitStorage

/// The description of a function, from the file `okit/functions/NAME.json`.
package struct FunctionDescription: Sendable {
  /// The definition of a function's result.
  package enum Content: Equatable, Sendable {
    /// A computed property: the value of this binding, which starts from the entity.
    case binding(Binding)
    /// The program with this name in `okit/functions`.
    case program(String)
  }

  /// The keys that a file can have.
  package static let keys = ["title", "description", "class", "binding", "program", "enabled", "message"]
  /// The maximum size of a file in bytes.
  package static let maximumSize: Int64 = 1 << 20

  /// The name of the function.
  package let name: String
  /// The name for people; nil if there is none.
  package private(set) var title: String?
  /// The description for people; nil if there is none.
  package private(set) var description: String?
  /// The classes of the entities that the function applies to; nil for all entities.
  package private(set) var classes: [String]?
  /// The definition of the result.
  package private(set) var content: Content
  /// The condition that an entity must meet for a call; nil if there is none.
  package private(set) var condition: BindingCondition?
  /// The message for people if the condition is not met; nil for one that contains the condition.
  package private(set) var message: String?

  private let document: JSONDocument
  private let path: String

  /// Parses the file at `path` that describes the function `name`.
  ///
  /// Throws an error of kind `configuration` with its position if the description is not valid.
  package init(_ name: String, parsing document: JSONDocument, path: String) throws {
    (self.name, self.document, self.path) = (name, document, path)
    content = .program(name)
    let root = document.root
    guard root.kind == .object else { throw fault("a function is described by an object", at: root) }
    var seen: Set<String> = []
    for (key, value) in root.members {
      let (key, place) = (key.string, key.range.lowerBound)
      guard Self.keys.contains(key) else {
        throw fault(
          "unknown key \(JSONText.quote(key))", at: place, remedy: .candidates(Self.keys, insteadOf: key))
      }
      guard seen.insert(key).inserted else { throw fault("the key \(JSONText.quote(key)) is repeated", at: place) }
      switch key {
      case "title": title = try text(key, value)
      case "description": description = try text(key, value)
      case "message": message = try text(key, value)
      case "class": classes = try names(value)
      case "binding": content = .binding(try parsed(value) { try Binding(parsing: try text(key, value)) })
      case "program": content = .program(try program(value))
      default: condition = try parsed(value) { try BindingCondition(parsing: try text(key, value)) }
      }
    }
    if root["binding"] != nil, let program = root["program"] {
      throw fault("a function has either a binding or a program", at: program)
    }
    if message != nil, condition == nil, let value = root["message"] {
      throw fault("the message is for a condition, but there is no 'enabled'", at: value)
    }
  }

  /// Returns an error of kind `configuration` at the value of a key, or at the beginning of the file if it has no such key.
  package func fault(_ message: String, at key: String) -> OKitError {
    fault(message, at: document.root[key]?.range.lowerBound ?? document.root.range.lowerBound)
  }

  private func fault(_ message: String, at value: JSONValue) -> OKitError { fault(message, at: value.range.lowerBound) }

  private func fault(_ message: String, at offset: Int, remedy: OKitError.Remedy? = nil) -> OKitError {
    let error = document.recordError(message, at: offset, path: path)
    return OKitError(error.kind, error.detail, at: error.place, remedy: remedy)
  }

  private func text(_ key: String, _ value: JSONValue) throws -> String {
    guard let text = value.string else { throw fault("\(key) is not a string", at: value) }
    return text
  }

  private func names(_ value: JSONValue) throws -> [String] {
    if let name = value.string { return [name] }
    guard value.kind == .array, value.count > 0 else {
      throw fault("class is neither the name of a class nor an array of names", at: value)
    }
    return try value.elements.map { element in
      guard let name = element.string else { throw fault("class contains a value that is not a name", at: element) }
      return name
    }
  }

  private func program(_ value: JSONValue) throws -> String {
    let file = try text("program", value)
    if let reason = FunctionDescriptions.fault(ofName: file) {
      throw fault(
        "\(PathComponent.printable(file)) is not a file in \(WorkspaceProgram.Kind.function.folder): \(reason)",
        at: value)
    }
    return file
  }

  private func parsed<Result>(_ value: JSONValue, _ parse: () throws -> Result) throws -> Result {
    do {
      return try parse()
    } catch let error as BindingError {
      throw fault(error.description, at: value)
    }
  }
}

extension FunctionDescription {
  /// The binding of a computed property; nil for a program.
  package var binding: Binding? { if case .binding(let binding) = content { binding } else { nil } }
  /// The name of the program; nil for a computed property.
  package var program: String? { if case .program(let program) = content { program } else { nil } }

  /// Returns the reason why the function does not apply to an object; nil if it does.
  func mismatch(with entity: JSONValue?, in store: EntityStore) throws -> String? {
    guard let classes else { return nil }
    let definitions = try store.classes()
    let definition = entity.flatMap(store.place).flatMap(definitions.definition)
    var (ancestor, seen) = (definition?.name, Set<String>())
    while let current = ancestor, seen.insert(current).inserted {
      if classes.contains(current) { return nil }
      ancestor = definitions.definitions.classes[current]?.superclass
    }
    let subject = definition.map { "not to \($0.name)" } ?? "and the class of this value is unknown"
    return "the function '\(name)' applies to \(classes.joined(separator: ", ")), \(subject)"
  }
}
