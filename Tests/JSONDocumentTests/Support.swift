import JSONDocument
import TestSupport
import Testing

/// Parses a text that must be valid.
func parse(_ text: String, at location: SourceLocation = #_sourceLocation) throws -> JSONDocument {
  do {
    return try JSONDocument(parsing: text)
  } catch {
    Issue.record("\(error) at \(error.position) in \(text.prefix(200))", sourceLocation: location)
    throw error
  }
}

/// The parser's error for some bytes, or nil.
func parseVerdict(_ bytes: [UInt8]) -> JSONError? {
  do throws(JSONError) {
    _ = try JSONDocument(parsing: JSONBytes(bytes))
    return nil
  } catch {
    return error
  }
}

/// The validator's verdict on some bytes, fed in pieces.
func validatorVerdict(_ bytes: [UInt8], splitAt splits: [Int] = []) -> (error: JSONError?, kind: JSONKind?) {
  var validator = JSONValidator()
  do {
    var start = 0
    for end in splits.sorted() + [bytes.count] {
      // Separate memory for each piece, so that a sanitizer sees reads beyond it.
      try Array(bytes[start..<end]).withUnsafeBytes { try validator.feed($0) }
      start = end
    }
    try validator.finish()
    return (nil, validator.rootKind)
  } catch {
    // The validator throws no other error.
    return ((error as! JSONError), nil)
  }
}

/// Returns a text without its `▼`, and the offset of that mark.
func unmark(_ marked: String) -> (text: String, offset: Int) {
  let parts = marked.split(separator: "▼", omittingEmptySubsequences: false)
  precondition(parts.count == 2, "one mark is needed: \(marked)")
  return (String(parts[0] + parts[1]), parts[0].utf8.count)
}

extension SeededGenerator {
  mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &self) < percent }
}
