/// A path to a value: what `directory>/authors[0]/name` says.
///
/// Only a part of the binding language is understood so far; the rest is refused with a `BindingError` of kind
/// `unsupported`.
public struct Binding: Equatable, Sendable, CustomStringConvertible {
  /// One step of a path.
  public struct Segment: Equatable, Sendable {
    /// What a step does.
    public enum Step: Equatable, Sendable {
      /// Goes to the property, dictionary key or, where the value is an array and the name a whole number, element of this
      /// name.
      case property(String)
      /// Goes to an element of an array; negative numbers count from its end.
      case index(Int)
      /// Stays.
      case current
    }

    /// What it does.
    public let step: Step
    /// Where it stands in the text, in UTF-8 bytes.
    public let range: Range<Int>
  }

  /// The model whose root the path starts from; nil where it does not say.
  public let model: String?
  /// The steps from there.
  public let segments: [Segment]
  /// The text that was parsed.
  public let description: String
}

extension Binding {
  /// The binding without its last step, and that step; nil of the root, which has none.
  public var parent: (binding: Binding, last: Segment)? {
    guard let last = segments.last else { return nil }
    return (Binding(model: model, segments: Array(segments.dropLast()), description: description), last)
  }
}
