/// What can be said of a function of bindings without calling it.
public struct BindingFunctionSummary: Sendable {
  /// Its name.
  public let name: String
  /// Whether it needs a parameter; what does not works as a plain segment as well.
  public let takesParameter: Bool
  /// What it makes of the value that it is called on, in a few words.
  public let text: String
}
