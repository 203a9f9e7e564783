import Bindings

/// How messages call a step.
struct StepName {
  let text: String

  /// An error that names the step.
  func error(_ kind: OKitError.Kind, _ message: String, remedy: OKitError.Remedy? = nil) -> OKitError {
    OKitError(kind, "the step \(text): \(message)", remedy: remedy)
  }

  /// The error for a name that is not there, with those that are, the nearest first.
  func unknown(_ name: String, of className: String, among names: [String]) -> OKitError {
    let sorted = NearestName.sorted(names, to: name)
    let nearest = sorted.first.map { ", the nearest is '\($0)'" } ?? ""
    return error(
      .configuration, "\(className) has no property \(PathComponent.printable(name))\(nearest)",
      remedy: .candidates(sorted))
  }
}
