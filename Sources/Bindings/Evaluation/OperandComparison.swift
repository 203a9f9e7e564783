import JSONDocument

/// The comparison with one value on the right side.
final class OperandComparison {
  /// The reason why values cannot be compared, with its place in the binding.
  struct Fault: Error {
    let message: String
    let range: Range<Int>
    var candidates: [String] = []
  }

  private let sign: ComparisonOperator
  private let leftRange: Range<Int>
  private let operand: Binding.Operand
  /// The constant; nil for other operands.
  let text: ComparedText?
  private let evaluator: BindingEvaluator
  private var patterns: [String: FoldedPattern] = [:]
  /// True once a value could be compared.
  private(set) var isPossible: Bool
  /// The first reason why a value could not be compared.
  private(set) var fault: Fault?

  private var context: any EvaluationContext { evaluator.context }

  init(_ comparison: Binding.Comparison, _ operand: Binding.Operand, _ evaluator: BindingEvaluator) {
    sign = comparison.sign
    leftRange = comparison.left.range
    self.operand = operand
    self.evaluator = evaluator
    text =
      switch operand.content {
      case .text(let text): ComparedText(text) { evaluator.context.now }
      case .nothing: ComparedText("") { evaluator.context.now }
      case .null, .parts: nil
      }
    isPossible = operand.content == .null
  }

  /// True if a present value meets the comparison. If they cannot be compared, they differ.
  func isMet(_ left: ComparedValue, by element: BindingValue) throws -> Bool {
    do {
      switch sign {
      case .equals, .isIn: return try isEqual(left, for: element)
      case .differs: return try !isEqual(left, for: element)
      case .contains, .hasPrefix, .hasSuffix: return try isPart(left, for: element)
      case .isLess, .isAtMost, .isGreater, .isAtLeast: return try isOrdered(left, for: element)
      }
    } catch let found as Fault {
      fault = fault ?? found
      return sign == .differs
    }
  }

  /// Marks the comparison as possible, or notes its fault, by the type that a missing value would have.
  func examine(_ left: ComparedValue) throws {
    guard let type = left.type, let slot = left.slot else { return }
    try examine(type) { try context.conditionFault($0, at: slot) }
  }

  /// Marks the comparison as possible, or notes its fault, by a type. `typeFault` returns why no value of it can equal a text.
  func examine(_ type: ComparedType, _ typeFault: (String) throws -> ConditionFault?) throws {
    guard !isPossible, fault == nil, let text else { return }
    do {
      try require(type, text, typeFault)
      isPossible = true
    } catch let found as Fault {
      fault = found
    }
  }

  // MARK: - Comparing

  private func isEqual(_ left: ComparedValue, for element: BindingValue) throws -> Bool {
    switch operand.content {
    case .null: return try evaluator.refersToNothing(left)
    case .nothing: return try text.map { try isEqual(left, to: $0) || evaluator.refersToNothing(left) } ?? false
    case .text: return try text.map { try isEqual(left, to: $0) } ?? false
    case .parts(let parts):
      // An empty reference counts as absent, so it does not equal a value.
      if try evaluator.refersToNothing(left) { return false }
      return try contains(parts, for: element) { value in
        guard left.isComparable(with: value), let relation = left.value.relation(to: value) else {
          throw incomparable(left, value)
        }
        return relation == .equal
      }
    }
  }

  private func isEqual(_ left: ComparedValue, to text: ComparedText) throws -> Bool {
    let isEqual = try text.isEqual(to: left.value, as: left.type)
    if isEqual || isPossible {
      isPossible = true
      return isEqual
    }
    // Any number can differ from one of another type, and be in a list with others.
    let isNumber = if case .number? = left.type { sign != .equals && text.isNumber } else { false }
    if left.type != nil, !isNumber, let slot = left.slot, let fault = try context.conditionFault(text.text, at: slot) {
      throw Fault(message: fault.description, range: operand.range, candidates: fault.candidates)
    }
    if let fault = containerFault(left.value, text) { throw fault }
    if !(left.type?.isEnumeration ?? false), !text.canEqual(left.value) {
      throw Fault(message: "'\(text.text)' is not \(left.value.wantedName)", range: operand.range)
    }
    try requireDoubleQuotes(text)
    isPossible = true
    return false
  }

  private func isOrdered(_ left: ComparedValue, for element: BindingValue) throws -> Bool {
    if !isPossible, let type = left.type, let slot = left.slot, let text {
      try require(type, text) { try context.conditionFault($0, at: slot) }
    }
    guard left.value.canBeOrdered else {
      throw Fault(
        message: "'\(sign.rawValue)' needs a number, a date or a text, not \(left.value.kindName)", range: leftRange)
    }
    if let text {
      guard let relation = text.relation(of: left.value, as: left.type) else {
        throw Fault(message: "'\(text.text)' is not \(left.value.wantedName)", range: operand.range)
      }
      isPossible = true
      return holds(relation)
    }
    guard case .parts(let parts) = operand.content else { return false }
    return try contains(parts, for: element) { value in
      guard left.isComparable(with: value), let relation = left.value.relation(to: value), value.canBeOrdered else {
        throw incomparable(left, value)
      }
      return holds(relation)
    }
  }

