/// Arguments shared by several commands, declared in a separate type.
@propertyWrapper
package final class OptionGroup<Value: ParsableArguments>: DeclaredGroup {
  private let box: ValueBox<Value>

  /// The shared arguments.
  ///
  /// Created lazily, because the parser replaces the group of the global options with the one that it already started to fill.
  package var wrappedValue: Value {
    if let value = box.value { return value }
    let value = Value()
    box.value = value
    return value
  }

  /// Includes the arguments of a type.
  package override init(title: String? = nil) {
    box = ValueBox(nil)
    super.init(title: title)
  }

  override var arguments: any ParsableArguments { wrappedValue }

  override func adopt(_ other: any ParsableArguments) -> Bool {
    guard let other = other as? Value else { return false }
    box.value = other
    return true
  }
}
