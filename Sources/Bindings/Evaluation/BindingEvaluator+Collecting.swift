import JSONDocument

extension BindingEvaluator {
  /// Returns the result of an operator on the elements of an array.
  func collect(
    _ collector: KeyValueOperator, _ pieces: [Binding.Segment], from value: BindingValue, _ segment: Binding.Segment
  ) throws -> BindingValue {
    guard let elements = try elements(of: value) else {
      throw error(.wrongKind, "\(value.kindName) has no elements for '@\(collector.rawValue)'", segment)
    }
    let values = try elements.map { try follow(pieces, from: $0) }
    switch collector {
    case .count: return .number(BindingNumber(values.count))
    case .sum: return .number(try sum(values, collector, segment))
    case .average:
      let sum = try sum(values, collector, segment)
      return .number(values.isEmpty ? BindingNumber(0) : sum.divided(by: values.count))
    case .minimum: return try extreme(values, collector, segment) { $0 == .less }
    case .maximum: return try extreme(values, collector, segment) { $0 == .greater }
    case .unionOfObjects: return .list(values.filter { !$0.isAbsent })
    case .distinctUnionOfObjects: return .list(Self.distinct(values))
    case .unionOfArrays: return .list(try flattened(values, collector, segment).filter { !$0.isAbsent })
    case .distinctUnionOfArrays: return .list(Self.distinct(try flattened(values, collector, segment)))
    }
  }

  /// Follows the steps of a key path from one element. `self` is the element itself.
  private func follow(_ pieces: [Binding.Segment], from value: BindingValue) throws -> BindingValue {
    var value = value
    for piece in pieces {
      switch piece.step {
      case .collect(let collector, let inner): value = try collect(collector, inner, from: value, piece)
      case .property("self") where value.stored?["self"] == nil: continue
      default: value = try property(piece.name, of: value, piece)
      }
    }
    return value
  }

  private func sum(
    _ values: [BindingValue], _ collector: KeyValueOperator, _ segment: Binding.Segment
  ) throws -> BindingNumber {
    try values.reduce(BindingNumber(0)) { sum, value in
      if value.isAbsent { return sum }
      guard let number = value.number else {
        throw error(.wrongKind, "'@\(collector.rawValue)' needs numbers, not \(value.kindName)", segment)
      }
      return sum + number
    }
  }

  private func extreme(
    _ values: [BindingValue], _ collector: KeyValueOperator, _ segment: Binding.Segment,
    _ isBetter: (ValueRelation) -> Bool
  ) throws -> BindingValue {
    var best: BindingValue?
    for value in values where !value.isAbsent {
      guard value.number != nil || value.string != nil else {
        throw error(.wrongKind, "'@\(collector.rawValue)' needs numbers or strings, not \(value.kindName)", segment)
      }
      guard let current = best else {
        best = value
        continue
      }
      guard let order = Self.order(value, current) else {
        throw error(.wrongKind, "'@\(collector.rawValue)' cannot compare numbers with strings", segment)
      }
      if isBetter(order) { best = value }
    }
    return best ?? .absent
  }

  private static func order(_ left: BindingValue, _ right: BindingValue) -> ValueRelation? {
    if let left = left.number, let right = right.number { return ValueRelation(left, right) }
    guard let left = left.string, let right = right.string else { return nil }
    return ValueRelation(left, right)
  }

  private func flattened(
    _ values: [BindingValue], _ collector: KeyValueOperator, _ segment: Binding.Segment
  ) throws -> [BindingValue] {
    try values.filter { !$0.isAbsent }.flatMap { value in
      guard let elements = value.elements else {
        throw error(.wrongKind, "'@\(collector.rawValue)' needs arrays, not \(value.kindName)", segment)
      }
      for _ in elements { try count(segment) }
      return elements
    }
  }

  /// Returns each value once. Numbers are equal by size, and other values by their JSON text, so that two entities differ by their ids.
  private static func distinct(_ values: [BindingValue]) -> [BindingValue] {
    var seen: Set<[UInt8]> = []
    return values.filter { value in
      if value.isAbsent { return false }
      let isBool = value.stored?.kind == .bool
      let text =
        isBool ? value.json : value.number?.description ?? value.string.map { JSONText.quote($0) } ?? value.json
      return seen.insert(Array(text.utf8)).inserted
    }
  }
}
