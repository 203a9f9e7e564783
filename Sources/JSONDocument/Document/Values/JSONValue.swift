import Synchronization

/// A value in a document: an object, an array, a string, a number, a Bool or null.
///
/// It consists of two words and keeps its document alive. Two values are equal if they are the same value of the same document, not if they
/// have the same content.
@usableFromInline package struct JSONValue: Sendable {
  /// The document that contains the value.
  @usableFromInline package let document: JSONDocument

  /// The number of keys and values that begin before this one. It never changes, and it increases with the offset.
  @usableFromInline package let index: Int

  @inlinable
  init(document: JSONDocument, index: Int) {
    self.document = document
    self.index = index
  }

  @inlinable var node: Node { document.node(index) }

  /// The kind of the value.
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

  /// The range of the value's bytes in the document, including quotes and brackets.
  @inlinable package var range: Range<Int> { node.range }

  /// Calls a closure with the bytes of the value, including quotes and brackets.
  ///
  /// - Parameter body: Receives the bytes, which are valid only during the call.
  /// - Throws: Rethrows the errors of `body`.
  package func withRawBytes<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    defer { withExtendedLifetime(document) {} }
    return try body(document.slice(range))
  }

  /// The text of the value in the document.
  package var rawText: String { withRawBytes { String(decoding: $0, as: UTF8.self) } }

  /// The object or array that contains the value; nil for the root.
  ///
  /// Members of objects and scalars know their parent. For an object or array in an array, the parent is searched: that takes at most 64 steps
  /// for each level of nesting, after the first search for a distant parent has made one pass over the tape.
  package var parent: JSONValue? {
    index == 0 ? nil : document.container(document.parentIndex(of: index))
  }

  /// The index of an element in its array; nil for the root and for a member.
  ///
  /// The first search in a long array examines all elements; later ones take a few steps. In a changed live array, a search takes a few steps if it
  /// continues after the element of the previous search, and otherwise time proportional to the number of elements.
  package var indexInParent: Int? {
    guard let array = parent, array.kind == .array else { return nil }
    if let edits = array.document.edits, edits.changedItems(of: array.index) != nil {
      return edits.itemIndex(of: self, in: array)
    }
    let parsed = array.document.parsed
    let original = JSONValue(document: parsed, index: array.index)
    guard Int(original.node.link) - array.index > ElementTable.minimumNodes else {
      return original.elements.enumerated().first { $1.index == index }?.offset
    }
    return parsed.elementTables.withLock { tables in
      if let table = tables[array.index] { return table.elementIndex(of: index, in: parsed) }
      let table = ElementTable(original)
      tables[array.index] = table
      return table.elementIndex(of: index, in: parsed)
    }
  }

  /// The previous element of the array; nil for the first element, for the root and for a member.
  package var previousElement: JSONValue? { indexInParent.flatMap { parent?[$0 - 1] } }

  /// The key of the value in its object; nil for an element and the root.
  @inlinable package var key: JSONKey? {
    index > 0 && document.node(index &- 1).isKey ? JSONKey(document: document, index: index &- 1) : nil
  }
}

extension JSONValue: Hashable {
  /// True if both are the same value of the same document.
  @inlinable
  package static func == (left: Self, right: Self) -> Bool {
    left.index == right.index && left.document === right.document
  }

  /// Hashes the identity of the document and the index of the value.
  @inlinable
  package func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(document))
    hasher.combine(index)
  }
}
