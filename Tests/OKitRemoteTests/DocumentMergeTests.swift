import JSONDocument
import Testing

@testable import OKitRemote

/// Three versions of a document become one.
@Suite struct DocumentMergeTests {
  private func merge(
    _ base: String, _ ours: String, _ theirs: String, _ settlement: DocumentMerge.Settlement? = nil
  ) throws -> (text: String, conflicts: [String]) {
    let own = try JSONDocument(parsing: JSONBytes(Array(ours.utf8))).live()
    var merge = DocumentMerge(settling: settlement)
    try merge.merge(
      base: JSONDocument(parsing: JSONBytes(Array(base.utf8))).root,
      theirs: JSONDocument(parsing: JSONBytes(Array(theirs.utf8))).root, into: own.root)
    let text = String(decoding: Array(own.currentText.bytes()), as: UTF8.self)
    #expect((text != ours) == merge.hasChanged)
    return (
      text,
      merge.conflicts.map { conflict in
        let values = [conflict.base, conflict.ours, conflict.theirs].map { $0?.rawText ?? "none" }
        return "\(conflict.name ?? ".") \(values.joined(separator: " "))"
      }
    )
  }

  @Test func changesOfDifferentMembersAreCombined() throws {
    let (text, conflicts) = try merge(
      #"{"id":"A", "x":1, "y":2, "z":3}"#, #"{"id":"A", "x":10, "y":2, "z":3, "own":true}"#,
      #"{"y":20,"id":"A","x":1,"their":[1]}"#)
    #expect(text == #"{"id":"A", "x":10, "y":20, "own":true, "their":[1]}"#)
    #expect(conflicts == [])
  }

  @Test func elementsAreMatchedByTheirIDs() throws {
    let (text, conflicts) = try merge(
      #"[{"id":"1","n":1},{"id":"2","n":2},{"id":"3","n":3}]"#,
      #"[{"id":"0","n":0},{"id":"1","n":1},{"id":"2","n":22},{"id":"3","n":3}]"#,
      #"[{"id":"2","n":2,"m":5},{"id":"9","n":9},{"id":"3","n":33}]"#)
    #expect(text == #"[{"id":"0","n":0},{"id":"2","n":22,"m":5},{"id":"9","n":9},{"id":"3","n":33}]"#)
    #expect(conflicts == [])
  }

  /// If the element before an added one was removed, the added one comes before its successor.
  @Test func anAddedElementKeepsItsPlaceWithoutItsPredecessor() throws {
    let (text, conflicts) = try merge(
      #"[{"id":"1"},{"id":"2"},{"id":"3"},{"id":"4"}]"#, #"[{"id":"1"},{"id":"5"},{"id":"3"},{"id":"6"}]"#,
      #"[{"id":"1"},{"id":"2"},{"id":"7"},{"id":"3"},{"id":"4"},{"id":"8"},{"id":"9"}]"#)
    #expect(
      text == #"[{"id":"1"},{"id":"5"},{"id":"7"},{"id":"3"},{"id":"6"},{"id":"8"},{"id":"9"}]"#)
    #expect(conflicts == [])
  }

  @Test(arguments: [
    (DocumentMerge.Settlement?.none, #"{"x":2,"a":[{"id":"1","n":2}]}"#), (.ours, #"{"x":2,"a":[{"id":"1","n":2}]}"#),
    (.theirs, #"{"x":3,"a":[]}"#),
  ]) func conflictsAreReportedAndSettled(_ settlement: DocumentMerge.Settlement?, _ expected: String) throws {
    let (text, conflicts) = try merge(
      #"{"x":1,"a":[{"id":"1","n":1}]}"#, #"{"x":2,"a":[{"id":"1","n":2}]}"#, #"{"x":3,"a":[]}"#, settlement)
    #expect(text == expected)
    #expect(
      conflicts.sorted() == [#"1 {"id":"1","n":1} {"id":"1","n":2} none"#, "x 1 2 3"])
  }

  @Test(
    arguments: [
      ("7", #"{"x":7,"a":[7],"n":7}"#), (nil, #"{"a":[]}"#),
    ] as [(String?, String)]) func conflictsCanBecomeOtherValues(_ value: String?, _ expected: String) throws
  {
    let (text, conflicts) = try merge(
      #"{"x":1,"a":[{"id":"1","n":1}]}"#, #"{"x":2,"a":[{"id":"1","n":2}],"n":1}"#, #"{"x":3,"a":[],"n":2}"#,
      .value(value))
    #expect(text == expected)
    #expect(conflicts.count == 3)
    let removed = try merge(
      #"{"x":1,"a":[{"id":"1","n":1}]}"#, #"{"a":[]}"#, #"{"x":3,"a":[{"id":"1","n":3}]}"#, .value(value))
    #expect(removed.text == (value == nil ? #"{"a":[]}"# : #"{"a":[7],"x":7}"#))
  }

  @Test func equalChangesAreNoConflict() throws {
    let (text, conflicts) = try merge(
      #"{"x":1,"y":1,"z":[1,2]}"#, #"{"x":1.0,"z":[1],"n":"\u0041"}"#, #"{"x":1,"z":[1],"n":"A"}"#)
    #expect(text == #"{"x":1.0,"z":[1],"n":"\u0041"}"#)
    #expect(conflicts == [])
  }

  @Test func theirOrderIsTaken() throws {
    let (text, conflicts) = try merge(
      #"[{"id":"1"},{"id":"2"},{"id":"3"}]"#, #"[{"id":"1"}, {"id":"new"}, {"id":"2","own":1}, {"id":"3"}]"#,
      #"[{"id":"3"},{"id":"1"},{"id":"2","their":2}]"#)
    #expect(text == #"[{"id":"3"}, {"id":"new"}, {"id":"1"}, {"id":"2", "own":1, "their":2}]"#)
    #expect(conflicts == [])
    let both = try merge(
      #"[{"id":"1"},{"id":"2"},{"id":"3"}]"#, #"[{"id":"2"},{"id":"1"},{"id":"3"}]"#,
      #"[{"id":"3"},{"id":"1"},{"id":"2"}]"#)
    #expect(both.conflicts == [". none none none"])
  }

  @Test func arraysWithoutIDsAreTakenAsAWhole() throws {
    #expect(try merge("[1,2]", "[1,2]", "[1,2,3]").text == "[1,2,3]")
    #expect(try merge("[1,2]", "[0,1,2]", "[1,2,3]").conflicts == [". [1,2] [0,1,2] [1,2,3]"])
    #expect(try merge(#"[{"id":"1"},{"id":"1"}]"#, #"[{"id":"1"}]"#, #"[{"id":"2"}]"#).conflicts.count == 1)
  }

  @Test func deepDocumentsNeedNoStack() throws {
    let depth = 4000
    func deep(_ value: String) -> String {
      String(repeating: #"{"a":"#, count: depth) + value + String(repeating: "}", count: depth)
    }
    let (text, conflicts) = try merge(
      deep(#"{"x":1,"y":1}"#), deep(#"{"x":2,"y":1}"#), deep(#"{"x":1,"y":2}"#))
    #expect(text == deep(#"{"x":2,"y":2}"#))
    #expect(conflicts == [])
  }
}
