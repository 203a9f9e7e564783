/// What is wrong with a binding, or with going along it, and where.
public struct BindingError: Error, Equatable, CustomStringConvertible {
  /// What a caller can do about it.
  public enum Kind: Sendable {
    /// The text is no binding.
    case syntax
    /// There is nothing of that name.
    case notFound
    /// The value there cannot be gone into in this way.
    case wrongKind
  }

  /// What a caller can do about it.
  public let kind: Kind
  /// What happened, lower case, without a full stop.
  public let description: String
  /// The text of the binding.
  public let binding: String
  /// The place in it, in UTF-8 bytes.
  public let range: Range<Int>
  /// Names that may have been meant.
  public let candidates: [String]

  init(_ kind: Kind, _ description: String, in binding: String, at range: Range<Int>, candidates: [String] = []) {
    self.kind = kind
    self.description = description
    self.binding = binding
    self.range = range
    self.candidates = candidates
  }
}
