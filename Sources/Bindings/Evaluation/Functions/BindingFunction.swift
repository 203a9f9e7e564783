import JSONDocument

/// A function that bindings can call: `price/round2`, `copies/suffix(#pieces)`.
struct BindingFunction: Sendable {
  let name: String
  /// True if the function needs a parameter. A function without one also works as a plain segment.
  let takesParameter: Bool
  /// True if the function can be called on an absent value, and on an array as a whole.
  let takesAnything: Bool
  /// True if spaces at the ends of the parameter belong to it.
  let keepsSpaces: Bool
  /// A description in a few words.
  let summary: String
  private let body: @Sendable (BindingCall) throws -> BindingValue

  init(
    _ name: String, _ summary: String, takesParameter: Bool = false, takesAnything: Bool = false,
    keepsSpaces: Bool = false, _ body: @escaping @Sendable (BindingCall) throws -> BindingValue
  ) {
    self.name = name
    self.takesParameter = takesParameter
    self.takesAnything = takesAnything
    self.keepsSpaces = keepsSpaces
    self.summary = summary
    self.body = body
  }

  func callAsFunction(_ call: BindingCall) throws -> BindingValue { try body(call) }

  /// All functions, grouped by kind.
  static let all = generalFunctions + numberFunctions + stringFunctions + dateFunctions + [formatting]
  /// All functions, by name.
  static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })

  static let names = byName.keys.sorted()
  /// The names of the functions that work as plain segments.
  static let plainNames = byName.values.filter { !$0.takesParameter }.map(\.name).sorted()
}

/// A call of a function.
struct BindingCall {
  /// Thrown if the function does not apply to the kind of the value.
  struct WrongKind: Error {
    /// The kind of value that the function needs, as in `a number`.
    let wanted: String
  }

  /// Thrown if the function cannot use the parameter.
  struct WrongParameter: Error {
    /// The message, in lower case and without a full stop.
    let message: String
  }

  let value: BindingValue
  let parameter: BindingValue?
  let context: any EvaluationContext

  /// The value as a number.
  var number: BindingNumber {
    get throws {
      guard let number = value.number else { throw WrongKind(wanted: "a number") }
      return number
    }
  }

  /// The value as a string.
  var string: String {
    get throws {
      guard let string = value.string else { throw WrongKind(wanted: "a string") }
      return string
    }
  }

  /// True if the value is stored and defined as a date, and nil without a definition.
  var isDate: Bool? {
    get throws {
      if case .date = value { return true }
      guard case .json(let stored) = value, stored.kind == .number else { return false }
      return try context.type(of: stored).map { $0 == .date }
    }
  }

  /// The value as a date, in seconds since 2001-01-01T00:00:00Z. Without a definition, any number can be a date.
  var date: Double {
    get throws {
      if case .json(let value) = value, value.kind == .number, try context.type(of: value) == .other {
        throw WrongKind(wanted: "a date")
      }
      guard let seconds = value.number?.double, value.stored?.kind != .bool, CalendarTime(seconds) != nil else {
        throw WrongKind(wanted: "a date")
      }
      return seconds
    }
  }

  /// Returns the text of the parameter, translated to the reader's language if `isLocalized` is true.
  func parameterText(localized isLocalized: Bool = false, suffix: String = "") throws -> String {
    guard let parameter, !parameter.isAbsent else { return "" }
    return isLocalized ? try localized(parameter.text + suffix) : parameter.text + suffix
  }

  /// Returns `text` in the reader's language, or unchanged if there is no translation.
  func localized(_ text: String) throws -> String { try context.localizedOrSame(text) }
}

extension EvaluationContext {
  /// Returns `text` in the reader's language, or unchanged if there is no translation.
  func localizedOrSame(_ text: String) throws -> String {
    guard let localized = try localized(text), !localized.isEmpty else { return text }
    return localized
  }
}
