import Bindings
import JSONDocument
import Testing

@Suite struct PathTextTests {
  @Test func theRootIsADot() throws {
    let text = BoundValue.Step.text(of: [], model: "directory")
    #expect(text == "directory:.")
    let binding = try Binding(parsing: text)
    #expect(binding.model == "directory")
    #expect(binding.segments.map(\.step) == [.current])
  }

  @Test func everyPathLeadsBackToItsValue() throws {
    let shelf = try Shelf()
    var paths = 0
    try visit(shelf.shop.root, []) { steps, value in
      let text = BoundValue.Step.text(of: steps, model: "shop")
      let found = try Binding(parsing: text).evaluate(in: shelf)
      #expect(found.value?.range == value.range, "\(text)")
      #expect(found.path == steps, "\(text)")
      paths += 1
    }
    #expect(paths > 25)
  }

  @Test(arguments: [
    "a b", "0", "-1", "a:b", "a.b", "ä", "名前", "\u{1F600}", "a\u{0301}", "\u{00e1}", "null", "-",
  ])
  func aNameLeadsBackToItsValue(_ name: String) throws { try leadsBack(name) }

  /// The printed path must lead to the same value even with this character, which needs the language's escape `\u{…}`.
  @Test(arguments: [
    "a/b", " x", "x ", "a>b", "#1", "%", "!x", "$x", "f()", "a,b", "@id", "<", "~", "x[0]", "]", "..", ".", "", "\\",
    "\t",
  ])
  func anEscapedNameLeadsBackToItsValue(_ name: String) throws { try leadsBack(name) }

  private func leadsBack(_ name: String) throws {
    let document = try JSONDocument(parsing: "{\(JSONText.quote(name)): {\"inner\": 1}, \"id\": \"R\"}")
    let steps: [BoundValue.Step] = [.property(name), .property("inner")]
    let text = BoundValue.Step.text(of: steps, model: "m")
    let found = try Binding(parsing: text).evaluate(in: Lone(document: document))
    #expect(found.path == steps, "\(text)")
    #expect(found.value?.rawText == "1", "\(text)")
  }

  private struct Lone: EvaluationContext {
    let document: JSONDocument
    func root(ofModel name: String?) throws -> JSONValue { document.root }
  }

  private func visit(
    _ value: JSONValue, _ steps: [BoundValue.Step], _ body: ([BoundValue.Step], JSONValue) throws -> Void
  ) throws {
    try body(steps, value)
    switch value.kind {
    case .object:
      for (key, member) in value.members { try visit(member, steps + [.property(key.string)], body) }
    case .array:
      for (index, element) in value.elements.enumerated() { try visit(element, steps + [.index(index)], body) }
    default: break
    }
  }
}
