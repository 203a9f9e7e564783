/// Arguments that several commands share, declared once in a type of their own.
@propertyWrapper
public struct OptionGroup<Value: ParsableArguments> {
  /// The heading in the help; without one the options stand among the command's own.
  let title: String?
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
  public init(title: String? = nil) {
    self.title = title
    box = ValueBox(nil)
  }
}

/// The parser's view of an ``OptionGroup``.
protocol DeclaredGroup {
  var title: String? { get }
  var arguments: any ParsableArguments { get }
  /// Puts `other` in the place of the group's arguments if it is of the same type.
  func adopt(_ other: any ParsableArguments) -> Bool
}

extension OptionGroup: DeclaredGroup {
  var arguments: any ParsableArguments { wrappedValue }

  func adopt(_ other: any ParsableArguments) -> Bool {
    guard let other = other as? Value else { return false }
    box.value = other
    return true
  }
}
