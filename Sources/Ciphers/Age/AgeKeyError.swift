/// An error in the text of a key or of a key file.
package struct AgeKeyError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The category of an error, for decisions in code. ``AgeKeyError/detail`` is for people.
  package enum Kind: Sendable, Equatable {
    /// The text is not a key of the expected type.
    case malformed
    /// The text is a recipient of low order, to which anybody could decrypt.
    case insecure
  }

  /// The category of the error.
  package let kind: Kind

  /// The line number in a key file, starting at 1; nil for a single key.
  package let line: Int?

  /// The cause, for people: in lower case, without a full stop, and never with the text itself.
  package let detail: String

  init(_ detail: String, line: Int? = nil, kind: Kind = .malformed) {
    self.kind = kind
    self.detail = detail
    self.line = line
  }

  /// The line and the cause as one line of text.
  package var description: String {
    line.map { "line \($0): \(detail)" } ?? detail
  }
}
