import JSONDocument
import TestSupport
import Testing

/// The text of a document after changes.
struct CurrentTextTests {
  /// The text after edits.
  private func edit(_ text: String, _ edits: (JSONValue) throws -> Void) throws -> String {
    let document = try parse(text).live()
    try edits(document.root)
    let result = String(decoding: document.currentText.bytes(), as: UTF8.self)
    var pieces = ""
    document.currentText.write { pieces += String(decoding: $0, as: UTF8.self) }
    #expect(pieces == result)
    _ = try parse(result)
    return result
  }

  @Test(arguments: [
    ("[1,2,3]", [0], "[2,3]"), ("[1,2,3]", [1], "[1,3]"), ("[1,2,3]", [2], "[1,2]"), ("[1,2,3]", [0, 1, 2], "[]"),
    ("[1,2,3]", [0, 2], "[2]"), ("[1,2,3]", [1, 2], "[1]"), ("[ 1 , 2 , 3 ]", [1], "[ 1 , 3 ]"),
    ("[ 1 , 2 ]", [1], "[ 1 ]"),
    ("[\n  1,\n  2,\n  3\n]", [0], "[\n  2,\n  3\n]"), ("[\n  1,\n  2,\n  3\n]", [1], "[\n  1,\n  3\n]"),
    ("[\n  1,\n  2,\n  3\n]", [2], "[\n  1,\n  2\n]"), ("[\n  1\n]", [0], "[]"),
    ("[\r\n\t1,\r\n\t2\r\n]", [0], "[\r\n\t2\r\n]"),
    ("[ 1\n, 2\n, 3\n]", [1], "[ 1\n, 3\n]"), (#"[{"a": 1}, [2], 3]"#, [1], #"[{"a": 1}, 3]"#),
  ])
  func removesElements(_ text: String, _ indices: [Int], _ expected: String) throws {
    let result = try edit(text) { root in
      for element in try indices.map({ try #require(root[$0]) }) { try element.remove() }
    }
    #expect(result == expected)
  }

  @Test(arguments: [
    (#"{"a":1,"b":2}"#, "a", #"{"b":2}"#), (#"{"a":1,"b":2}"#, "b", #"{"a":1}"#), (#"{"a":1}"#, "a", "{}"),
    ("{\n  \"a\": 1,\n  \"b\": {\n    \"c\": 1\n  },\n  \"d\": 3\n}\n", "b", "{\n  \"a\": 1,\n  \"d\": 3\n}\n"),
    ("{\n  \"a\": 1,\n  \"b\": 2\n}\n", "b", "{\n  \"a\": 1\n}\n"),
    (#"{ "a" : 1 , "\u0062" : 2 }"#, "b", #"{ "a" : 1 }"#),
  ])
  func removesMembers(_ text: String, _ key: String, _ expected: String) throws {
    #expect(try edit(text) { root in try #require(root[key]).remove() } == expected)
  }

  @Test(arguments: [
    ("[]", "1", "[1]"), (" [ ] \n", "1", " [1] \n"), ("[1]", "2", "[1,2]"), ("[1,2]", "3", "[1,2,3]"),
    ("[1, 2]", "3", "[1, 2, 3]"),
    ("[ 1 ]", "2", "[ 1,2 ]"), ("[\n  1\n]", "2", "[\n  1,\n  2\n]"),
    ("[\r\n\t1\r\n]", "[ 2 ]", "[\r\n\t1,\r\n\t[\r\n\t\t2\r\n\t]\r\n]"),
    (
      "[\n  1\n]", #"{"a":[ ],"b":{"c":1.50}}"#,
      "[\n  1,\n  {\n    \"a\": [],\n    \"b\": {\n      \"c\": 1.50\n    }\n  }\n]"
    ),
    ("[1,2]", " { \"a\" : [ 1 , 2 ] } ", #"[1,2,{"a":[1,2]}]"#),
    (#"[{"a": 1}]"#, #"{"a":2,"b":3}"#, #"[{"a": 1}, {"a": 2, "b": 3}]"#),
    (#"[{"a":1}]"#, #"{"a": 2, "b": 3}"#, #"[{"a":1},{"a":2,"b":3}]"#),
    (
      "[\n  {\"a\": 1},\n  {\"a\": 2}\n]", #"{"a":3,"b":4}"#,
      "[\n  {\"a\": 1},\n  {\"a\": 2},\n  {\"a\": 3, \"b\": 4}\n]"
    ),
    ("[{\n  \"a\": 1\n}, {\n  \"a\": 2\n}]", #"{"a":3}"#, "[{\n  \"a\": 1\n}, {\n  \"a\": 2\n}, {\n  \"a\": 3\n}]"),
    ("[ 1\n, 2\n]", "3", "[ 1\n, 2\n, 3\n]"), ("[1, 2,\n 3, 4]", "5", "[1, 2,\n 3, 4, 5]"),
    ("[\n    1,\n    2\n]", #"{"a":1}"#, "[\n    1,\n    2,\n    {\n        \"a\": 1\n    }\n]"),
  ])
  func appendsInTheSameStyle(_ text: String, _ json: String, _ expected: String) throws {
    #expect(try edit(text) { root in try root.insert(json) } == expected)
  }

  @Test(arguments: [
    ("{\n  \"a\": []\n}", "a", "1", "{\n  \"a\": [\n    1\n  ]\n}"), (#"{"a":[]}"#, "a", "1", #"{"a":[1]}"#),
    (
      "{\n\t\"a\" : [ ],\n\t\"b\" : 1\n}", "a", #"{"x":1}"#,
      "{\n\t\"a\" : [\n\t\t{\n\t\t\t\"x\" : 1\n\t\t}\n\t],\n\t\"b\" : 1\n}"
    ),
    ("{\n  \"a\": [1],\n  \"b\": 2\n}", "a", "2", "{\n  \"a\": [1, 2],\n  \"b\": 2\n}"),
    ("{\n  \"z\": [1, 2],\n  \"a\": []\n}", "a", "3", "{\n  \"z\": [1, 2],\n  \"a\": [3]\n}"),
  ])
  func appendsToInnerArrays(_ text: String, _ key: String, _ json: String, _ expected: String) throws {
    #expect(try edit(text) { root in try #require(root[key]).insert(json) } == expected)
  }

  @Test(arguments: [
    ("{}", "1", #"{"k":1}"#), (#"{"a":1}"#, "2", #"{"a":1,"k":2}"#), (#"{"a": 1}"#, "[1,2]", #"{"a": 1, "k": [1, 2]}"#),
    ("{\n  \"a\": 1\n}\n", "[1,{}]", "{\n  \"a\": 1,\n  \"k\": [\n    1,\n    {}\n  ]\n}\n"),
    ("{\n  \"a\" :1\n}", "2", "{\n  \"a\" :1,\n  \"k\" :2\n}"),
    ("{\r\n  \"a\": 1\r\n}", "2", "{\r\n  \"a\": 1,\r\n  \"k\": 2\r\n}"),
    (#"{ "a": 1, "b": 2 }"#, "3", #"{ "a": 1, "b": 2, "k": 3 }"#),
  ])
  func addsMembersInTheSameStyle(_ text: String, _ json: String, _ expected: String) throws {
    #expect(try edit(text) { root in try root.add("k", json) } == expected)
  }

  @Test func addsToInnerObjects() throws {
    let text = "[\n  {\n    \"a\": 1\n  },\n  {}\n]"
    let result = try edit(text) { root in try #require(root[1]).add("k\"", "2") }
    #expect(result == "[\n  {\n    \"a\": 1\n  },\n  {\n    \"k\\\"\": 2\n  }\n]")
  }

  @Test(arguments: [
    (#"{"a": 1}"#, "2.50", #"{"a": 2.50}"#), (#"{"a": 1}"#, "[ 1,2 ]", #"{"a": [1, 2]}"#),
    (#"{"a":{"b":1}}"#, "[1, 2]", #"{"a":[1,2]}"#),
    ("{\n  \"a\": {\n    \"b\": 1\n  }\n}", #"{"c":[1]}"#, "{\n  \"a\": {\n    \"c\": [\n      1\n    ]\n  }\n}"),
    ("{\n  \"a\": null\n}", #"{"c":[]}"#, "{\n  \"a\": {\n    \"c\": []\n  }\n}"),
    ("{\n  \"a\": [1, 2]\n}", "[1,2,3]", "{\n  \"a\": [1, 2, 3]\n}"),
    (#"{"a": "x"}"#, #""\u00e4\/""#, #"{"a": "\u00e4\/"}"#),
  ])
  func replacesInTheSameStyle(_ text: String, _ json: String, _ expected: String) throws {
    #expect(try edit(text) { root in try #require(root["a"]).replace(with: json) } == expected)
  }

  @Test func replacesTheRoot() throws {
    #expect(try edit(" 1\n") { root in try root.replace(with: "[1, 2]") } == " [1,2]\n")
    #expect(try edit("{\n \"a\": 1\n}\n") { root in try root.replace(with: "[1]") } == "[\n 1\n]\n")
  }

  @Test(arguments: [
    (0, "[9, 1, 2, 3]"), (1, "[1, 9, 2, 3]"), (2, "[1, 2, 9, 3]"), (3, "[1, 2, 3, 9]"),
  ])
  func insertsElements(_ index: Int, _ expected: String) throws {
    #expect(try edit("[1, 2, 3]") { root in try root.insert("9", at: index) } == expected)
    let pretty = expected.replacing("[", with: "[\n  ").replacing(", ", with: ",\n  ").replacing("]", with: "\n]")
    #expect(try edit("[\n  1,\n  2,\n  3\n]") { root in try root.insert("9", at: index) } == pretty)
  }

  @Test func insertsBeforeTheOnlyElement() throws {
    #expect(try edit("[\n  1\n]") { root in try root.insert("9", at: 0) } == "[\n  9,\n  1\n]")
  }

  @Test func renamesMembers() throws {
    let result = try edit(#"{ "a" : 1, "b" : [ ] }"#) { root in
      let value = try #require(root["a"])
      try value.rename(to: "ä\"")
      try value.replace(with: "2")
    }
    #expect(result == #"{ "ä\"" : 2, "b" : [ ] }"#)
  }

  @Test func anEditSeesThePreviousOnes() throws {
    #expect(
      try edit("[1, 2]") { root in
        try root.insert("3")
        try root.insert("4")
      } == "[1, 2, 3, 4]")
    #expect(
      try edit("[\n  1,\n  2\n]") { root in
        try root[0]!.remove()
        try root.insert("3")
      } == "[\n  2,\n  3\n]")
    #expect(
      try edit("[\n  1,\n  2\n]") { root in
        try root[0]!.remove()
        try root[0]!.remove()
        try root.insert("3")
        try root.insert("4")
      } == "[\n  3,\n  4\n]")
    #expect(
      try edit("[1, 2, 3]") { root in
        try root.insert("8", at: 1)
        try root.insert("9", at: 2)
        try root[3]!.remove()
        try root[3]!.replace(with: "4")
      } == "[1, 8, 9, 4]")
    #expect(
      try edit(#"{"a": {"b": 1}, "c": [1]}"#) { root in
        try root["a"]!["b"]!.remove()
        try root["a"]!.add("d", "2")
        try root["c"]!.insert("2")
        try root.add("e", "3")
        try root["a"]!.rename(to: "A")
      } == #"{"A": {"d": 2}, "c": [1, 2], "e": 3}"#)
    #expect(
      try edit(#"{"a": 1, "b": 2}"#) { root in
        try root["a"]!.remove()
        try root.add("a", "3")
      } == #"{"b": 2, "a": 3}"#)
    #expect(try edit(" [ 1 ]") { _ in } == " [ 1 ]")
  }

  @Test func keepsSecretsSecret() throws {
    let document = try JSONDocument(parsing: "[1]", secret: true).live()
    try document.root.insert("2")
    #expect(document.currentText.bytes().isSecret)
  }

  @Test func exchangesKeys() throws {
    let result = try edit(#"{"a": 1, "b": [2], "c": 3}"#) { root in
      let members = root.members.map(\.value)
      try root.renameMembers([(members[0], "b"), (members[1], "c"), (members[2], "a")])
      #expect(root["a"]?.int == 3 && root["b"]?.int == 1 && root["c"]?[0]?.int == 2)
      try root["c"]!.insert("4")
      try root["b"]!.replace(with: "9")
    }
    #expect(result == #"{"b": 9, "c": [2, 4], "a": 3}"#)
  }

  @Test func renamesNewAndReplacedMembers() throws {
    let result = try edit(#"{"a": 1, "b": 2}"#) { root in
      try root["a"]!.replace(with: "[]").rename(to: "x")
      try root.add("c", "3").rename(to: "a")
      #expect(root["x"]?.isEmptyContainer == true && root["a"]?.int == 3 && root["c"] == nil)
    }
    #expect(result == #"{"x": [], "b": 2, "a": 3}"#)
  }

  /// Refused changes, after successful ones.
  @Test func refusesConflicts() throws {
    func expect(
      _ reason: JSONEditError.Reason, _ text: String, _ edits: (JSONValue) throws -> Void,
      _ refused: (JSONValue) throws -> Void, at location: SourceLocation = #_sourceLocation
    ) throws {
      let document = try parse(text).live()
      let root = document.root
      try edits(root)
      let before = Array(document.currentText.bytes())
      let error = #expect(throws: JSONEditError.self, sourceLocation: location) { try refused(root) }
      #expect(error?.reason == reason, sourceLocation: location)
      #expect(Array(document.currentText.bytes()) == before, sourceLocation: location)
    }
    let text = #"{"a": [1, {"b": 2}], "c": 3}"#
    let parsed = try parse(text).root
    /// The value whose index is that of a value in the original text. It may have been removed.
    func former(_ value: JSONValue?, _ root: JSONValue) -> JSONValue { root.document.value(at: value!.index) }
    let array = parsed["a"]
    try expect(.overlap, text, { try $0["a"]!.replace(with: "1") }, { try former(array, $0).replace(with: "2") })
    try expect(.overlap, text, { try $0["a"]!.replace(with: "1") }, { try former(array, $0).remove() })
    try expect(.overlap, text, { try $0["a"]!.replace(with: "1") }, { try former(array?[1]?["b"], $0).remove() })
    try expect(.overlap, text, { try $0["a"]!.remove() }, { try former(array, $0).insert("1") })
    try expect(.overlap, text, { try $0["a"]!.remove() }, { try former(array?[1], $0).add("x", "1") })
    try expect(.overlap, text, { try $0["a"]!.remove() }, { try former(array, $0).rename(to: "x") })
    try expect(.overlap, text, { try $0.replace(with: "1") }, { try former(parsed["c"], $0).replace(with: "1") })
    try expect(.overlap, text, { _ in }, { try $0.renameMembers([($0["a"]![0]!, "x")]) })
    try expect(.overlap, text, { _ in }, { try $0.renameMembers([($0["a"]!, "x"), ($0["a"]!, "y")]) })
    try expect(.root, text, { _ in }, { try $0.remove() })
    try expect(.notAnArray, text, { _ in }, { try $0.insert("1") })
    try expect(.notAnArray, text, { _ in }, { try $0.insert("1", at: 5) })
    try expect(.notAnObject, text, { _ in }, { try $0["a"]!.add("x", "1") })
    try expect(.notAnObject, text, { _ in }, { try $0["a"]!.renameMembers([]) })
    try expect(.notAMember, text, { _ in }, { try $0["a"]![0]!.rename(to: "x") })
    try expect(.noSuchIndex(3), text, { _ in }, { try $0["a"]!.insert("1", at: 3) })
    try expect(.noSuchIndex(-1), text, { _ in }, { try $0["a"]!.insert("1", at: -1) })
    try expect(.keyExists("c"), text, { _ in }, { try $0.add("c", "1") })
    try expect(.keyExists("x"), text, { try $0.add("x", "1") }, { try $0.add("x", "1") })
    try expect(.keyExists("c"), text, { _ in }, { try $0["a"]!.rename(to: "c") })
    try expect(.keyExists("x"), text, { try $0["a"]!.rename(to: "x") }, { try $0.add("x", "1") })
    try expect(.keyExists("x"), text, { _ in }, { try $0.renameMembers([($0["a"]!, "x"), ($0["c"]!, "x")]) })
  }

  @Test(arguments: ["", " ", "1 2", "{", "[1,]", "a", "1,", "\"\n\"", "1]", "1,2", "],[", "1,\"b\":2"])
  func refusesTextThatIsNotOneValue(_ json: String) throws {
    let document = try parse("[1,{}]").live()
    let root = document.root
    let expected = try #require(parseVerdict(Array(json.utf8)))
    let edits: [() throws -> Void] = [
      { try root.replace(with: json) }, { try root.insert(json) }, { try root.insert(json, at: 0) },
      { try root[1]!.add("a", json) },
    ]
    for edit in edits {
      let error = #expect(throws: JSONEditError.self) { try edit() }
      #expect(error?.reason == .invalidText(expected))
    }
    #expect(!document.isChanged)
  }

  @Test func refusesDuplicates() throws {
    let document = try parse(#"{"x": 1, "a": {"b": [1]}, "\u0061": 2}"#).live()
    let root = document.root
    let first = try #require(root["a"])
    let second = try #require(root.members.map(\.value).last)
    for value in [first, second, first["b"]!, first["b"]![0]!] {
      let error = #expect(throws: JSONEditError.self) { try value.replace(with: "1") }
      #expect(error?.reason == .duplicateKey("a"))
      #expect(throws: JSONEditError.self) { try value.remove() }
    }
    #expect(throws: JSONEditError.self) { try first["b"]!.insert("1") }
    #expect(throws: JSONEditError.self) { try first.rename(to: "c") }
    #expect(!document.isChanged)
    try root["x"]!.replace(with: "2")
    #expect(
      String(decoding: document.currentText.bytes(), as: UTF8.self) == #"{"x": 2, "a": {"b": [1]}, "\u0061": 2}"#)
  }

  @Test func refusesDepth() throws {
    let text = String(repeating: "[", count: 9999) + String(repeating: "]", count: 9999)
    let document = try parse(text).live()
    var innermost = document.root
    while let inner = innermost[0] { innermost = inner }
    let error = #expect(throws: JSONEditError.self) { try innermost.insert("[[]]") }
    #expect(error?.reason == .tooDeep)
    try innermost.insert("[]")
    #expect(try JSONDocument(parsing: document.currentText.bytes()).depth == 10_000)
  }
}
