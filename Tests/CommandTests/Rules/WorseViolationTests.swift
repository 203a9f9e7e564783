import TestSupport
import Testing

/// Changes of values that violated rules before: worse ones are refused, and better ones are not.
@Suite struct WorseViolationTests {
  private func scene(_ rules: String) throws -> FormScene {
    let scene = try FormScene()
    try Files.makeFolder(scene.root + "/okit/rules")
    try Files.write(rules, to: scene.root + "/okit/rules/Item.json")
    return scene
  }

  @Test func moreEqualElementsAreRefused() throws {
    let scene = try scene(#"{"properties":{"words":{"uniqueItems":true}}}"#)
    try scene.okit("set", "--no-rules", "items[0]/words", #"["a","a"]"#)
    let warned = try scene.okit("add", "items[0]/words", "b")
    #expect(warned.errors.contains("warning: a value violates a rule: box:items[0]/words: \"a\" is in the array"))
    let refused = try scene.okit("add", "items[0]/words", "b", status: 65)
    #expect(refused.errors.contains("\"a\" and \"b\" are in the array more than once"))
    try scene.okit("add", "items[0]/words", "a", status: 65)
    try scene.okit("set", "items[0]/words", #"["b","b"]"#, status: 65)
    try scene.okit("remove", "items[0]/words[0]")
    try scene.okit("check")
  }

  @Test(arguments: [
    #"{"x-okit-predicates":[{"predicate":"count<5 && price>=0","message":"too many"}]}"#,
    #"{"not":{"properties":{"count":{"minimum":5},"price":{"minimum":-99}}}}"#,
    #"{"anyOf":[{"properties":{"count":{"maximum":4}}},{"properties":{"price":{"minimum":500}}}]}"#,
  ])
  func anotherWrongValueOfAnObjectIsRefused(_ rules: String) throws {
    let scene = try scene(rules)
    try scene.okit("set", "--no-rules", "items[0]/count", "6")
    try scene.okit("set", "items[0]/count", "9", status: 65)
    try scene.okit("set", "items[0]/price", "-1", status: 65)
    // The rule is not about the name.
    try scene.okit("set", "items[0]/name", "Light")
    try scene.okit("set", "items[0]/count", "4")
  }

  @Test func arraysOfTooManyElementsCanLoseSome() throws {
    let scene = try scene(
      #"{"properties":{"words":{"maxItems":2,"contains":{"const":"x"},"minContains":0,"maxContains":1}}}"#)
    try scene.okit("set", "--no-rules", "items[0]/words", #"["x","x","c","d"]"#)
    try scene.okit("add", "items[0]/words", "e", status: 65)
    try scene.okit("remove", "items[0]/words[3]")
    try scene.okit("remove", "items[0]/words[0]")
    try scene.okit("check")
    try Files.write(#"{"properties":{"items":{"maxItems":1,"minItems":1}}}"#, to: scene.root + "/okit/rules/Box.json")
    try scene.okit("add", "items", #"{"name":"New"}"#, status: 65)
    try scene.okit("remove", "items[1]")
    try scene.okit("remove", "items[0]", status: 65)
  }

  /// Each part of a condition, and each missing member, can be mended by itself.
  @Test func mendingOneOfSeveralFaultsIsNotRefused() throws {
    let scene = try scene(
      #"{"required":["phone","note"],"x-okit-predicates":[{"predicate":"count<5 && price>=0","message":"no"}]}"#)
    try scene.okit("set", "--no-rules", "items[0]/count", "9", "items[0]/price", "-1")
    #expect(try scene.okit("set", "items[0]/price", "3").errors.contains("values violate rules"))
    try scene.okit("set", "items[0]/name", "Light")
    try scene.okit("set", "items[0]/phone", "123")
    try scene.okit("set", "items[0]/price", "-2", status: 65)
    try scene.okit("set", "items[0]/note", "n", "items[0]/count", "1")
    try scene.okit("remove", "items[0]/note", status: 65)
  }

  @Test func matchesAreCounted() throws {
    let scene = try scene(
      #"{"properties":{"words":{"contains":{"const":"x"},"minContains":3,"maxContains":4}}}"#)
    try scene.okit("set", "--no-rules", "items[0]/words", #"["x","y"]"#)
    try scene.okit("set", "items[0]/words[0]", "z", status: 65)
    try scene.okit("add", "items[0]/words", "y")
    try scene.okit("add", "items[0]/words", "x")
    try scene.okit("set", "--no-rules", "items[0]/words", #"["x","x","x","x","x","y"]"#)
    try scene.okit("set", "items[0]/words[5]", "x", status: 65)
    try scene.okit("add", "items[0]/words", "y")
    try scene.okit("set", "items[0]/words[0]", "y")
    try scene.okit("set", "items[1]/name", "Table", status: 0)
  }

  /// Nested combinations of schemas take no time that doubles with each of them.
  @Test func manyCombinationsTakeLittleTime() throws {
    let count = 40
    let nested =
      String(repeating: #"{"allOf":["#, count: count) + #"{"required":["nothing"]}"#
      + String(repeating: "]}", count: count)
    let scene = try scene(#"{"anyOf":[\#(nested)]}"#)
    try scene.okit("set", "items[0]/name", "Light")
  }

  /// Objects without ids are compared as a whole array, because nobody knows which one is which.
  @Test func readOnlyValuesOfObjectsWithoutIDsStay() throws {
    let scene = try FormScene(
      """
      class Log: Model, Codable { var id: String!; var days: [Day] = [] }
      class Day: Codable { var mark: Int = 0; var note: String = "" }
      func startLog() { Model.register(Log.self, name: "log") }

      """, ["log": #"{"id":"LOG","days":[{"mark":1,"note":"a"},{"mark":2,"note":"b"}]}"#])
    try Files.makeFolder(scene.root + "/okit/rules")
    for (name, rules) in [
      ("Day", #"{"properties":{"mark":{"readOnly":true}}}"#),
      ("Log", #"{"properties":{"days":{"items":{"properties":{"mark":{"readOnly":true}}}}}}"#),
    ] {
      try Files.write(rules, to: "\(scene.root)/okit/rules/\(name).json")
      #expect(
        try scene.okit("set", "days[0]/mark", "8", status: 65).errors.contains("days[0]/mark: the value is read-only"))
      try scene.okit("set", "days[0]/mark", scene.okit("get", "days[1]/mark").line, status: 65)
      func days(_ marks: Int...) -> String {
        "[" + marks.map { #"{"mark":\#($0),"note":""}"# }.joined(separator: ",") + "]"
      }
      try scene.okit("set", "days", days(1, 2, 3, 4))
      try scene.okit("undo")
      try scene.okit("set", "days", days(5, 2, 3), status: 65)
      try scene.okit("set", "days", days(3), status: 65)
      try scene.okit("set", "days[0]/note", "c")
      try scene.okit("move", "days[0]", "days[1]")
      try scene.okit("add", "days", #"{"mark":9}"#)
      try scene.okit("remove", "days[2]")
      try Files.remove("\(scene.root)/okit/rules/\(name).json")
    }
  }

  /// Midnight in UTC is not the reader's.
  @Test(arguments: ["EAST-24", "WEST24", "UTC"]) func todayIsTheReadersDay(_ zone: String) throws {
    let scene = try scene(
      #"{"properties":{"day":{"format":"date","x-okit-minimum":"today","x-okit-maximum":"today"}}}"#)
    let here = ["TZ": zone]
    let answers = Array(#"{"day": "today"}"#.utf8)
    try scene.machine.okit(
      ["edit", "items[0]", "--answers", "-"], input: answers, with: here, in: scene.root)
    try scene.machine.okit(["set", "items[0]/name", "Light"], with: here, in: scene.root)
    for day in ["yesterday", "tomorrow"] {
      try scene.machine.okit(
        ["edit", "items[0]", "--answers", "-"], status: 65, input: Array(#"{"day": "\#(day)"}"#.utf8), with: here,
        in: scene.root)
    }
    try scene.machine.okit(["set", "items[0]/day", "now"], with: here, in: scene.root)
    try scene.define(fields: #"{"path": "day", "kind": "time"}"#)
    try scene.machine.okit(
      ["edit", "items[1]", "--form", "f", "--answers", "-", "--no-rules"], input: Array(#"{"day": "now"}"#.utf8),
      with: here, in: scene.root)
  }

  @Test func conditionsCannotRunPrograms() throws {
    let scene = try scene(#"{"x-okit-predicates":[{"predicate":"isGood()=true"}]}"#)
    try Files.makeFolder(scene.root + "/okit/functions")
    try Files.write("#!/bin/sh\n", to: scene.root + "/okit/functions/isGood", mode: 0o755)
    #expect(
      try scene.okit("rules", "check", status: 1).text.contains("no function 'isGood' that a condition can call"))
    try Files.remove(scene.root + "/okit/rules/Item.json")
    try scene.define(#"{"class": "Item", "fields": [{"path": "name", "visible": "isGood()=true"}]}"#)
    #expect(
      try scene.okit("form", "check", status: 1).text.contains("no function 'isGood' that a condition can call"))
    try Files.write(#"{"binding": "count"}"#, to: scene.root + "/okit/functions/isGood.json")
    try Files.remove(scene.root + "/okit/functions/isGood")
    try scene.okit("form", "check")
  }

  /// Rules that only warn restrict nothing, and shared rules are in the schema.
  @Test func schemasHaveTheVerdictOfCheck() throws {
    let scene = try scene(
      #"{"properties":{"price":{"$ref":"Money.json"},"count":{"maximum":1,"x-okit-severity":"warning"},"name":{"not":{"minLength":2,"x-okit-severity":"warning"}}}}"#
    )
    try Files.write(#"{"minimum":0,"maximum":50}"#, to: scene.root + "/okit/rules/Money.json")
    let schema = try scene.machine.write(scene.okit("model", "schema", "box").text, "schema.json")
    let program = """
      import json, sys, jsonschema
      schema, model = [json.load(open(path)) for path in sys.argv[1:]]
      print(sorted("/".join(map(str, e.absolute_path)) for e in jsonschema.Draft202012Validator(schema).iter_errors(model)))
      """
    let verdict = try scene.machine.run("python3", "-c", program, schema, scene.data + "/box.json").line
    #expect(verdict == "['items/0/name', 'items/1/name', 'items/1/price']")
    let found = try scene.okit("check", "--json", status: 1).bytes
    let filter = #"[.findings[] | select(.severity == "error").path] | sort"#
    #expect(
      try scene.machine.run("jq", "-c", filter, input: found).line
        == #"["box:items[0]/name","box:items[1]/name","box:items[1]/price"]"#)
  }

  @Test func rulesBehindReferencesAreInForms() throws {
    let scene = try scene(
      ##"{"allOf":[{"properties":{"name":{"$ref":"#/$defs/n"}}}],"properties":{"price":{"allOf":[{"minimum":1,"maximum":9}]},"note":{"$ref":"#/$defs/r"}},"$defs":{"n":{"enum":["Lamp","Desk"]},"r":{"readOnly":true}}}"##
    )
    let form = try scene.okit("edit", "items[0]", "--print-form").bytes
    func field(_ name: String, _ filter: String) throws -> String {
      try scene.machine.run(
        "jq", "-c", #".sections[].fields[] | select(.name == "\#(name)") | \#(filter)"#, input: form
      )
      .line
    }
    #expect(try field("name", "[.choices[].value]") == #"["Lamp","Desk"]"#)
    #expect(try field("price", "[.minimum, .maximum]") == #"["1","9"]"#)
    #expect(try field("note", ".enabled") == "false")
  }
}
