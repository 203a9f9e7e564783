import Bindings
import JSONDocument
import OKitStorage

/// A binding in a step, which is evaluated on the objects of a class.
struct StepBinding {
  private let binding: Binding
  private let values: MigratingValues
  private let model: MigratingModel
  private let name: StepName

  /// A binding over `model` as it is now. Throws an error of kind `configuration` where the text is none.
  init(_ text: String, _ model: MigratingModel, _ name: StepName) throws {
    do {
      binding = try Binding(parsing: text)
    } catch {
      throw name.error(.configuration, "\(PathComponent.printable(text)) is not a valid path: \(error)")
    }
    self.model = model
    self.name = name
    values = MigratingValues(model)
  }

  /// What it says of an object. Throws errors of kind `configuration` where it makes no sense, with the place.
  func value(for object: JSONValue, in document: Int) throws -> BindingValue {
    do {
      return try binding.evaluate(in: values, from: object).content
    } catch let error as BindingError {
      throw model.error(
        .configuration, name.told("\(PathComponent.printable(binding.description)): \(error)"), at: object,
        in: document)
    } catch let error as OKitError {
      throw model.error(error.kind, name.told(error.message), at: object, in: document)
    }
  }
}
