/// Stores the value of a property. The parser fills it after the value with the property was created.
final class ValueBox<Value> {
  var value: Value?

  init(_ value: Value?) {
    self.value = value
  }

  var filled: Value {
    guard let value else { preconditionFailure("a required argument was read before the command line was parsed") }
    return value
  }
}

extension ValueBox where Value: ArgumentValue {
  func fill(_ text: String) -> Bool {
    guard let parsed = Value(argument: text) else { return false }
    value = parsed
    return true
  }
}

extension ValueBox {
  func fillOptional<Wrapped: ArgumentValue>(_ text: String) -> Bool where Value == Wrapped? {
    guard let parsed = Wrapped(argument: text) else { return false }
    value = .some(.some(parsed))
    return true
  }
}

/// Collects an array; the first given text replaces the default.
final class ArrayCollector<Element: ArgumentValue> {
  private let box: ValueBox<[Element]>
  private var holdsDefault = true

  init(_ box: ValueBox<[Element]>) {
    self.box = box
  }

  func append(_ text: String) -> Bool {
    guard let parsed = Element(argument: text) else { return false }
    if holdsDefault {
      box.value = []
      holdsDefault = false
    }
    box.value?.append(parsed)
    return true
  }
}
