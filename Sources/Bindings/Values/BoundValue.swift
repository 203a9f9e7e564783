package import JSONDocument

/// A value that a binding leads to.
package struct BoundValue: Sendable {
  /// The value, which can be absent.
  package let content: BindingValue
  /// The start of the path; nil for the root of the model that the binding starts in. Bindings that jump, as through `$genre.refKey`, start
  /// again at the target.
  package let origin: JSONValue?
  /// The steps from the start to the value. The path of a computed value leads to the value that it is computed from.
  package let path: [Step]
  /// True if the path leads to the value, or to the place of an absent one.
  package let isStored: Bool
  /// The place that setting the value changes. Nil for a computed value, and for an entity that was reached through a reference to it or as the
  /// entity of a partial, because it is stored elsewhere than on the path.
  package let slot: BindingSlot?
  /// The nearest entity on the path: an object with a string `id`, or the root; nil for a constant.
  package let entity: JSONValue?

  /// The stored value; nil if it is absent or computed.
  package var value: JSONValue? { content.stored }

  /// A resolved step: the name of a property or an index.
  package enum Step: Equatable, Sendable {
    /// A property or dictionary key.
    case property(String)
    /// An element of an array, counted from 0. An index outside of the array is kept as written.
    case index(Int)
  }
}

extension BoundValue.Step {
  /// Returns the steps from the root of its document to `value`.
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
