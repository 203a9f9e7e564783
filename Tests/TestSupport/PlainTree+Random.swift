import JSONDocument

extension PlainTree {
  /// The keys and scalars of random trees.
  package struct Parts: Sendable {
    let keys: [String]
    /// Texts of scalars, some of which contain the number.
    let scalars: @Sendable (Int) -> [String]
    /// The number of kinds to choose from; two are an array and an object.
    let choices: Int

    package init(keys: [String], choices: Int, scalars: @escaping @Sendable (Int) -> [String]) {
      self.keys = keys
      self.choices = choices
      self.scalars = scalars
    }
  }

  package static func random(
    depth: Int, of parts: Parts, using generator: inout SeededGenerator
  ) -> PlainTree {
    switch Int.random(in: 0..<(depth > 0 ? parts.choices : parts.choices - 2), using: &generator) {
    case parts.choices - 2: return object(depth: depth, of: parts, using: &generator)
    case parts.choices - 1:
      return .array(
        (0..<Int.random(in: 0...4, using: &generator)).map { _ in random(depth: depth - 1, of: parts, using: &generator)
        }
      )
    default:
      let texts = parts.scalars(Int.random(in: 0..<1_000_000_000, using: &generator))
      return .scalar(texts.randomElement(using: &generator)!)
    }
  }

  package static func object(
    depth: Int, of parts: Parts, using generator: inout SeededGenerator
  ) -> PlainTree {
    let keys = parts.keys.shuffled(using: &generator).prefix(Int.random(in: 0...5, using: &generator))
    return .object(keys.map { ($0, random(depth: depth - 1, of: parts, using: &generator)) })
  }

  package enum Space { case compact, pretty, wild }

  /// Returns the tree as text.
  package func text(_ space: Space, margin: String = "\n", using generator: inout SeededGenerator) -> String {
    func gap() -> String {
      if space != .wild { return "" }
      return ["", "", " ", "\n", "\t", "\r\n  ", "   "].randomElement(using: &generator)!
    }
    func items(_ brackets: (String, String), _ texts: [String]) -> String {
      if texts.isEmpty { return brackets.0 + gap() + brackets.1 }
      switch space {
      case .compact: return brackets.0 + texts.joined(separator: ",") + brackets.1
      case .pretty: return brackets.0 + margin + "  " + texts.joined(separator: ",\(margin)  ") + margin + brackets.1
      case .wild:
        let spaced = texts.map { gap() + $0 + gap() }
        return brackets.0 + spaced.joined(separator: ",") + brackets.1
      }
    }
    switch self {
    case .scalar(let text): return text
    case .array(let elements):
      return items(("[", "]"), elements.map { $0.text(space, margin: margin + "  ", using: &generator) })
    case .object(let members):
      let texts = members.map { member in
        let colon = space == .pretty ? ": " : gap() + ":" + gap()
        return JSONText.quote(member.key) + colon + member.value.text(space, margin: margin + "  ", using: &generator)
      }
      return items(("{", "}"), texts)
    }
  }
}
