/// The key of a member of an object.
///
/// Like ``JSONValue`` it is two words, and two of them are equal when they are the same key of the same document. A comparison with a
/// string compares bytes, as JSON does, without allocation: `é` of one scalar is not `é` of two.
@usableFromInline package struct JSONKey: Sendable {
  /// The document that the key is part of.
  @usableFromInline package let document: JSONDocument

  /// The number of keys and values that begin before this key. Its value has the next index.
  @usableFromInline package let index: Int

  @inlinable
  init(document: JSONDocument, index: Int) {
    self.document = document
    self.index = index
  }

  @inlinable var node: Node { document.node(index) }

  /// Where the bytes of the key are in the document, quotes included.
  @inlinable package var range: Range<Int> { node.range }

  /// The text of the key, decoded.
  package var string: String { document.text(of: node) }

  /// The value of the member.
  @inlinable package var value: JSONValue { JSONValue(document: document, index: index &+ 1) }

  /// The object that the key is in.
  @inlinable package var object: JSONValue { document.container(Int(node.link)) }

  /// The first key of its object with the same text: the one whose value counts. Takes time in proportion to what is before it.
  package var first: JSONKey {
    // What was added has a key that its object did not have.
    if document.edits?.host != nil, index == 1 { return self }
    for (key, _) in object.members where key.document === document {
      if key.index >= index || document.haveEqualText(document.node(key.index), node) {
        return key.index < index ? key : self
      }
    }
    return self
  }

  /// Whether no member before it has the same key.
  package var isFirst: Bool { first.index == index }

  /// Whether the text of the key, decoded, has these bytes.
  @inlinable
  package func hasBytes(equalTo bytes: UnsafeRawBufferPointer) -> Bool { document.text(of: node, equals: bytes) }

  /// Whether the text of the key, decoded, has the bytes of a string.
  @inlinable
  package static func == (key: JSONKey, text: String) -> Bool {
    key.document.text(of: key.node, equals: text)
  }

  /// Whether the text of the key, decoded, differs from the bytes of a string.
  @inlinable
  package static func != (key: JSONKey, text: String) -> Bool { !(key == text) }
}

extension JSONKey: Hashable {
  /// Whether both are the same key of the same document.
  @inlinable
  package static func == (left: Self, right: Self) -> Bool {
    left.index == right.index && left.document === right.document
  }

  /// Hashes which document and which of its keys it is.
  @inlinable
  package func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(document))
    hasher.combine(index)
  }
}
