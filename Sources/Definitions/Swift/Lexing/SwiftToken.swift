/// A word, a literal or a sign of a Swift file.
struct SwiftToken: Sendable {
  enum Kind: UInt8, Sendable {
    /// A keyword or a name.
    case word
    /// A name in backticks.
    case quotedWord
    case number
    /// A string literal of any kind, its delimiters included.
    case string
    /// A string literal with `\(…)` in it.
    case interpolatedString
    /// A regex literal.
    case regex
    /// One character of punctuation or of an operator.
    case sign
    /// `->`, which is apart from other signs since its `>` closes nothing.
    case arrow
  }

  let kind: Kind
  /// The character of a sign; 0 of anything else.
  let sign: UInt8
  /// Whether white space or a comment is in front.
  let followsSpace: Bool
  /// Whether it is the first of its line.
  let followsNewline: Bool
  /// Its bytes in the text.
  let range: Range<Int>
}

/// A comment of a Swift file.
struct SwiftComment: Sendable {
  let range: Range<Int>
  /// Whether there is code in front of it on its line.
  let isTrailing: Bool
  /// The index of the token that follows.
  var nextToken: Int
}

/// Something in a file that Swift would not accept either.
struct SyntaxProblem: Sendable {
  let message: String
  /// The byte where it is.
  let offset: Int
}
