extension Observer {
  /// Runs `body` after a change was made. If `body` fails, the change is done all the same, so that becomes a warning: `could not <purpose>: <reason>`.
  ///
  /// Other errors than `OKitError` and `SystemError`, such as an interrupt, are thrown.
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
