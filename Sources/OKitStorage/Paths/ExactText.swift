/// Text that equals another only byte for byte, as names of files do.
///
/// Swift's strings are equal where they look the same, so that a composed and a decomposed `é` are one; on Linux they name two files.
package struct ExactText: Hashable, Comparable {
  package let text: String

  package init(_ text: String) {
    self.text = text
  }

  package static func == (left: ExactText, right: ExactText) -> Bool { left.text.isExactly(right.text) }

  package static func < (left: ExactText, right: ExactText) -> Bool {
    left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
  }

  package func hash(into hasher: inout Hasher) {
    var text = text
    text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }
}

// Comparing by bytes also keeps a separator apart from a combining character that follows it.
extension String {
  /// Whether both have the same bytes.
  package func isExactly(_ other: String) -> Bool { utf8.elementsEqual(other.utf8) }

  /// The rest after the bytes of `prefix`, or nil.
  package func withoutPrefix(_ prefix: String) -> String? {
    utf8.starts(with: prefix.utf8) ? String(decoding: utf8.dropFirst(prefix.utf8.count), as: UTF8.self) : nil
  }

  /// The rest before the bytes of `suffix`, or nil.
  package func withoutSuffix(_ suffix: String) -> String? {
    guard utf8.count >= suffix.utf8.count, utf8.suffix(suffix.utf8.count).elementsEqual(suffix.utf8) else { return nil }
    return String(decoding: utf8.dropLast(suffix.utf8.count), as: UTF8.self)
  }

  /// The components between slashes, empty ones as well.
  package var pathComponents: [String] {
    utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map {
      String(decoding: $0, as: UTF8.self)
    }
  }
}
