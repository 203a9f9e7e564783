/// Validates a JSON text that arrives in pieces, in constant memory.
///
/// Use it for text that is only passed on. It finds the same errors at the same positions as ``JSONDocument``, with one exception: it reports
/// syntax errors of a text that is too large, which ``JSONDocument`` does not examine.
package struct JSONValidator: Sendable {
  /// The kind of the root value; nil until ``finish()`` has found the text to be valid.
  package private(set) var rootKind: JSONKind?

  /// The number of bytes received so far.
  package private(set) var count = 0

  /// The first error, which all later calls throw again.
  private var failure: JSONError?
  private var scan = ValidatorScan()

  /// Creates a validator for a new text.
  package init() {}

  /// Validates the next piece of the text.
  ///
  /// - Parameter piece: Any number of bytes. A piece may end in the middle of a character.
  /// - Throws: ``JSONError`` at the first byte that cannot be part of a JSON text.
  package mutating func feed(_ piece: UnsafeRawBufferPointer) throws(JSONError) {
    if let failure { throw failure }
    guard let start = piece.baseAddress else { return }
    do throws(Fault) {
      try scan.feed(start, piece.count, at: count)
      count += piece.count
    } catch {
      throw fail(error)
    }
  }

  /// Ends the text.
  ///
  /// - Throws: ``JSONError`` if the text is incomplete or too large.
  package mutating func finish() throws(JSONError) {
    if let failure { throw failure }
    do throws(Fault) {
      try scan.finish(at: count)
    } catch {
      throw fail(error)
    }
    do {
      try Limits.check(size: count)
    } catch {
      failure = error
      throw error
    }
    rootKind = scan.rootKind
  }

  private mutating func fail(_ fault: Fault) -> JSONError {
    let error = JSONError(reason: fault.reason, position: scan.position(of: fault.offset))
    failure = error
    return error
  }
}
