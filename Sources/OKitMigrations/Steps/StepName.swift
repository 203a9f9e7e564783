import JSONDocument
import OKitModels
import OKitStorage

/// How messages call a step.
struct StepName {
  let text: String

  /// An error that names the step.
  func error(_ kind: OKitError.Kind, _ message: String, remedy: OKitError.Remedy? = nil) -> OKitError {
    OKitError(kind, told(message), remedy: remedy)
  }

  /// An error of the kind `malformed` that names the step and the place of `value`, in the document of `model` at `index`.
  func error(_ message: String, at value: JSONValue, in index: Int, of model: MigratingModel) -> OKitError {
    model.error(.malformed, told(message), at: value, in: index)
  }

  /// The error for a name that is not there, with those that are.
  func unknown(_ name: String, of className: String, among names: [String]) -> OKitError {
    error(
      .configuration, "\(className) has no property \(PathComponent.printable(name))",
      remedy: .candidates(names, insteadOf: name))
  }

  /// A message that names the step.
  func told(_ message: String) -> String { "the step \(text): \(message)" }
}
