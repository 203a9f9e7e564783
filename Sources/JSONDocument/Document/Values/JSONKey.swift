/// The key of a member of an object.
///
/// Like ``JSONValue``, it consists of two words. Two keys are equal if they are the same key of the same document. Comparing a key with a
/// string compares bytes, like JSON does, without allocation: a composed `é` differs from a decomposed one.
@usableFromInline package struct JSONKey: Sendable {
  /// The document that contains the key.
  @usableFromInline package let document: JSONDocument

  /// The number of keys and values that begin before this key. The value of the key has the next index.
  @usableFromInline package let index: Int

  @inlinable
  init(document: JSONDocument, index: Int) {
    self.document = document
    self.index = index
  }

  @inlinable var node: Node { document.node(index) }

  /// The range of the key's bytes in the document, including quotes.
  @inlinable package var range: Range<Int> { node.range }

  /// The decoded text of the key.
  package var string: String { newText ?? document.text(of: node) }

  /// The new text of a key that was renamed in a live document; nil for any other key.
  @usableFromInline var newText: String? {
    guard let renamings = document.edits?.renamings, !renamings.isEmpty else { return nil }
    return renamings[index]
  }

  /// The value of the member.
  @inlinable package var value: JSONValue { JSONValue(document: document, index: index &+ 1) }

  /// The object that contains the key.
  @inlinable package var object: JSONValue { document.container(Int(node.link)) }

  /// The first key of its object with the same text, whose value counts. Takes time proportional to the members before it.
  package var first: JSONKey {
    // An added member always has a key that the object did not have.
    if document.edits?.host != nil, index == 1 { return self }
    for (key, _) in object.members where key.document === document {
      if key.index >= index || document.haveEqualText(document.node(key.index), node) {
        return key.index < index ? key : self
      }
    }
    return self
  }

  /// True if no earlier member has the same key.
  package var isFirst: Bool { first.index == index }

  /// True if the decoded text of the key has these bytes.
  @inlinable
  package func hasBytes(equalTo bytes: UnsafeRawBufferPointer) -> Bool {
    if document.edits != nil, let newText { return newText.utf8.elementsEqual(bytes) }
    return document.text(of: node, equals: bytes)
  }

  /// True if the decoded text of the key has the bytes of a string.
  @inlinable
  package static func == (key: JSONKey, text: String) -> Bool {
    if key.document.edits != nil, let newText = key.newText { return newText.utf8.elementsEqual(text.utf8) }
    return key.document.text(of: key.node, equals: text)
  }

  /// True if the decoded text of the key differs from the bytes of a string.
  @inlinable
  package static func != (key: JSONKey, text: String) -> Bool { !(key == text) }
}

extension JSONKey: Hashable {
  /// True if both are the same key of the same document.
  @inlinable
  package static func == (left: Self, right: Self) -> Bool {
    left.index == right.index && left.document === right.document
  }

  /// Hashes the identity of the document and the index of the key.
  @inlinable
  package func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(document))
    hasher.combine(index)
  }
}
