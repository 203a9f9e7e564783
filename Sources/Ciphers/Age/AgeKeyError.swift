/// Why the text of a key, or of a file of keys, could not be read.
package struct AgeKeyError: Error, Equatable, Sendable, CustomStringConvertible {
  /// What sort of failure it is; callers decide by it, people read ``AgeKeyError/detail``.
  package enum Kind: Sendable, Equatable {
    /// The text is not a key of the expected type.
    case malformed
    /// The text is a recipient, but one to which anybody could decrypt: a point of low order.
    case insecure
  }

  /// What sort of failure it is.
  package let kind: Kind

  /// The number of the line in a file of keys, from 1.
  package let line: Int?

  /// What was wrong, for people: lower case, without a full stop, never with the text itself.
  package let detail: String

  init(_ detail: String, line: Int? = nil, kind: Kind = .malformed) {
    self.kind = kind
    self.detail = detail
    self.line = line
  }

  /// The line and the detail as one line.
  package var description: String {
    line.map { "line \($0): \(detail)" } ?? detail
  }
}
