import JSONDocument

/// One comparison of a condition, evaluated on the elements of one array.
final class ComparisonEvaluation {
  /// Thrown if a value cannot be compared, with the place of the fault in the binding.
  private struct Impossible: Error {
    let message: String
    let range: Range<Int>
    var candidates: [String] = []
  }

  /// A value of the left side with its defined type.
  private struct Left {
    let value: BindingValue
    let type: ComparedType?
    /// The place of a value that is missing or was found by an evaluation; nil for others.
    var evaluatedSlot: BindingSlot?

    /// The place of the value.
    var slot: BindingSlot? { evaluatedSlot ?? value.stored.map { .value($0) } }
  }

  private let comparison: Binding.Comparison
  private let evaluator: BindingEvaluator
  private let right: [ComparedText?]
  private var path: StoredPath
  private var patterns: [String: FoldedPattern] = [:]
  private var isPossible = false
  private var fault: Impossible?

  private var sign: ComparisonOperator { comparison.sign }
  private var context: any EvaluationContext { evaluator.context }

  init(_ comparison: Binding.Comparison, _ evaluator: BindingEvaluator) {
    self.comparison = comparison
    self.evaluator = evaluator
    right = comparison.right.map { operand in
      if case .text(let text) = operand.content { ComparedText(text) { evaluator.context.now } } else { nil }
    }
    path = StoredPath(comparison.left.part)
  }

  /// True if an element meets the comparison. False if its value cannot be compared.
  func isMet(by element: BindingValue) throws -> Bool {
    if let left = try storedLeft(of: element) {
      return try judging { try holds(left, for: element) }
    }
    let values = try leftValues(of: element)
    guard sign == .differs else {
      return try judging { try values.contains { try holds($0, for: element) } }
    }
    let present = values.filter { !$0.value.isAbsent }
    return try judging { try !present.isEmpty && present.allSatisfy { try holds($0, for: element) } }
  }

  /// Throws an error of kind `notFound` if the comparison was impossible for all elements.
  func requireMeaning() throws {
    guard !isPossible, let fault else { return }
    throw BindingError(
      .notFound, fault.message, in: evaluator.text, at: fault.range, candidates: fault.candidates)
  }

  private func judging(_ body: () throws -> Bool) throws -> Bool {
    do {
      return try body()
    } catch let impossible as Impossible {
      fault = fault ?? impossible
      return false
    }
  }

  // MARK: - The left side

  /// Returns the value of a left side that only goes through stored properties; nil if the element needs a whole evaluation.
  private func storedLeft(of element: BindingValue) throws -> Left? {
    guard case .json(let object) = element else { return nil }
    switch path.follow(from: object) {
    case .unknown: return nil
    case .missing: return Left(value: .absent, type: nil)
    case .stored(let value):
      return Left(value: .json(value), type: try path.type(of: value, in: context))
    }
  }

  private func leftValues(of element: BindingValue) throws -> [Left] {
    guard case .parts(let parts) = comparison.left.content else { return [] }
    let branch = evaluator.branch(from: element)
    guard parts.count == 1 else {
      return [Left(value: try branch.joined(parts), type: nil)]
    }
    do {
      let cursors = try branch.cursors(at: parts[0])
      path.note(cursors.first?.slot)
      return try cursors.map { cursor in
        let type = try cursor.slot.flatMap { try context.comparedType(at: $0) }
        return Left(value: cursor.value, type: type, evaluatedSlot: cursor.slot)
      }
    } catch let error as BindingError where error.kind == .wrongKind && Self.isScalar(element) {
      // A condition on a property cannot match the numbers in an array of mixed values.
      return []
    }
  }

  private static func isScalar(_ element: BindingValue) -> Bool {
    element.stored.map { $0.kind != .object } ?? true
  }

  // MARK: - Comparing

  /// True if a value of the left side meets the comparison.
  private func holds(_ left: Left, for element: BindingValue) throws -> Bool {
    if left.value.isAbsent {
      try examine(left)
      return sign == .equals || sign == .isIn ? comparison.right.contains(where: \.isMissing) : false
    }
    if sign == .differs {
      return try !zip(comparison.right, right).contains { try isEqual(left, to: $0, $1, for: element) }
    }
    for (operand, text) in zip(comparison.right, right) {
      if sign == .isIn || sign == .equals {
        if try isEqual(left, to: operand, text, for: element) { return true }
      } else if try isOrdered(left, to: operand, text, for: element) {
        return true
      }
    }
    return false
  }

