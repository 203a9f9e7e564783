/// What a JSON value is.
public enum JSONKind: UInt8, Hashable, Sendable {
  /// Members in `{}`.
  case object = 1
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
