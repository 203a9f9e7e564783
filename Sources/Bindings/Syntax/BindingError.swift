/// What is wrong with a binding, or with going along it, and where.
package struct BindingError: Error, Equatable, CustomStringConvertible {
  /// What a caller can do about it.
  package enum Kind: Sendable {
    /// The text is no binding.
    case syntax
    /// There is nothing of that name.
    case notFound
    /// The value there cannot be gone into in this way.
    case wrongKind
  }

  /// What a caller can do about it.
  package let kind: Kind
  /// What happened, lower case, without a full stop.
  package let description: String
  /// The text of the binding.
  package let binding: String
  /// The place in it, in UTF-8 bytes.
  package let range: Range<Int>
  /// Names that may have been meant.
  package let candidates: [String]

  init(_ kind: Kind, _ description: String, in binding: String, at range: Range<Int>, candidates: [String] = []) {
    self.kind = kind
    self.description = description
    self.binding = binding
    self.range = range
    self.candidates = candidates
  }
}
