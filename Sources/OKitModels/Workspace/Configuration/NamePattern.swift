/// A shell pattern for one component of a path: `*`, `?`, `[a-z]`, `[!a-z]`, and `\` to escape a character.
struct NamePattern {
  fileprivate enum Piece {
    case exactly(Unicode.Scalar)
    case anyOne
    case anyNumber
    case oneOf([ClosedRange<UInt32>], isNegated: Bool)
  }

  private var pieces: [Piece] = []
  /// True if it can match several names.
  private(set) var hasWildcards = false

  init(_ text: String) {
    let scalars = Array(text.unicodeScalars)
    var index = 0
    while index < scalars.count {
      switch scalars[index] {
      case "*": pieces.append(.anyNumber)
      case "?": pieces.append(.anyOne)
      case "\\" where index + 1 < scalars.count:
        index += 1
        pieces.append(.exactly(scalars[index]))
      case "[":
        guard let end = Self.endOfSet(scalars, from: index) else { fallthrough }
        pieces.append(Self.set(scalars[(index + 1)..<end]))
        index = end
      default: pieces.append(.exactly(scalars[index]))
      }
      index += 1
    }
    hasWildcards = pieces.contains { if case .exactly = $0 { false } else { true } }
  }

  /// The name that a pattern without wildcards matches.
  var name: String {
    var name = String.UnicodeScalarView()
    for case .exactly(let scalar) in pieces { name.append(scalar) }
    return String(name)
  }

  /// True if `name` matches. Only a pattern that begins with a dot matches a name that does.
  func matches(_ name: String) -> Bool {
    let scalars = Array(name.unicodeScalars)
    if scalars.first == "." {
      guard case .exactly(".")? = pieces.first else { return false }
    }
    var (piece, index) = (0, 0)
    // Only the last `*` needs to be retried, so that the time is at most the product of both lengths.
    var retry: (piece: Int, index: Int)?
    while index < scalars.count {
      if piece < pieces.count, case .anyNumber = pieces[piece] {
        retry = (piece, index)
        piece += 1
      } else if piece < pieces.count, pieces[piece].matches(scalars[index]) {
        piece += 1
        index += 1
      } else if let last = retry {
        retry = (last.piece, last.index + 1)
        (piece, index) = (last.piece + 1, last.index + 1)
      } else {
        return false
      }
    }
    return pieces[piece...].allSatisfy { if case .anyNumber = $0 { true } else { false } }
  }

  /// Returns the position of the `]` that ends the set at `start`; nil if there is none, so that the bracket is an ordinary character.
  private static func endOfSet(_ scalars: [Unicode.Scalar], from start: Int) -> Int? {
    var index = start + 1
    if index < scalars.count, scalars[index] == "!" || scalars[index] == "^" { index += 1 }
    // A bracket at the beginning belongs to the set.
    if index < scalars.count { index += 1 }
    while index < scalars.count {
      if scalars[index] == "]" { return index }
      index += 1
    }
    return nil
  }

  private static func set(_ text: ArraySlice<Unicode.Scalar>) -> Piece {
    var rest = text
    let isNegated = rest.first == "!" || rest.first == "^"
    if isNegated { rest.removeFirst() }
    var ranges: [ClosedRange<UInt32>] = []
    while let first = rest.popFirst() {
      if rest.count >= 2, rest.first == "-", let last = rest.dropFirst().first, first <= last {
        ranges.append(first.value...last.value)
        rest.removeFirst(2)
      } else {
        ranges.append(first.value...first.value)
      }
    }
    return .oneOf(ranges, isNegated: isNegated)
  }
}

extension NamePattern.Piece {
  fileprivate func matches(_ scalar: Unicode.Scalar) -> Bool {
    switch self {
    case .exactly(let wanted): wanted == scalar
    case .anyOne: true
    case .anyNumber: false
    case .oneOf(let ranges, let isNegated): ranges.contains { $0.contains(scalar.value) } != isNegated
    }
  }
}
