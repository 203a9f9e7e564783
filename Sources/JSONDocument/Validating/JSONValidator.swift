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
  private var scan: ValidatorScan

  /// Creates a validator for a new text.
  ///
  /// - Parameters:
  ///   - key: The key of objects to collect, see ``takeNotedObjects()``.
  ///   - path: The path of a value to find, from the root, see ``found``.
  package init(noting key: StaticString? = nil, lookingFor path: [JSONStep] = []) {
    scan = ValidatorScan(notes: ValidatorNotes(ObjectNotes(key), PathWatch(path)))
  }

  /// Returns the offsets of the objects with the key that ended since the last call. Inner objects come before outer ones. Objects that have any key
  /// with an escape are included, because escapes are not decoded.
  package mutating func takeNotedObjects() -> [Range<Int>] { scan.notes.objects.take() }

  /// The offsets of the value at the path, including white space around it and the colon before it. Nil until the value is found, and if a key beside
  /// its path has an escape. `end` is nil until the value ends.
  package var found: (start: Int, end: Int?)? { scan.notes.path.start.map { ($0, scan.notes.path.end) } }

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
