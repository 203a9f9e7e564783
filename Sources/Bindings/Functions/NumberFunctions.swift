extension BindingFunction {
  /// The functions of numbers.
  static let numberFunctions =
    [BindingFunction("round2") { .number(try $0.number.roundedToHundredths) }]
    + affix("prefix") { " \($0) \($1)" }
    + affix("suffix") { "\($1) \($0)" }

  /// The functions that put a text beside a number: the text as it is, looked up, and in singular or plural.
  private static func affix(
    _ name: String, _ join: @escaping @Sendable (_ text: String, _ number: String) -> String
  ) -> [BindingFunction] {
    func function(
      _ ending: String, _ text: @escaping @Sendable (BindingCall, _ isOne: Bool) throws -> String
    ) -> BindingFunction {
      BindingFunction(name + ending, takesParameter: true) { call in
        let isOne = try call.number.isOne
        let text = try text(call, isOne)
        return .text(text.isEmpty ? call.value.text : join(text, call.value.text))
      }
    }
    let plural: @Sendable (BindingCall, Bool) throws -> String = { call, isOne in
      try call.parameterText(localized: true, suffix: isOne ? "" : "s")
    }
    return [
      function("") { call, _ in try call.parameterText() },
      function("Localized") { call, _ in try call.parameterText(localized: true) },
      function("Plural", plural),
      function("PluralLocalized", plural),
    ]
  }
}
