import JSONDocument

/// The order of two values.
package enum ValueRelation: Sendable {
  /// The first one comes before the second one.
  case less
  /// Both values are equal.
  case equal
  /// The first one comes after the second one.
  case greater

  /// The order of two numbers by their size.
  init(_ left: BindingNumber, _ right: BindingNumber) {
    self = left < right ? .less : right < left ? .greater : .equal
  }

  /// The order that ``JSONValue/numericOrder(to:)`` returns.
  init(_ order: Int) { self = order < 0 ? .less : order == 0 ? .equal : .greater }

  /// The order of two texts by their code points. UTF-8 has the same order.
  init(_ left: String, _ right: String) {
    if left.utf8.elementsEqual(right.utf8) {
      self = .equal
    } else {
      self = left.utf8.lexicographicallyPrecedes(right.utf8) ? .less : .greater
    }
  }
}

extension BindingValue {
  /// True if values of this kind have an order: numbers, dates and texts.
  var canBeOrdered: Bool {
    switch self {
    case .text, .number: true
    case .json(let value), .date(let value): value.kind == .number || value.kind == .string
    case .absent, .bool, .list: false
    }
  }

  private var isBool: Bool { if case .bool = self { true } else { stored?.kind == .bool } }

  /// The boolean; nil for other values.
  private var bool: Bool? { if case .bool(let bool) = self { bool } else { stored?.bool } }

  /// Returns the order of this value and another one. Values without an order are equal or, arbitrarily, less. Nil if their kinds cannot be
  /// compared.
  func relation(to other: BindingValue) -> ValueRelation? {
    if let left = bool, let right = other.bool { return left == right ? .equal : .less }
    if isBool || other.isBool { return nil }
    if let order = stored.flatMap({ left in other.stored.flatMap { left.numericOrder(to: $0) } }) {
      return ValueRelation(order)
    }
    if let left = number, let right = other.number { return ValueRelation(left, right) }
    if let left = string, let right = other.string { return ValueRelation(left, right) }
    if let left = identity, let right = other.identity { return left == right ? .equal : .less }
    if let left = elements, let right = other.elements {
      guard left.count == right.count else { return .less }
      return zip(left, right).allSatisfy { $0.relation(to: $1) == .equal } ? .equal : .less
    }
    guard let left = stored, let right = other.stored, left.kind == right.kind else { return nil }
    return left.isSame(as: right) ? .equal : .less
  }

  /// The id that a reference refers to, that an entity has, or that a text is.
  private var identity: ExactText? {
    guard let stored, stored.kind == .object else { return string.map { ExactText($0) } }
    return (stored["refKey"] ?? stored["id"])?.string.map { ExactText($0) }
  }

  /// The kind of text that can be compared with the value, such as `a number`.
  var wantedName: String {
    switch self {
    case .date: "a date"
    case .bool: "true or false"
    case .json(let value) where value.kind == .bool: "true or false"
    default: kindName
    }
  }
}
