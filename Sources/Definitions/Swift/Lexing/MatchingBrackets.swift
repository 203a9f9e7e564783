/// The matching brackets of a file.
///
/// `<` and `>` are brackets only if they can enclose generic arguments: after a word, and with nothing but types between them.
struct MatchingBrackets: Sendable {
  /// For each token, the index of its partner, or its own index if it has none. The partner of an unclosed bracket is the last token before the
  /// bracket around it is closed.
  private(set) var indices: [Int]
  private(set) var problems: [SyntaxProblem] = []

  private struct Open {
    let index: Int
    let closing: UInt8
  }

  init(_ tokens: [SwiftToken]) {
    indices = Array(tokens.indices)
    var open: [Open] = []
    var openCounts: [UInt8: Int] = [:]
    for (index, token) in tokens.enumerated() {
      switch token.sign {
      case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"):
        let closing = token.sign == UInt8(ascii: "(") ? UInt8(ascii: ")") : token.sign + 2
        // Code in braces is not part of generic arguments.
        if closing == UInt8(ascii: "}") { Self.dropAngles(&open) }
        open.append(Open(index: index, closing: closing))
        openCounts[closing, default: 0] += 1
      case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"):
        guard openCounts[token.sign, default: 0] > 0 else {
          problems.append(
            SyntaxProblem(
              message: "'\(Character(Unicode.Scalar(token.sign)))' without an opening bracket",
              offset: token.range.lowerBound))
          continue
        }
        while let last = open.popLast() {
          if last.closing != Self.angle { openCounts[last.closing, default: 1] -= 1 }
          if last.closing == token.sign {
            (indices[last.index], indices[index]) = (index, last.index)
            break
          }
          if last.closing != Self.angle { leave(last, before: index, tokens) }
        }
      case UInt8(ascii: "<"):
        let follows = index > 0 && (tokens[index - 1].kind == .word || tokens[index - 1].kind == .quotedWord)
        if follows && !token.followsSpace {
          open.append(Open(index: index, closing: Self.angle))
        } else {
          Self.dropAngles(&open)
        }
      case Self.angle:
        if let last = open.last, last.closing == Self.angle {
          open.removeLast()
          (indices[last.index], indices[index]) = (index, last.index)
        }
      default:
        if !Self.canBeInType(token) { Self.dropAngles(&open) }
      }
    }
    for last in open.reversed() where last.closing != Self.angle { leave(last, before: tokens.count, tokens) }
  }

  private static let angle = UInt8(ascii: ">")

  private mutating func leave(_ open: Open, before end: Int, _ tokens: [SwiftToken]) {
    indices[open.index] = end - 1
    let token = tokens[open.index]
    problems.append(
      SyntaxProblem(
        message: "'\(Character(Unicode.Scalar(token.sign)))' is never closed", offset: token.range.lowerBound))
  }

  private static func dropAngles(_ open: inout [Open]) {
    while open.last?.closing == angle { open.removeLast() }
  }

  private static func canBeInType(_ token: SwiftToken) -> Bool {
    switch token.kind {
    case .word, .quotedWord, .arrow: true
    case .sign: ".,?!:&@~".utf8.contains(token.sign)
    case .number, .string, .interpolatedString, .regex: false
    }
  }
}
