import JSONDocument
import TestSupport
import Testing

struct EditorTests {
  /// The text after edits.
  private func edit(_ text: String, _ edits: (inout JSONEditor, JSONValue) throws -> Void) throws -> String {
    let document = try parse(text)
    var editor = JSONEditor(document)
    try edits(&editor, document.root)
    let result = String(decoding: editor.apply(), as: UTF8.self)
    var pieces = ""
    editor.apply { pieces += String(decoding: $0, as: UTF8.self) }
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
    let result = try edit(text) { editor, root in
      for index in indices { try editor.remove(#require(root[index])) }
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
    #expect(try edit(text) { editor, root in try editor.remove(#require(root[key])) } == expected)
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
    #expect(try edit(text) { editor, root in try editor.append(json, to: root) } == expected)
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
    #expect(try edit(text) { editor, root in try editor.append(json, to: #require(root[key])) } == expected)
  }

  @Test(arguments: [
    ("{}", "1", #"{"k":1}"#), (#"{"a":1}"#, "2", #"{"a":1,"k":2}"#), (#"{"a": 1}"#, "[1,2]", #"{"a": 1, "k": [1, 2]}"#),
    ("{\n  \"a\": 1\n}\n", "[1,{}]", "{\n  \"a\": 1,\n  \"k\": [\n    1,\n    {}\n  ]\n}\n"),
    ("{\n  \"a\" :1\n}", "2", "{\n  \"a\" :1,\n  \"k\" :2\n}"),
    ("{\r\n  \"a\": 1\r\n}", "2", "{\r\n  \"a\": 1,\r\n  \"k\": 2\r\n}"),
    (#"{ "a": 1, "b": 2 }"#, "3", #"{ "a": 1, "b": 2, "k": 3 }"#),
  ])
  func addsMembersInTheSameStyle(_ text: String, _ json: String, _ expected: String) throws {
    #expect(try edit(text) { editor, root in try editor.add("k", json, to: root) } == expected)
  }

  @Test func addsToInnerObjects() throws {
    let text = "[\n  {\n    \"a\": 1\n  },\n  {}\n]"
    let result = try edit(text) { editor, root in try editor.add("k\"", "2", to: #require(root[1])) }
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
    #expect(try edit(text) { editor, root in try editor.replace(#require(root["a"]), with: json) } == expected)
  }

  @Test func replacesTheRoot() throws {
    #expect(try edit(" 1\n") { editor, root in try editor.replace(root, with: "[1, 2]") } == " [1,2]\n")
    #expect(try edit("{\n \"a\": 1\n}\n") { editor, root in try editor.replace(root, with: "[1]") } == "[\n 1\n]\n")
  }

  @Test(arguments: [
    (0, "[9, 1, 2, 3]"), (1, "[1, 9, 2, 3]"), (2, "[1, 2, 9, 3]"), (3, "[1, 2, 3, 9]"),
  ])
  func insertsElements(_ index: Int, _ expected: String) throws {
    #expect(try edit("[1, 2, 3]") { editor, root in try editor.insert("9", at: index, in: root) } == expected)
    let pretty = expected.replacing("[", with: "[\n  ").replacing(", ", with: ",\n  ").replacing("]", with: "\n]")
    #expect(try edit("[\n  1,\n  2,\n  3\n]") { editor, root in try editor.insert("9", at: index, in: root) } == pretty)
  }

  @Test func insertsBeforeTheOnlyElement() throws {
    #expect(try edit("[\n  1\n]") { editor, root in try editor.insert("9", at: 0, in: root) } == "[\n  9,\n  1\n]")
  }

  @Test func renamesMembers() throws {
    let result = try edit(#"{ "a" : 1, "b" : [ ] }"#) { editor, root in
      try editor.rename(#require(root["a"]), to: "ä\"")
      try editor.replace(#require(root["a"]), with: "2")
    }
    #expect(result == #"{ "ä\"" : 2, "b" : [ ] }"#)
  }

  @Test func editsCompose() throws {
    #expect(
      try edit("[1, 2]") { editor, root in
        try editor.append("3", to: root)
        try editor.append("4", to: root)
      } == "[1, 2, 3, 4]")
    #expect(
      try edit("[\n  1,\n  2\n]") { editor, root in
        try editor.remove(root[0]!)
        try editor.append("3", to: root)
      } == "[\n  2,\n  3\n]")
    #expect(
      try edit("[\n  1,\n  2\n]") { editor, root in
        try editor.remove(root[0]!)
        try editor.remove(root[1]!)
        try editor.append("3", to: root)
        try editor.append("4", to: root)
      } == "[\n  3,\n  4\n]")
    #expect(
      try edit("[1, 2, 3]") { editor, root in
        try editor.insert("8", at: 1, in: root)
        try editor.insert("9", at: 1, in: root)
        try editor.remove(root[1]!)
        try editor.replace(root[2]!, with: "4")
      } == "[1, 8, 9, 4]")
    #expect(
      try edit(#"{"a": {"b": 1}, "c": [1]}"#) { editor, root in
        try editor.remove(root["a"]!["b"]!)
        try editor.add("d", "2", to: root["a"]!)
        try editor.append("2", to: root["c"]!)
        try editor.add("e", "3", to: root)
        try editor.rename(root["a"]!, to: "A")
      } == #"{"A": {"d": 2}, "c": [1, 2], "e": 3}"#)
    #expect(
      try edit(#"{"a": 1, "b": 2}"#) { editor, root in
        try editor.remove(root["a"]!)
        try editor.add("a", "3", to: root)
      } == #"{"b": 2, "a": 3}"#)
    #expect(try edit(" [ 1 ]") { _, _ in } == " [ 1 ]")
  }

  @Test func keepsSecretsSecret() throws {
    var editor = JSONEditor(try JSONDocument(parsing: "[1]", secret: true))
    try editor.append("2", to: editor.document.root)
    #expect(editor.apply().isSecret)
  }

  /// Impossible edits after possible ones.
  @Test func refusesConflicts() throws {
    func expect(
      _ reason: JSONEditError.Reason, _ text: String, _ edits: (inout JSONEditor, JSONValue) throws -> Void,
      _ refused: (inout JSONEditor, JSONValue) throws -> Void, at location: SourceLocation = #_sourceLocation
    ) throws {
      let document = try parse(text)
      var editor = JSONEditor(document)
      try edits(&editor, document.root)
      let before = Array(editor.apply())
      let error = #expect(throws: JSONEditError.self, sourceLocation: location) { try refused(&editor, document.root) }
      #expect(error?.reason == reason, sourceLocation: location)
      #expect(Array(editor.apply()) == before, sourceLocation: location)
      // After a refused edit, a document without edits can still be replaced.
      if editor.isEmpty {
        #expect(throws: Never.self, sourceLocation: location) { try editor.replace(document.root, with: "0") }
      }
    }
    let text = #"{"a": [1, {"b": 2}], "c": 3}"#
    try expect(.overlap, text, { try $0.replace($1["a"]!, with: "1") }, { try $0.replace($1["a"]!, with: "2") })
    try expect(.overlap, text, { try $0.replace($1["a"]!, with: "1") }, { try $0.remove($1["a"]!) })
    try expect(.overlap, text, { try $0.replace($1["a"]!, with: "1") }, { try $0.remove($1["a"]![1]!["b"]!) })
    try expect(.overlap, text, { try $0.remove($1["a"]!) }, { try $0.append("1", to: $1["a"]!) })
    try expect(.overlap, text, { try $0.remove($1["a"]!) }, { try $0.add("x", "1", to: $1["a"]![1]!) })
    try expect(.overlap, text, { try $0.remove($1["a"]!) }, { try $0.rename($1["a"]!, to: "x") })
    try expect(.overlap, text, { try $0.rename($1["a"]!, to: "x") }, { try $0.remove($1["a"]!) })
    try expect(.overlap, text, { try $0.replace($1["a"]![1]!["b"]!, with: "1") }, { try $0.remove($1["a"]!) })
    try expect(.overlap, text, { try $0.append("1", to: $1["a"]!) }, { try $0.replace($1, with: "1") })
    try expect(.overlap, text, { try $0.replace($1, with: "1") }, { try $0.replace($1["c"]!, with: "1") })
    try expect(.root, text, { _, _ in }, { try $0.remove($1) })
    try expect(.notAnArray, text, { _, _ in }, { try $0.append("1", to: $1) })
    try expect(.notAnArray, text, { _, _ in }, { try $0.insert("1", at: 5, in: $1) })
    try expect(.notAnObject, text, { _, _ in }, { try $0.add("x", "1", to: $1["a"]!) })
    try expect(.notAMember, text, { _, _ in }, { try $0.rename($1["a"]![0]!, to: "x") })
    try expect(.noSuchPlace(3), text, { _, _ in }, { try $0.insert("1", at: 3, in: $1["a"]!) })
    try expect(.noSuchPlace(-1), text, { _, _ in }, { try $0.insert("1", at: -1, in: $1["a"]!) })
    try expect(.keyExists("c"), text, { _, _ in }, { try $0.add("c", "1", to: $1) })
    try expect(.keyExists("x"), text, { try $0.add("x", "1", to: $1) }, { try $0.add("x", "1", to: $1) })
    try expect(.keyExists("c"), text, { _, _ in }, { try $0.rename($1["a"]!, to: "c") })
    try expect(.keyExists("x"), text, { try $0.rename($1["a"]!, to: "x") }, { try $0.add("x", "1", to: $1) })
    let other = try parse(text).root
    try expect(.otherDocument, text, { _, _ in }, { editor, _ in try editor.replace(other["a"]!, with: "1") })
    try expect(.otherDocument, text, { _, _ in }, { editor, _ in try editor.remove(other["a"]!) })
    try expect(.otherDocument, text, { _, _ in }, { editor, _ in try editor.append("1", to: other["a"]!) })
    try expect(.otherDocument, text, { _, _ in }, { editor, _ in try editor.add("x", "1", to: other) })
    try expect(.otherDocument, text, { _, _ in }, { editor, _ in try editor.rename(other["a"]!, to: "x") })
  }

  @Test(arguments: ["", " ", "1 2", "{", "[1,]", "a", "1,", "\"\n\"", "1]"])
  func refusesTextThatIsNotOneValue(_ json: String) throws {
    let document = try parse("[1]")
    var editor = JSONEditor(document)
    let expected = try #require(parseVerdict(Array(json.utf8)))
    let edits: [(inout JSONEditor) throws -> Void] = [
      { try $0.replace(document.root, with: json) }, { try $0.append(json, to: document.root) },
      { try $0.insert(json, at: 0, in: document.root) },
    ]
    for edit in edits {
      let error = #expect(throws: JSONEditError.self) { try edit(&editor) }
      #expect(error?.reason == .invalidText(expected))
    }
    #expect(editor.isEmpty)
  }

  @Test func refusesDuplicates() throws {
    let document = try parse(#"{"x": 1, "a": {"b": [1]}, "\u0061": 2}"#)
    let root = document.root
    var editor = JSONEditor(document)
    let first = try #require(root["a"])
    let second = try #require(root.members.map(\.value).last)
    for value in [first, second, first["b"]!, first["b"]![0]!] {
      let error = #expect(throws: JSONEditError.self) { try editor.replace(value, with: "1") }
      #expect(error?.reason == .duplicateKey("a"))
      #expect(throws: JSONEditError.self) { try editor.remove(value) }
    }
    #expect(throws: JSONEditError.self) { try editor.append("1", to: first["b"]!) }
    #expect(throws: JSONEditError.self) { try editor.rename(first, to: "c") }
    #expect(editor.isEmpty)
    try editor.replace(root["x"]!, with: "2")
    #expect(String(decoding: editor.apply(), as: UTF8.self) == #"{"x": 2, "a": {"b": [1]}, "\u0061": 2}"#)
  }

  @Test func refusesDepth() throws {
    let document = try parse(String(repeating: "[", count: 9999) + String(repeating: "]", count: 9999))
    var innermost = document.root
    while let inner = innermost[0] { innermost = inner }
    var editor = JSONEditor(document)
    let error = #expect(throws: JSONEditError.self) { try editor.append("[[]]", to: innermost) }
    #expect(error?.reason == .tooDeep)
    try editor.append("[]", to: innermost)
    #expect(try JSONDocument(parsing: editor.apply()).depth == 10_000)
  }
}
