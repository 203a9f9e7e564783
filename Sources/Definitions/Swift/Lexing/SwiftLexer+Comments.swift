extension SwiftLexer {
  mutating func lexLineComment() {
    let start = position
    skipLine()
    appendComment(from: start)
  }

  /// Reads a comment `/* … */`. Such comments can be nested.
  mutating func lexBlockComment() {
    let start = position
    guard skipBlockComment() else {
      // The rest of the file is lost, so this is a problem even in code that is not compiled.
      problems.append(SyntaxProblem(message: "a comment is never closed", offset: start))
      return
    }
    appendComment(from: start)
    if bytes[start..<position].contains(where: Self.isNewline) { followsNewline = true }
  }

  /// Skips a comment `/* … */`. Returns false if the file or, with `onLine`, the line ends before the comment.
  mutating func skipBlockComment(onLine: Bool = false) -> Bool {
    var depth = 0
    while position < bytes.count, !onLine || !Self.isNewline(bytes[position]) {
      switch (byte(), byte(1)) {
      case (UInt8(ascii: "/"), UInt8(ascii: "*")):
        depth += 1
        position += 2
      case (UInt8(ascii: "*"), UInt8(ascii: "/")):
        depth -= 1
        position += 2
        if depth == 0 { return true }
      default: position += 1
      }
    }
    return false
  }

  private mutating func appendComment(from start: Int) {
    if isActive || condition != nil {
      comments.append(
        SwiftComment(range: start..<position, isTrailing: !followsNewline, nextToken: tokens.count))
    }
    followsSpace = true
  }
}
