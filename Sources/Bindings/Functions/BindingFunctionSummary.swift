/// What can be said of a function of bindings without calling it.
package struct BindingFunctionSummary: Sendable {
  /// Its name.
  package let name: String
  /// Whether it needs a parameter; what does not works as a plain segment as well.
  package let takesParameter: Bool
  /// What it makes of the value that it is called on, in a few words.
  package let text: String
}
