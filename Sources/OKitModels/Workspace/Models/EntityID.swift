package import JSONDocument

/// An id by its 64-bit hash. The hash differs between runs, so that nobody can craft data with colliding ids.
package struct EntityID: Hashable {
  /// The hash of the id's UTF-8 bytes.
  package let hash: UInt64

  /// The id in a string of a document; nil for other values.
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

  /// The id with this text.
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
