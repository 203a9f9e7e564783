import TestSupport
import Testing

/// `okit/functions/NAME.json` describes a function, or defines a computed property.
@Suite struct DescribedFunctionTests {
  private static let files = [
    "total.json": #"{"title": "Total", "class": "Book", "binding": "price,#x,copies"}"#,
    "writer.json": #"{"class": ["Book", "Nothing"], "binding": "author/ref"}"#,
    "loop.json": #"{"binding": "again/upper"}"#, "again.json": #"{"binding": "loop()"}"#,
    "name.json": #"{"binding": "id"}"#,
    "reprice.json": #"{"class": "Book", "enabled": "copies>0", "message": "sold out", "program": "change"}"#,
    "strict.json": #"{"enabled": "copies>1000", "program": "change"}"#,
    "change.json": "{}", "wrong.json": "{\n  \"titel\": \"x\"\n}",
  ]

  private func shop(_ form: FormedShop.Form = .plain) throws -> FormedShop {
    let formed = try FormedShop(form)
    try formed.shop.function("change", "jq '.entity.price = 1 | .entity'")
    for (name, text) in Self.files { try Files.write(text, to: formed.root + "/okit/functions/" + name) }
    return formed
  }

  @Test(arguments: [FormedShop.Form.plain, .age]) func aComputedPropertyNeedsNoProgram(form: FormedShop.Form) throws {
    let shop = try shop(form).shop
    #expect(
      try shop.okit("get", "books[0]/total", "books[0]/total()", "books[0]/writer/name", "books[0]/name").lines
        == ["9.99 x 3", "9.99 x 3", "Ursula K. Le Guin", "The Dispossessed"])
    #expect(
      try shop.okit("list", "books", "-c", "name", "-c", "total", "--tsv", "--sort", "writer/name").lines.first
        == "name\ttotal")
    #expect(try shop.okit("list", "books", "-c", "name", "--tsv", "--where", "writer/name~guin").lines.count == 2)
    #expect(try shop.okit("get", "books[writer/name~lem]/name").line == "Solaris")
    #expect(try shop.okit("get", "--in", "books[0]", "total", "price").lines == ["9.99 x 3", "9.99"])
    #expect(
      try shop.okit("get", "--lines", "books[0]/writer/name").line.contains(#""path":"default:authors[0]/name"#))
    try shop.okit("set", "books[0]/total", "x", status: 64)
    try shop.okit("set", "books[0]/writer/name", "Le Guin")
    #expect(try shop.okit("get", "books[0]/writer/name").line == "Le Guin")
    try shop.okit("set", "--all", "books[total~9.99]/copies", "8")
    #expect(try shop.okit("get", "books[0]/total").line == "9.99 x 8")
  }

  @Test(arguments: [
    ("books[0]/loop", 78, "okit/functions/loop.json:1:13: the computed property 'loop' uses itself"),
    ("genres[0]/total", 66, "the function 'total' applies to Book, not to Genre"),
    ("genres[0]/total()", 66, "the function 'total' applies to Book, not to Genre"),
    ("books[0]/total(#x)", 64, "the function 'total' takes no parameter"),
    ("books[0]/wrong", 78, "okit/functions/wrong.json:2:3: unknown key \"titel\"\nokit: hint: did you mean 'title'?"),
    ("books[0]/totl", 66, "no property 'totl'"),
    ("books[0]/change", 64, "use --run to run 'okit/functions/change'"),
  ])
  func aWrongUseIsAnError(_ path: String, _ status: Int32, _ message: String) throws {
    let errors = try shop().shop.okit("get", path, status: status).errors
    #expect(errors.contains(message), "\(errors)")
  }

  @Test(arguments: [FormedShop.Form.plain, .age]) func aDescribedProgramNeedsNoParentheses(form: FormedShop.Form) throws
  {
    let formed = try shop(form)
    let shop = formed.shop
    #expect(try shop.okit("get", "--run", "books[0]/reprice/price").line == "1")
    #expect(try shop.okit("call", "--run", "books[0]/reprice").errors == "default:books[0] changed\n")
    #expect(try shop.okit("call", "--run", "--all", "books[*]/change").errors == "3 of 4 entities changed\n")
    try shop.function("plain", "jq .entity")
    try shop.okit("call", "--run", "books[0]/plain()")
    try shop.okit("call", "--run", "books[0]/plain")
    try shop.okit("call", "books[0]/plain", status: 64)
    #expect(try shop.okit("call", "--run", "books[0]/plan", status: 64).errors.contains("does not end in a function"))
    #expect(
      try shop.okit("call", "--run", "books[0]/total", status: 64).errors.contains("is a computed property"))
    #expect(
      try shop.okit("call", "--run", "genres[0]/reprice", status: 64).errors.contains("applies to Book, not to Genre"))
  }

  @Test func aPropertyIsNotCalled() throws {
    let formed = try shop()
    let shop = formed.shop
    try Files.write(#"{"program": "change"}"#, to: shop.root + "/okit/functions/comment.json")
    let errors = try shop.okit("call", "--run", "books[0]/comment", status: 64).errors
    #expect(
      errors.contains("'comment' is a property here, not a function\nokit: hint: write comment() to call the function"))
    try shop.okit("call", "--run", "books[0]/comment()")
    #expect(try formed.jq(".books[0].price", "default.json") == "1")
  }

  @Test(arguments: [FormedShop.Form.plain, .age]) func aFunctionThatIsNotEnabledIsNotCalled(form: FormedShop.Form)
    throws
  {
    let formed = try shop(form)
    let shop = formed.shop
    try shop.okit("set", "books[1]/copies", "0", "books[2]/copies", "5")
    let refused = try shop.okit("call", "--run", "books[1]/reprice()", status: 65)
    #expect(
      refused.errors == "okit: error: the function 'reprice' is not enabled for default:books[1]: sold out\n")
    #expect(
      try shop.okit("call", "-n", "books[1]/strict", status: 65).errors.contains(
        "the condition 'copies>1000' is not met"))
    #expect(try shop.okit("get", "--run", "books[1]/reprice/price").line == "1")
    let all = try shop.okit("call", "--run", "--all", "books[*]/reprice")
    #expect(
      all.errors == """
        okit: warning: skipped default:books[1]: not enabled: sold out
        3 of 3 entities changed, 1 not enabled

        """)
    #expect(try formed.jq("[.books[].price]", "default.json") == "[1,8.5,1,1]")
    let json = try shop.okit("call", "--run", "--all", "books[*]/strict", "--json")
    #expect(
      try shop.machine.run("jq", "-c", "[.calls, (.skipped | length), .skipped[1].path]", input: json.bytes).line
        == #"[[],4,"default:books[1]"]"#)
  }

  @Test func aConditionThatCannotBeEvaluatedIsAnError() throws {
    let formed = try shop()
    let shop = formed.shop
    try Files.write(#"{"enabled": "prise>1"}"#, to: shop.root + "/okit/functions/change.json")
    let errors = try shop.okit("call", "--run", "books[0]/change", status: 78).errors
    #expect(errors.contains("okit/functions/change.json:1:13: no property 'prise'"))
    try Files.write(#"{"program": "gone"}"#, to: shop.root + "/okit/functions/change.json")
    #expect(
      try shop.okit("call", "--run", "books[0]/change", status: 78).errors.contains(
        "okit/functions/change.json:1:13: there is no program 'gone'"))
  }

  @Test(arguments: [FormedShop.Form.plain, .age]) func actionsAreListed(form: FormedShop.Form) throws {
    let formed = try shop(form)
    let shop = formed.shop
    try Files.remove(shop.root + "/okit/functions/wrong.json")
    try shop.function("closed", "true")
    try Files.setMode(0o644, shop.root + "/okit/functions/closed")
    try shop.function("open", "true")
    try Files.setMode(0o777, shop.root + "/okit/functions/open")
    try shop.okit("set", "books[0]/copies", "0")
    let text = try shop.okit("actions", "books[0]").text
    for line in [
      "closed   program", "no: it is not executable", "no: sold out", "no: others can write to ",
      "total    binding  Book", "no: the condition 'copies>1000' is not met",
    ] { #expect(text.contains(line), "\(text)") }
    let json = try shop.okit("actions", "@FANTASY", "--json")
    let names = try shop.machine.run(
      "jq", "-c", "[.actions[] | select(.enabled) | .name]", input: json.bytes)
    #expect(names.line == #"["change","name"]"#)
    let reason = try shop.machine.run("jq", "-r", ".actions[] | select(.name == \"loop\") | .reason", input: json.bytes)
    #expect(reason.line.hasSuffix("the computed property 'loop' uses itself"))
    #expect(
      try shop.okit("actions", "books[0]/price", "--json").text == shop.okit("actions", "books[0]", "--json").text)
    try shop.okit("actions", "books[*]", status: 64)
    try shop.okit("actions", "books[9]", status: 66)
    #expect(try Bookshop().okit("actions").errors == "no functions\n")
  }

  @Test func checkReportsInvalidDescriptions() throws {
    let shop = try shop().shop
    try Files.write(#"{"program": "gone"}"#, to: shop.root + "/okit/functions/gone.json")
    let misspelled = #"{"class": ["Book"], "binding": "genre/ref/nme,#x,prise", "enabled": "{author/refKy}=x"}"#
    try Files.write(misspelled, to: shop.root + "/okit/functions/misspelled.json")
    let text = try shop.okit("check", status: 1).text
    for line in [
      #"okit/functions/wrong.json:2:3: invalid-function: unknown key "titel""#,
      "okit/functions/gone.json:1:13: invalid-function: there is no program 'gone'",
      "okit/functions/writer.json:1:11: warning: invalid-function: no class 'Nothing'",
      "okit/functions/misspelled.json:1:32: warning: invalid-function: Book has no property 'prise'",
      "okit/functions/misspelled.json:1:69: warning: invalid-function: ModelRef has no property 'refKy'",
    ] { #expect(text.contains(line), "\(text)") }
  }

  @Test func describedFunctionsAreCompletedWithoutParentheses() throws {
    let shop = try shop().shop
    try shop.function("plainly", "true")
    let text = try shop.okit("complete", "fish", "--", "call", "books/0/").text
    #expect(
      text.contains("books/0/reprice") && !text.contains("books/0/reprice()") && text.contains("books/0/plainly()"))
  }
}
