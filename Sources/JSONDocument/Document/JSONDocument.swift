import Glibc
import Synchronization

/// A parsed JSON text that knows the position of every byte. The whole text is validated against RFC 8259.
///
/// A document holds the text and a tape with 16 bytes for each value or key. Values are decoded only on request, and a document does not change:
/// ``live()`` returns one that can be changed on one thread at a time. If the RFC leaves a choice:
/// - the first of several members with the same key counts, and ``duplicateKeys()`` lists the others;
/// - a lone surrogate is an error;
/// - a byte order mark is kept and ignored;
/// - a number keeps its text, whatever its size;
/// - values can be nested at most 10,000 levels deep, and a text of 4 GiB − 64 bytes or more is refused.
@usableFromInline package final class JSONDocument: @unchecked Sendable {
  /// The size in bytes from which a text is refused: 4 GiB − 64. Callers can check it before they read a file.
  package static let sizeLimit = Limits.size

  /// The text.
  package let bytes: JSONBytes

  /// The nesting depth of the deepest value: 0 for a scalar, 1 for `[]`.
  package let depth: Int

  @usableFromInline let base: UnsafeRawPointer
  @usableFromInline let nodes: UnsafeRawPointer
  @usableFromInline let nodeCount: Int

  /// The changes of a live document; nil for any other document.
  @usableFromInline let edits: LiveEdits?

  /// Speeds up the search for distant parents. Created when it is first needed.
  let parents = AtomicLazyReference<ParentTable>()

  /// Tables of long arrays by their index. Each is created when the index of an element is first requested.
  let elementTables = Mutex<[Int: ElementTable]>([:])

  /// Parses a text. It is not copied, and it does not change from now on.
  ///
  /// - Parameter bytes: The text in UTF-8.
  /// - Throws: ``JSONError`` with the first position that is not valid JSON.
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

  /// Creates a live document with the bytes and the tape of another one, which `edits` keeps alive.
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
  ///   - secret: True to wipe the document's copy of the text when it is freed.
  /// - Throws: ``JSONError`` with the first position that is not valid JSON.
  package convenience init(parsing text: String, secret: Bool = false) throws(JSONError) {
    try self.init(parsing: JSONBytes(text.utf8, secret: secret))
  }

  deinit {
    if edits == nil { free(UnsafeMutableRawPointer(mutating: nodes)) }
  }

  /// The root value.
  @inlinable package var root: JSONValue { edits?.newRoot ?? JSONValue(document: self, index: 0) }

  /// Returns the value with the index from ``JSONValue/index``.
  ///
  /// - Precondition: A value of this document has the index.
  @inlinable
  package func value(at index: Int) -> JSONValue {
    precondition(index >= 0 && index < nodeCount && !node(index).isKey, "no value has this index")
    return JSONValue(document: self, index: index)
  }

  /// Returns the line and column of a byte; inside a Unicode scalar, the column of that scalar. Takes time proportional to the offset.
  ///
  /// - Parameter offset: The offset of the byte, at most the size of the text.
  package func position(of offset: Int) -> JSONPosition { positions(of: [offset])[0] }

  /// Returns the lines and columns of many bytes in one pass over the text.
  ///
  /// - Parameter offsets: The offsets of the bytes in ascending order, each at most the size of the text.
  package func positions(of offsets: [Int]) -> [JSONPosition] {
    var reached = JSONPosition.start(of: bytes.buffer)
    return offsets.map { offset in
      precondition(0...bytes.count ~= offset, "the offset is outside the text")
      var start = offset
      while start > 0, start < bytes.count, isContinuation(bytes.buffer[start]) { start -= 1 }
      precondition(start >= reached.offset || start < byteOrderMark.count, "the offsets are not in their order")
      // Inside of a byte order mark there is nothing to count.
      if start > reached.offset { reached = reached.advanced(to: start, in: bytes.buffer) }
      return JSONPosition(line: reached.line, column: reached.column, offset: offset)
    }
  }

  @inlinable
  func node(_ index: Int) -> Node { nodes.load(fromByteOffset: index &<< 4, as: Node.self) }

  /// Returns the bytes of a range.
  func slice(_ range: Range<Int>) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: base + range.lowerBound, count: range.count)
  }
}
