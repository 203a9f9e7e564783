import Bindings
import JSONDocument
import OKitStorage

/// A binding in a step, evaluated on objects. It reads the model as it was when this was made.
struct StepBinding {
  private let binding: Binding
  private let values: MigratingValues
  private let context: StepContext

  init(_ binding: Binding, in context: StepContext) {
    self.binding = binding
    self.context = context
    values = MigratingValues(context.model)
  }

  /// Returns the value for an object. Throws errors with the position of the object, of kind `configuration` if the binding makes no sense for it.
  func value(for object: JSONValue, in document: Int) throws -> BindingValue {
    do {
      return try binding.evaluate(in: values, from: object).content
    } catch let error as BindingError {
      throw context.model.error(
        .configuration, context.message("\(PathComponent.printable(binding.description)): \(error)"), at: object,
        in: document)
    } catch let error as OKitError {
      throw context.model.error(error.kind, context.message(error.message), at: object, in: document)
    }
  }
}
