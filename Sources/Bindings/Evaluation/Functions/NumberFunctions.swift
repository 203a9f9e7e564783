extension BindingFunction {
  /// The functions of numbers.
  static let numberFunctions =
    [
      BindingFunction(
        "round2",
        "the number rounded to hundredths, half away from zero (0.005 becomes 0.01, -0.005 becomes -0.01), "
          + "without trailing zeros"
      ) {
        .number(try $0.number.roundedToHundredths)
      }
    ]
    + affix("prefix", "a space, the text x, a space, the number") { " \($0) \($1)" }
    + affix("suffix", "the number, a space, the text x") { "\($1) \($0)" }

  /// Returns the functions that put a text next to a number. The text is unchanged, translated, or in the singular or plural.
  private static func affix(
    _ name: String, _ summary: String, _ join: @escaping @Sendable (_ text: String, _ number: String) -> String
  ) -> [BindingFunction] {
    func function(
      _ ending: String, _ summary: String, _ text: @escaping @Sendable (BindingCall, _ isOne: Bool) throws -> String
    ) -> BindingFunction {
      BindingFunction(name + ending, summary, takesParameter: true) { call in
        let isOne = try call.number.isOne
        let text = try text(call, isOne)
        return .text(text.isEmpty ? call.value.text : join(text, call.value.text))
      }
    }
    let plural: @Sendable (BindingCall, Bool) throws -> String = { call, isOne in
      try call.parameterText(localized: true, suffix: isOne ? "" : "s")
    }
    return [
      function("", summary) { call, _ in try call.parameterText() },
      function("Localized", "the same with x looked up in the reader's language") { call, _ in
        try call.parameterText(localized: true)
      },
      function(
        "Plural", "the same with x looked up if the number is 1, otherwise x followed by an s", plural),
      function("PluralLocalized", "another name for \(name)Plural", plural),
    ]
  }
}
