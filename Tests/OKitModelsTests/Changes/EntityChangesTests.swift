import JSONDocument
import TestSupport
import Testing

@testable import OKitModels
@testable import OKitStorage

/// The reported changes between two versions of a document.
@Suite struct EntityChangesTests {
  static func lines(_ old: String?, _ new: String?, at path: String? = nil) throws -> [String] {
    let (before, after) = (try old.map { try JSONDocument(parsing: $0) }, try new.map { try JSONDocument(parsing: $0) })
    return EntityChanges.between(old: before, new: after, of: .default, at: path).map { change in
      if let former = change.formerPath { return "\(change.path) from \(former) @\(change.id ?? "")" }
      return [
        change.kind.rawValue, change.path, "@\(change.id ?? "")", change.old?.rawText ?? "null",
        change.new?.rawText ?? "null",
      ].joined(separator: " ")
    }
  }

  @Test(
    arguments: [
      (#"{"id":"S","a":1}"#, #"{"id":"S","a":2}"#, ["changed default:a @S 1 2"]),
      (#"{"a":1}"#, #"{"a":2}"#, ["changed default:a @ 1 2"]),
      (#"{"a":1}"#, #"{"a":1,"b":"x"}"#, [#"changed default:b @ null "x""#]),
      (#"{"a":1,"b":[1,2]}"#, #"{"a":1}"#, ["changed default:b @ [1,2] null"]),
      (#"{"id":"A","x":1}"#, #"{"id":"B","x":1}"#, [#"changed default:id @B "A" "B""#]),
      ("{}", "{}", []), ("[]", "{}", ["changed default:. @ [] {}"]), ("1", "2", ["changed default:. @ 1 2"]),
      // Entities in arrays.
      (
        #"{"books":[{"id":"A","n":1},{"id":"B","n":1}]}"#, #"{"books":[{"id":"A","n":1},{"id":"B","n":2}]}"#,
        ["changed default:books[1]/n @B 1 2"]
      ),
      (
        #"{"books":[{"id":"A"},{"id":"B"}]}"#, #"{"books":[{"id":"A"},{"id":"C"},{"id":"B"}]}"#,
        [#"managed default:books[1] @C null {"id":"C"}"#]
      ),
      (
        #"{"books":[{"id":"A"},{"id":"B"},{"id":"C"}]}"#, #"{"books":[{"id":"A"},{"id":"C"}]}"#,
        [#"unmanaged default:books[1] @B {"id":"B"} null"#]
      ),
      (
        #"{"books":[{"id":"A"},{"id":"B"}]}"#, #"{"books":[{"id":"A"},{"id":"C"}]}"#,
        [#"unmanaged default:books[1] @B {"id":"B"} null"#, #"managed default:books[1] @C null {"id":"C"}"#]
      ),
      // A value that gets a new position in the array and changes.
      (
        #"[{"id":"A"},{"id":"B"},{"id":"C","n":1}]"#, #"[{"id":"C","n":2},{"id":"A"},{"id":"B"}]"#,
        ["default:[0] from default:[2] @C", "changed default:[0]/n @C 1 2"]
      ),
      (
        #"[{"id":"A"},{"id":"B"},{"id":"C"}]"#, #"[{"id":"X"},{"id":"A"},{"id":"C"}]"#,
        [#"unmanaged default:[1] @B {"id":"B"} null"#, #"managed default:[0] @X null {"id":"X"}"#]
      ),
      // With a repeated id, the first entities correspond to each other.
      (
        #"[{"id":"A","n":1},{"id":"A","n":2}]"#, #"[{"id":"A","n":1},{"id":"A","n":3},{"id":"A","n":4}]"#,
        ["changed default:[1]/n @A 2 3", #"managed default:[2] @A null {"id":"A","n":4}"#]
      ),
      // Elements without ids are compared by their order from both ends.
      ("[1,2,3]", "[0,1,2,3]", ["changed default:[0] @ null 0"]),
      ("[1,2,3]", "[1,3]", ["changed default:[1] @ 2 null"]),
      ("[1,2,3]", "[1,9,3]", ["changed default:[1] @ 2 9"]),
      (#"{"id":"S","d":[{"t":1},{"t":2}]}"#, #"{"id":"S","d":[{"t":1},{"t":3}]}"#, ["changed default:d[1]/t @S 2 3"]),
      (#"[1,{"id":"A"}]"#, #"[{"id":"A"},1]"#, ["default:[0] from default:[1] @A"]),
      // Dictionaries, whose keys are escaped if they contain syntax.
      (
        #"{"m":{"k 1":{"id":"A"},"x":{"id":"B"}}}"#, #"{"m":{"x":{"id":"B","n":1},"a/b":{"id":"C"}}}"#,
        [
          #"unmanaged default:m/k 1 @A {"id":"A"} null"#, "changed default:m/x/n @B null 1",
          #"managed default:m/a\u{2f}b @C null {"id":"C"}"#,
        ]
      ),
      // One entity replaces another, nothing, or a scalar.
      (
        #"{"g":{"id":"A"}}"#, #"{"g":{"id":"B"}}"#,
        [#"unmanaged default:g @A {"id":"A"} null"#, #"managed default:g @B null {"id":"B"}"#]
      ),
      (#"{"g":null}"#, #"{"g":{"id":"B"}}"#, [#"managed default:g @B null {"id":"B"}"#]),
      (
        #"{"g":{"id":"B"}}"#, #"{"g":"x"}"#,
        [#"unmanaged default:g @B {"id":"B"} null"#, #"changed default:g @ null "x""#]
      ),
      // Containers of entities are reported entity by entity.
      (
        "{}", #"{"b":[{"id":"A"},{"id":"B","in":[{"id":"C"}]}]}"#,
        [
          #"managed default:b[0] @A null {"id":"A"}"#, #"managed default:b[1] @B null {"id":"B","in":[{"id":"C"}]}"#,
        ]
      ),
      ("{}", #"{"b":[[1],{}]}"#, ["changed default:b @ null [[1],{}]"]),
      // Different spellings of the same value are equal.
      (#"{"a":null,"b":1.0,"c":"\/"}"#, #"{ "c" : "/", "b" : 1 }"#, []),
      (#"{"a":1,"a":2}"#, #"{"a":1,"a":3}"#, []), (#"{"a":1,"a":2}"#, #"{"a":2}"#, ["changed default:a @ 1 2"]),
      (#"{"\u0061":1}"#, #"{"a":1}"#, []),
    ] as [(String, String, [String])])
  func differencesAreReportedAsValuesAndEntities(old: String, new: String, expected: [String]) throws {
    #expect(try Self.lines(old, new) == expected)
  }

  @Test func aNewOrRemovedDocumentIsReportedAsItsRoot() throws {
    #expect(try Self.lines(nil, #"{"id":"G"}"#, at: "d:g[0]/group") == [#"managed d:g[0]/group @G null {"id":"G"}"#])
    #expect(try Self.lines(#"{"n":1}"#, nil) == [#"unmanaged default:. @ {"n":1} null"#])
    #expect(try Self.lines(nil, nil) == [])
    #expect(
      try Self.lines(#"{"id":"G","a":{"b":[1]}}"#, #"{"id":"G","a":{"b":[2]}}"#, at: "d:g[0]/group")
        == ["changed d:g[0]/group/a/b[0] @G 1 2"])
    #expect(try Self.lines("[1]", "[2]", at: "d:g[0]/group") == ["changed d:g[0]/group[0] @ 1 2"])
  }

  @Test func membersOfALargeObjectAreMatchedByKey() throws {
    let keys = (0..<3000).map { "k\($0)" }
    let old = "{" + keys.map { #""\#($0)":{"id":"\#($0)","n":1}"# }.joined(separator: ",") + "}"
    let new =
      "{" + keys.reversed().map { #""\#($0)":{"id":"\#($0)","n":\#($0 == "k7" ? 2 : 1)}"# }.joined(separator: ",") + "}"
    #expect(try Self.lines(old, new) == ["changed default:k7/n @k7 1 2"])
  }

  @Test func asFewElementsAsPossibleMove() throws {
    let old = "[" + (0..<200).map { #"{"id":"\#($0)"}"# }.joined(separator: ",") + "]"
    var order = Array(0..<200)
    order.remove(at: 150)
    order.insert(150, at: 3)
    let new = "[" + order.map { #"{"id":"\#($0)"}"# }.joined(separator: ",") + "]"
    #expect(try Self.lines(old, new) == ["default:[3] from default:[150] @150"])
  }

  @Test func deepNestingTakesTimeInProportionToItsSize() throws {
    let depth = 4000
    let rest = String(repeating: "x", count: 1 << 20)
    func text(_ end: Int) -> String {
      String(repeating: #"{"a":1,"b":["#, count: depth) + #""\#(rest)",\#(end)"#
        + String(repeating: #"],"c":2}"#, count: depth)
    }
    let lines = try Self.lines(text(1), text(2))
    #expect(lines.count == 1)
    #expect(lines.first?.hasSuffix("b[1] @ 1 2") == true)
  }

  @Test func manyChangedEntitiesTakeTimeInProportion() throws {
    func text(_ price: Int) -> String {
      #"{"books":["# + (0..<20_000).map { #"{"price":\#(price),"id":"B\#($0)"}"# }.joined(separator: ",") + "]}"
    }
    let lines = try Self.lines(text(1), text(2))
    #expect(lines.count == 20_000)
    #expect(lines.last == "changed default:books[19999]/price @B19999 1 2")
  }
}