  private func holds(_ relation: ValueRelation) -> Bool {
    switch (sign, relation) {
    case (.isLess, .less), (.isAtMost, .less), (.isAtMost, .equal), (.isGreater, .greater), (.isAtLeast, .greater),
      (.isAtLeast, .equal):
      true
    default: false
    }
  }

  /// Compares parts of texts.
  private func isPart(_ left: ComparedValue, for element: BindingValue) throws -> Bool {
    let name = left.type?.caseName(of: left.value)
    guard let string = left.value.string ?? name else {
      let hint = left.value.elements == nil ? "" : "; use [*] to compare each element"
      throw Fault(
        message: "'\(sign.rawValue)' needs a text, not \(left.value.kindName)\(hint)", range: leftRange)
    }
    if let text {
      isPossible = true
      if let name, try isPart(text.text, of: name) { return true }
      return try isPart(text.text, of: left.value.string ?? left.value.text)
    }
    guard case .parts(let parts) = operand.content else { return false }
    return try contains(parts, for: element) { value in
      guard let wanted = value.string else { throw incomparable(left, value) }
      return try isPart(wanted, of: string)
    }
  }

  private func isPart(_ wanted: String, of string: String) throws -> Bool {
    switch sign {
    case .hasPrefix: string.utf8.starts(with: wanted.utf8)
    case .hasSuffix: string.utf8.reversed().starts(with: wanted.utf8.reversed())
    default: try pattern(for: wanted).isContained(in: string) { try context.folded($0) }
    }
  }

  /// Returns the pattern of a text, which is the same for most elements.
  private func pattern(for text: String) throws -> FoldedPattern {
    if let known = patterns[text] { return known }
    let pattern = try FoldedPattern(text) { try context.folded($0) }
    patterns[text] = pattern
    return pattern
  }

  /// True if `isMet` is true for one of the present values of a binding. Values that cannot be compared are skipped.
  private func contains(
    _ parts: [Binding.Part], for element: BindingValue, _ isMet: (BindingValue) throws -> Bool
  ) throws -> Bool {
    let branch = evaluator.branch(from: element)
    let values =
      try parts.count == 1
      ? branch.cursors(at: parts[0]).map { try evaluator.dated($0.value) } : [branch.joined(parts)]
    let present = values.filter { !$0.isAbsent }
    return try present.contains { value in
      do {
        let result = try isMet(value)
        isPossible = true
        return result
      } catch let found as Fault {
        fault = fault ?? found
        return false
      }
    }
  }

  // MARK: - Faults

  /// Throws if no value of a type can be compared with a text.
  private func require(
    _ type: ComparedType, _ text: ComparedText, _ typeFault: (String) throws -> ConditionFault?
  ) throws {
    try requireOperator(type)
    if sign.isTextual { return }
    if sign.isOrdering {
      guard let name = text.missingName(for: type) else { return }
      throw Fault(message: "'\(text.text)' is not \(name)", range: operand.range, candidates: type.caseNames)
    }
    if case .number = type, sign != .equals, text.isNumber { return }
    if let fault = try typeFault(text.text) {
      throw Fault(message: fault.description, range: operand.range, candidates: fault.candidates)
    }
  }

  /// Throws if the operator does not apply to a type.
  private func requireOperator(_ type: ComparedType) throws {
    let name: String? =
      switch type {
      case .bool: sign.isOrdering || sign.isTextual ? "a boolean" : nil
      case .number: sign.isTextual ? "a number" : nil
      case .date: sign.isTextual ? "a date" : nil
      case .reference, .container: sign.isOrdering || sign.isTextual ? "an object or an array" : nil
      case .enumeration, .text, .unknown: nil
      }
    guard let name else { return }
    let wanted = sign.isTextual ? "a text" : "a number, a date or a text"
    throw Fault(message: "'\(sign.rawValue)' needs \(wanted), not \(name)", range: leftRange)
  }

  private func incomparable(_ left: ComparedValue, _ right: BindingValue) -> Fault {
    var name = left.value.kindName
    if case .date? = left.type { name = "a date" }
    return Fault(message: "\(name) cannot be compared with \(right.kindName)", range: operand.range)
  }

  /// The reason why an object or array cannot equal a text that is no JSON; nil if it can.
  private func containerFault(_ value: BindingValue, _ text: ComparedText) -> Fault? {
    if text.text.utf8.first.map("[{".utf8.contains) ?? true { return nil }
    if value.elements != nil {
      return Fault(
        message: "an array does not equal '\(text.text)'; use [*] to compare each element", range: operand.range)
    }
    // A reference equals the id in it, and an object with one member can be the case of an enumeration.
    guard let object = value.stored, object.kind == .object, object["refKey"] == nil,
      object.count > 1
    else { return nil }
    return Fault(message: "an object does not equal '\(text.text)'; compare one of its values", range: operand.range)
  }

  /// Throws if a text is in single quotes, because they count as part of the text.
  private func requireDoubleQuotes(_ text: ComparedText) throws {
    guard text.text.utf8.count > 1, text.text.utf8.first == UInt8(ascii: "'"), text.text.utf8.last == UInt8(ascii: "'"),
      operand.range.count == text.text.utf8.count
    else { return }
    throw Fault(
      message: "no value equals \(text.text) with its single quotes; put a text in double quotes", range: operand.range)
  }
}
