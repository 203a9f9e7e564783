/// A text to find in others without regard to case, diacritics and width.
package struct FoldedPattern {
  /// The folded text.
  package let text: String
  private let bytes: [UInt8]
  private let isASCII: Bool

  /// A pattern for `text`. `folded` returns a text without differences of case, diacritics and width.
  package init(_ text: String, folding folded: (String) throws -> String) rethrows {
    self.text = try folded(text)
    bytes = Array(self.text.utf8)
    isASCII = bytes.allSatisfy { $0 < 0x80 }
  }

  /// True if `other` contains the text.
  package func isContained(in other: String, folding folded: (String) throws -> String) rethrows -> Bool {
    // Folding ASCII changes only its case.
    if other.utf8.allSatisfy({ $0 < 0x80 }) {
      return isASCII
        && Array(other.utf8).contains(bytes) { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 ? $0 | 0x20 : $0 }
    }
    return Array(try folded(other).utf8).contains(bytes) { $0 }
  }
}

extension String {
  /// True if the bytes of the text contain those of `part`.
  package func containsBytes(of part: String) -> Bool { Array(utf8).contains(Array(part.utf8)) { $0 } }
}

extension [UInt8] {
  /// True if the bytes, each changed by `folded`, contain `part`.
  fileprivate func contains(_ part: [UInt8], _ folded: (UInt8) -> UInt8) -> Bool {
    guard let first = part.first else { return true }
    guard count >= part.count else { return false }
    return (0...(count - part.count)).contains { start in
      folded(self[start]) == first && part.indices.allSatisfy { folded(self[start + $0]) == part[$0] }
    }
  }
}
