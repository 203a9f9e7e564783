/// An error in a binding or in its evaluation, with its place in the text.
package struct BindingError: Error, Equatable, CustomStringConvertible {
  /// The kind of an error, by what a caller can do about it.
  package enum Kind: Sendable {
    /// The text is not a valid binding.
    case syntax
    /// Nothing has this name.
    case notFound
    /// The step does not apply to this kind of value.
    case wrongKind
  }

  /// The kind of the error.
  package let kind: Kind
  /// The message, in lower case and without a full stop.
  package let description: String
  /// The text of the binding.
  package let binding: String
  /// The place of the error in the text, in UTF-8 bytes.
  package let range: Range<Int>
  /// Valid names that may have been meant.
  package let candidates: [String]

  init(_ kind: Kind, _ description: String, in binding: String, at range: Range<Int>, candidates: [String] = []) {
    self.kind = kind
    self.description = description
    self.binding = binding
    self.range = range
    self.candidates = candidates
  }
}
