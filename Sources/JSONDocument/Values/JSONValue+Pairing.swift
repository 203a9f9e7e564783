extension JSONKey {
  /// Whether both have the same text, decoded, though they may be keys of two documents. Allocates nothing.
  func hasText(of other: JSONKey) -> Bool {
    document.hasText(of: node, equalTo: other.node, of: other.document)
  }
}

extension JSONValue {
  /// The number of bytes that the texts of both values have in common at their beginning, as they stand in their documents.
  package func commonPrefix(with other: JSONValue) -> Int {
    let (left, right) = (document.base + range.lowerBound, other.document.base + other.range.lowerBound)
    let count = min(range.count, other.range.count)
    var place = 0
    while place + 8 <= count {
      let differing =
        left.loadUnaligned(fromByteOffset: place, as: UInt64.self)
        ^ right.loadUnaligned(fromByteOffset: place, as: UInt64.self)
      // Bytes are loaded in the order of the machine, of which the first is the lowest.
      if differing != 0 { return place + UInt64(littleEndian: differing).trailingZeroBitCount / 8 }
      place += 8
    }
    while place < count,
      left.load(fromByteOffset: place, as: UInt8.self) == right.load(fromByteOffset: place, as: UInt8.self)
    {
      place += 1
    }
    return place
  }

  /// The keys of an object that repeat an earlier one of it, in their order; none of all else. Takes time in proportion to the members.
  package func duplicateKeys() -> [JSONKey] {
    var duplicates: [JSONKey] = []
    if hasFewMembers { appendDuplicates(to: &duplicates) } else { duplicates = KeyTable(self).duplicates }
    return duplicates
  }

  /// Brings the members of this object together with those of another that have the same keys.
  ///
  /// Takes time in proportion to both. Of a key that is there twice either one may come; ``JSONKey/isFirst`` tells which counts.
  ///
  /// - Parameters:
  ///   - other: The other object.
  ///   - body: Gets two keys with the same text, or one that the other object lacks.
  package func pairMembers(with other: JSONValue, _ body: (_ own: JSONKey?, _ other: JSONKey?) -> Void) {
    var (ours, theirs) = (members.makeIterator(), other.members.makeIterator())
    var (own, their) = (ours.next()?.key, theirs.next()?.key)
    // Mostly both have their keys in the same order.
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
  /// The first key with the text of `key`, which may be one of another document.
  fileprivate func key(of key: JSONKey) -> JSONKey? {
    if !key.node.isEscaped { return self.key(key.document.rawText(of: key.node)) }
    var text = key.string
    return text.withUTF8 { self.key(UnsafeRawBufferPointer($0)) }
  }
}
