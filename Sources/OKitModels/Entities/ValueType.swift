/// What text can be told to be.
package enum ValueType: String, CaseIterable, Sendable {
  /// The text itself.
  case string
  /// A number, as it is typed.
  case number
  /// A truth value.
  case bool
  /// Nothing, whatever the text is.
  case null
  /// JSON.
  case json
}
