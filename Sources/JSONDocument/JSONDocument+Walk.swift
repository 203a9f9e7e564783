extension JSONDocument {
  /// Calls a closure with every object, in the order in which they begin, as they were read. One pass over the tape, no allocation, no
  /// recursion.
  ///
  /// - Parameter body: Gets an object.
  /// - Throws: What the closure throws, which ends the walk.
  @inlinable
  package func forEachObject<Failure: Error>(_ body: (JSONValue) throws(Failure) -> Void) throws(Failure) {
    for index in 0..<nodeCount where node(index).kindBits == Node.object {
      try body(JSONValue(document: self, index: index))
    }
  }

  /// Calls a closure with every key of every object, in the order of the text; in a live document what was added comes last. One pass over the
  /// tape, no allocation, no recursion.
  ///
  /// This is the fastest way to find what has a certain member: compare the key, then ask for its ``JSONKey/value`` and
  /// ``JSONKey/object``.
  ///
  /// - Parameter body: Gets a key.
  /// - Throws: What the closure throws, which ends the walk.
  @inlinable
  package func forEachKey<Failure: Error>(_ body: (JSONKey) throws(Failure) -> Void) throws(Failure) {
    if let edits, edits.isChanged { return try edits.forEachKey(of: self, body) }
    for index in 0..<nodeCount where node(index).isKey {
      try body(JSONKey(document: self, index: index))
    }
  }

  /// All values in the order in which they begin, as they were read: a value before those in it.
  @inlinable package var values: JSONValues { JSONValues(document: self) }
}

/// All values of a document in the order in which they begin.
@usableFromInline package struct JSONValues: Sequence, Sendable {
  @usableFromInline let document: JSONDocument

  @inlinable
  init(document: JSONDocument) { self.document = document }

  /// Begins with the root.
  @inlinable
  package func makeIterator() -> Iterator { Iterator(document: document) }

  /// Goes from one value to the next without recursion or allocation.
  @usableFromInline package struct Iterator: IteratorProtocol {
    @usableFromInline let document: JSONDocument
    @usableFromInline var index = 0

    @inlinable
    init(document: JSONDocument) { self.document = document }

    /// The next value.
    @inlinable
    package mutating func next() -> JSONValue? {
      while index < document.nodeCount, document.node(index).isKey { index &+= 1 }
      guard index < document.nodeCount else { return nil }
      defer { index &+= 1 }
      return JSONValue(document: document, index: index)
    }
  }
}
