extension JSONDocument {
  /// Calls a closure with every object of the parsed text, in the order of their starts. Makes one pass over the tape, without allocation or
  /// recursion.
  ///
  /// - Parameter body: Receives an object.
  /// - Throws: Rethrows the errors of `body`, which end the walk.
  @inlinable
  package func forEachObject<Failure: Error>(_ body: (JSONValue) throws(Failure) -> Void) throws(Failure) {
    for index in 0..<nodeCount where node(index).kindBits == Node.object {
      try body(JSONValue(document: self, index: index))
    }
  }

  /// Calls a closure with every key of every object, in the order of the text. In a live document, added keys come last. Makes one pass over the
  /// tape, without allocation or recursion.
  ///
  /// This is the fastest way to find objects with a certain member: compare the key, then use its ``JSONKey/value`` and
  /// ``JSONKey/object``.
  ///
  /// - Parameter body: Receives a key.
  /// - Throws: Rethrows the errors of `body`, which end the walk.
  @inlinable
  package func forEachKey<Failure: Error>(_ body: (JSONKey) throws(Failure) -> Void) throws(Failure) {
    if let edits, edits.isChanged { return try edits.forEachKey(of: self, body) }
    for index in 0..<nodeCount where node(index).isKey {
      try body(JSONKey(document: self, index: index))
    }
  }

  /// All values of the parsed text in the order of their starts: a value comes before the values in it.
  @inlinable package var values: JSONValues { JSONValues(document: self) }
}

/// All values of a document in the order of their starts.
@usableFromInline package struct JSONValues: Sequence, Sendable {
  @usableFromInline let document: JSONDocument

  @inlinable
  init(document: JSONDocument) { self.document = document }

  /// Returns an iterator that starts at the root.
  @inlinable
  package func makeIterator() -> Iterator { Iterator(document: document) }

  /// Iterates over the values without recursion or allocation.
  @usableFromInline package struct Iterator: IteratorProtocol {
    @usableFromInline let document: JSONDocument
    @usableFromInline var index = 0

    @inlinable
    init(document: JSONDocument) { self.document = document }

    /// Returns the next value; nil at the end.
    @inlinable
    package mutating func next() -> JSONValue? {
      while index < document.nodeCount, document.node(index).isKey { index &+= 1 }
      guard index < document.nodeCount else { return nil }
      defer { index &+= 1 }
      return JSONValue(document: document, index: index)
    }
  }
}
