import OKitModels
import OKitStorage

/// The text of a path up to the cursor, split at the position of the completion.
struct PathPrefix {
  /// The kind of completion.
  enum Kind: Equatable {
    /// A property or model at the start of a path.
    case start
    /// A property or element after a slash.
    case name
    /// A property or operator after a dot.
    case keyPath
    /// A property after an operator.
    case collected
    /// An index or filter after a bracket.
    case bracket
    /// A property or operator of a further comparison in brackets.
    case condition
    /// A value to compare with, in brackets.
    case comparison(Comparison)
    /// A continuation after a complete step.
    case end
    /// An entity's id.
    case entity
  }

  /// A comparison up to its operator.
  struct Comparison: Equatable {
    /// The left side.
    let property: String
    /// The operator.
    let sign: String
    /// True if it is the first comparison, and nothing else precedes it in the brackets.
    let isFirst: Bool
  }

  /// The kind of completion.
  let kind: Kind
  /// The text before the part to complete.
  let front: String
  /// The path of the value to search for completions.
  let target: String
  /// The part to complete.
  let rest: String

  /// Splits `text`. Nil if there is no completion, as in constants and parameters.
  init?(_ text: String) {
    let bytes = Array(text.utf8)
    let scan = Scan(bytes)
    let start = scan.start
    func string(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
    if let first = bytes[start...].first, "#%".utf8.contains(first) { return nil }
    if let bracket = scan.open.first {
      // Parentheses in brackets group conditions.
      guard scan.open.dropFirst().allSatisfy({ bytes[$0] == UInt8(ascii: "(") }), bytes[bracket] == UInt8(ascii: "[")
      else { return nil }
      target = Self.path(string(start..<bracket))
      let condition = ConditionPrefix(bytes, after: bracket)
      if let comparison = condition.comparison {
        (kind, front, rest) = (
          .comparison(comparison), string(0..<condition.valueStart), string(condition.valueStart..<bytes.count)
        )
      } else if condition.start > bracket + 1 {
        (kind, front, rest) = (.condition, string(0..<condition.start), string(condition.start..<bytes.count))
      } else {
        (kind, front, rest) = (.bracket, string(0..<bracket), string(bracket..<bytes.count))
      }
      return
    }
    let segment = bytes[scan.segment...]
    let isFirst = scan.segment == start
    if segment.first == UInt8(ascii: "$") || [".", ".."].contains(string(segment.indices)) { return nil }
    if let last = segment.last, "])".utf8.contains(last) {
      (kind, front, target, rest) = (.end, text, Self.path(string(start..<bytes.count)), "")
      return
    }
    guard let dot = segment.lastIndex(of: UInt8(ascii: ".")) else {
      kind = segment.first == UInt8(ascii: "@") && isFirst ? .entity : isFirst ? .start : .name
      front = string(0..<scan.segment)
      target = Self.path(string(start..<scan.segment))
      rest = string(segment.indices)
      return
    }
    guard dot > segment.startIndex else { return nil }
    (front, rest) = (string(0..<dot + 1), string(dot + 1..<bytes.count))
    let steps = bytes[segment.startIndex..<dot]
    if let sign = steps.lastIndex(of: UInt8(ascii: "@")), sign > segment.startIndex {
      // The result of an operator on several steps is not examined.
      guard !steps[sign...].contains(UInt8(ascii: ".")) else { return nil }
      (kind, target) = (.collected, Self.path(string(start..<sign - 1)))
    } else {
      (kind, target) = (.keyPath, Self.path(string(start..<dot)))
    }
  }

  /// Returns the beginning of a path as a valid path.
  private static func path(_ text: String) -> String {
    switch text.utf8.last {
    case UInt8(ascii: ":"), UInt8(ascii: ">"): text + "."
    case UInt8(ascii: "/"): path(String(text.dropLast()))
    case nil: "."
    default: text
    }
  }

  /// The start of the last part of a path, the start of its last step, and the unclosed brackets in it.
  private struct Scan {
    var start = 0
    var segment = 0
    /// The positions of unclosed parentheses and brackets.
    var open: [Int] = []

    init(_ bytes: [UInt8]) {
      for (index, byte) in bytes.enumerated() {
        switch byte {
        case UInt8(ascii: "("), UInt8(ascii: "["): open.append(index)
        case UInt8(ascii: ")"), UInt8(ascii: "]"): _ = open.popLast()
        case UInt8(ascii: ",") where open.isEmpty: (start, segment) = (index + 1, index + 1)
        case UInt8(ascii: " ") where index == start: (start, segment) = (index + 1, index + 1)
        case UInt8(ascii: "!") where index == start: (start, segment) = (index + 1, index + 1)
        case UInt8(ascii: "/") where open.isEmpty: segment = index + 1
        case UInt8(ascii: ":") where open.isEmpty, UInt8(ascii: ">") where open.isEmpty:
          if segment == start, !"@$".utf8.contains(bytes[start]) { segment = index + 1 }
        default: break
        }
      }
    }
  }
}
