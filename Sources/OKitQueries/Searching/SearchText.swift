import Bindings

/// A text to find in lists as the framework's apps do: only letters, marks and numbers count, in lower case, without diacritics and differences of width,
/// and repeated characters count once. `book shop` finds `Bookshop`.
struct SearchText {
  private let text: String

  init(_ text: String, in context: some EvaluationContext) throws {
    self.text = try Self.normalized(text, context)
  }

  /// True if a text contains this one.
  func isContained(in other: String, _ context: some EvaluationContext) throws -> Bool {
    try Self.normalized(other, context).containsBytes(of: text)
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
    return result.isEmpty ? text.lowercased().trimmed : String(result)
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
