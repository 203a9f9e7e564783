import Bindings

/// A text to find in lists as the framework's apps do: only letters, marks and numbers count, in lower case, without diacritics and differences of width,
/// and repeated characters count once. `book shop` finds `Bookshop`.
struct SearchText {
  private let text: [UInt8]

  init(_ text: String, in context: some EvaluationContext) throws {
    self.text = Array(try Self.normalized(text, context).utf8)
  }

  /// True if a text contains this one.
  func isContained(in other: String, _ context: some EvaluationContext) throws -> Bool {
    let whole = Array(try Self.normalized(other, context).utf8)
    guard let first = text.first else { return true }
    guard whole.count >= text.count else { return false }
    return (0...(whole.count - text.count)).contains { start in
      whole[start] == first && whole[start..<start + text.count].elementsEqual(text)
    }
  }

  private static func normalized(_ text: String, _ context: some EvaluationContext) throws -> String {
    let isASCII = text.utf8.allSatisfy { $0 < 0x80 }
    let folded = try isASCII ? text.lowercased() : context.folded(text)
    var result = String.UnicodeScalarView()
    var last: Unicode.Scalar?
    for scalar in folded.unicodeScalars where isSearched(scalar) && scalar != last {
      result.append(scalar)
      last = scalar
    }
    if !result.isEmpty { return String(result) }
    let lower = text.lowercased().unicodeScalars
    let isSpace = { (scalar: Unicode.Scalar) in scalar.properties.isWhitespace }
    let rest = lower.drop(while: isSpace)
    let end = rest.lastIndex { !isSpace($0) }.map { rest.index(after: $0) } ?? rest.startIndex
    return String(rest[rest.startIndex..<end])
  }

  private static func isSearched(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .nonspacingMark,
      .spacingMark, .enclosingMark, .decimalNumber, .letterNumber, .otherNumber:
      true
    default: false
    }
  }
}