  /// Throws if the definition says that values at the place of a missing one cannot be compared.
  private func examine(_ left: Left) throws {
    guard !isPossible, fault == nil, let type = left.type, let slot = left.slot else { return }
    for (operand, text) in zip(comparison.right, right) {
      guard let text else { continue }
      try requireType(type, slot, operand, text)
    }
    isPossible = true
  }

  private func requireType(
    _ type: ComparedType, _ slot: BindingSlot, _ operand: Binding.Operand, _ text: ComparedText
  ) throws {
    try requireOperator(type, shownAs: nil)
    if sign.isTextual { return }
    if sign.isOrdering {
      guard let name = text.missingName(for: type) else { return }
      throw Impossible(message: "'\(text.text)' is not \(name)", range: operand.range, candidates: type.caseNames)
    }
    if let fault = try context.conditionFault(text.text, at: slot) {
      throw Impossible(message: fault.description, range: operand.range, candidates: fault.candidates)
    }
  }

  /// Throws if the operator does not apply to a type.
  private func requireOperator(_ type: ComparedType, shownAs kind: String?) throws {
    let name: String? =
      switch type {
      case .bool: sign.isOrdering || sign.isTextual ? "a boolean" : nil
      case .number: sign.isTextual ? "a number" : nil
      case .date: sign.isTextual ? "a date" : nil
      case .container: sign.isOrdering || sign.isTextual ? "an object or an array" : nil
      case .enumeration(let cases): sign.isTextual && cases.first?.raw.kind == .number ? "a number" : nil
      case .text, .unknown: nil
      }
    guard let name else { return }
    let wanted = sign.isTextual ? "a text" : "a number, a date or a text"
    throw Impossible(
      message: "'\(sign.rawValue)' needs \(wanted), not \(kind ?? name)", range: comparison.left.range)
  }

  private func isEqual(
    _ left: Left, to operand: Binding.Operand, _ text: ComparedText?, for element: BindingValue
  ) throws -> Bool {
    switch operand.content {
    case .null:
      isPossible = true
      return false
    case .text:
      guard let text else { return false }
      return try isEqual(left, to: text, operand)
    case .parts(let parts):
      return try rightValues(parts, for: element).contains { value in
        guard let relation = left.value.relation(to: value) else { throw incomparable(left.value, value, operand) }
        isPossible = true
        return relation == .equal
      }
    }
  }

  private func isEqual(_ left: Left, to text: ComparedText, _ operand: Binding.Operand) throws -> Bool {
    let isEqual = try text.isEqual(to: left.value, as: left.type)
    if isEqual || isPossible {
      isPossible = true
      return isEqual
    }
    if left.type != nil, let slot = left.slot, let fault = try context.conditionFault(text.text, at: slot) {
      throw Impossible(message: fault.description, range: operand.range, candidates: fault.candidates)
    }
    if !(left.type?.isEnumeration ?? false), !text.canEqual(left.value) {
      throw Impossible(
        message: "'\(text.text)' is not \(left.value.wantedName)", range: operand.range)
    }
    try requireDoubleQuotes(text, operand)
    isPossible = true
    return false
  }

  private func isOrdered(
    _ left: Left, to operand: Binding.Operand, _ text: ComparedText?, for element: BindingValue
  ) throws -> Bool {
    if !isPossible, let type = left.type, let slot = left.slot, let text { try requireType(type, slot, operand, text) }
    if sign.isTextual { return try isPart(left, operand, text, for: element) }
    guard left.value.canBeOrdered else {
      throw Impossible(
        message: "'\(sign.rawValue)' needs a number, a date or a text, not \(left.value.kindName)",
        range: comparison.left.range)
    }
    func holds(_ relation: ValueRelation) -> Bool {
      isPossible = true
      return switch (sign, relation) {
      case (.isLess, .less), (.isAtMost, .less), (.isAtMost, .equal), (.isGreater, .greater), (.isAtLeast, .greater),
        (.isAtLeast, .equal):
        true
      default: false
      }
    }
    if let text {
      guard let relation = text.relation(of: left.value, as: left.type) else {
        throw Impossible(
          message: "'\(text.text)' is not \(left.value.wantedName)", range: operand.range)
      }
      return holds(relation)
    }
    guard case .parts(let parts) = operand.content else { return false }
    return try rightValues(parts, for: element).contains { value in
      guard let relation = left.value.relation(to: value), value.canBeOrdered else {
        throw incomparable(left.value, value, operand)
      }
      return holds(relation)
    }
  }

