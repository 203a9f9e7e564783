import CommandKit

extension Session {
  /// Runs `body` for each element, and reports each failure, so that one of them does not keep the others from their turn. An interrupt ends it.
  ///
  /// Returns the status of the first failure; nil if there was none.
  func each<Element>(_ elements: [Element], _ body: (Element) throws -> Void) throws -> Int32? {
    var status: Int32?
    for element in elements {
      do {
        try body(element)
      } catch let error as UsageError {
        // It concerns the command as a whole.
        throw error
      } catch let exit as ExitStatus {
        status = status ?? exit.code
      } catch let error where Signals.pending == nil {
        let failure = describe(error)
        console.report(failure)
        status = status ?? failure.status
      }
    }
    return status
  }
}
