/// Arguments that several commands share, declared once in a type of their own.
@propertyWrapper
public final class OptionGroup<Value: ParsableArguments>: DeclaredGroup {
  private let box: ValueBox<Value>

  /// The shared arguments.
  ///
  /// Made late, because the parser replaces the global options' group with the one that it has already begun to fill.
  public var wrappedValue: Value {
    if let value = box.value { return value }
    let value = Value()
    box.value = value
    return value
  }

  /// Includes a type's arguments.
  public override init(title: String? = nil) {
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
