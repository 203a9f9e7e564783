/// A pattern for one component of a path, as shells have them: `*`, `?`, `[a-z]`, `[!a-z]`, and `\` before what means itself.
struct NamePattern {
  fileprivate enum Piece {
    case exactly(Unicode.Scalar)
    case anyOne
    case anyNumber
    case oneOf([ClosedRange<UInt32>], isNegated: Bool)
  }

  private var pieces: [Piece] = []
  /// Whether it can match another name than its own text.
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

  /// Whether `name` matches. A name that begins with a dot matches only a pattern that does.
  func matches(_ name: String) -> Bool {
    let scalars = Array(name.unicodeScalars)
    if scalars.first == "." {
      guard case .exactly(".")? = pieces.first else { return false }
    }
    var (piece, place) = (0, 0)
    // Of several `*` only the last has to be tried anew, which keeps the time to the product of both lengths.
    var retry: (piece: Int, place: Int)?
    while place < scalars.count {
      if piece < pieces.count, case .anyNumber = pieces[piece] {
        retry = (piece, place)
        piece += 1
      } else if piece < pieces.count, pieces[piece].matches(scalars[place]) {
        piece += 1
        place += 1
      } else if let last = retry {
        retry = (last.piece, last.place + 1)
        (piece, place) = (last.piece + 1, last.place + 1)
      } else {
        return false
      }
    }
    return pieces[piece...].allSatisfy { if case .anyNumber = $0 { true } else { false } }
  }

  /// Where the `]` is that ends the set which begins at `start`; nil where none does, so that the bracket means itself.
  private static func endOfSet(_ scalars: [Unicode.Scalar], from start: Int) -> Int? {
    var index = start + 1
    if index < scalars.count, scalars[index] == "!" || scalars[index] == "^" { index += 1 }
    // A bracket that comes first is one of the set.
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
