import TestSupport
import Testing

/// The graph of references in all formats; Graphviz reads its DOT.
@Suite struct ReferenceGraphTests {
  /// The label of each edge with those of its ends, as `dot` reads them.
  private func edges(_ dot: [UInt8], _ shop: FormedShop) throws -> [String] {
    let json = try shop.shop.machine.run("dot", "-Tdot_json", input: dot).bytes
    return try shop.shop.machine.run(
      "jq", "-r",
      #"[.objects[] | .label // ""] as $nodes | .edges[] | "\($nodes[.tail]) -\(.label)> \($nodes[.head])""#,
      input: json
    ).lines.sorted()
  }

  @Test(arguments: FormedShop.Form.allCases) func entitiesAreDrawnAsAGraph(form: FormedShop.Form) throws {
    let shop = try FormedShop(form)
    let wanted = try shop.jq(
      #"""
      . as $root | ([.. | objects | select(has("id"))] | INDEX(.id)) as $e
      | [.books[] | "Book\\n\(.name) -author> Author\\n\($e[.author.refKey].name)", "Book\\n\(.name) -genre> Genre\\n\($e[.genre.refKey].name)"]
      | sort | .[]
      """#, "default.json")
    let lines = try shop.shop.machine.run("jq", "-r", ".", input: Array((wanted + "\n").utf8)).lines.sorted()
    #expect(try edges(shop.okit("ref", "graph", "default").bytes, shop) == lines)
    let fromJSON = try shop.okit("ref", "graph", "default", "--json").bytes
    let named = try shop.shop.machine.run(
      "jq", "-r",
      #"""
      (.nodes | INDEX(.path)) as $n | .edges[]
      | "\($n[.from] | .class + "\\n" + .name) -\(.property)> \($n[.to] | .class + "\\n" + .name)"
      """#, input: fromJSON)
    #expect(named.lines.sorted() == lines)
    let mermaid = try shop.okit("ref", "graph", "default", "--format", "mermaid").lines
    #expect(mermaid.first == "flowchart LR")
    #expect(mermaid.contains(#"  n0["Book<br>The Dispossessed"]"#))
    #expect(mermaid.filter { $0.contains("-->|") }.count == lines.count)
  }

  @Test func classesAreDrawnAsAGraph() throws {
    let shop = try FormedShop(.plain)
    #expect(
      try edges(shop.okit("ref", "graph", "--classes").bytes, shop) == [
        #"Book\n4 -author ×4> Author\n4"#, #"Book\n4 -genre ×4> Genre\n3"#,
        #"ModelSettings\n1 -protectionTimeout> ModelProtectionTimeout\n1"#,
      ])
    try shop.okit("ref", "graph", "--classes", "--entities", status: 64)
  }

  @Test func aGraphOfManyEntitiesShowsClasses() throws {
    let shop = try FormedShop(.plain)
    for (count, isSummary) in [(295, false), (296, true)] {
      let people = (0..<count).map {
        #"{"id":"P\#($0)","name":"Person \#($0)","friend":{"id":"R\#($0)","refKey":"P0"}}"#
      }
      try shop.write(#"{"id":"CLUB","people":[\#(people.joined(separator: ","))]}"#.utf8, "club.json")
      let club = try shop.jq("[.summary, (.nodes | length)]", ofOKit: "ref", "graph", "club", "--json")
      #expect(club == "[false,\(count)]")
      let more = (0..<5).map { #"{"id":"Q\#($0)","friend":{"id":"S\#($0)","refKey":"P1"}}"# }
      try shop.write(#"{"id":"PUB","guests":[\#(more.joined(separator: ","))]}"#.utf8, "pub.json")
      let both = try shop.jq(".summary", ofOKit: "ref", "graph", "club", "pub", "--json")
      #expect(both == "\(isSummary)")
    }
    #expect(
      try shop.jq("[.edges[] | [.from, .to, .property, .count]]", ofOKit: "ref", "graph", "club", "pub", "--json")
        == #"[["people","people","friend",296],["guests","people","friend",5]]"#)
    #expect(try shop.jq(".summary", ofOKit: "ref", "graph", "club", "pub", "--entities", "--json") == "false")
  }

  @Test func namesWithSyntaxAreEscaped() throws {
    let shop = try FormedShop(.plain)
    try shop.write(
      #"{"id":"C","a":{"id":"A","name":"\"];\\ -> <b>&|`{}\n\t[x](y)","to":{"id":"R","refKey":"B"}},"b":{"id":"B","name":"b"}}"#
        .utf8, "odd.json")
    let found = try edges(shop.okit("ref", "graph", "odd").bytes, shop)
    #expect(found.count == 1)
    #expect(found.first?.hasSuffix(" -to> b\\nb") == true, "\(found)")
    let mermaid = try shop.okit("ref", "graph", "odd", "--format", "mermaid").lines
    #expect(mermaid.count == 4)
    #expect(mermaid[1].filter { $0 == "\"" }.count == 2)
  }
}
