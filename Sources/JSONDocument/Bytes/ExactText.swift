import Glibc

/// Text that is compared by its bytes, like file names.
///
/// Swift compares strings by canonical equivalence: a composed and a decomposed `é` are equal. On Linux they name two files.
package struct ExactText: Hashable, Comparable {
  /// The text.
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

// Comparing by bytes also separates a slash from a combining character after it.
extension String {
  /// True if both strings have the same bytes.
  package func isExactly(_ other: String) -> Bool {
    let areEqual = utf8.withContiguousStorageIfAvailable { own in
      other.utf8.withContiguousStorageIfAvailable { UnsafeRawBufferPointer(own).hasBytes(equalTo: .init($0)) }
    }
    return (areEqual ?? nil) ?? utf8.elementsEqual(other.utf8)
  }

  /// Returns the text after `prefix`, compared by bytes; nil if it does not begin with `prefix`.
  package func withoutPrefix(_ prefix: String) -> String? {
    utf8.starts(with: prefix.utf8) ? String(decoding: utf8.dropFirst(prefix.utf8.count), as: UTF8.self) : nil
  }

  /// Returns the text before `suffix`, compared by bytes; nil if it does not end with `suffix`.
  package func withoutSuffix(_ suffix: String) -> String? {
    guard utf8.count >= suffix.utf8.count, utf8.suffix(suffix.utf8.count).elementsEqual(suffix.utf8) else { return nil }
    return String(decoding: utf8.dropLast(suffix.utf8.count), as: UTF8.self)
  }
}

extension UnsafeRawBufferPointer {
  /// True if both have the same bytes.
  package func hasBytes(equalTo other: UnsafeRawBufferPointer) -> Bool {
    guard count == other.count, let base = baseAddress, let otherBase = other.baseAddress else {
      return isEmpty && other.isEmpty
    }
    return memcmp(base, otherBase, count) == 0
  }
}
