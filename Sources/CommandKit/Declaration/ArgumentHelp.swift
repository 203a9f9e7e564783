/// What is said about an argument; a string literal is enough for most.
public struct ArgumentHelp: Sendable, ExpressibleByStringInterpolation {
  /// One sentence, shown in the help.
  public var abstract: String
  /// More, for the manual.
  public var discussion: String
  /// Whether help, manual and completions leave the argument out.
  public var isHidden: Bool

  /// A help text with everything.
  public init(_ abstract: String, discussion: String = "", isHidden: Bool = false) {
    self.abstract = abstract
    self.discussion = discussion
    self.isHidden = isHidden
  }

  /// A help text of one sentence.
  public init(stringLiteral value: String) {
    self.init(value)
  }
}
