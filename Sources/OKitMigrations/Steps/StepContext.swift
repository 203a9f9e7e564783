import Bindings
import Definitions
import JSONDocument
import OKitModels
import OKitStorage

/// The model to which a step is applied, and everything that the step needs for it.
struct StepContext {
  let model: MigratingModel
  /// The step in messages: its JSON, or its effect.
  let step: String
  let programs: MigrationPrograms

  // MARK: - Objects

  /// Calls `body` with the objects of a class, each before those in it, and with the index of its document.
  func forEachObject(of className: String, _ body: (_ object: JSONValue, _ document: Int) throws -> Void) rethrows {
    try model.forEachObject { object, definition, document in
      if definition.name == className { try body(object, document) }
    }
  }

  /// Returns a new object of a class: `given`, and everything else that the class requires.
  ///
  /// Throws an error of kind `configuration` if only the app can make such an object.
  func newObject(of className: String, given: JSONValue) throws -> String {
    do {
      let json = try model.initialData(by: model.snapshot).json(of: className, given: given)
      return String(decoding: json, as: UTF8.self)
    } catch let error as OKitError {
      throw self.error(
        .configuration, "cannot create an object of class \(className): \(error.message)", remedy: error.remedy)
    }
  }

  // MARK: - Errors

  func message(_ text: String) -> String { "the step \(step): \(text)" }

  func error(_ kind: OKitError.Kind, _ text: String, remedy: OKitError.Remedy? = nil) -> OKitError {
    OKitError(kind, message(text), remedy: remedy)
  }

  /// Returns an error of kind `configuration` for a binding that is impossible.
  func error(_ error: BindingError) -> OKitError {
    OKitError(.configuration, message(for: error), excerpt: error.excerpt)
  }

  private func message(for error: BindingError) -> String {
    message("\(PathComponent.printable(error.binding)): \(error)")
  }

  /// Returns an error of kind `malformed` with the position of `value`, which is in the document of the model at `index`.
  func error(_ text: String, at value: JSONValue, in index: Int) -> OKitError {
    model.error(.malformed, message(text), at: value, in: index)
  }

  func unknownProperty(_ name: String, of className: String, among names: [String]) -> OKitError {
    error(
      .configuration, "\(className) has no property \(PathComponent.printable(name))",
      remedy: .candidates(names, insteadOf: name))
  }
}

/// A binding in a step, evaluated on objects. It reads the model as it is when this is created.
struct StepBinding {
  private let binding: Binding
  private let values: MigrationEvaluationContext
  private let context: StepContext

  init(_ binding: Binding, in context: StepContext) {
    self.binding = binding
    self.context = context
    values = MigrationEvaluationContext(context.model)
  }

  /// Returns the value for an object. Throws errors with the position of the object, of kind `configuration` if the binding is impossible for it.
  func value(for object: JSONValue, in document: Int) throws -> BindingValue {
    try context.positioned(at: object, in: document) { try binding.evaluate(in: values, from: object).content }
  }
}

extension StepContext {
  /// Runs `body`, and gives the errors of bindings the position of an object.
  func positioned<Result>(at object: JSONValue, in document: Int, _ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as BindingError {
      throw model.error(.configuration, message(for: error), at: object, in: document, excerpt: error.excerpt)
    } catch let error as OKitError {
      throw model.error(error.kind, message(error.message), at: object, in: document)
    }
  }
}

extension BindingError {
  /// The text with the place of the error.
  var excerpt: OKitError.Excerpt {
    let front = String(decoding: binding.utf8.prefix(range.lowerBound), as: UTF8.self)
    return OKitError.Excerpt(line: binding, caret: front.unicodeScalars.count)
  }
}
