import Bindings
import JSONDocument
import OKitModels
import OKitStorage

/// The member `where` of a step, which selects objects.
enum StepCondition {
  /// A binding whose value is taken as a boolean.
  case binding(Binding)
  /// Comparisons, such as `price>9 && type=paperback`.
  case comparisons(BindingCondition)
}

/// A condition of a step, evaluated on objects. It reads the model as it is when this is created.
struct StepConditionEvaluation {
  private enum Content {
    case binding(StepBinding)
    case comparisons(ConditionEvaluation)
  }

  private let content: Content
  private let context: StepContext

  init(_ condition: StepCondition, in context: StepContext) {
    self.context = context
    content =
      switch condition {
      case .binding(let binding): .binding(StepBinding(binding, in: context))
      case .comparisons(let condition):
        .comparisons(ConditionEvaluation(condition, in: MigrationEvaluationContext(context.model)))
      }
  }

  /// True if an object is selected. Throws errors with the position of the object, of kind `configuration` if the condition is impossible for it.
  func isMet(by object: JSONValue, in document: Int) throws -> Bool {
    switch content {
    case .binding(let binding): try binding.value(for: object, in: document).isTrue
    case .comparisons(let evaluation):
      try context.positioned(at: object, in: document) { try evaluation.isMet(by: object) }
    }
  }

  /// Throws an error of kind `configuration` if a comparison was impossible for all objects.
  func requireMeaning() throws {
    guard case .comparisons(let evaluation) = content else { return }
    do {
      try evaluation.requireMeaning()
    } catch let error as BindingError {
      throw context.error(error)
    }
  }
}
