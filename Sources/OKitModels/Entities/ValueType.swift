/// The types that a user can choose for a typed value.
package enum ValueType: String, CaseIterable, Sendable {
  /// The text itself.
  case string
  /// A number, exactly as typed.
  case number
  /// A boolean.
  case bool
  /// Null, for any text.
  case null
  /// Any JSON.
  case json
}
