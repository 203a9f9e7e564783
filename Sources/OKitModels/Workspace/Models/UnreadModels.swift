package import OKitStorage

/// The models that could not be read during a search.
package struct UnreadModels {
  /// The models with the errors of reading them.
  package private(set) var errors: [(name: ModelName, error: OKitError)] = []

  package init(errors: [(name: ModelName, error: OKitError)] = []) {
    self.errors = errors
  }

  /// True if the model `name` could not be read.
  package func contains(_ name: ModelName) -> Bool { errors.contains { $0.name == name } }

  /// Returns the result of `body`; nil if the model `name` is locked, damaged or unsupported, which is recorded.
  package mutating func collecting<Result>(_ name: ModelName, _ body: () throws -> Result?) throws -> Result? {
    do {
      return try body()
    } catch let error as OKitError where [.locked, .malformed, .unsupported].contains(error.kind) {
      errors.append((name, error))
      return nil
    }
  }

  /// Throws an error if `what`, which was not found, could be in a model that was not read.
  package func require(_ what: String) throws {
    let locked = errors.filter { $0.error.kind == .locked }
    if let first = locked.first {
      let names = locked.map { PathComponent.printable($0.name.description) }.joined(separator: ", ")
      throw OKitError(
        .locked, "cannot find \(what) in the readable models, and cannot open \(names)", remedy: first.error.remedy)
    }
    if let damaged = errors.first(where: { $0.error.kind == .malformed }) { throw damaged.error }
  }
}
