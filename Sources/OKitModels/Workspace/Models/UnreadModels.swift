package import OKitStorage

/// The models that could not be read during a search.
package struct UnreadModels {
  /// The models with the errors of reading them.
  package private(set) var errors: [(name: ModelName, error: OKitError)] = []

  package init(errors: [(name: ModelName, error: OKitError)] = []) {
    self.errors = errors
  }

  /// Returns a warning for each model that could not be read, and that therefore is missing in a result if `isOmission` is true.
  package func warnings(isOmission: Bool) -> [Warning] {
    errors.map { Warning("skipped model \($0.name): \($0.error.message)", omission: isOmission ? $0.error.kind : nil) }
  }

  /// True if the model `name` could not be read.
  package func contains(_ name: ModelName) -> Bool { errors.contains { $0.name == name } }

  /// Returns the result of `body`; nil if the model `name` is locked, damaged or unsupported, or on a server that does not
  /// answer, which is recorded.
  package mutating func collecting<Result>(_ name: ModelName, _ body: () throws -> Result?) throws -> Result? {
    do {
      return try body()
    } catch let error as OKitError where error.kind.concernsOneFile || error.kind == .unsupported {
      errors.append((name, error))
      return nil
    }
  }

  /// Throws an error if `what`, which was not found, could be in a model that was not read.
  package func require(_ what: String) throws {
    if let error = error(.locked, "cannot find \(what) in the readable models, and cannot open") { throw error }
    for kind in [OKitError.Kind.unreachable, .refused] {
      if let error = error(kind, "cannot find \(what) in the readable models, and cannot fetch") { throw error }
    }
    if let damaged = errors.first(where: { $0.error.kind == .malformed }) { throw damaged.error }
  }

  /// The error for the models that could not be read for a reason of this kind; nil if there are none.
  private func error(_ kind: OKitError.Kind, _ message: String) -> OKitError? {
    let unread = errors.filter { $0.error.kind == kind }
    guard let first = unread.first else { return nil }
    let names = unread.map { PathComponent.printable($0.name.description) }.joined(separator: ", ")
    return OKitError(kind, "\(message) \(names)", remedy: first.error.remedy)
  }
}
