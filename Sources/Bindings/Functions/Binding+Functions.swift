extension Binding {
  /// What a function can be called on.
  public enum FunctionSubject: Sendable {
    /// A number.
    case number
    /// A date, which is stored as a number.
    case date
    /// A string.
    case text
  }

  /// The functions for a kind of values that need no surroundings, by name, and whether each needs a parameter.
  public static func functions(on subject: FunctionSubject) -> [(name: String, takesParameter: Bool)] {
    let functions =
      switch subject {
      case .number: BindingFunction.numberFunctions
      case .date: BindingFunction.dateFunctions
      case .text: BindingFunction.stringFunctions
      }
    return functions.map { ($0.name, $0.takesParameter) }
  }
}
