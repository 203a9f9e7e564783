/// Arguments shared by several commands, declared in a separate type.
///
/// Only the initializer requires the type to be ``ParsableArguments``: the runtime would search for the conformance of a class's type parameter.
@propertyWrapper
package final class OptionGroup<Value>: DeclaredGroup {
  private let box: ValueBox<Value>
  private let create: () -> Value
  private let declaring: (Value) -> any ParsableArguments

  /// The shared arguments.
  ///
  /// Created lazily, because the parser replaces the group of the global options with the one that it already started to fill.
  package var wrappedValue: Value {
    if let value = box.value { return value }
    let value = create()
    box.value = value
    return value
  }

  /// Includes the arguments of a type.
  package init(title: String? = nil) where Value: ParsableArguments {
    box = ValueBox(nil)
    create = Value.init
    declaring = { $0 }
    super.init(title: title)
  }

  override var arguments: any ParsableArguments { declaring(wrappedValue) }

  override func adopt(_ other: any ParsableArguments) -> Bool {
    guard let other = other as? Value else { return false }
    box.value = other
    return true
  }
}
