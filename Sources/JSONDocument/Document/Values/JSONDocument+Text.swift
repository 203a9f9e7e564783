import Glibc

extension JSONDocument {
  /// Returns the bytes between the quotes of a string or key, with their escapes.
  func rawText(of node: Node) -> UnsafeRawBufferPointer { slice(node.textRange) }

  /// Returns the decoded text of a string or key.
  func text(of node: Node) -> String {
    let raw = rawText(of: node)
    if !node.isEscaped { return String(decoding: raw, as: UTF8.self) }
    return String(unsafeUninitializedCapacity: raw.count) { buffer in
      // The capacity is not zero, because there is at least one escape.
      var decoder = StringDecoder(raw)
      return decoder.write(to: UnsafeMutableRawPointer(buffer.baseAddress!))
    }
  }

  /// True if the decoded text of a string or key has these bytes. Allocates no memory.
  @inlinable
  func text(of node: Node, equals bytes: UnsafeRawBufferPointer) -> Bool {
    if node.isEscaped { return escapedText(of: node, equals: bytes) }
    return node.textRange.count == bytes.count && hasBytes(bytes, at: node.textRange.lowerBound)
  }

  @inlinable
  func text(of node: Node, equals text: String) -> Bool {
    if !node.isEscaped, node.textRange.count != text.utf8.count { return false }
    var text = text
    return text.withUTF8 { self.text(of: node, equals: UnsafeRawBufferPointer($0)) }
  }

  /// Keys are compared more often than all else, and most of them are so short that two words hold them.
  @inlinable
  func hasBytes(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> Bool {
    guard let start = bytes.baseAddress else { return true }
    let position = base + offset
    let count = bytes.count
    if 4...8 ~= count {
      let (rest, restStart) = (position + (count &- 4), start + (count &- 4))
      let differing = position.loadUnaligned(as: UInt32.self) ^ start.loadUnaligned(as: UInt32.self)
      let differingRest = rest.loadUnaligned(as: UInt32.self) ^ restStart.loadUnaligned(as: UInt32.self)
      return differing | differingRest == 0
    }
    return areEqual(position, start, count)
  }

  @usableFromInline
  func areEqual(_ left: UnsafeRawPointer, _ right: UnsafeRawPointer, _ count: Int) -> Bool {
    memcmp(left, right, count) == 0
  }

  @usableFromInline
  func escapedText(of node: Node, equals bytes: UnsafeRawBufferPointer) -> Bool {
    // An escape is longer than the text that it stands for.
    if bytes.count >= node.textRange.count { return false }
    var decoder = StringDecoder(rawText(of: node))
    for byte in bytes where decoder.next() != byte { return false }
    return decoder.next() == nil
  }
}
