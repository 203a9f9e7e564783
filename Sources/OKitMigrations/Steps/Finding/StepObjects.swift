import Bindings
import Definitions
import JSONDocument

/// The objects that a step is about.
struct StepObjects {
  let model: MigratingModel
  /// Their class.
  let className: String
  private let condition: StepBinding?

  /// The objects of a class for which `condition`, a binding, is true; all without one. Throws an error of kind `configuration` for what is no binding.
  init(_ className: String, where condition: String? = nil, in model: MigratingModel, _ name: StepName) throws {
    self.className = className
    self.model = model
    self.condition = try condition.map { try StepBinding($0, model, name) }
  }

  /// Visits them, the outer ones before those in them, with the index of their document.
  func forEach(_ body: (_ object: JSONValue, _ document: Int) throws -> Void) throws {
    try model.forEachObject { object, definition, document in
      guard definition.name == className, try condition?.value(for: object, in: document).isTrue ?? true else { return }
      try body(object, document)
    }
  }
}
