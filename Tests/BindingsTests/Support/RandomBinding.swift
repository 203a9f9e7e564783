import Bindings
import TestSupport

/// Makes bindings of any shape.
struct RandomBinding {
  private var generator: SeededGenerator

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  mutating func binding() -> Binding {
    let count = Int.random(in: 1...3, using: &generator)
    if count == 1 { return Binding(parts: [part(depth: 0)]) }
    return Binding(parts: (0..<count).map { _ in chance(8) ? .init(content: .nothing) : part(depth: 0) })
  }

  private mutating func chance(_ of: Int) -> Bool { Int.random(in: 0..<of, using: &generator) == 0 }

  private mutating func part(depth: Int) -> Binding.Part {
    let isNegated = chance(5)
    switch Int.random(in: 0..<6, using: &generator) {
    case 0: return .init(isNegated: isNegated, content: .constant(text()))
    case 1: return .init(isNegated: isNegated, content: .localized(text()))
    default: return .init(isNegated: isNegated, content: .path(path(depth: depth)))
    }
  }

  private mutating func path(depth: Int) -> Binding.Path {
    let count = Int.random(in: 1...4, using: &generator)
    var segments = (0..<count).map { _ in segment(depth: depth) }
    if chance(6) { segments.insert(.init(.entity(name())), at: 0) }
    let model = chance(4) ? name() : nil
    // A first segment that begins with an operator would be read as an id.
    if case .collect = segments[0].step { segments.insert(.init(.current), at: 0) }
    return .init(model: model, isAbsolute: chance(4), segments: segments)
  }

  private mutating func segment(depth: Int) -> Binding.Segment {
    let step: Binding.Segment.Step =
      switch Int.random(in: 0..<(depth < 3 ? 14 : 11), using: &generator) {
      case 0: .index(Int.random(in: -3...30, using: &generator))
      case 1: .every
      case 2: .current
      case 3: .parent
      case 4: .root
      case 5: .constantReference(name())
      case 6: .reference([keyPath()])
      case 7: .collect(collector(), [])
      case 8: .keyPath(pieces(atLeast: 2))
      case 9: .call(name(), nil)
      case 10: .property(name())
      case 11: .call(name(), part(depth: depth + 1))
      case 12: .matching(predicate(depth: depth + 1))
      default: .property(name())
      }
    return .init(step)
  }

  private mutating func predicate(depth: Int) -> Binding.Predicate {
    switch Int.random(in: 0..<(depth < 4 ? 8 : 5), using: &generator) {
    case 5: .not(predicate(depth: depth + 1))
    case 6: .all([predicate(depth: depth + 1), predicate(depth: depth + 1)])
    case 7: .any([predicate(depth: depth + 1), predicate(depth: depth + 1)])
    default: .comparison(comparison(depth: depth))
    }
  }

  private mutating func comparison(depth: Int) -> Binding.Comparison {
    let sign = ComparisonOperator.allCases.randomElement(using: &generator) ?? .equals
    let isEquality = [.equals, .differs, .isIn].contains(sign)
    let count = sign == .isIn ? Int.random(in: 1...3, using: &generator) : 1
    let right: [Binding.Operand] = (0..<count).map { _ in
      if isEquality, chance(5) { return .init(.null) }
      if chance(4) { return .init(.parts(parts(depth: depth))) }
      let text = text()
      return .init(.text(text.isEmpty && !isEquality ? "x" : text))
    }
    return .init(.init(.parts(parts(depth: depth))), sign, right)
  }

  private mutating func parts(depth: Int) -> [Binding.Part] {
    (0..<(chance(4) ? 2 : 1)).map { _ in part(depth: depth) }
  }

  private mutating func keyPath() -> Binding.Segment {
    chance(2) ? .init(.property(name())) : .init(.keyPath(pieces(atLeast: 2)))
  }

  private mutating func pieces(atLeast count: Int) -> [Binding.Segment] {
    var pieces: [Binding.Segment] = (0..<count + (chance(3) ? 1 : 0)).map { _ in .init(.property(name())) }
    if chance(3) {
      let collector = collector()
      pieces.append(.init(.collect(collector, collector == .count || chance(2) ? [] : self.pieces(atLeast: 1))))
    }
    return pieces
  }

  private mutating func collector() -> KeyValueOperator {
    KeyValueOperator.allCases.randomElement(using: &generator) ?? .count
  }

  private mutating func name() -> String {
    let names = [
      "a", "name", "a b", "", "0", "-1", ".", "..", "a.b", "é", "👩", " x ", "#", "f(", "=", "\"", "\t", "not",
      "{", "}x", "a in", "&&", "a>b", "null", "~",
    ]
    return names.randomElement(using: &generator) ?? ""
  }

  private mutating func text() -> String {
    let texts = [
      "", "Dune", "a/b", "a,b", "(", ")", "(x)", "]", "=", "\"q\"", "\\", " edge ", "\u{1}", "🦉", "#%!",
      "null", "{a}", "}", "a && b", "(", "> 1", "in (x)", "-7d", "1.5",
    ]
    return texts.randomElement(using: &generator) ?? ""
  }
}