  /// Compares parts of texts.
  private func isPart(
    _ left: Left, _ operand: Binding.Operand, _ text: ComparedText?, for element: BindingValue
  ) throws -> Bool {
    guard let string = left.value.string else {
      let hint = left.value.elements == nil ? "" : "; use [*] to compare each element"
      throw Impossible(
        message: "'\(sign.rawValue)' needs a text, not \(left.value.kindName)\(hint)", range: comparison.left.range)
    }
    func isPart(_ wanted: String) throws -> Bool {
      switch sign {
      case .hasPrefix: string.utf8.starts(with: wanted.utf8)
      case .hasSuffix: string.utf8.reversed().starts(with: wanted.utf8.reversed())
      default: try pattern(for: wanted).isContained(in: string) { try context.folded($0) }
      }
    }
    if let text {
      isPossible = true
      return try isPart(text.text)
    }
    guard case .parts(let parts) = operand.content else { return false }
    return try rightValues(parts, for: element).contains { value in
      guard let wanted = value.string else { throw incomparable(left.value, value, operand) }
      isPossible = true
      return try isPart(wanted)
    }
  }

  /// Returns the pattern of a text, which is the same for most elements.
  private func pattern(for text: String) throws -> FoldedPattern {
    if let known = patterns[text] { return known }
    let pattern = try FoldedPattern(text) { try context.folded($0) }
    patterns[text] = pattern
    return pattern
  }

  /// Returns the present values of a right side that is a binding.
  private func rightValues(_ parts: [Binding.Part], for element: BindingValue) throws -> [BindingValue] {
    let branch = evaluator.branch(from: element)
    let values =
      try parts.count == 1
      ? branch.cursors(at: parts[0]).map { try evaluator.dated($0.value) } : [branch.joined(parts)]
    let present = values.filter { !$0.isAbsent }
    // Without a value there is nothing to compare with, which is no fault.
    if present.isEmpty { isPossible = true }
    return present
  }

  // MARK: - Faults

  private func incomparable(_ left: BindingValue, _ right: BindingValue, _ operand: Binding.Operand) -> Impossible {
    Impossible(message: "\(left.kindName) cannot be compared with \(right.kindName)", range: operand.range)
  }

  /// Throws if a text is in single quotes, because they count as part of the text.
  private func requireDoubleQuotes(_ text: ComparedText, _ operand: Binding.Operand) throws {
    guard text.text.utf8.count > 1, text.text.utf8.first == UInt8(ascii: "'"), text.text.utf8.last == UInt8(ascii: "'"),
      operand.range.count == text.text.utf8.count
    else { return }
    throw Impossible(
      message: "no value equals \(text.text) with its single quotes; put a text in double quotes", range: operand.range)
  }
}

extension Binding.Operand {
  /// The only part of a binding; nil for other operands.
  fileprivate var part: Binding.Part? {
    guard case .parts(let parts) = content, parts.count == 1 else { return nil }
    return parts[0]
  }

  /// True for `null`, and for no text at all.
  fileprivate var isMissing: Bool {
    switch content {
    case .null: true
    case .text(let text): text.isEmpty
    case .parts: false
    }
  }
}

extension BindingEvaluator {
  /// Returns the values of several parts as one text.
  func joined(_ parts: [Binding.Part]) throws -> BindingValue {
    let texts = try parts.map { try value(of: $0) }.filter { !$0.isAbsent }.map(\.text)
    return .text(texts.joined(separator: " "))
  }
}
