import JSONDocument
import TestSupport

typealias Tree = PlainTree

extension PlainTree {
  static func random(depth: Int, using generator: inout SeededGenerator) -> Tree {
    switch Int.random(in: 0..<(depth > 0 ? 6 : 4), using: &generator) {
    case 4:
      let keys = ["a", "b", "id", "näme", "x/y", "refKey", "\"", "long key with spaces", ""]
        .shuffled(using: &generator).prefix(Int.random(in: 0...4, using: &generator))
      return .object(keys.map { ($0, random(depth: depth - 1, using: &generator)) })
    case 5:
      return .array(
        (0..<Int.random(in: 0...4, using: &generator)).map { _ in random(depth: depth - 1, using: &generator) })
    default:
      let scalars = [
        "1", "-0", "1.50", "1e+16", "9007199254740993", "true", "false", "null", #""""#, #""text""#, #""a\/b\n\u00e4""#,
        #""ä€😀""#, #""\ud83d\ude00""#, #"" ,]}""#,
      ]
      return .scalar(scalars.randomElement(using: &generator)!)
    }
  }

  enum Space { case compact, pretty, wild }

  /// A text of the tree.
  func text(_ space: Space, margin: String = "\n", using generator: inout SeededGenerator) -> String {
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
        return JSONWriter.quote(member.key) + colon + member.value.text(space, margin: margin + "  ", using: &generator)
      }
      return items(("{", "}"), texts)
    }
  }
}
