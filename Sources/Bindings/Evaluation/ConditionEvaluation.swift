package import JSONDocument

/// Tells which values meet a condition.
package final class ConditionEvaluation {
  private let evaluator: BindingEvaluator
  let evaluation: PredicateEvaluation

  /// An evaluation of `condition` in `context`.
  ///
  /// - Parameter isUniform: True if all values have the same type: elements of one array, or entities of one class.
  package init(_ condition: BindingCondition, in context: some EvaluationContext, isUniform: Bool = true) {
    evaluator = BindingEvaluator(text: condition.text, context: context, start: nil)
    evaluation = PredicateEvaluation(condition.predicate, evaluator, isUniform: isUniform)
  }

  /// True if a value meets the condition. Throws the errors of ``Binding/evaluate(in:from:)``.
  package func isMet(by value: JSONValue) throws -> Bool {
    evaluator.progress.beginValue()
    return try evaluation.isMet(by: .json(value))
  }

  /// True once all comparisons of the condition could be made.
  package var isProven: Bool { evaluation.isProven }

  /// Determines from the definition of a class which comparisons are possible, as far as no value has shown it.
  package func examine(membersOf className: String) throws { try evaluation.examine(membersOf: className) }

  /// Throws an error of kind `notFound` if a comparison was impossible for all values so far.
  package func requireMeaning() throws { try evaluation.requireMeaning() }
}
