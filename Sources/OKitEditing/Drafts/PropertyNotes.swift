package import Definitions
import JSONDocument
import OKitModels

/// The comments above a property, which describe it to the person who edits it.
package struct PropertyNotes: Equatable, Sendable {
  /// The name for people; nil if it is the name of the property.
  package var title: String?
  /// The type, and how to write its values.
  package var type: String
  /// The description.
  package var description: String?
  /// The rules for the value and examples of it, a line for each.
  package var rules: [String] = []
  /// The values to choose from. Empty if any value of the type is possible.
  package var candidates: [String] = []

  /// The notes that the definition of a property gives.
  package init(of property: PropertyDefinition, in definitions: Definitions) {
    title = property.name == property.key ? nil : property.name
    // The framework fills in what is declared with '!'.
    type = Self.type(property.isImplicitlyUnwrapped ? property.type.unwrapped : property.type, definitions)
    description = property.note
    if case .enumeration(let name) = property.type.innermost {
      candidates = definitions.enumerations[name]?.cases.map { "\($0.json) \($0.name)" } ?? []
    } else if let name = property.type.innermost.objectClass, let choice = definitions.classes[name],
      choice.role == .choice
    {
      candidates = choice.properties.map(\.name)
    }
  }

  /// Adds what the rules of the workspace say.
  mutating func add(_ notes: RuleNotes) {
    title = notes.title ?? title
    description = notes.description ?? description
    if !notes.rules.isEmpty { rules.append("rules: " + notes.rules.joined(separator: ", ")) }
    let examples = notes.examples.map { $0.string ?? $0.rawText }
    if !examples.isEmpty { rules.append("examples: " + examples.joined(separator: ", ")) }
  }

  /// Returns the lines of the comment for the property with this key.
  package func lines(_ key: String) -> [String] {
    let name = title.map { "\(key) (\($0))" } ?? key
    var lines = ["\(name): \(type)"]
    lines += description?.split(separator: "\n").map(String.init) ?? []
    lines += rules
    if !candidates.isEmpty { lines.append("one of: \(candidates.joined(separator: ", "))") }
    return lines
  }

  private static func type(_ type: PropertyType, _ definitions: Definitions) -> String {
    let text = type.isOptional ? "\(type.unwrapped), optional" : "\(type)"
    let inner = type.innermost
    if inner == .date { return "\(text), such as \"2026-01-31\" or \"2026-01-31T08:30:00Z\"" }
    switch inner.objectClass.flatMap({ definitions.classes[$0] })?.role {
    case .reference?: return "\(text), the name or id of an entity"
    case .data?, .image?, .inlineData?, .inlineImage?: return "\(text), \"@\" and the path of a file"
    default: return text
    }
  }
}

extension PropertyType {
  /// The type of the values in arrays, sets and dictionaries.
  fileprivate var innermost: PropertyType {
    switch self {
    case .optional(let inner), .array(let inner), .set(let inner), .dictionary(_, let inner): inner.innermost
    default: self
    }
  }
}
