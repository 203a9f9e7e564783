/// The description of a function that bindings can call.
package struct BindingFunctionSummary: Sendable {
  /// The name of the function.
  package let name: String
  /// True if the function needs a parameter. A function without one also works as a plain segment.
  package let takesParameter: Bool
  /// A description of the result in a few words.
  package let text: String
}
