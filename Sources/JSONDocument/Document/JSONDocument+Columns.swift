extension JSONDocument {
  /// Follows the same keys from many values, without counting references to the document for each of them. Large columns are read on two threads.
  ///
  /// - Parameters:
  ///   - keys: The keys of members, one inside the other.
  ///   - starts: The values to start from, by ``JSONValue/index``.
  /// - Returns: The index of the value that the keys lead to from each start, or 0, the index of the root, if one of them is missing. Nil for a
  ///   live document.
  package func indices(along keys: [String], from starts: [UInt32]) -> [UInt32]? {
    if edits != nil { return nil }
    let text = keys.flatMap { Array($0.utf8) }
    return text.withUnsafeBytes { text in
      var end = 0
      // Pointers, because threads that count references to the same arrays slow each other down.
      let keys = keys.map { key in
        end += key.utf8.count
        return UnsafeRawBufferPointer(rebasing: text[end - key.utf8.count..<end])
      }
      return keys.withUnsafeBufferPointer { keys in
        starts.withUnsafeBufferPointer { starts in
          [UInt32](unsafeUninitializedCapacity: starts.count) { found, count in
            count = starts.count
            let found = found
            Halves.forEach(of: count) { range in
              for number in range { found[number] = index(along: keys, from: starts[number]) }
            }
          }
        }
      }
    }
  }

  private func index(along keys: UnsafeBufferPointer<UnsafeRawBufferPointer>, from start: UInt32) -> UInt32 {
    var index = Int(start)
    for key in keys {
      index = memberIndex(withKeyBytes: key, in: index)
      if index == 0 { return 0 }
    }
    return UInt32(truncatingIfNeeded: index)
  }

  /// Returns the index of the value of the first member with a key; 0 if there is none.
  private func memberIndex(withKeyBytes bytes: UnsafeRawBufferPointer, in object: Int) -> Int {
    let owner = node(object)
    guard owner.kindBits == Node.object else { return 0 }
    var position = object &+ 1
    while position < Int(owner.link) {
      let value = position &+ 1
      if text(of: node(position), equals: bytes) { return value }
      position = node(value).next(after: value)
    }
    return 0
  }

  /// The bytes of a number or a Bool, or the text of a string without escapes; nil for any other value. They are valid as long as the document.
  ///
  /// - Parameter index: The index of a value.
  package func plainBytes(at index: UInt32) -> (kind: JSONKind, bytes: UnsafeRawBufferPointer)? {
    precondition(index < nodeCount, "no value has this index")
    let node = node(Int(index))
    switch node.kindBits {
    case Node.number: return (.number, slice(node.range))
    case Node.bool: return (.bool, slice(node.range))
    case Node.string where !node.isEscaped: return (.string, slice(node.textRange))
    default: return nil
    }
  }
}
