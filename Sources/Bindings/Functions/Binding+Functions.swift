extension Binding {
  /// The names of the functions that need no surroundings.
  package static var functionNames: [String] { BindingFunction.names }

  /// The functions that need no surroundings, those of a kind together.
  package static var functionSummaries: [BindingFunctionSummary] {
    BindingFunction.all.map { .init(name: $0.name, takesParameter: $0.takesParameter, text: $0.summary) }
  }

  /// What a function can be called on.
  package enum FunctionSubject: Sendable {
    /// A number.
    case number
    /// A date, which is stored as a number.
    case date
    /// A string.
    case text
  }

  /// The functions for a kind of values that need no surroundings, by name, and whether each needs a parameter.
  package static func functions(on subject: FunctionSubject) -> [(name: String, takesParameter: Bool)] {
    let functions =
      switch subject {
      case .number: BindingFunction.numberFunctions
      case .date: BindingFunction.dateFunctions
      case .text: BindingFunction.stringFunctions
      }
    return functions.map { ($0.name, $0.takesParameter) }
  }
}
