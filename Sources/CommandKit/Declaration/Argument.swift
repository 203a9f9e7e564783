/// A positional argument.
///
/// An array takes all remaining arguments and must be the last one. Without a default it needs at least one value.
@propertyWrapper
package final class Argument<Value>: DeclaredProperty {
  let box: ValueBox<Value>

  /// The value from the command line, otherwise the default.
  package var wrappedValue: Value { box.filled }

  private init(
    _ box: ValueBox<Value>, _ help: String, _ valueName: String?, _ completion: CompletionKind?,
    _ traits: ValueTraits, _ store: @escaping (String) -> Bool
  ) {
    self.box = box
    super.init(
      Declaration(.positional, help: help, valueName: valueName, completion: completion, value: traits, store: store))
  }
}

extension Argument where Value: ArgumentValue {
  /// Creates a required argument.
  package convenience init(help: String = "", valueName: String? = nil, completion: CompletionKind? = nil) {
    let box = ValueBox<Value>(nil)
    self.init(box, help, valueName, completion, ValueTraits(Value.self, required: true), box.fill)
  }

  /// Creates an optional argument with a default.
  package convenience init(
    wrappedValue: Value, help: String = "", valueName: String? = nil, completion: CompletionKind? = nil
  ) {
    let box = ValueBox(wrappedValue)
    self.init(box, help, valueName, completion, ValueTraits(Value.self, shown: [wrappedValue]), box.fill)
  }
}

extension Argument {
  /// Creates an optional argument that is `nil` by default.
  package convenience init<Wrapped: ArgumentValue>(
    wrappedValue: Wrapped? = nil, help: String = "", valueName: String? = nil, completion: CompletionKind? = nil
  ) where Value == Wrapped? {
    let box = ValueBox<Wrapped?>(.some(wrappedValue))
    let traits = ValueTraits(Wrapped.self, shown: wrappedValue.map { [$0] } ?? [])
    self.init(box, help, valueName, completion, traits, box.fillOptional)
  }

  /// Creates an argument with one or more values.
  package convenience init<Element: ArgumentValue>(
    help: String = "", valueName: String? = nil, completion: CompletionKind? = nil
  ) where Value == [Element] {
    let box = ValueBox<[Element]>([])
    let traits = ValueTraits(Element.self, required: true, repeating: true)
    self.init(box, help, valueName, completion, traits, ArrayCollector(box).append)
  }

  /// Creates an argument with any number of values.
  package convenience init<Element: ArgumentValue>(
    wrappedValue: [Element], help: String = "", valueName: String? = nil, completion: CompletionKind? = nil
  ) where Value == [Element] {
    let box = ValueBox<[Element]>(wrappedValue)
    let traits = ValueTraits(Element.self, repeating: true, shown: wrappedValue)
    self.init(box, help, valueName, completion, traits, ArrayCollector(box).append)
  }
}
