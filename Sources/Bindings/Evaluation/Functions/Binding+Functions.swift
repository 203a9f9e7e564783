extension Binding {
  /// The names of the built-in functions.
  package static var functionNames: [String] { BindingFunction.names }

  /// The built-in functions, grouped by kind.
  package static var functionSummaries: [BindingFunctionSummary] {
    BindingFunction.all.map { .init(name: $0.name, takesParameter: $0.takesParameter, text: $0.summary) }
  }

  /// The kind of value that a function is called on.
  package enum FunctionSubject: Sendable {
    /// A number.
    case number
    /// A date, which is stored as a number.
    case date
    /// A string.
    case text
  }

  /// Returns the names of the built-in functions for a kind of value, and if each takes a parameter.
  package static func functions(on subject: FunctionSubject) -> [(name: String, takesParameter: Bool)] {
    let functions =
      switch subject {
      case .number: BindingFunction.numberFunctions + [BindingFunction.formatting]
      case .date: BindingFunction.dateFunctions + [BindingFunction.formatting]
      case .text: BindingFunction.stringFunctions
      }
    return functions.map { ($0.name, $0.takesParameter) }
  }
}

/// The description of a function that bindings can call.
package struct BindingFunctionSummary: Sendable {
  /// The name of the function.
  package let name: String
  /// True if the function needs a parameter. A function without one also works as a plain segment.
  package let takesParameter: Bool
  /// A description of the result in a few words.
  package let text: String
}
