/// A word, a literal or a sign of a Swift file.
struct SwiftToken: Sendable {
  enum Kind: UInt8, Sendable {
    /// A keyword or a name.
    case word
    /// A name in backticks.
    case quotedWord
    case number
    /// A string literal of any kind, including its delimiters.
    case string
    /// A string literal that contains `\(…)`.
    case interpolatedString
    /// A regex literal.
    case regex
    /// One character of punctuation or of an operator.
    case sign
    /// `->`. It is separate from other signs because its `>` is not a bracket.
    case arrow
  }

  let kind: Kind
  /// The character of a sign; 0 for other tokens.
  let sign: UInt8
  /// True if white space or a comment precedes it.
  let followsSpace: Bool
  /// True if it is the first token on its line.
  let followsNewline: Bool
  /// The position in the text, in bytes.
  let range: Range<Int>
}

/// A comment of a Swift file.
struct SwiftComment: Sendable {
  let range: Range<Int>
  /// True if code precedes it on its line.
  let isTrailing: Bool
  /// The index of the token that follows.
  var nextToken: Int
}

/// An error in a file that Swift would also reject.
struct SyntaxProblem: Sendable {
  let message: String
  /// The position in the text, in bytes.
  let offset: Int
}
