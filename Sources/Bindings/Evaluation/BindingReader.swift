package import JSONDocument

/// Evaluates a binding on many values.
package final class BindingReader {
  private let binding: Binding
  private let evaluator: BindingEvaluator
  private let isTolerant: Bool
  private let namesCases: Bool
  private var path: StoredPath

  /// A reader of `binding` in `context`.
  ///
  /// - Parameters:
  ///   - isUniform: True if all values have the same type: elements of one array, or entities of one class.
  ///   - isTolerant: True if a value is absent instead of an error where the binding does not fit.
  ///   - namesCases: True to return the name of an enumeration's case instead of its raw value.
  package init(
    _ binding: Binding, in context: some EvaluationContext, isUniform: Bool = true, isTolerant: Bool = false,
    namesCases: Bool = false
  ) {
    self.namesCases = namesCases
    self.binding = binding
    self.isTolerant = isTolerant
    evaluator = BindingEvaluator(text: binding.description, context: context, start: nil)
    path = StoredPath(isUniform && binding.parts.count == 1 ? binding.parts[0] : nil)
  }

  /// Returns the result for a value. A binding that can lead to several values returns a list of them. Throws the errors of ``Binding/evaluate(in:from:)``.
  package func value(of start: JSONValue) throws -> BindingValue {
    switch path.follow(from: start) {
    case .missing: return .absent
    case .stored(let value):
      guard value.kind == .number || namesCases && value.kind == .string else { return .json(value) }
      return shown(value, as: try path.type(of: value, in: evaluator.context))
    case .unknown:
      do {
        return try evaluated(from: start)
      } catch is BindingError where isTolerant {
        return .absent
      }
    }
  }

  private func evaluated(from start: JSONValue) throws -> BindingValue {
    evaluator.progress.beginValue()
    let branch = evaluator.branch(from: .json(start))
    guard binding.parts.count == 1 else { return try branch.joined(binding.parts) }
    let cursors = try branch.cursors(at: binding.parts[0])
    path.note(cursors.first?.slot)
    let values = try cursors.map { cursor in
      guard namesCases, case .json(let stored) = cursor.value, stored.kind == .number || stored.kind == .string else {
        return try branch.dated(cursor.value)
      }
      return shown(stored, as: try evaluator.context.comparedType(at: .value(stored)))
    }
    return values.count == 1 && !binding.mayMatchSeveral ? values[0] : .list(values)
  }

  private func shown(_ value: JSONValue, as type: ComparedType?) -> BindingValue {
    switch type {
    case .date? where value.kind == .number: return .date(value)
    case .enumeration(let cases)? where namesCases:
      return cases.first { $0.raw.isSame(as: value) }.map { .text($0.name) } ?? .json(value)
    default: return .json(value)
    }
  }
}
