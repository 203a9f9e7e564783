/// A value with a name: `--output FILE`, `--output=FILE`, `-o FILE`, `-oFILE`.
///
/// Without a name given the property's own is used. An array takes one value each time the option is given; anything
/// else may be given once.
@propertyWrapper
public final class Option<Value>: DeclaredProperty {
  let box: ValueBox<Value>

  /// The value; what the command line gave, else the default.
  public var wrappedValue: Value { box.filled }

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
  /// An option that has to be given.
  public convenience init(
    _ names: OptionName..., help: String = "", valueName: String? = nil, completion: CompletionKind? = nil
  ) {
    let box = ValueBox<Value>(nil)
    self.init(box, names, help, valueName, completion, ValueTraits(Value.self, required: true), box.fill)
  }

  /// An option with a default.
  public convenience init(
    wrappedValue: Value, _ names: OptionName..., help: String = "", valueName: String? = nil,
    completion: CompletionKind? = nil
  ) {
    let box = ValueBox(wrappedValue)
    self.init(box, names, help, valueName, completion, ValueTraits(Value.self, shown: [wrappedValue]), box.fill)
  }
}

extension Option {
  /// An option that is `nil` when it was not given.
  public convenience init<Wrapped: ArgumentValue>(
    wrappedValue: Wrapped? = nil, _ names: OptionName..., help: String = "", valueName: String? = nil,
    completion: CompletionKind? = nil
  ) where Value == Wrapped? {
    let box = ValueBox<Wrapped?>(.some(wrappedValue))
    let traits = ValueTraits(Wrapped.self, shown: wrappedValue.map { [$0] } ?? [])
    self.init(box, names, help, valueName, completion, traits, box.fillOptional)
  }

  /// An option that has to be given at least once.
  public convenience init<Element: ArgumentValue>(
    _ names: OptionName..., help: String = "", valueName: String? = nil, completion: CompletionKind? = nil
  ) where Value == [Element] {
    let box = ValueBox<[Element]>([])
    let traits = ValueTraits(Element.self, required: true, repeating: true)
    self.init(box, names, help, valueName, completion, traits, ArrayCollector(box).append)
  }

  /// An option that may be given any number of times.
  public convenience init<Element: ArgumentValue>(
    wrappedValue: [Element], _ names: OptionName..., help: String = "", valueName: String? = nil,
    completion: CompletionKind? = nil
  ) where Value == [Element] {
    let box = ValueBox<[Element]>(wrappedValue)
    let traits = ValueTraits(Element.self, repeating: true, shown: wrappedValue)
    self.init(box, names, help, valueName, completion, traits, ArrayCollector(box).append)
  }
}
