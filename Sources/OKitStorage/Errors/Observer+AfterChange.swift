extension Observer {
  /// Runs `body` after a change was made. The change stays even if `body` fails, so the failure becomes a warning: `cannot <purpose>: <reason>`.
  ///
  /// Throws errors other than `OKitError` and `SystemError`, such as an interrupt.
  package func warnOnFailure(to purpose: String, _ body: () throws -> Void) throws {
    do {
      try body()
    } catch let error as OKitError {
      warned("cannot \(purpose): \(error.message)")
    } catch let error as SystemError {
      warned("cannot \(purpose): \(error)")
    }
  }
}
