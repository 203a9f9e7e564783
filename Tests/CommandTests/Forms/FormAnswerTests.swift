import TestSupport
import Testing

/// Scripts answer forms with files.
@Suite struct FormAnswerTests {
  @Test func aFileOrStandardInputAnswers() throws {
    let scene = try FormScene()
    try scene.define(fields: #""name", "price""#)
    let expected = FormScene.box.replacing(#""name":"Lamp""#, with: #""name":"Shelf""#)
    let file = try scene.machine.write(#"{"name": "Shelf"}"#, "answers.json")
    let output = try scene.okit("edit", "items[0]", "--form", "f", "--answers", file)
    #expect(output.errors == "edited box:items[0]/name\n")
    #expect(try Files.text(scene.data + "/box.json") == expected, "no other byte changes")
    try scene.okit("undo")
    try scene.fill(#"{"name": "Shelf"}"#)
    #expect(try Files.text(scene.data + "/box.json") == expected)
    // Nothing is changed by the same value.
    #expect(try scene.fill(#"{"name": "Shelf"}"#).errors == "edited nothing\n")
    #expect(try Files.text(scene.data + "/box.json") == expected)
  }

  /// A value that exists only in the form is checked like one that is stored, whatever its JSON.
  @Test func valuesThatAreNotStoredHaveTheirKind() throws {
    let scene = try FormScene()
    try scene.define(
      fields: #"""
        {"name": "terms", "kind": "switch"}, {"name": "amount", "kind": "number"}, {"name": "again"},
        {"name": "day", "kind": "date"}, {"name": "way", "kind": "choice", "rules": {"enum": ["a", 1]}}
        """#)
    for answer in [
      #""terms": true"#, #""terms": "yes""#, #""amount": 1.5"#, #""amount": "1.5""#, #""again": "x""#, #""again": 5"#,
      #""day": 86400"#, #""day": "2026-01-31""#, #""way": "a""#, #""way": 1"#, #""way": null"#,
    ] {
      try scene.fill("{\(answer)}")
    }
    for (answer, message) in [
      (#""terms": 5"#, "'terms' is yes or no, not '5'"), (#""terms": [true]"#, "'terms' is one value"),
      (#""amount": true"#, "'true' is not a valid number"), (#""amount": {}"#, "'amount' is one value"),
      (#""again": ["x"]"#, "'again' is one value"), (#""day": true"#, "'true' is not a date"),
      (#""way": 2"#, "2 is not"), (#""way": ["a"]"#, "'way' is one value"),
    ] {
      let output = try scene.fill("{\(answer)}", status: 65)
      #expect(output.errors.contains(message), "\(answer): \(output.errors)")
    }
  }

  /// An answer to a hidden field is ignored before it can hide another one.
  @Test func anAnswerThatIsIgnoredHidesNothing() throws {
    let scene = try FormScene()
    try scene.define(
      fields: #"""
        "isDone", {"path": "note", "visible": "isDone=false"},
        {"path": "name", "required": true, "visible": "!(note=x)"}
        """#)
    let output = try scene.fill(#"{"isDone": true, "note": "x", "name": "Shelf"}"#)
    #expect(output.errors.contains("note was not stored") && !output.errors.contains("name was not stored"))
    #expect(try scene.stored(".items[0] | [.isDone, .note, .name]") == #"[true,null,"Shelf"]"#)
  }

  /// A choice of numbers is one, whether it is typed or given as JSON.
  @Test(arguments: [#""2""#, "2"]) func choicesOfNumbersAreNumbers(_ answer: String) throws {
    let scene = try FormScene()
    try scene.define(
      fields: #"""
        {"name": "way", "kind": "choice", "rules": {"enum": [1, 2]}}, {"path": "count", "visible": "way=2"},
        {"name": "marks", "kind": "choices", "rules": {"items": {"enum": [1, 2]}}}
        """#)
    try scene.fill(#"{"way": \#(answer), "count": "7", "marks": ["1", "2"]}"#)
    #expect(try scene.stored(".items[0].count") == "7")
    try scene.fill(#"{"way": "3"}"#, status: 65)
  }

  /// A script has to know the choices before it answers what shows them.
  @Test func hiddenFieldsHaveTheirChoices() throws {
    let scene = try FormScene()
    try scene.define(fields: #""isDone", {"path": "kind", "visible": "isDone=true"}"#)
    #expect(
      try scene.printed(#".sections[0].fields[1] | [.visible, (.choices | length), .shown]"#) == #"[false,3,"small"]"#)
  }

  @Test func warningsShowNoSecrets() throws {
    let scene = try FormScene()
    try Files.makeFolder(scene.root + "/okit/rules")
    let rules = scene.root + "/okit/rules/Item.json"
    try Files.write(#"{"properties":{"secret":{"minLength":8,"x-okit-severity":"warning"}}}"#, to: rules)
    try scene.define(fields: #"{"path": "secret", "kind": "secure"}, "name""#)
    let warned = try scene.fill(#"{"secret": "hunter2"}"#)
    #expect(warned.errors.contains("warning: box:items[0]/secret: the value is not valid"), "\(warned.errors)")
    try Files.write(#"{"properties":{"secret":{"minLength":8}}}"#, to: rules)
    let existing = try scene.fill(#"{"name": "Shelf"}"#)
    #expect(existing.errors.contains("box:items[0]/secret"), "\(existing.errors)")
    for output in [warned, existing] { #expect(!output.errors.contains("hunter2"), "\(output.errors)") }
  }

  /// Another model can have an entity with the same id.
  @Test func functionsRunForTheEntityOfTheForm() throws {
    let scene = try FormScene()
    let classes = scene.root + "/okit/model"
    let file = try #require(Files.names(in: classes).first { $0.hasSuffix(".swift") })
    let text = try Files.text("\(classes)/\(file)").replacing(
      #"name: "box") }"#, with: #"name: "box"); Model.register(Box.self, name: "copy") }"#)
    try Files.write(text, to: "\(classes)/\(file)")
    try Files.copy(scene.data + "/box.json", to: scene.data + "/copy.json")
    try Files.makeFolder(scene.root + "/okit/functions")
    try Files.write(
      "#!/bin/sh\njq -c '.entity.count += 100 | .entity'\n", to: scene.root + "/okit/functions/more", mode: 0o755)
    try scene.define(#"{"fields": ["name"], "submit": {"function": "more"}}"#)
    try scene.fill(#"{"name": "Shelf"}"#, "--run", at: "copy:items[0]")
    #expect(try scene.stored(".items[0] | [.name, .count]", in: "copy") == #"["Shelf",102]"#)
    #expect(try scene.stored(".items[0] | [.name, .count]") == #"["Lamp",2]"#)
  }

  @Test func theFormOfTheClassNeedsNoFile() throws {
    let scene = try FormScene()
    let answers = Array(#"{"lid/color": "blue", "kind": "medium", "owner": "Cid"}"#.utf8)
    try scene.okit("edit", "items[1]", "--answers", "-", input: answers)
    #expect(
      try scene.stored(".items[1] | [.lid, .kind, .owner.refKey]") == #"[{"color":"blue","weight":1},"medium","P3"]"#)
    try scene.okit("edit", "items[1]/price", "--answers", "-", input: Array(#"{"price": 7}"#.utf8))
    #expect(try scene.stored(".items[1].price") == "7")
  }

  @Test(arguments: [false, true]) func listsAreTyped(isTyped: Bool) throws {
    let definitions =
      "class Log: Model, Codable { var id: String!; var words: [String] = []; var marks: [Double] = [] }"
    let model = #"{"id":"LOG", "words":["a","b"], "marks":[1.50,2], "boxes":[{"x":1}], "none":[]}"#
    let classes = isTyped ? definitions + "\nfunc start() { Model.register(Log.self, name: \"log\") }\n" : ""
    let scene = try FormScene(classes, ["log": model])
    func fill(_ answers: String, status: Int32 = 0, with variables: [String: String] = [:]) throws -> Output {
      try scene.okit(
        "edit", "log>", "--answers", "-", status: status, input: Array(answers.utf8), with: variables)
    }
    let form = try scene.okit("edit", "log>", "--print-form")
    let fields = try scene.machine.run(
      "jq", "-c", "[.sections[].fields[] | [.name, .kind, .shown]]", input: form.bytes
    ).line
    #expect(fields.contains(#"["words","list","a, b"]"#), "\(fields)")
    #expect(fields.contains(#"["marks","list","1.50, 2"]"#), "\(fields)")
    // What stays keeps its bytes.
    #expect(try fill(#"{"words": "a, b", "marks": [1.50, 2]}"#).errors == "edited nothing\n")
    try #expect(fill(#"{"words": "c,  d e ,", "marks": "3, 1e3"}"#).errors == "edited 2 values\n")
    #expect(try scene.stored("[.words, .marks]", in: "log") == #"[["c","d e"],[3,1000]]"#)
    _ = try fill(#"{"words": ["x, y", ""], "marks": ["7"]}"#)
    #expect(try scene.stored("[.words, .marks]", in: "log") == #"[["x, y",""],[7]]"#)
    _ = try fill(#"{"words": "[\"[\", \"1, 2\"]", "marks": "1,5; 2"}"#, with: ["LC_ALL": "de_DE.UTF-8"])
    #expect(try scene.stored("[.words, .marks]", in: "log") == #"[["[","1, 2"],[1.5,2]]"#)
    _ = try fill(#"{"words": null}"#)
    #expect(try scene.stored("[.words, .marks]", in: "log") == #"[[],[1.5,2]]"#)
    for answer in [#""[1, [2]]""#, #"{"a": 1, "b": 2}"#, #""[1""#] {
      #expect(try fill("{\"marks\": \(answer)}", status: 65).errors.contains("'marks' is a list"), "\(answer)")
    }
    _ = try fill(#"{"marks": 4}"#)
    #expect(try scene.stored(".marks", in: "log") == "[4]")
    try #expect(fill(#"{"marks": "one"}"#, status: 65).errors.contains("one"))
  }

  @Test func listsHaveValuesOfTheirClass() throws {
    let definitions = """
      class Log: Model, Codable { var id: String!; var days: [Date] = []; var flags: [Bool] = []; var boxes: [Box] = [] }
      class Box: Codable { var x: Int = 0 }
      func start() { Model.register(Log.self, name: "log") }
      """
    let model = #"{"id":"LOG", "days":[0], "flags":[true], "boxes":[{"x":1}]}"#
    let scene = try FormScene(definitions, ["log": model])
    func fill(_ answers: String, status: Int32 = 0) throws -> Output {
      try scene.okit("edit", "log>", "--answers", "-", status: status, input: Array(answers.utf8))
    }
    func fields() throws -> String {
      let form = try scene.okit("edit", "log>", "--print-form")
      return try scene.machine.run("jq", "-c", "[.sections[].fields[] | [.name, .kind, .shown]]", input: form.bytes)
        .line
    }
    let shown = try fields()
    #expect(
      shown.contains(#"["days","list","2001-01-01 00:00:00"],["flags","list","yes"],["boxes","note""#), "\(shown)")
    _ = try fill(#"{"days": "2001-01-02, 2001-01-01T00:01", "flags": "yes, no, on"}"#)
    #expect(try scene.stored("[.days, .flags]", in: "log") == "[[86400,60],[true,false,true]]")
    #expect(try fill(#"{"flags": [true, null]}"#, status: 65).errors.contains("flags"))
    #expect(try fill(#"{"flags": "maybe"}"#, status: 65).errors.contains("is yes or no, not 'maybe'"))
    #expect(try fill(#"{"days": "someday"}"#, status: 65).errors.contains("'someday' is not a date"))
    #expect(try fill(#"{"boxes": []}"#, status: 65).errors.contains("boxes"))
  }

  /// Without a class, the elements say what they are. An array of objects is not a list.
  @Test func aListOfMixedValuesKeepsThem() throws {
    let scene = try FormScene("", ["log": #"{"id":"LOG", "mixed":["a",5,true], "boxes":[{"x":1}], "new":null}"#])
    let fields = ["mixed", "boxes", "new"].map { "{\"path\": \"\($0)\", \"kind\": \"list\"}" }
    try Files.write("{\"fields\": [\(fields.joined(separator: ", "))]}", to: scene.root + "/okit/forms/log.json")
    func fill(_ answers: String, status: Int32 = 0) throws -> Output {
      try scene.okit(
        "edit", "log>", "--form", "log", "--answers", "-", status: status, input: Array(answers.utf8))
    }
    #expect(try fill(#"{"mixed": ["a", 5, true]}"#).errors == "edited nothing\n")
    _ = try fill(#"{"mixed": ["b", 6, false]}"#)
    #expect(try scene.stored(".mixed", in: "log") == #"["b",6,false]"#)
    _ = try fill(#"{"mixed": ["b", "6", "true"]}"#)
    #expect(try scene.stored(".mixed", in: "log") == #"["b","6","true"]"#)
    _ = try fill(#"{"mixed": ["b", null]}"#)
    #expect(try scene.stored(".mixed", in: "log") == #"["b",null]"#)
    _ = try fill(#"{"boxes": ["a"]}"#, status: 65)
    let form = try scene.okit("edit", "log>", "--form", "log", "--print-form").bytes
    #expect(
      try scene.machine.run("jq", "-c", "[.sections[].fields[].kind]", input: form).line == #"["list","note","list"]"#)
    _ = try fill(#"{"new": "[\"x, y\",\"z\"]"}"#)
    #expect(try scene.stored(".new", in: "log") == #"["x, y","z"]"#)
  }

  @Test func anEntityIsAdded() throws {
    let scene = try FormScene()
    try scene.define(fields: #"{"path": "name", "required": true}, {"path": "price", "default": 3}, "kind""#)
    let before = try scene.tree()
    let add = ["add", "items", "--form", "f", "--answers", "-"]
    let refused = try scene.machine.okit(add, status: 65, input: Array("{}".utf8), in: scene.root)
    #expect(refused.errors.contains("'name': a value is required"))
    #expect(try scene.tree().differences(from: before) == [])
    let output = try scene.machine.okit(
      add, input: Array(#"{"name": "Stool", "kind": "large"}"#.utf8), in: scene.root)
    #expect(try scene.stored(".items[2] | [.id, .name, .price, .kind]") == "[\"\(output.line)\",\"Stool\",3,\"large\"]")
    try scene.okit("undo")
    #expect(try Files.text(scene.data + "/box.json") == FormScene.box)
  }

  /// A form can come from somebody else's backup.
  @Test func aFormTakesNoFileOfTheComputer() throws {
    let scene = try FormScene()
    let secret = try scene.machine.write("secret", "secret.txt")
    let picture = scene.machine.path("a.png")
    try scene.define(
      fields: """
        "name", {"path": "photo", "default": "\(picture)"}, {"path": "photos", "default": ["\(secret)"]},
        {"path": "photo", "kind": "picture", "name": "other", "default": "\(secret)"}
        """)
    let before = try scene.tree()
    try scene.machine.okit(
      ["add", "items", "--form", "f", "--answers", "-"], input: Array(#"{"name": "Stool"}"#.utf8), in: scene.root)
    #expect(try scene.stored(".items[2].name") == #""Stool""#)
    let new = try scene.tree().differences(from: before).filter { $0.hasPrefix("okit/data") }
    #expect(new == ["okit/data/box.json differs"])
    let form = try scene.okit("edit", "items[2]", "--form", "f", "--print-form").text
    #expect(!form.contains("secret.txt") && !form.contains("a.png"))
  }

  @Test func aDryRunChecksTheAnswers() throws {
    let scene = try FormScene()
    try scene.define(fields: #""count", "photo""#)
    let before = try scene.tree()
    #expect(try scene.fill(#"{"count": 5}"#, "-n").errors == "would have edited box:items[0]/count\n")
    try scene.fill(#"{"photo": "../a.png"}"#, "-n")
    try scene.fill(#"{"count": "x"}"#, "-n", status: 65)
    #expect(try scene.tree().differences(from: before) == [])
  }

  @Test(arguments: [false, true]) func aStoredPictureIsNotAddedAgain(isEncrypted: Bool) throws {
    let scene = try FormScene()
    try scene.define(fields: #""photos""#)
    if isEncrypted {
      try scene.okit("key", "generate")
      try scene.okit("encrypt", "box")
    }
    try scene.fill(#"{"photos": ["../a.png"]}"#)
    #expect(
      try scene.fill(#"{"photos": ["../b.png", "../a.png"]}"#, status: 65).errors.contains("is already in 'photos'"))
    #expect(try scene.okit("get", "items[0]/photos.@count").line == "1")
    try scene.fill(#"{"photos": ["../b.png"]}"#)
    #expect(try scene.okit("get", "items[0]/photos.@count").line == "2")
  }

  /// Fields, answers, the status and a piece of the message.
  @Test(arguments: [
    (#""name""#, "{", 65, "'standard input' is not valid JSON"),
    (#""name""#, "[]", 65, "the answers are not a JSON object"),
    (#""name""#, #"{"name": "a", "name": "b"}"#, 65, "the key 'name' is given more than once"),
    (#""name""#, #"{"nam": "a"}"#, 66, "the form has no field 'nam'\nokit: hint: did you mean 'name'?"),
    (#""nam""#, "{}", 66, "no property 'nam'"),
    (#""count""#, #"{"count": "many"}"#, 65, "'count': 'many' is not a valid number"),
    (#""count""#, #"{"count": [1]}"#, 65, "'count'"),
    (#""kind""#, #"{"kind": "smal"}"#, 65, "'smal' is not a case of Kind"),
    (#""kind""#, #"{"kind": "tiny"}"#, 65, "'tiny' is not a case of Kind"),
    (#""owner""#, #"{"owner": "Zed"}"#, 65, "'Zed' is not a choice of 'owner'"),
    (#""photo""#, #"{"photo": "/no/such/file"}"#, 65, "/no/such/file: No such file or directory"),
    (#""photo""#, #"{"photo": "/"}"#, 65, "'photo'"),
    (#"{"path": "name", "kind": "note"}"#, #"{"name": "x"}"#, 65, "the field 'name' has no value to enter"),
    (#""lid/color""#, #"{"lid/color": "red"}"#, 65, "an object on its path is missing"),
    (#"{"path": "name", "titel": "x"}"#, "{}", 78, "okit/forms/f.json:1:30: unknown member \"titel\" of a field"),
    (#"{"path": "name", "kind": "action"}"#, "{}", 78, "okit/forms/f.json:1:13: an action needs a 'function'"),
    (#"{"path": "name", "rules": {"minimun": 1}}"#, "{}", 78, "unknown keyword"),
    (#"{"name": "kind"}"#, "{}", 78, "the field 'kind' needs a path"),
  ])
  func wrongInputChangesNothing(_ fields: String, _ answers: String, _ status: Int32, _ message: String) throws {
    let scene = try FormScene()
    try scene.define(fields: fields)
    let before = try scene.tree()
    let output = try scene.fill(answers, status: status)
    #expect(output.errors.contains(message), "\(output.errors)")
    #expect(try scene.tree().differences(from: before) == [])
  }

  @Test(arguments: [
    (
      ["edit", "items[0]", "--form", "g", "--print-form"], 66,
      "no form 'g' in okit/forms\nokit: hint: known names: f"
    ),
    (["edit", "items[9]", "--print-form"], 66, "no value at 'items[9]'"),
    (["edit", "items[*]", "--form", "f", "--print-form"], 64, "matches 2 values"),
    (["edit", "items[0]/name", "--form", "f", "--print-form"], 64, "a form is for an entity"),
    (["edit", "people[0]", "--form", "f", "--print-form"], 64, "the form 'f' is for 'Item', not for Person"),
    (["edit", "items[0]", "--form", "f"], 64, "--form needs --ask, --answers or --print-form"),
    (["edit", "items[0]", "--ask", "--print-form"], 64, "--ask and --print-form cannot be used together"),
    (["edit", "items[0]", "--ask", "--answers", "x"], 64, "--ask and --answers cannot be used together"),
    (["edit", "items[0]", "--form", "f", "--answers", "/no/such/file"], 74, "/no/such/file"),
    (["add", "items", "{}", "--print-form"], 64, "cannot be used with a value"),
    (["add", "items[0]/words", "--print-form"], 64, "no value to add"),
  ])
  func wrongArgumentsChangeNothing(_ words: [String], _ status: Int32, _ message: String) throws {
    let scene = try FormScene()
    try scene.define(#"{"class": "Item", "fields": ["name"]}"#)
    let before = try scene.tree()
    let output = try scene.okit(words, status: status)
    #expect(output.errors.contains(message), "\(output.errors)")
    #expect(try scene.tree().differences(from: before) == [])
  }

  @Test func rulesOfTheClassAreFaultsOfTheirFields() throws {
    let scene = try FormScene()
    try Files.makeFolder(scene.root + "/okit/rules")
    try Files.write(
      #"{"properties": {"price": {"maximum": 100}}, "x-okit-predicates": [{"predicate": "count<9"}]}"#,
      to: scene.root + "/okit/rules/Item.json")
    try scene.define(fields: #""price""#)
    let before = try scene.tree()
    #expect(try scene.fill(#"{"price": 101}"#, status: 65).errors.contains("'price': 101 is greater than 100"))
    // A rule about a value without a field is a fault of the form.
    try scene.define(fields: #""price", {"path": "count", "visible": "name=Lamp"}, "name""#)
    let output = try scene.fill(#"{"count": 10}"#, status: 65)
    #expect(output.errors.contains("count<9"), "\(output.errors)")
    try scene.define("{}")
    #expect(try scene.tree().differences(from: before).allSatisfy { $0.contains("okit/forms") })
  }
}
