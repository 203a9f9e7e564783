import Bindings
import Definitions
import JSONDocument
import OKitModels

/// The values and the type at the end of a path.
struct PathTarget {
  /// The maximum number of values to examine.
  static let samples = 50

  /// The stored values, or some of them.
  var values: [JSONValue]
  /// A value that was computed from stored values.
  var unstored: BindingValue?
  /// The type in the definitions.
  var type: PropertyType?

  /// True if the value has elements.
  var isArray: Bool {
    if let value = values.first { return value.kind == .array }
    switch type?.unwrapped {
    case .array, .set: return true
    default: return false
    }
  }

  /// True if the path can continue from here.
  var isContainer: Bool {
    if let value = values.first { return value.kind == .array || value.kind == .object }
    switch type?.unwrapped {
    case .array, .set, .object, .dictionary: return true
    default: return false
    }
  }

  /// The elements of all arrays.
  var elements: PathTarget {
    PathTarget(
      values: Array(values.lazy.filter { $0.kind == .array }.flatMap(\.elements).prefix(Self.samples)),
      type: type?.storedElement)
  }

  /// Returns the member with this key.
  func member(_ key: String, _ type: PropertyType?) -> PathTarget {
    PathTarget(values: values.compactMap { $0.kind == .object ? $0[key] : nil }.filter { !$0.isNull }, type: type)
  }

  /// A short description: the type, or else the JSON type.
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

  /// The operators that can compare the value.
  var comparisonOperators: [ComparisonOperator] {
    let kind = values.first?.kind
    return ComparisonOperator.allCases.filter { sign in
      switch sign {
      case .equals, .differs, .isIn: true
      case .isLess, .isAtMost, .isGreater, .isAtLeast: type?.unwrapped != .bool && kind != .bool
      case .contains, .hasPrefix, .hasSuffix:
        subjects.contains(.text) || kind == .string || type == nil && kind == nil && unstored == nil
      }
    }
  }

  /// The kinds of functions that accept the value.
  var subjects: [Binding.FunctionSubject] {
    switch (type?.unwrapped, unstored, values.first?.kind) {
    case (.date, _, _): [.date]
    case (.bool, _, _): []
    case (_?, _, .number): [.number]
    // Without a definition, any number could be a date.
    case (nil, _, .number): [.number, .date]
    case (_, .number, _): [.number]
    case (_, _, .string), (_, .text, _), (.string, _, nil): [.text]
    case (.integer, _, nil), (.double, _, nil), (.float, _, nil), (.decimal, _, nil): [.number]
    default: []
    }
  }
}

extension JSONValue {
  /// The name of an entity or the text of a scalar, shortened.
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
