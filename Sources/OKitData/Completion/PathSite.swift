import Bindings
import Definitions
import JSONDocument
import OKitModels

/// What is where a path leads.
struct PathSite {
  /// So many values say what can follow.
  static let samples = 50

  /// The values that are stored there, or some of them.
  var values: [JSONValue]
  /// What was made there of stored values.
  var made: BindingValue?
  /// What it is by its definition.
  var type: PropertyType?

  /// Whether it has elements.
  var isArray: Bool {
    if let value = values.first { return value.kind == .array }
    switch type?.unwrapped {
    case .array, .set: return true
    default: return false
    }
  }

  /// Whether steps lead on from there.
  var isContainer: Bool {
    if let value = values.first { return value.kind == .array || value.kind == .object }
    switch type?.unwrapped {
    case .array, .set, .object, .dictionary: return true
    default: return false
    }
  }

  /// Its elements, all together.
  var elements: PathSite {
    PathSite(
      values: Array(values.lazy.filter { $0.kind == .array }.flatMap(\.elements).prefix(Self.samples)),
      type: type?.storedElement)
  }

  /// What it has under a key.
  func member(_ key: String, _ type: PropertyType?) -> PathSite {
    PathSite(values: values.compactMap { $0.kind == .object ? $0[key] : nil }.filter { !$0.isNull }, type: type)
  }

  /// What it is, in a word: its type, else its kind.
  var note: String {
    if let type { return type.description }
    switch values.first?.kind {
    case .array: return "array"
    case .object: return "object"
    case .string: return "string"
    case .number: return "number"
    case .bool: return "bool"
    case .null, nil: return ""
    }
  }

  /// What functions can be called on it as.
  var subjects: [Binding.FunctionSubject] {
    switch (type?.unwrapped, made, values.first?.kind) {
    case (.date, _, _): [.date]
    case (.bool, _, _): []
    case (_?, _, .number): [.number]
    // Without a definition any number can be a date.
    case (nil, _, .number): [.number, .date]
    case (_, .number, _): [.number]
    case (_, _, .string), (_, .text, _), (.string, _, nil): [.text]
    case (.integer, _, nil), (.double, _, nil), (.float, _, nil), (.decimal, _, nil): [.number]
    default: []
    }
  }
}

extension JSONValue {
  /// What an entity is called, or what a scalar says; shortened.
  var shortNote: String {
    let text: String
    switch kind {
    case .object:
      text = ["name", "title", "label", "id"].lazy.compactMap { self[$0]?.string }.first { !$0.isEmpty } ?? ""
    case .array: return ""
    case .string: text = string ?? ""
    case .number, .bool, .null: text = rawText
    }
    return text.shortened(to: 60)
  }
}
