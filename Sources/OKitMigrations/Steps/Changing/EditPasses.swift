import OKitStorage

/// Passes over the objects of a class, each of which leaves those that lie in what it changed as a whole to the next one.
enum EditPasses {
  /// Each level of objects in one another takes a pass of its own.
  private static let most = 100

  /// Repeats `pass` while it says that it left some.
  ///
  /// Throws what `pass` throws, and an error of kind `malformed` where there are too many.
  static func run(over className: String, _ name: StepName, _ pass: () throws -> Bool) throws {
    for _ in 0..<most {
      if try !pass() { return }
    }
    throw name.error(.malformed, "objects of the class \(className) are nested too deeply")
  }
}
