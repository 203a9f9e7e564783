/// Arguments that several commands share, declared once in a type of their own.
@propertyWrapper
public final class OptionGroup<Value: ParsableArguments>: DeclaredGroup {
  private let box: ValueBox<Value>

  /// The shared arguments.
  public var wrappedValue: Value {
    get { content }
    set { box.value = newValue }
  }

  /// Includes a type's arguments.
  public override init(title: String? = nil) {
    box = ValueBox(nil)
    super.init(title: title)
  }

  // Made late, because the parser replaces the global options' group with the one that it has already begun to fill.
  private var content: Value {
    if let value = box.value { return value }
    let value = Value()
    box.value = value
    return value
  }

  override var arguments: any ParsableArguments { wrappedValue }

  override func adopt(_ other: any ParsableArguments) -> Bool {
    guard let other = other as? Value else { return false }
    wrappedValue = other
    return true
  }
}
