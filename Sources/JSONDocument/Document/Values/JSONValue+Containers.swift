extension JSONValue {
  /// The number of members or elements; 0 for any other value. Takes time proportional to it.
  package var count: Int {
    let node = node
    guard node.isContainer else { return 0 }
    if let edits = document.edits { return edits.count(of: self) }
    return storedCount
  }

  /// The number of members or elements in the parsed text.
  var storedCount: Int {
    let node = node
    var count = 0
    var position = index + 1
    while position < Int(node.link) {
      let value = node.kindBits == Node.object ? position + 1 : position
      position = document.node(value).next(after: value)
      count += 1
    }
    return count
  }

  /// True if the value is an empty object or array.
  @inlinable package var isEmptyContainer: Bool {
    let node = node
    if let items = document.edits?.changedItems(of: index) { return items.isEmpty }
    return node.isContainer && Int(node.link) == index &+ 1
  }

  /// Returns the value of the first member with a key; nil if there is none, or if the value is no object. Takes time proportional to the
  /// number of members before it.
  @inlinable
  package subscript(key: String) -> JSONValue? {
    // One closure for all comparisons avoids making the bytes of the key accessible for each of them.
    var key = key
    return key.withUTF8 { member(withKeyBytes: UnsafeRawBufferPointer($0)) }
  }

  /// Returns the value of the first member whose decoded key has these bytes; nil if there is none, or if the value is no object.
  @inlinable
  package func member(withKeyBytes bytes: UnsafeRawBufferPointer) -> JSONValue? {
    let node = node
    guard node.kindBits == Node.object else { return nil }
    if let edits = document.edits { return edits.member(withKeyBytes: bytes, of: self) }
    return storedMember(withKeyBytes: bytes)
  }

  /// Returns the value of the first member with this key in the parsed text.
  @inlinable
  func storedMember(withKeyBytes bytes: UnsafeRawBufferPointer) -> JSONValue? {
    let node = node
    var position = index &+ 1
    while position < Int(node.link) {
      let value = position &+ 1
      if document.text(of: document.node(position), equals: bytes) {
        return JSONValue(document: document, index: value)
      }
      position = document.node(value).next(after: value)
    }
    return nil
  }

  /// Returns the element at an index of an array, starting at 0; nil if there is none, or if the value is no array. Takes time proportional to
  /// the index.
  @inlinable
  package subscript(index: Int) -> JSONValue? {
    if index < 0 { return nil }
    if let edits = document.edits { return edits.element(at: index, of: self) }
    var left = index
    for element in elements {
      if left == 0 { return element }
      left &-= 1
    }
    return nil
  }

  /// The members of an object in their order, including duplicates; empty for any other value.
  @inlinable package var members: JSONMembers { JSONMembers(self) }

  /// The elements of an array in their order; empty for any other value.
  @inlinable package var elements: JSONElements { JSONElements(self) }
}

/// The members of an object in their order.
@usableFromInline package struct JSONMembers: Sequence, Sendable {
  @usableFromInline let object: JSONValue

  @inlinable
  init(_ object: JSONValue) { self.object = object }

  /// Returns an iterator that starts at the first member.
  @inlinable
  package func makeIterator() -> Iterator { Iterator(object) }

  /// Iterates over the members.
  @usableFromInline package struct Iterator: IteratorProtocol {
    @usableFromInline var cursor: ItemCursor

    @inlinable
    init(_ object: JSONValue) { cursor = ItemCursor(object, kind: Node.object) }

    /// Returns the next member; nil at the end.
    @inlinable
    package mutating func next() -> (key: JSONKey, value: JSONValue)? {
      if cursor.isAtEnd { return nil }
      if let item = cursor.nextChanged() { return item.key.map { ($0, item) } }
      let key = JSONKey(document: cursor.document, index: cursor.position)
      let value = key.value
      cursor.position = value.node.next(after: value.index)
      return (key, value)
    }
  }
}

/// The elements of an array in their order.
@usableFromInline package struct JSONElements: Sequence, Sendable {
  @usableFromInline let array: JSONValue

  @inlinable
  init(_ array: JSONValue) { self.array = array }

  /// Returns an iterator that starts at the first element.
  @inlinable
  package func makeIterator() -> Iterator { Iterator(array) }

  /// Iterates over the elements.
  @usableFromInline package struct Iterator: IteratorProtocol {
    @usableFromInline var cursor: ItemCursor

    @inlinable
    init(_ array: JSONValue) { cursor = ItemCursor(array, kind: Node.array) }

    /// Returns the next element; nil at the end.
    @inlinable
    package mutating func next() -> JSONValue? {
      if cursor.isAtEnd { return nil }
      if let item = cursor.nextChanged() { return item }
      let element = JSONValue(document: cursor.document, index: cursor.position)
      cursor.position = element.node.next(after: element.index)
      return element
    }
  }
}

/// A position between the items of a container.
@usableFromInline
struct ItemCursor: Sendable {
  @usableFromInline let document: JSONDocument
  @usableFromInline let end: Int
  @usableFromInline var position: Int
  /// The current items of a changed container, which `position` then counts; nil if the container is unchanged.
  @usableFromInline let items: [JSONValue]?

  /// Starts at the first item. A value of another kind has no items.
  @inlinable
  init(_ container: JSONValue, kind: UInt32) {
    let node = container.node
    document = container.document
    items = document.edits?.changedItems(of: container.index)
    position = items == nil ? container.index &+ 1 : 0
    end = node.kindBits == kind ? items?.count ?? Int(node.link) : 0
  }

  @inlinable var isAtEnd: Bool { position >= end }

  /// Returns the next item of a changed container; nil if the container is unchanged.
  @inlinable
  mutating func nextChanged() -> JSONValue? {
    guard let items else { return nil }
    defer { position &+= 1 }
    return items[position]
  }
}
