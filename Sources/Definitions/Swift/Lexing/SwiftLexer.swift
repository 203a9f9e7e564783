/// Splits a Swift file into tokens and comments.
///
/// It accepts any input and makes one pass. Nested comments, interpolations and `#if` are on explicit stacks instead of the call stack.
struct SwiftLexer {
  let bytes: [UInt8]
  var position: Int
  var tokens: [SwiftToken] = []
  var comments: [SwiftComment] = []
  var problems: [SyntaxProblem] = []
  var followsSpace = true
  var followsNewline = true
  /// The `#if` blocks around `position`.
  var branches: [ConditionalBranch] = []
  /// The condition that is being read.
  var condition: PendingCondition?
  /// Swift allows line breaks in an interpolation even in a string on one line. After an interpolation without an end they are not allowed any more,
  /// because searching for the end of each one would take quadratic time.
  var allowsNewlinesInInterpolations = true
  /// The end of the last search for a regex literal. No regex literal begins before it.
  var regexSearchEnd = 0

  init(_ source: SourceText) {
    bytes = source.bytes
    position = source.start
    tokens.reserveCapacity(bytes.count / 4)
  }

  mutating func run() {
    if byte() == UInt8(ascii: "#"), byte(1) == UInt8(ascii: "!") { skipLine() }
    while position < bytes.count { next() }
    finishCondition()
    // The rest of the file is lost if the branch is not compiled, so this is a problem in either case.
    if let branch = branches.first {
      problems.append(SyntaxProblem(message: "'#if' is never closed", offset: branch.offset))
    }
  }

  /// Returns the byte at a distance from the current one; 0 beyond the end.
  func byte(_ distance: Int = 0) -> UInt8 {
    position + distance < bytes.count ? bytes[position + distance] : 0
  }

  mutating func append(_ kind: SwiftToken.Kind, sign: UInt8 = 0, from start: Int) {
    if condition != nil { finishConditionAtLine() }
    if let open = condition {
      if sign == UInt8(ascii: "(") { condition?.depth = open.depth + 1 }
      if sign == UInt8(ascii: ")") { condition?.depth = max(0, open.depth - 1) }
    }
    if condition != nil || isActive {
      tokens.append(
        SwiftToken(
          kind: kind, sign: sign, followsSpace: followsSpace, followsNewline: followsNewline, range: start..<position))
    }
    (followsSpace, followsNewline) = (false, false)
  }

  /// Records a problem, unless the code is not compiled.
  mutating func report(_ message: String, at offset: Int) {
    if isActive { problems.append(SyntaxProblem(message: message, offset: offset)) }
  }

  private mutating func next() {
    let start = position
    switch byte() {
    case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
      position += 1
      (followsSpace, followsNewline) = (true, true)
    case 0, 0x09, 0x0B, 0x0C, 0x20:
      position += 1
      followsSpace = true
    case UInt8(ascii: "/") where byte(1) == UInt8(ascii: "/"): lexLineComment()
    case UInt8(ascii: "/") where byte(1) == UInt8(ascii: "*"): lexBlockComment()
    case UInt8(ascii: "/") where lexBareRegex(): break
    case UInt8(ascii: "\""): lexString(hashes: 0)
    case UInt8(ascii: "#"): lexHash()
    case UInt8(ascii: "`"): lexQuotedWord()
    case UInt8(ascii: "0")...UInt8(ascii: "9"): lexNumber()
    case let byte where Self.isWord(byte):
      skipWord()
      append(.word, from: start)
    case UInt8(ascii: "-") where byte(1) == UInt8(ascii: ">"):
      position += 2
      append(.arrow, from: start)
    case let byte:
      position += 1
      append(.sign, sign: byte, from: start)
    }
  }
}
