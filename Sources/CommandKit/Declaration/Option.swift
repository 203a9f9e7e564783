/// A value with a name: `--output FILE`, `--output=FILE`, `-o FILE`, `-oFILE`.
///
/// The default name is the property's. An array gets one value each time the option is given; any other option can be given once.
@propertyWrapper
package final class Option<Value>: DeclaredProperty {
  let box: ValueBox<Value>

  /// The value from the command line, otherwise the default.
  package var wrappedValue: Value { box.filled }

  private init(
    _ box: ValueBox<Value>, _ names: [OptionName], _ help: String, _ valueName: String?,
    _ completion: CompletionKind?, _ traits: ValueTraits, _ store: @escaping (String) -> Bool
  ) {
    self.box = box
    super.init(
      Declaration(
        .option, names: names, help: help, valueName: valueName, completion: completion, value: traits, store: store))
  }
}

extension Option where Value: ArgumentValue {
  /// Creates a required option.
  package convenience init(
    _ names: OptionName..., help: String = "", valueName: String? = nil, completion: CompletionKind? = nil
  ) {
    let box = ValueBox<Value>(nil)
    self.init(box, names, help, valueName, completion, ValueTraits(Value.self, required: true), box.fill)
  }

  /// Creates an option with a default.
  package convenience init(
    wrappedValue: Value, _ names: OptionName..., help: String = "", valueName: String? = nil,
    completion: CompletionKind? = nil
  ) {
    let box = ValueBox(wrappedValue)
    self.init(box, names, help, valueName, completion, ValueTraits(Value.self, shown: [wrappedValue]), box.fill)
  }
}

extension Option {
  /// Creates an option that is `nil` by default.
  package convenience init<Wrapped: ArgumentValue>(
    wrappedValue: Wrapped? = nil, _ names: OptionName..., help: String = "", valueName: String? = nil,
    completion: CompletionKind? = nil
  ) where Value == Wrapped? {
    let box = ValueBox<Wrapped?>(.some(wrappedValue))
    let traits = ValueTraits(Wrapped.self, shown: wrappedValue.map { [$0] } ?? [])
    self.init(box, names, help, valueName, completion, traits, box.fillOptional)
  }

  /// Creates an option that must be given at least once.
  package convenience init<Element: ArgumentValue>(
    _ names: OptionName..., help: String = "", valueName: String? = nil, completion: CompletionKind? = nil
  ) where Value == [Element] {
    let box = ValueBox<[Element]>([])
    let traits = ValueTraits(Element.self, required: true, repeating: true)
    self.init(box, names, help, valueName, completion, traits, ArrayCollector(box).append)
  }

  /// Creates an option that can be given any number of times.
  package convenience init<Element: ArgumentValue>(
    wrappedValue: [Element], _ names: OptionName..., help: String = "", valueName: String? = nil,
    completion: CompletionKind? = nil
  ) where Value == [Element] {
    let box = ValueBox<[Element]>(wrappedValue)
    let traits = ValueTraits(Element.self, repeating: true, shown: wrappedValue)
    self.init(box, names, help, valueName, completion, traits, ArrayCollector(box).append)
  }
}
