import JSONDocument

/// A function that bindings can call: `price/round2`, `copies/suffix(#pieces)`.
struct BindingFunction: Sendable {
  /// Its name.
  let name: String
  /// Whether it needs a parameter; what does not works as a plain segment as well.
  let takesParameter: Bool
  /// Whether it is called on what is absent, and on an array as a whole.
  let takesAnything: Bool
  /// What it does, in a few words.
  let summary: String
  private let body: @Sendable (BindingCall) throws -> BindingValue

  init(
    _ name: String, _ summary: String, takesParameter: Bool = false, takesAnything: Bool = false,
    _ body: @escaping @Sendable (BindingCall) throws -> BindingValue
  ) {
    self.name = name
    self.takesParameter = takesParameter
    self.takesAnything = takesAnything
    self.summary = summary
    self.body = body
  }

  func callAsFunction(_ call: BindingCall) throws -> BindingValue { try body(call) }

  /// All functions, those of a kind together.
  static let all = [negation] + numberFunctions + stringFunctions + dateFunctions
  /// All functions, by name.
  static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })

  /// The names of all functions.
  static let names = byName.keys.sorted()
  /// The names of those that work as plain segments.
  static let plainNames = byName.values.filter { !$0.takesParameter }.map(\.name).sorted()

  private static let negation = Self("not", "the value as a boolean, negated", takesAnything: true) {
    .bool(!$0.value.isTrue)
  }
}

/// What a function is called on and with.
struct BindingCall {
  /// Thrown where the value is not what the function is for.
  struct WrongKind: Error {
    /// What it is for, as in `a number`.
    let wanted: String
  }

  let value: BindingValue
  let parameter: BindingValue?
  let surroundings: any BindingSurroundings

  /// The value as a number, and the text of it.
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

  /// The value as a date, in seconds since 2001-01-01T00:00:00Z; without a definition any number can be one.
  var date: Double {
    get throws {
      if case .json(let value) = value, value.kind == .number, try surroundings.type(of: value) == .other {
        throw WrongKind(wanted: "a date")
      }
      guard let seconds = value.number?.double, value.stored?.kind != .bool, CalendarTime(seconds) != nil else {
        throw WrongKind(wanted: "a date")
      }
      return seconds
    }
  }

  /// The text of the parameter, looked up in the reader's language or as it is.
  func parameterText(localized isLocalized: Bool = false, suffix: String = "") throws -> String {
    guard let parameter, !parameter.isAbsent else { return "" }
    return isLocalized ? try localized(parameter.text + suffix) : parameter.text + suffix
  }

  /// What stands for `text` in the reader's language, itself where that is nothing.
  func localized(_ text: String) throws -> String { try surroundings.localizedOrSame(text) }
}

extension BindingSurroundings {
  /// What stands for `text` in the reader's language, itself where that is nothing.
  func localizedOrSame(_ text: String) throws -> String {
    guard let localized = try localized(text), !localized.isEmpty else { return text }
    return localized
  }
}
