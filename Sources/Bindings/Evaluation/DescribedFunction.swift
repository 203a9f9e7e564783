/// A function that is not built in, by its description.
package enum DescribedFunction {
  /// A computed property: the value of a binding that starts from the entity.
  case binding(ComputedProperty)
  /// A program.
  case program
  /// The function does not apply to the entity, for this reason.
  case unsuitable(String)
}

/// A property whose value is that of a binding.
package struct ComputedProperty {
  /// The binding.
  package let binding: Binding
  /// Returns the error to throw for one in the binding, which names the place of the definition.
  package let explained: (BindingError) -> any Error

  /// A property with the value of `binding`.
  package init(_ binding: Binding, explained: @escaping (BindingError) -> any Error) {
    self.binding = binding
    self.explained = explained
  }
}
