import JSONDocument
import TestSupport

/// A plain model of a JSON value, to compare with.
indirect enum Tree: Equatable {
  case object([(key: String, value: Tree)])
  case array([Tree])
  /// The text as it stands.
  case scalar(String)

  static func == (left: Tree, right: Tree) -> Bool {
    switch (left, right) {
    case (.object(let left), .object(let right)):
      left.elementsEqual(right) { Array($0.key.utf8) == Array($1.key.utf8) && $0.value == $1.value }
    case (.array(let left), .array(let right)): left == right
    case (.scalar(let left), .scalar(let right)): Array(left.utf8) == Array(right.utf8)
    default: false
    }
  }

  init(_ value: JSONValue) {
    switch value.kind {
    case .object: self = .object(value.members.map { ($0.key.string, Tree($0.value)) })
    case .array: self = .array(value.elements.map { Tree($0) })
    default: self = .scalar(value.rawText)
    }
  }

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
