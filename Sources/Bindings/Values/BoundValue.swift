package import JSONDocument

/// A value that a binding leads to.
package struct BoundValue: Sendable {
  /// The value.
  package let content: BindingValue
  /// Where the path begins; nil where that is the root of the model that the binding starts in. Bindings that jump, as through `$genre.refKey`,
  /// begin anew where they arrive.
  package let origin: JSONValue?
  /// The steps that led from there to the value or, of a value that was made, to what it was made of; each a property's name or an index from the front.
  package let path: [Step]
  /// Whether the path leads to the value or, where it is absent, to where it would be.
  package let isStored: Bool
  /// What changes where the value is set; nil of what was made, and of an entity that was reached through a reference to it or as a partial's, since
  /// it is not a part of where the path leads through.
  package let slot: BindingSlot?
  /// The nearest entity on the path: an object with a string `id`, or the root; nil of a constant.
  package let entity: JSONValue?

  /// The value as it is stored; nil where it is absent though it could be there, and where it was made.
  package var value: JSONValue? { content.stored }

  /// A step as it was resolved.
  package enum Step: Equatable, Sendable {
    /// A property or dictionary key.
    case property(String)
    /// An element of an array, from 0; one outside of it as it was written.
    case index(Int)
  }
}

extension BoundValue.Step {
  /// The steps from the root of its document to `value`.
  package static func steps(to value: JSONValue) -> [Self] {
    var steps: [Self] = []
    var value = value
    while let parent = value.parent {
      steps.append(value.key.map { .property($0.string) } ?? .index(value.indexInParent ?? 0))
      value = parent
    }
    return steps.reversed()
  }
}
