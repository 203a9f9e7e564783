package import JSONDocument

/// An id by its hash: 64 bits that differ from one run to the next, so that no data can be made in which two collide.
package struct EntityID: Hashable {
  package let hash: UInt64

  /// The id that a string of a document says; nil of all else.
  package init?(_ value: JSONValue) {
    guard value.kind == .string else { return nil }
    if let range = value.unescapedTextRange {
      hash = value.withRawBytes { bytes in
        let start = range.lowerBound - value.range.lowerBound
        return Self.hash(UnsafeRawBufferPointer(rebasing: bytes[start..<start + range.count]))
      }
    } else {
      var text = value.string ?? ""
      hash = text.withUTF8 { Self.hash(UnsafeRawBufferPointer($0)) }
    }
  }

  package init(_ text: String) {
    var text = text
    hash = text.withUTF8 { Self.hash(UnsafeRawBufferPointer($0)) }
  }

  private static func hash(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
    var hasher = Hasher()
    hasher.combine(bytes: bytes)
    return UInt64(bitPattern: Int64(hasher.finalize()))
  }
}
