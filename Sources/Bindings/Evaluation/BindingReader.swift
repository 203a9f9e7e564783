package import JSONDocument

/// Evaluates a binding on many values.
package final class BindingReader {
  private let binding: Binding
  private let evaluator: BindingEvaluator
  private let isTolerant: Bool
  private var path: StoredPath

  /// A reader of `binding` in `context`.
  ///
  /// - Parameters:
  ///   - isUniform: True if all values have the same type: elements of one array, or entities of one class.
  ///   - isTolerant: True if an unknown name is an absent value instead of an error.
  package init(
    _ binding: Binding, in context: some EvaluationContext, isUniform: Bool = true, isTolerant: Bool = false
  ) {
    self.binding = binding
    self.isTolerant = isTolerant
    evaluator = BindingEvaluator(text: binding.description, context: context, start: nil)
    path = StoredPath(isUniform && binding.parts.count == 1 ? binding.parts[0] : nil)
  }

  /// Returns the result for a value; several results become a list. Throws the errors of ``Binding/evaluate(in:from:)``.
  package func value(of start: JSONValue) throws -> BindingValue {
    switch path.follow(from: start) {
    case .missing: return .absent
    case .stored(let value):
      guard value.kind == .number, case .date? = try path.type(of: value, in: evaluator.context) else {
        return .json(value)
      }
      return .date(value)
    case .unknown:
      do {
        return try evaluated(from: start)
      } catch let error as BindingError where isTolerant && error.kind == .notFound {
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
    let values = try cursors.map { try branch.dated($0.value) }
    return values.count == 1 ? values[0] : .list(values)
  }
}
