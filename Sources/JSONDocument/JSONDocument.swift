import Glibc
import Synchronization

/// A JSON text whose every byte has a place, checked as a whole against RFC 8259.
///
/// It holds the bytes and a tape of 16 bytes a value or key. Nothing is decoded before it is asked for, and nothing of it changes:
/// ``JSONEditor`` makes new bytes, ``live()`` another document that can be changed, and is for one thread at a time. Where the RFC leaves a choice:
/// - of members with the same key the first counts, ``duplicateKeys()`` lists the others;
/// - half a surrogate pair is an error;
/// - a byte order mark is kept and ignored;
/// - a number keeps its text, whatever its size;
/// - values nest at most 10,000 levels deep; a text of 4 GiB − 64 bytes or more is refused.
@usableFromInline package final class JSONDocument: @unchecked Sendable {
  /// The size in bytes from which on a text is refused: 4 GiB − 64. Who is about to read a file can ask before.
  package static let sizeLimit = Limits.size

  /// The source.
  package let bytes: JSONBytes

  /// How many levels the deepest value is nested: 0 for a scalar, 1 for `[]`.
  package let depth: Int

  @usableFromInline let base: UnsafeRawPointer
  @usableFromInline let nodes: UnsafeRawPointer
  @usableFromInline let nodeCount: Int

  /// What was changed in a document that can be; nil of all others.
  @usableFromInline let edits: LiveEdits?

  /// Made when a parent is far away for the first time.
  let parents = AtomicLazyReference<ParentTable>()

  /// Of each long array, by its index; made when the index of one of its elements is asked for.
  let elementTables = Mutex<[Int: ElementTable]>([:])

  /// Parses a text, which is not copied and does not change from now on.
  ///
  /// - Parameter bytes: The text, in UTF-8.
  /// - Throws: ``JSONError`` with the first place where the text is not JSON.
  package init(parsing bytes: JSONBytes) throws(JSONError) {
    try Limits.check(size: bytes.count)
    bytes.seal()
    let tape: Tape
    do throws(Fault) {
      tape = try Self.tape(of: bytes.buffer)
    } catch {
      throw JSONError(reason: error.reason, position: JSONPosition(offset: error.offset, in: bytes.buffer))
    }
    self.bytes = bytes
    depth = tape.depth
    base = UnsafeRawPointer(bytes.base)
    nodeCount = tape.count
    nodes = tape.take()
    edits = nil
  }

  /// A document over the bytes and the tape of another one, which `edits` keeps alive.
  init(_ edits: LiveEdits) {
    let original = edits.original
    (bytes, depth, base) = (original.bytes, original.depth, original.base)
    (nodes, nodeCount) = (original.nodes, original.nodeCount)
    self.edits = edits
  }

  private static func tape(of bytes: UnsafeRawBufferPointer) throws(Fault) -> Tape {
    var tape = try Tape(byteCount: bytes.count)
    try Parser.parse(bytes, into: &tape)
    return tape
  }

  /// Parses a text.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - secret: Whether the copy of the text that the document keeps is wiped at its end.
  /// - Throws: ``JSONError`` with the first place where the text is not JSON.
  package convenience init(parsing text: String, secret: Bool = false) throws(JSONError) {
    try self.init(parsing: JSONBytes(text.utf8, secret: secret))
  }

  deinit {
    if edits == nil { free(UnsafeMutableRawPointer(mutating: nodes)) }
  }

  /// The value that the text consists of.
  @inlinable package var root: JSONValue { edits?.root ?? JSONValue(document: self, index: 0) }

  /// The value with an index that ``JSONValue/index`` has given.
  ///
  /// - Precondition: A value of this document has the index.
  @inlinable
  package func value(at index: Int) -> JSONValue {
    precondition(index >= 0 && index < nodeCount && !node(index).isKey, "no value has this index")
    return JSONValue(document: self, index: index)
  }

  /// Line and column of a byte; inside a scalar, the column of that. Takes time in proportion to the offset.
  ///
  /// - Parameter offset: The number of bytes before the place, at most the size of the text.
  package func position(of offset: Int) -> JSONPosition { positions(of: [offset])[0] }

  /// Line and column of many bytes, found in one pass over the text.
  ///
  /// - Parameter offsets: The numbers of bytes before the places, each at most the size of the text and none less than the one before.
  package func positions(of offsets: [Int]) -> [JSONPosition] {
    var reached = JSONPosition.start(of: bytes.buffer)
    return offsets.map { offset in
      precondition(0...bytes.count ~= offset, "the offset is outside the text")
      var start = offset
      while start > 0, start < bytes.count, isContinuation(bytes.buffer[start]) { start -= 1 }
      precondition(start >= reached.offset || start < byteOrderMark.count, "the offsets are not in their order")
      // Within a byte order mark there is nothing to count.
      if start > reached.offset { reached = reached.advanced(to: start, in: bytes.buffer) }
      return JSONPosition(line: reached.line, column: reached.column, offset: offset)
    }
  }

  @inlinable
  func node(_ index: Int) -> Node { nodes.load(fromByteOffset: index &<< 4, as: Node.self) }

  /// The bytes of a range.
  func slice(_ range: Range<Int>) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: base + range.lowerBound, count: range.count)
  }
}
