import JSONDocument

extension BindingFunction {
  /// The functions of any value.
  static let generalFunctions = [
    BindingFunction("not", "the value as a boolean, negated", takesAnything: true) { .bool(!$0.value.isTrue) },
    BindingFunction("case", "the name of an enumeration's case in Swift") { .text(try $0.caseName) },
    BindingFunction(
      "default", "x if the value is missing, otherwise the value", takesParameter: true, takesAnything: true
    ) { call in
      call.value.isAbsent ? call.parameter ?? .absent : call.value
    },
    BindingFunction(
      "join", "several values as one text, with x between them; missing values are left out", takesParameter: true,
      takesAnything: true, keepsSpaces: true
    ) { call in
      let texts = (call.value.elements ?? [call.value]).filter { !$0.isAbsent }.map(\.text)
      return texts.isEmpty ? .absent : .text(texts.joined(separator: try call.parameterText()))
    },
  ]

  /// The function of numbers and dates.
  static let formatting = BindingFunction(
    "format",
    "the number or date by the pattern x (Unicode TR 35): price/format(#0.00), date/format(#dd.MM.yyyy)",
    takesParameter: true
  ) { call in
    let pattern = try call.parameterText()
    // Without a definition, the pattern shows what the number is: those of numbers contain a digit.
    let isDate = try call.isDate ?? !pattern.utf8.contains { "0#".utf8.contains($0) }
    let text =
      try isDate
      ? call.context.formatted(call.date, pattern: pattern)
      : call.context.formatted(number: call.numberText, pattern: pattern)
    guard let text else { throw BindingCall.WrongParameter(message: "'\(pattern)' is not a valid pattern") }
    return .text(text)
  }
}

extension BindingCall {
  /// The number as JSON.
  fileprivate var numberText: String {
    get throws {
      if let stored = value.stored {
        // ICU would write all digits of a number that no app can read.
        guard stored.kind == .number, stored.double != nil else { throw WrongKind(wanted: "a number or a date") }
        return stored.rawText
      }
      guard let number = value.number else { throw WrongKind(wanted: "a number or a date") }
      return number.description
    }
  }

  /// The name of the enumeration's case that the value is.
  fileprivate var caseName: String {
    get throws {
      guard let stored = value.stored else { throw WrongKind(wanted: "an enumeration") }
      if case .enumeration(let cases)? = try context.comparedType(at: .value(stored)) {
        return cases.first { $0.raw.isSame(as: stored) }?.name ?? value.text
      }
      // An enumeration with associated values is an object with one member, the case.
      guard stored.kind == .object, let (key, content) = stored.members.first(where: { _ in true }),
        content.kind == .object, stored.count == 1
      else { throw WrongKind(wanted: "an enumeration") }
      return key.string
    }
  }
}
