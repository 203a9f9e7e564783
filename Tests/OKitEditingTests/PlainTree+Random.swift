import Bindings
import JSONDocument
import TestSupport

@testable import OKitModels

extension PlainTree {
  // MARK: - Random ones

  /// Keys that paths have to take care of.
  private static let keys = [
    "a", "b", "näme", "x/y", "a.b", "c[0]", "it, too", "#d", "$e", "@f", "..", "g()", "0", "-1", "",
  ]

  static func random(depth: Int, using generator: inout SeededGenerator) -> PlainTree {
    switch Int.random(in: 0..<(depth > 0 ? 4 : 1), using: &generator) {
    case 0: return scalar(using: &generator)
    case 1:
      return .array(
        (0..<Int.random(in: 0...4, using: &generator)).map { _ in random(depth: depth - 1, using: &generator) })
    default: return object(depth: depth, using: &generator)
    }
  }

  static func object(depth: Int, using generator: inout SeededGenerator) -> PlainTree {
    let chosen = keys.shuffled(using: &generator).prefix(Int.random(in: 0...5, using: &generator))
    return .object(chosen.map { ($0, random(depth: depth - 1, using: &generator)) })
  }

  /// One that is like no other, as good as always.
  private static func scalar(using generator: inout SeededGenerator) -> PlainTree {
    let number = Int.random(in: 0..<1_000_000_000, using: &generator)
    let texts = [
      "\(number)", "-\(number).50", "\(number)e-07", "\"\(number)\"", #""\#(number)\/ä\u00e4😀 ,]}""#, "true", "null",
    ]
    return .scalar(texts.randomElement(using: &generator)!)
  }

  /// A text of it: indented, or with white space anywhere.
  func text(isPretty: Bool, margin: String = "\n", using generator: inout SeededGenerator) -> String {
    func gap() -> String { isPretty ? "" : ["", "", " ", "\n", "\t", "\r\n  "].randomElement(using: &generator)! }
    func items(_ brackets: (String, String), _ texts: [String]) -> String {
      if texts.isEmpty { return brackets.0 + gap() + brackets.1 }
      if isPretty { return brackets.0 + margin + "  " + texts.joined(separator: ",\(margin)  ") + margin + brackets.1 }
      return brackets.0 + texts.map { gap() + $0 + gap() }.joined(separator: ",") + brackets.1
    }
    switch self {
    case .scalar(let text): return text
    case .array(let elements):
      return items(("[", "]"), elements.map { $0.text(isPretty: isPretty, margin: margin + "  ", using: &generator) })
    case .object(let members):
      let texts = members.map { key, value in
        JSONWriter.quote(key) + (isPretty ? ": " : gap() + ":" + gap())
          + value.text(isPretty: isPretty, margin: margin + "  ", using: &generator)
      }
      return items(("{", "}"), texts)
    }
  }

  // MARK: - Places

  typealias Step = BoundValue.Step

  /// The paths of all that is in it, itself first.
  var paths: [[Step]] {
    switch self {
    case .scalar: [[]]
    case .array(let elements):
      [[]] + elements.enumerated().flatMap { place, element in element.paths.map { [.index(place)] + $0 } }
    case .object(let members): [[]] + members.flatMap { key, value in value.paths.map { [.property(key)] + $0 } }
    }
  }

  /// What is at a path; nil where nothing is.
  subscript(path: some Collection<Step>) -> PlainTree? {
    guard let first = path.first else { return self }
    switch (self, first) {
    case (.array(let elements), .index(let place)):
      return elements.indices.contains(place) ? elements[place][path.dropFirst()] : nil
    case (.object(let members), .property(let key)): return members.first { $0.key == key }?.value[path.dropFirst()]
    default: return nil
    }
  }

  /// Changes what is at a path, which is there.
  mutating func change(_ path: some Collection<Step>, _ body: (inout PlainTree) -> Void) {
    guard let first = path.first else { return body(&self) }
    switch (self, first) {
    case (.array(var elements), .index(let place)):
      elements[place].change(path.dropFirst(), body)
      self = .array(elements)
    case (.object(var members), .property(let key)):
      guard let place = members.firstIndex(where: { $0.key == key }) else { return }
      members[place].value.change(path.dropFirst(), body)
      self = .object(members)
    default: break
    }
  }

  mutating func remove(_ path: [Step]) {
    change(path.dropLast()) { container in
      switch (container, path.last) {
      case (.array(var elements), .index(let place)):
        elements.remove(at: place)
        container = .array(elements)
      case (.object(let members), .property(let key)): container = .object(members.filter { $0.key != key })
      default: break
      }
    }
  }

  /// Adds an element at an index, or a member behind the others.
  mutating func insert(_ new: PlainTree, at path: [Step]) {
    change(path.dropLast()) { container in
      switch (container, path.last) {
      case (.array(var elements), .index(let place)):
        elements.insert(new, at: place)
        container = .array(elements)
      case (.object(let members), .property(let key)): container = .object(members + [(key, new)])
      default: break
      }
    }
  }
}
