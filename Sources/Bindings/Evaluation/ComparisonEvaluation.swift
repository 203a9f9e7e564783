import JSONDocument

/// One comparison of a condition, evaluated on elements of the same type.
final class ComparisonEvaluation {
  private let comparison: Binding.Comparison
  private let evaluator: BindingEvaluator
  private let operands: [OperandComparison]
  private var path: StoredPath

  var sign: ComparisonOperator { comparison.sign }

  /// - Parameter isUniform: True if values of the same path have the same type in all elements.
  init(_ comparison: Binding.Comparison, _ evaluator: BindingEvaluator, isUniform: Bool) {
    self.comparison = comparison
    self.evaluator = evaluator
    operands = comparison.right.map { OperandComparison(comparison, $0, evaluator) }
    path = StoredPath(isUniform ? comparison.left.part : nil)
  }

  /// True once each value on the right side could be compared with a value on the left side.
  var isPossible: Bool { operands.allSatisfy(\.isPossible) }

  /// True if an element meets the comparison.
  func isMet(by element: BindingValue) throws -> Bool {
    if let left = try storedLeft(of: element) { return try isMet(left, by: element) }
    let values = try leftValues(of: element)
    guard sign == .differs else { return try values.contains { try isMet($0, by: element) } }
    // None of several values may be equal, and one must be present.
    let present = try values.filter { try !$0.value.isAbsent && !evaluator.refersToNothing($0) }
    return try !present.isEmpty && present.allSatisfy { try isMet($0, by: element) }
  }

  private func isMet(_ left: ComparedValue, by element: BindingValue) throws -> Bool {
    if left.value.isAbsent {
      if !isPossible { try operands.forEach { try $0.examine(left) } }
      return (sign == .equals || sign == .isIn) && comparison.right.contains(where: \.isMissing)
    }
    // An empty reference counts as absent, so it does not differ from a value.
    if sign == .differs, try evaluator.refersToNothing(left) {
      if !isPossible { for operand in operands { _ = try operand.isMet(left, by: element) } }
      return false
    }
    // Each operand must be possible by itself, so none is skipped until all of them were.
    if isPossible { return try operands.contains { try $0.isMet(left, by: element) } }
    return try operands.reduce(false) { isMet, operand in try operand.isMet(left, by: element) || isMet }
  }

  /// Determines from the definition of a class whether its objects can meet the comparison, unless one of them has shown it.
  func examine(membersOf className: String) throws {
    guard !isPossible, !path.keys.isEmpty,
      let declared = try evaluator.context.declaredType(at: path.keys, inClass: className)
    else { return }
    for operand in operands { try operand.examine(declared.type, declared.fault) }
  }

  /// Throws an error of kind `notFound` if a value on the right side could not be compared with any on the left side.
  func requireMeaning() throws {
    for operand in operands {
      guard !operand.isPossible, let fault = operand.fault else { continue }
      throw BindingError(
        .notFound, fault.message, in: evaluator.text, at: fault.range, candidates: fault.candidates)
    }
  }

  // MARK: - The left side

  /// Returns the value of a left side that only goes through stored properties; nil if the element needs a whole evaluation.
  private func storedLeft(of element: BindingValue) throws -> ComparedValue? {
    guard case .json(let object) = element else { return nil }
    switch path.follow(from: object) {
    case .unknown: return nil
    case .missing: return ComparedValue(value: .absent, type: nil)
    case .stored(let value):
      return ComparedValue(value: .json(value), type: try path.type(of: value, in: evaluator.context))
    }
  }

  /// The constant on the right side; nil if there are several values or a binding.
  var onlyText: ComparedText? { operands.count == 1 ? operands[0].text : nil }

  /// Returns the indices of the left values of elements of a document; nil if they need an evaluation.
  func storedIndices(_ document: JSONDocument, _ elements: [UInt32]) -> [UInt32]? {
    path.keys.isEmpty ? nil : document.indices(along: path.keys, from: elements)
  }

  /// Returns the defined type of the stored left values.
  func storedType(of value: JSONValue) throws -> ComparedType? { try path.type(of: value, in: evaluator.context) }

  private func leftValues(of element: BindingValue) throws -> [ComparedValue] {
    guard case .parts(let parts) = comparison.left.content else { return [] }
    let branch = evaluator.branch(from: element)
    guard parts.count == 1 else { return [ComparedValue(value: try branch.joined(parts), type: nil)] }
    do {
      let cursors = try branch.cursors(at: parts[0])
      path.note(cursors.first?.slot)
      return try cursors.map { cursor in
        let type = try cursor.slot.flatMap { try evaluator.context.comparedType(at: $0) }
        return ComparedValue(value: cursor.value, type: type, evaluatedSlot: cursor.slot)
      }
    } catch let error as BindingError where error.kind == .wrongKind && Self.isScalar(element) {
      // A condition on a property cannot match the numbers in an array of mixed values.
      return []
    }
  }

  private static func isScalar(_ element: BindingValue) -> Bool {
    element.stored.map { $0.kind != .object } ?? true
  }
}

/// A value on the left side of a comparison.
struct ComparedValue {
  let value: BindingValue
  /// The type by its definition; nil without one.
  let type: ComparedType?
  /// The place of a value that is missing or was found by an evaluation; nil for others.
  var evaluatedSlot: BindingSlot?

  /// True unless one is a date and the other one is not.
  func isComparable(with other: BindingValue) -> Bool {
    guard let type, value.isNumber || value.isDate else { return true }
    let isDate = if case .date = type { true } else { value.isDate }
    return other.isNumber || other.isDate ? isDate == other.isDate : true
  }

  /// The place of the value.
  var slot: BindingSlot? { evaluatedSlot ?? value.stored.map { .value($0) } }
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
    case .null, .nothing: true
    case .text, .parts: false
    }
  }
}

extension BindingEvaluator {
  /// Returns the values of several parts as one text; an absent value if all of them are absent.
  func joined(_ parts: [Binding.Part]) throws -> BindingValue {
    let texts = try parts.map { try value(of: $0) }.filter { !$0.isAbsent }.map(\.text)
    return texts.isEmpty ? .absent : .text(texts.joined(separator: " "))
  }
}
