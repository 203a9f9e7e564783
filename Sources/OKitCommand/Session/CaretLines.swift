import CommandKit
import OKitStorage

/// Formats a line of text with carets below a range. Only the part of a very long line around the range is shown.
enum CaretLines {
  private static let maximumLineLength = 400
  /// The number of Unicode scalars of a long line that are shown before and after the first caret.
  private static let around = 100

  /// Returns the two lines. `marked` counts Unicode scalars.
  static func of(_ line: String, _ marked: Range<Int>) -> [String] {
    // A tab would move the carets.
    var scalars = line.unicodeScalars.map { $0 == "\t" ? " " : $0 }
    var marked = marked
    if scalars.count > maximumLineLength {
      let start = max(marked.lowerBound - around, 0)
      let end = min(marked.lowerBound + around, scalars.count)
      let shown = Array(scalars[min(start, end)..<end])
      let isCut = (before: start > 0, after: end < scalars.count)
      scalars = (isCut.before ? ["…"] : []) + shown + (isCut.after ? ["…"] : [])
      let moved = start - (isCut.before ? 1 : 0)
      marked = marked.lowerBound - moved..<min(marked.upperBound - moved, scalars.count)
    }
    func text(_ part: some Sequence<Unicode.Scalar>) -> String {
      Console.printable(String(String.UnicodeScalarView(part)))
    }
    let first = min(marked.lowerBound, scalars.count)
    let last = min(max(marked.upperBound, first), scalars.count)
    let indent = ColumnWidth.of(text(scalars[..<first])) + max(marked.lowerBound - scalars.count, 0)
    let width = max(ColumnWidth.of(text(scalars[first..<last])), 1)
    return ["  \(text(scalars))", "  " + String(repeating: " ", count: indent) + String(repeating: "^", count: width)]
  }
}
