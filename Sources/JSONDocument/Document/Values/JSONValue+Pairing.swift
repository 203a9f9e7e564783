extension JSONKey {
  /// True if both keys have the same decoded text. They may belong to different documents. Allocates no memory.
  func hasText(of other: JSONKey) -> Bool {
    document.hasText(of: node, equalTo: other.node, of: other.document)
  }
}

extension JSONValue {
  /// Returns the number of bytes that the texts of both values share at the beginning.
  package func commonPrefix(with other: JSONValue) -> Int {
    let (left, right) = (document.base + range.lowerBound, other.document.base + other.range.lowerBound)
    let count = min(range.count, other.range.count)
    var position = 0
    while position + 8 <= count {
      let differing =
        left.loadUnaligned(fromByteOffset: position, as: UInt64.self)
        ^ right.loadUnaligned(fromByteOffset: position, as: UInt64.self)
      // Bytes are loaded in the byte order of the machine. The lowest byte must be the first one.
      if differing != 0 { return position + UInt64(littleEndian: differing).trailingZeroBitCount / 8 }
      position += 8
    }
    while position < count,
      left.load(fromByteOffset: position, as: UInt8.self) == right.load(fromByteOffset: position, as: UInt8.self)
    {
      position += 1
    }
    return position
  }

  /// Returns the keys of an object that repeat an earlier key, in their order; empty for any other value. Takes time proportional to the members.
  package func duplicateKeys() -> [JSONKey] {
    var duplicates: [JSONKey] = []
    if hasFewMembers { appendDuplicates(to: &duplicates) } else { duplicates = KeyTable(self).duplicates }
    return duplicates
  }

  /// Matches the members of this object with those of another that have the same keys.
  ///
  /// Takes time proportional to both. For a duplicate key, any of its members may be passed; ``JSONKey/isFirst`` tells which one counts.
  ///
  /// - Parameters:
  ///   - other: The other object.
  ///   - body: Receives two keys with the same text, or one key that the other object lacks.
  package func pairMembers(with other: JSONValue, _ body: (_ own: JSONKey?, _ other: JSONKey?) -> Void) {
    var (ours, theirs) = (members.makeIterator(), other.members.makeIterator())
    var (own, their) = (ours.next()?.key, theirs.next()?.key)
    // Usually both objects have their keys in the same order.
    while let left = own, let right = their, left.hasText(of: right) {
      body(left, right)
      (own, their) = (ours.next()?.key, theirs.next()?.key)
    }
    if own == nil && their == nil { return }
    let ownRest = (own.map { [$0] } ?? []) + IteratorSequence(ours).map(\.key)
    let theirRest = (their.map { [$0] } ?? []) + IteratorSequence(theirs).map(\.key)
    if ownRest.count * theirRest.count <= 256 {
      for key in ownRest where !theirRest.contains(where: key.hasText) { body(key, nil) }
      for key in theirRest { body(ownRest.first(where: key.hasText), key) }
    } else {
      let (ownTable, theirTable) = (KeyTable(self), KeyTable(other))
      for key in ownRest where theirTable.key(of: key) == nil { body(key, nil) }
      for key in theirRest { body(ownTable.key(of: key), key) }
    }
  }
}

extension KeyTable {
  /// Returns the first key with the text of `key`, which may belong to another document; nil if there is none.
  fileprivate func key(of key: JSONKey) -> JSONKey? {
    if !key.node.isEscaped { return self.key(key.document.rawText(of: key.node)) }
    var text = key.string
    return text.withUTF8 { self.key(UnsafeRawBufferPointer($0)) }
  }
}
