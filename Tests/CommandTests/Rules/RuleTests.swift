import Foundation
import TestSupport
import Testing

/// Rules of a workspace, obeyed by every command that edits values.
@Suite struct RuleTests {
  /// The rules of a class apply once to an entity, also if those of the class that contains it refer to them.
  @Test func ruleThatTwoClassesReferToAppliesOnce() throws {
    let shop = try FormedShop(.plain)
    try Files.makeFolder(shop.root + "/okit/rules")
    try Files.write(
      #"{"properties":{"name":{"maxLength":30,"x-okit-unique":"model"}}}"#, to: shop.root + "/okit/rules/Book.json")
    try Files.write(
      #"{"properties":{"books":{"items":{"$ref":"Book.json"}}}}"#, to: shop.root + "/okit/rules/Shop.json")
    try shop.okit("check")
    let long = String(repeating: "x", count: 31)
    let refused = try shop.okit("set", "books[0]/name", long, status: 65)
    #expect(!refused.errors.contains("2 places"), "\(refused.errors)")
    try shop.okit("set", "--no-rules", "books[0]/name", long)
    #expect(try shop.okit("check", status: 1).lines.count == 1)
  }

  @Test func theMostSevereOfEqualRulesCounts() throws {
    let shop = try FormedShop(.plain)
    try Files.makeFolder(shop.root + "/okit/rules")
    try Files.write(#"{"properties":{"price":{"maximum":99}}}"#, to: shop.root + "/okit/rules/Book.json")
    try Files.write(
      #"{"properties":{"books":{"items":{"$ref":"Book.json"},"x-okit-severity":"warning"}}}"#,
      to: shop.root + "/okit/rules/Shop.json")
    try shop.okit("set", "books[0]/price", "100", status: 65)
  }

  /// Only what a command shows can be incomplete. Rules are inferred from all models, and a change is made or not.
  @Test func aLockedModelIsNoFailureOfAChange() throws {
    let machine = try Machine()
    let root = machine.path("w")
    try machine.okit("init", root)
    for name in ["a", "b"] {
      try machine.write(#"{"id":"\#(name)","books":[{"id":"B\#(name)","name":"N"}]}"#, "w/okit/data/\(name).json")
    }
    try Files.makeFolder(root + "/okit/rules")
    try machine.write(#"{"properties":{"name":{"minLength":1}}}"#, "w/okit/rules/Book.json")
    try machine.okit("-C", root, "key", "generate")
    try machine.okit("-C", root, "encrypt", "a", "--cipher", "age")
    let locked = ["XDG_CONFIG_HOME": machine.path("nowhere")]
    for words in [
      ["set", "b:books[0]/name", "X"], ["undo", "--yes"], ["redo"], ["rules", "list"],
      ["rules", "check"],
    ] {
      try machine.okit(["-C", root] + words, with: locked)
    }
    try machine.okit("-C", root, "search", "X", status: 77, with: locked)
    try machine.okit("-C", root, "list", "--class", "Book", status: 77, with: locked)
  }

  /// Other validators count letters and digits of all scripts. Only Python ends a text before its last line feed, which is not tried here.
  @Test func patternsInSchemasMeanTheSameEverywhere() throws {
    let shop = try FormedShop(.plain)
    try Files.makeFolder(shop.root + "/okit/rules")
    let texts = [
      "12", "٣٣", "日本", "a\nb", "a", "a b", "a\u{2028}b", "_", "-", "ä", "\u{a0}", "x@1", "",
    ]
    let names = String(decoding: try JSONSerialization.data(withJSONObject: texts), as: UTF8.self)
    let books = #"(\#(names)) as $names | .books = [range(13) as $i | .books[0] | .id = "T\($i)" | .name = $names[$i]]"#
    try Files.write(shop.machine.run("jq", books, shop.path("default.json")).bytes, to: shop.path("default.json"))
    let program = """
      import json, sys, jsonschema
      schema, model = (json.load(open(path)) for path in sys.argv[1:])
      paths = {tuple(error.absolute_path) for error in jsonschema.Draft202012Validator(schema).iter_errors(model)}
      print(sorted(path[1] for path in paths if path[:1] == ("books",) and path[2:] == ("name",)))
      """
    for pattern in [
      #"^\d+$"#, #"^\w+$"#, #"\W"#, #"\D"#, #"^[^\d]+$"#, "^.*$", #"^[\D_]+$"#, #"\s"#, #"^[\S]*$"#, "a$|b",
      #"^[\-\@ ]$"#, #"x\@1"#, #"^a\ b$"#,
    ] {
      let rules = try JSONSerialization.data(withJSONObject: ["properties": ["name": ["pattern": pattern]]])
      try Files.write(Array(rules), to: shop.root + "/okit/rules/Book.json")
      let schema = try shop.machine.write(shop.okit("model", "schema", "default").text, "schema.json")
      let other = try shop.machine.run("python3", "-c", program, schema, shop.path("default.json")).line
      let check = try shop.machine.launch([Machine.okit, "check"], [], [:], shop.root).text
      let own = texts.indices.filter { index in
        check.split(separator: "\n").contains {
          $0.contains(": rule: ") && $0.hasSuffix("(default:books[\(index)]/name)")
        }
      }
      #expect("\(own)" == other, "\(pattern)")
    }
  }

  private static let book = """
    {
      "properties": {
        "id": {"readOnly": true},
        "name": {"minLength": 1, "maxLength": 60, "x-okit-unique": "model"},
        "price": {"minimum": 0, "maximum": 200},
        "copies": {"maximum": 100},
        "genre": {"x-okit-candidates": "/genres"},
        "date": {"x-okit-minimum": "1900-01-01", "x-okit-maximum": "today"}
      },
      "x-okit-predicates": [
        {"predicate": "price>1 || copies=0", "message": "cheap books must be sold out", "severity": "warning"}
      ]
    }
    """

  private func ruled(_ form: FormedShop.Form) throws -> FormedShop {
    let shop = try FormedShop(form)
    try Files.makeFolder(shop.root + "/okit/rules")
    try Files.write(Self.book, to: shop.root + "/okit/rules/Book.json")
    try Files.write(#"{"properties": {"name": {"minLength": 1}}}"#, to: shop.root + "/okit/rules/Genre.json")
    return shop
  }

  @Test(arguments: FormedShop.Form.allCases) func editsThatViolateRulesAreRefused(form: FormedShop.Form) throws {
    let shop = try ruled(form)
    let other = try shop.shop.okit("get", "books[1]/name").line
    let refused: [(words: [String], error: String)] = [
      (["set", "books[0]/price", "-5"], "books[0]/price: -5 is less than 0 (okit/rules/Book.json:5:15)"),
      (["set", "books[0]/name", ""], "books[0]/name: the text is empty"),
      (["set", "books[0]/name", other], "books[0]/name: \"\(other)\" is not unique"),
      (["set", "books[0]/genre", "5AFFB229-7631-4992-B0CE-583505C6AF07"], "is not one of /genres"),
      (["set", "books[0]/date", "2100-01-01"], "2100-01-01T00:00:00Z is not before"),
      (["set", "books[0]/date", "1899-12-31"], "1899-12-31T00:00:00Z is before 1900-01-01T00:00:00Z"),
      (["set", "books[0]/id", "NEW"], "books[0]/id: the value is read-only"),
      (["set", "genres[0]/name", ""], "genres[0]/name: the text is empty"),
      (["add", "books", #"{"name": "New", "price": 1000}"#], "/price: 1000 is greater than 200"),
      (["add", "books"], "/name: the text is empty"),
      (["set", "--all", "books[*]/copies", "101"], "the change violates rules in 4 places"),
    ]
    for (words, error) in refused { try shop.refuses(words, status: 65, error) }
    let output = try shop.shop.okit(
      ["set", "books[0]/price", "-5", "books[1]/copies", "500", "-n"], status: 65)
    #expect(
      output.errors == """
        okit: error: the change violates rules in 2 places
          default:books[0]/price: -5 is less than 0 (okit/rules/Book.json:5:15)
          default:books[1]/copies: 500 is greater than 100 (okit/rules/Book.json:6:16)
        okit: hint: correct the values; --no-rules makes the change anyway

        """)
  }

  @Test(arguments: FormedShop.Form.allCases) func validEditsAreMade(form: FormedShop.Form) throws {
    let shop = try ruled(form)
    #expect(
      try shop.shop.okit("set", "books[0]/price", "200", "books[0]/name", "Unheard of").errors.contains("set 2 values"))
    try shop.shop.okit("move", "books[0]", "books[2]")
    try shop.shop.okit("remove", "books[0]")
    // A warning does not refuse.
    let output = try shop.shop.okit("set", "books[0]/price", "0.5", "books[0]/copies", "3")
    #expect(
      output.errors.contains(
        "okit: warning: default:books[0]: cheap books must be sold out (okit/rules/Book.json:11:5)\n"))
    #expect(try shop.shop.okit("get", "books[0]/price").line == "0.5")
  }

  @Test func existingViolationsOnlyWarn() throws {
    let shop = try ruled(.plain)
    try shop.shop.okit("set", "--no-rules", "books[0]/price", "-5", "books[1]/price", "-6")
    let changed = try shop.shop.okit("set", "books[0]/name", "Other")
    #expect(changed.errors.contains("okit: warning: 2 values violate rules; run 'okit check' to list them\n"))
    // Another invalid value is the fault of this edit.
    try shop.refuses(["set", "books[0]/price", "-7"], status: 65, "-7 is less than 0")
    // Moving an element does not make its value worse.
    try shop.shop.okit("move", "books[0]", "books[3]")
    try shop.shop.okit("set", "books[3]/price", "7")
    let last = try shop.shop.okit("set", "books[3]/copies", "7")
    #expect(
      last.errors.contains("a value violates a rule: default:books[0]/price: -6 is less than 0"), "\(last.errors)")
  }

  @Test func theLogNotesIgnoredRules() throws {
    let shop = try ruled(.plain)
    try shop.shop.okit("set", "--no-rules", "books[0]/price", "-5")
    #expect(try shop.shop.okit("log", "--json").text.contains(#""command":"set --no-rules""#))
  }

  @Test(arguments: FormedShop.Form.allCases) func checkReportsViolationsWithTheirPlaces(form: FormedShop.Form) throws {
    let shop = try ruled(form)
    #expect(try shop.shop.okit("check").text == "")
    try shop.shop.okit(
      "set", "--no-rules", "books[0]/price", "-5", "books[0]/copies", "0", "books[1]/price", "0.5", "books[1]/copies",
      "2")
    let check = try shop.shop.okit("check", "--json", status: 1)
    let found = try shop.machine.run(
      "jq", "-c", "[.findings[]|[.kind,.severity,.path,.message]]", input: check.bytes
    ).line
    #expect(
      found
        == #"[["rule","error","default:books[0]/price","-5 is less than 0 (okit/rules/Book.json:5:15)"],["#
        + #""rule","warning","default:books[1]","cheap books must be sold out (okit/rules/Book.json:11:5)"]]"#)
    try shop.shop.okit("set", "books[0]/price", "5")
    // Warnings do not count.
    #expect(try shop.shop.okit("check").errors.contains("no problems and 1 warning in"))
  }

  @Test func mistakesInRulesAreErrorsWithTheirPlace() throws {
    let shop = try ruled(.plain)
    try Files.write("{\n  \"properties\": {\"price\": {\"minimun\": 0}}\n}", to: shop.root + "/okit/rules/Book.json")
    let message = "okit/rules/Book.json:2:28: unknown keyword \"minimun\""
    try shop.refuses(["set", "books[0]/price", "5"], status: 78, message)
    #expect(try shop.shop.okit("set", "--no-rules", "books[0]/price", "5", "-n").errors.contains("would have set"))
    #expect(try shop.shop.okit("rules", "check", status: 1).text == message + "\n")
    #expect(try shop.shop.okit("check", status: 1).text.contains("Book.json:2:28: invalid-rule: unknown keyword"))
    try Files.write(#"{"properties": {"prise": {"minimum": 0}}}"#, to: shop.root + "/okit/rules/Book.json")
    try Files.write("{}", to: shop.root + "/okit/rules/Bok.json")
    #expect(
      try shop.shop.okit("rules", "check", status: 1).text
        == "okit/rules/Bok.json: no class 'Bok'\nokit/rules/Book.json:1:17: Book has no property 'prise'\n")
    try shop.shop.okit("set", "books[0]/price", "5")
  }

  @Test func unknownNamesInConditionsOfRulesAreFoundWithoutData() throws {
    let shop = try ruled(.plain)
    let rules = """
      {"required": ["name", "titel"],
       "properties": {
         "price": {"x-okit-equal": "cost"},
         "genre": {"x-okit-candidates": "</genres[nme=x]"},
         "copies": {"x-okit-predicates": [{"predicate": "copies>0 && {author/ref/name}=x"}]}},
       "x-okit-predicates": [{"predicate": "prise<copies", "message": "too dear"}]}
      """
    try Files.write(rules, to: shop.root + "/okit/rules/Book.json")
    #expect(
      try shop.shop.okit("rules", "check", status: 1).lines.map { String($0.dropFirst("okit/rules/Book.json:".count)) }
        == [
          "1:23: Book has no property 'titel'", "3:14: Book has no property 'cost'",
          "6:25: Book has no property 'prise'",
        ])
  }

  @Test func allMistakesAreReportedAtOnce() throws {
    let shop = try ruled(.plain)
    let rules = """
      {"properties": {
         "price": {"minimun": 0, "maximum": "10"},
         "name": {"pattern": "(", "format": "mail", "minLength": 1}, "nmae": {},
         "copies": {"$ref": "#/$defs/count", "default": 3}},
       "x-okit-predicates": [{"predicate": "price>"}, {"predicate": "price=cheap"}],
       "requird": []}
      """
    try Files.write(rules, to: shop.root + "/okit/rules/Book.json")
    try Files.write(#"{"properties": {"name": {"minLength": -1}}}"#, to: shop.root + "/okit/rules/Author.json")
    let lines = try shop.shop.okit("rules", "check", status: 1).lines
    let places = lines.map { String($0.dropFirst("okit/rules/".count).prefix { $0 != " " }) }
    #expect(
      places.sorted() == [
        "Author.json:1:26:", "Book.json:2:14:", "Book.json:2:28:", "Book.json:3:13:", "Book.json:3:29:",
        "Book.json:3:64:", "Book.json:4:15:", "Book.json:5:25:", "Book.json:6:2:",
      ], "\(lines)")
    // The first one is enough to refuse an edit.
    try shop.refuses(["set", "books[0]/price", "5"], status: 78, "Author.json:1:26")
    try Files.write(
      #"{"x-okit-predicates": [{"predicate": "price=cheap"}, {"predicate": "price>9 && type=leather"}, {"predicate": "name~a"}]}"#,
      to: shop.root + "/okit/rules/Book.json")
    try Files.remove(shop.root + "/okit/rules/Author.json")
    #expect(
      try shop.shop.okit("rules", "check", status: 1).lines == [
        "okit/rules/Book.json:1:25: 'cheap' is not a number",
        "okit/rules/Book.json:1:55: 'leather' is not a case of BookType",
      ])
  }

  @Test func rulesThatStopEveryUseAreFoundWithoutData() throws {
    let shop = try ruled(.plain)
    let rules = """
      {"properties": {
         "price": {"default": "much"}, "copies": {"default": 3, "maximum": 2},
         "genre": {"x-okit-candidates": "/genders"}, "author": {"x-okit-candidates": "/authors"}}}
      """
    try Files.write(rules, to: shop.root + "/okit/rules/Book.json")
    let lines = try shop.shop.okit("rules", "check", status: 1).lines
    #expect(lines.count == 3 && lines[0].hasPrefix("okit/rules/Book.json:2:14: invalid default: "), "\(lines)")
    #expect(lines[1] == "okit/rules/Book.json:2:45: the default violates a rule: 3 is greater than 2")
    #expect(lines.last == "okit/rules/Book.json:3:14: no model has a property 'genders'")
  }

  @Test func commentsInTheSourceAreRules() throws {
    let shop = try FormedShop(.plain)
    let path = shop.root + "/okit/model/Bookshop.swift"
    let source = try Files.text(path)
    let changed = try FormedShop.replacing(
      "  var copies", with: "  // okit: minimum 0, maximum 100, multipleOf 1\n  var copies", in: source)
    try Files.write(changed, to: path)
    let list = try shop.shop.okit("rules", "list", "--json").text
    #expect(list.contains(#""property":"copies","keyword":"maximum","value":100"#), "\(list)")
    try shop.refuses(["set", "books[0]/copies", "101"], status: 65, "101 is greater than 100 (")
    try shop.shop.okit("set", "books[0]/copies", "100")
  }

  @Test func importsObeyRules() throws {
    let shop = try ruled(.plain)
    let id = try shop.shop.okit("get", "books[0]/id").line
    let table = shop.machine.path("books.csv")
    try Files.write("id,price\n\(id),-3\n", to: table)
    try shop.refuses(["import", table, "--into", "books", "--key", "id"], status: 65, "-3 is less than 0")
    // A document of its own is refused, a folder only warns.
    let data = try Files.text(shop.root + "/okit/data/default.json")
    let price = try shop.shop.okit("get", "books[0]/price").line
    let invalid = try FormedShop.replacing("\"price\":\(price)", with: "\"price\":-3", in: data)
    let file = shop.machine.path("default.json")
    try Files.write(invalid, to: file)
    try shop.refuses(
      ["import", file, "--as", "default", "--replace", "-y"], status: 65, "books[0]/price: -3 is less than 0")
    try shop.shop.okit("import", file, "--as", "default", "--replace", "-y", "--no-rules")
    #expect(
      try shop.shop.okit("undo").errors.contains("violates") == false, "the former data has no violations")
    #expect(try shop.shop.okit("redo").errors.contains("a value violates a rule: default:books[0]/price: -3"))
    #expect(try shop.shop.okit("migrate", "plan").errors.contains("warning: default:books[0]/price: -3 is less than 0"))
  }

  @Test func schemasOfModelsContainTheRules() throws {
    let shop = try ruled(.plain)
    try Files.write(
      ##"{"properties": {"price": {"$ref": "#/$defs/money"}}, "$defs": {"money": {"minimum": 0}}}"##,
      to: shop.root + "/okit/rules/Book.json")
    try shop.refuses(["set", "books[0]/price", "-5"], status: 65, "-5 is less than 0")
    try shop.shop.okit("set", "--no-rules", "books[0]/price", "-5")
    let schema = try shop.machine.write(shop.shop.okit("model", "schema", "default").text, "schema.json")
    let output = try shop.machine.launch(
      [
        "python3", "-c",
        "import json,sys,jsonschema\nfor e in jsonschema.Draft202012Validator(json.load(open(sys.argv[1]))).iter_errors(json.load(open(sys.argv[2]))): print(e.json_path, e.message)",
        schema, shop.root + "/okit/data/default.json",
      ], [], [:], nil)
    #expect(output.text == "$.books[0].price -5 is less than the minimum of 0\n", "\(output.errors)")
  }

  @Test func inferredRulesFitTheData() throws {
    let shop = try FormedShop(.age)
    let files = try shop.shop.okit("rules", "infer", "--write").lines
    #expect(files.contains("okit/rules/Author.json"), "\(files)")
    #expect(try shop.shop.okit("check").text == "")
    #expect(try shop.shop.okit("rules", "check").errors.contains("no mistakes in the rules of"))
    #expect(try shop.shop.okit("rules", "infer", "--write").errors.contains("nothing to write"))
  }

  @Test func completionOffersWhatRulesAllow() throws {
    let shop = try ruled(.plain)
    let genres = try shop.shop.okit("get", "genres[*]/id").lines
    let output = try shop.shop.okit(["complete", "fish", "--", "set", "books[0]/genre", ""])
    let found = output.lines.map { String($0.prefix { $0 != "\t" }) }
    #expect(Set(genres).isSubset(of: Set(found)) && !found.contains("5AFFB229-7631-4992-B0CE-583505C6AF07"), "\(found)")
  }

  @Test(arguments: [FormedShop.Form.plain, .age]) func newPartialsObeyRules(form: FormedShop.Form) throws {
    let shop = try FormedShop(form)
    try Files.makeFolder(shop.root + "/okit/rules")
    try Files.write(#"{"properties": {"name": {"maxLength": 20}}}"#, to: shop.root + "/okit/rules/Group.json")
    let group = #"{"name": "a name that is much too long", "group": {"name": "a name that is much too long"}}"#
    try shop.refuses(["add", "directory:groups", group], status: 65, "is longer than 20 characters")
    try shop.refuses(
      ["set", "directory:groups[0]/group/name", "a name that is much too long"], status: 65, "longer than 20")
    try shop.shop.okit("set", "directory:groups[0]/group/name", "short")
  }

  @Test(arguments: FormedShop.Form.allCases) func newEntitiesGetTheDefaultsOfRules(form: FormedShop.Form) throws {
    let shop = try FormedShop(form)
    try Files.makeFolder(shop.root + "/okit/rules")
    let rules =
      #"{"properties": {"copies": {"default": 7, "examples": [3, "a dozen"]}, "comment": {"default": "new"}}}"#
    try Files.write(rules, to: shop.root + "/okit/rules/Book.json")
    func newest() throws -> String {
      try shop.shop.okit("get", "books[-1]/copies", "books[-1]/comment").lines.joined(separator: " ")
    }
    try shop.shop.okit("add", "books")
    #expect(try newest() == "7 new")
    try shop.shop.okit("add", "books", #"{"copies": 9}"#)
    #expect(try newest() == "9 new")
    try shop.shop.okit("add", "books", "--answers", shop.machine.write(#"{"name": "Emma"}"#, "answers"))
    #expect(try newest() == "7 new")
    let table = try shop.machine.write("name,copies\nEmma 2,\n", "new.csv")
    try shop.shop.okit("import", table, "--into", "books", "--key", "name")
    #expect(try newest() == "7 new")
    try shop.shop.okit("add", "books", "--no-rules")
    #expect(try shop.shop.okit("get", "books[-1]/copies").line == "0")
    let text = try shop.draft("add", "books", "--edit")
    #expect(text.contains("  // examples: 3, a dozen\n  \"copies\": 7,"), "\(text)")
    // An absent value of another entity stays absent.
    let absent = try shop.shop.okit("get", "books[comment=null].@count").line
    try shop.shop.okit("set", "books[*]/copies", "1", "--all")
    #expect(try shop.shop.okit("get", "books[comment=null].@count").line == absent)
  }

  @Test func aReadOnlyPropertyCannotBeRemovedOrAdded() throws {
    let shop = try FormedShop(.plain)
    try Files.makeFolder(shop.root + "/okit/rules")
    try Files.write(#"{"properties": {"comment": {"readOnly": true}}}"#, to: shop.root + "/okit/rules/Book.json")
    let present = try shop.shop.okit("get", "--lines", "books[comment!=null]/comment").lines.count
    #expect(present > 0)
    try shop.refuses(
      ["remove", "books[comment!=null]/comment", "--all"], status: 65, "/comment: the value is read-only")
    try shop.refuses(["set", "books[comment=null]/comment", "new", "--all"], status: 65, "the value is read-only")
    try shop.shop.okit("add", "books", #"{"name": "New", "comment": "first"}"#)
  }

  @Test func aRuleAboutAnUnreadableModelStopsNoCheck() throws {
    let shop = try FormedShop(.plain)
    try Files.makeFolder(shop.root + "/okit/rules")
    try Files.write(
      #"{"properties": {"price": {"minimum": 0}, "genre": {"x-okit-candidates": "nowhere:genres"}}}"#,
      to: shop.root + "/okit/rules/Book.json")
    let output = try shop.shop.okit("check")
    #expect(output.errors.contains("some rules were not checked: no such model"), "\(output.errors)")
  }

  /// The rules are about a model that is not the one where paths start.
  @Test func aPathFromTheRootStartsInTheModelOfTheValue() throws {
    let machine = try Machine()
    let classes = """
      class Store: Model, Codable { var id: String!; var orders: [Order] = []; var branches: [String] = [] }
      class Order: ModelEntity, Codable { var id: String!; var branch: String = ""; var limit: Int = 0 }
      class Other: Model, Codable { var id: String! }
      func start() { Model.register(Store.self, name: "store"); Model.register(Other.self, name: "other") }

      """
    let root = try machine.workspace(
      classes,
      [
        "store": #"{"id":"S","orders":[{"id":"O","branch":"Mitte","limit":1}],"branches":["Mitte","Nord"]}"#,
        "other": #"{"id":"X"}"#,
      ])
    try Files.makeFolder(root + "/okit/rules")
    let rules = """
      {"properties": {"branch": {"x-okit-candidates": "/branches"}},
       "x-okit-predicates": [{"predicate": "limit < {/branches.@count}"}]}
      """
    try Files.write(rules, to: root + "/okit/rules/Order.json")
    try machine.okit("set", "store:orders[0]/branch", "Nord", in: root)
    let refused = try machine.okit("set", "store:orders[0]/branch", "West", status: 65, in: root)
    #expect(refused.errors.contains("\"West\" is not one of /branches"))
    try machine.okit("set", "store:orders[0]/limit", "2", status: 65, in: root)
    #expect(try machine.okit("check", in: root).errors.contains("no problems"))
  }
}
