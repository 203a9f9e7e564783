/// A regular expression in the syntax of ICU, which Foundation's `NSRegularExpression` also uses.
///
/// Do not use an expression on several threads at the same time.
package final class RegularExpression {
  /// Steps of the matcher, each some milliseconds, after which a match ends with an error. It limits patterns that take exponential time.
  private static let timeLimit: Int32 = 1000

  private let library: ICULibrary
  private let pattern: OpaquePointer

  /// `UREGEX_CASE_INSENSITIVE`.
  private static let ignoringCase: UInt32 = 2

  /// Parses a pattern. Throws if it is not valid.
  package init(_ text: String, ignoringCase: Bool = false, library: ICULibrary) throws(ICUError) {
    self.library = library
    var status: Int32 = 0
    let units = Array(text.utf16)
    guard
      let pattern = library.openPattern(units, Int32(units.count), ignoringCase ? Self.ignoringCase : 0, nil, &status),
      status <= 0
    else {
      throw library.error(status)
    }
    self.pattern = pattern
    library.setTimeLimit(pattern, Self.timeLimit, &status)
  }

  deinit { library.closePattern(pattern) }

  /// True if a text contains a match. Throws if matching takes too long.
  package func isFound(in text: String) throws(ICUError) -> Bool { try !matches(in: text, limit: 1).isEmpty }

  /// Returns the ranges of all matches in a text, in UTF-16 code units. Throws if matching takes too long.
  package func matches(in text: String) throws(ICUError) -> [Range<Int>] { try matches(in: text, limit: .max) }

  private func matches(in text: String, limit: Int) throws(ICUError) -> [Range<Int>] {
    var status: Int32 = 0
    var ranges: [Range<Int>] = []
    var failure: ICUError?
    let units = Array(text.utf16)
    guard units.count < Int(Int32.max) else { throw ICUError(description: "text too long") }
    // The expression keeps a pointer to the text while it is searched.
    units.withUnsafeBufferPointer { buffer in
      var empty: UInt16 = 0
      withUnsafePointer(to: &empty) { library.setText(pattern, buffer.baseAddress ?? $0, Int32(buffer.count), &status) }
      while ranges.count < limit, status <= 0, library.findNext(pattern, &status) != 0 {
        let start = Int(library.matchStart(pattern, 0, &status))
        let end = Int(library.matchEnd(pattern, 0, &status))
        ranges.append(start..<max(start, end))
      }
      if status > 0 { failure = library.error(status) }
    }
    if let failure { throw failure }
    return ranges
  }
}
