public import JSONDocument

/// A value that a binding leads to.
public struct BoundValue: Sendable {
  /// The value.
  public let content: BindingValue
  /// Where the path begins; nil where that is the root of the model that the binding starts in. Bindings that jump, as through `$genre.refKey`,
  /// begin anew where they arrive.
  public let origin: JSONValue?
  /// The steps that led from there to the value or, of a value that was made, to what it was made of; each a property's name or an index from the front.
  public let path: [Step]
  /// Whether the path leads to the value or, where it is absent, to where it would be.
  public let isStored: Bool
  /// The nearest entity on the path: an object with a string `id`, or the root; nil of a constant.
  public let entity: JSONValue?

  /// The value as it is stored; nil where it is absent though it could be there, and where it was made.
  public var value: JSONValue? { content.stored }

  /// A step as it was resolved.
  public enum Step: Equatable, Sendable {
    /// A property or dictionary key.
    case property(String)
    /// An element of an array, from 0; one outside of it as it was written.
    case index(Int)
  }
}
