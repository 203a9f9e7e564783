/// Searches texts without regard to case, diacritics and width.
enum FoldedText {
  /// True if `text` contains `part`.
  static func contains(_ text: String, _ part: String, _ context: some EvaluationContext) throws -> Bool {
    if let isContained = asciiContains(text, part) { return isContained }
    let (whole, wanted) = (try context.folded(text), try context.folded(part))
    return contains(Array(whole.utf8), Array(wanted.utf8)) { $0 }
  }

  /// Returns nil if one of the texts is not ASCII, for which folding is more than lower case.
  private static func asciiContains(_ text: String, _ part: String) -> Bool? {
    guard text.utf8.allSatisfy({ $0 < 0x80 }), part.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
    return contains(Array(text.utf8), Array(part.utf8)) { byte in
      UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte ? byte | 0x20 : byte
    }
  }

  private static func contains(_ text: [UInt8], _ part: [UInt8], _ folded: (UInt8) -> UInt8) -> Bool {
    guard let first = part.first.map(folded) else { return true }
    guard text.count >= part.count else { return false }
    for start in 0...(text.count - part.count) where folded(text[start]) == first {
      if part.indices.allSatisfy({ folded(text[start + $0]) == folded(part[$0]) }) { return true }
    }
    return false
  }
}
