extension String {
  /// Returns the first place of the bytes of `part`; nil if there is none, or `part` is empty.
  ///
  /// The searches of Swift's library would link its regular expressions, 1.5 MB.
  package func byteRange(of part: String) -> Range<Index>? {
    guard !part.isEmpty else { return nil }
    var rest = utf8[...]
    while !rest.starts(with: part.utf8) {
      guard rest.popFirst() != nil else { return nil }
    }
    return rest.startIndex..<utf8.index(rest.startIndex, offsetBy: part.utf8.count)
  }
}
