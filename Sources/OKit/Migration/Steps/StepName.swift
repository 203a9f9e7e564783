import Bindings

/// How messages call a step.
struct StepName {
  let text: String

  /// An error that names the step.
  func error(_ kind: OKitError.Kind, _ message: String, remedy: OKitError.Remedy? = nil) -> OKitError {
    OKitError(kind, "the step \(text): \(message)", remedy: remedy)
  }

  /// Repeats a pass over the objects of a class while it says that it left some: those that lie in what it changed as a whole. Each level takes a pass of its own.
  ///
  /// Throws what `pass` throws, and an error of kind `malformed` for more than a hundred levels.
  func inPasses(over className: String, _ pass: () throws -> Bool) throws {
    for _ in 0..<100 {
      if try !pass() { return }
    }
    throw error(.malformed, "too many objects of the class \(className) lie in one another")
  }

  /// The error for a name that is not there, with those that are.
  func unknown(_ name: String, of className: String, among names: [String]) -> OKitError {
    error(
      .configuration, "\(className) has no property \(PathComponent.printable(name))",
      remedy: .candidates(names, insteadOf: name))
  }
}
