import Bindings
import OKitModels

/// Finds comparisons that no object of a class can meet, by the definitions and without data.
struct ImpossibleConditions {
  private let store: EntityStore

  /// Conditions on objects of the classes that `store` knows.
  init(_ store: EntityStore) { self.store = store }

  /// Returns why the first comparison of a condition is impossible; nil if all of them are possible, or if that depends on data.
  func fault(in condition: BindingCondition, ofClass name: String) -> String? {
    let evaluation = ConditionEvaluation(condition, in: StoreEvaluationContext(store: store, model: nil))
    do {
      try evaluation.examine(membersOf: name)
      try evaluation.requireMeaning()
      return nil
    } catch let error as BindingError {
      return error.description
    } catch { return nil }
  }
}
