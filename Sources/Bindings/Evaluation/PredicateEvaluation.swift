package import JSONDocument

/// A condition on the elements of one array. It knows what it has learned about the elements so far.
final class PredicateEvaluation {
  private indirect enum Node {
    case comparison(ComparisonEvaluation)
    case all([Node])
    case any([Node])
    case not(Node)
  }

  private let root: Node
  private let comparisons: [ComparisonEvaluation]
  /// True before the first element, for which all comparisons are evaluated, so that a fault does not hide behind another comparison.
  private var isFirst = true

  init(_ predicate: Binding.Predicate, _ evaluator: BindingEvaluator) {
    var comparisons: [ComparisonEvaluation] = []
    func node(_ predicate: Binding.Predicate) -> Node {
      switch predicate {
      case .comparison(let comparison):
        let evaluation = ComparisonEvaluation(comparison, evaluator)
        comparisons.append(evaluation)
        return .comparison(evaluation)
      case .all(let conditions): return .all(conditions.map(node))
      case .any(let conditions): return .any(conditions.map(node))
      case .not(let condition): return .not(node(condition))
      }
    }
    root = node(predicate)
    self.comparisons = comparisons
  }

  /// True if an element meets the condition.
  func isMet(by element: BindingValue) throws -> Bool {
    if isFirst {
      for comparison in comparisons { _ = try comparison.isMet(by: element) }
      isFirst = false
    }
    return try isMet(root, by: element)
  }

  private func isMet(_ node: Node, by element: BindingValue) throws -> Bool {
    switch node {
    case .comparison(let comparison): try comparison.isMet(by: element)
    case .all(let nodes): try nodes.allSatisfy { try isMet($0, by: element) }
    case .any(let nodes): try nodes.contains { try isMet($0, by: element) }
    case .not(let node): try !isMet(node, by: element)
    }
  }

  /// Throws an error of kind `notFound` if a comparison was impossible for all elements.
  func requireMeaning() throws {
    for comparison in comparisons { try comparison.requireMeaning() }
  }
}

/// Tells which objects meet a condition. The objects have the same type: they are elements of one array, or have the same class.
package final class ConditionEvaluation {
  private let evaluation: PredicateEvaluation

  /// An evaluation of `condition` in `context`.
  package init(_ condition: BindingCondition, in context: some EvaluationContext) {
    evaluation = PredicateEvaluation(
      condition.predicate, BindingEvaluator(text: condition.text, context: context, start: nil))
  }

  /// True if a value meets the condition. Throws the errors of ``Binding/evaluate(in:from:)``.
  package func isMet(by value: JSONValue) throws -> Bool { try evaluation.isMet(by: .json(value)) }

  /// Throws an error of kind `notFound` if a comparison was impossible for all values so far.
  package func requireMeaning() throws { try evaluation.requireMeaning() }
}
