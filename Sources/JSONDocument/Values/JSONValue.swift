/// A value of a document: an object, an array, a string, a number, a bool or null.
///
/// It is two words, and keeps its document alive. Two of them are equal when they are the same value of the same document, not when
/// they look the same.
@usableFromInline package struct JSONValue: Sendable {
  /// The document that the value is part of.
  @usableFromInline package let document: JSONDocument

  /// The number of keys and values that begin before this one: the same for as long as the document lives, and rising with the offset.
  @usableFromInline package let index: Int

  @inlinable
  init(document: JSONDocument, index: Int) {
    self.document = document
    self.index = index
  }

  @inlinable var node: Node { document.node(index) }

  /// What the value is.
  @inlinable package var kind: JSONKind {
    switch node.kindBits {
    case Node.object: .object
    case Node.array: .array
    case Node.string: .string
    case Node.number: .number
    case Node.bool: .bool
    default: .null
    }
  }

  /// Where the bytes of the value are in the document, quotes and brackets included.
  @inlinable package var range: Range<Int> { node.range }

  /// Calls a closure with the bytes of the value, quotes and brackets included. They must not be kept beyond it.
  ///
  /// - Parameter body: Gets the bytes.
  /// - Throws: What the closure throws.
  package func withRawBytes<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    defer { withExtendedLifetime(document) {} }
    return try body(document.slice(range))
  }

  /// The text of the value as it stands in the document.
  package var rawText: String { withRawBytes { String(decoding: $0, as: UTF8.self) } }

  /// The object or array that the value is in; nil for the root.
  ///
  /// A member of an object knows it, and so does a scalar. For an object or array in an array it is searched for, which costs at most 64
  /// steps a level of nesting, after the first far search in a document has gone once over its tape.
  package var parent: JSONValue? {
    index == 0 ? nil : document.container(document.parentIndex(of: index))
  }

  /// The key that the value has in its object; nil for an element and the root.
  @inlinable package var key: JSONKey? {
    index > 0 && document.node(index &- 1).isKey ? JSONKey(document: document, index: index &- 1) : nil
  }
}

extension JSONValue: Hashable {
  /// Whether both are the same value of the same document.
  @inlinable
  package static func == (left: Self, right: Self) -> Bool {
    left.index == right.index && left.document === right.document
  }

  /// Hashes which document and which of its values it is.
  @inlinable
  package func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(document))
    hasher.combine(index)
  }
}
