/// The kind of a JSON value.
@usableFromInline package enum JSONKind: Hashable, Sendable {
  /// Members in `{}`.
  case object
  /// Elements in `[]`.
  case array
  /// Text in double quotes.
  case string
  /// A number, of any size and precision.
  case number
  /// `true` or `false`.
  case bool
  /// `null`.
  case null
}
