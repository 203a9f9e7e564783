import TestSupport
import Testing

/// `call --all` changes many entities in one step, or none.
@Suite struct CallAllTests {
  private static let names = "[.books[].price]"

  @Test(arguments: FormedShop.Form.allCases) func everyEntityIsChangedInOneStep(form: FormedShop.Form) throws {
    let formed = try FormedShop(form)
    let shop = formed.shop
    try shop.function("reprice", "jq '.entity.price += (.parameter | tonumber) | .entity'")
    let old = try formed.text("default.json")
    #expect(try shop.okit("call", "--run", "--all", "books[*]/reprice(#1)").errors == "4 of 4 entities changed\n")
    #expect(try formed.jq(Self.names, "default.json") == "[10.99,9.5,13,6.25]")
    #expect(try shop.okit("check").text == "")
    try shop.okit("undo")
    #expect(try formed.text("default.json") == old)
    let partials = try shop.okit("call", "--run", "--all", "directory:groups[*]/group/reprice(#1)", status: 65)
    #expect(partials.errors.contains("directory:groups[0]/group: the output of function 'reprice' does not fit"))
  }

  @Test func theOutcomeIsCounted() throws {
    let formed = try FormedShop(.age)
    let shop = formed.shop
    try shop.function("cheap", "jq 'select(.entity.price > 9) | .entity.price = 1 | .entity'")
    let output = try shop.okit("call", "--run", "--all", "books[*]/price/cheap()", "--json")
    let summary = try shop.machine.run(
      "jq", "-c", "[.calls[].changed], [.calls[].path], .skipped, .kept, .dryRun", input: output.bytes)
    #expect(
      summary.lines == [
        "[true,false,true,false]",
        #"["default:books[0]","default:books[1]","default:books[2]","default:books[3]"]"#, "[]", "null", "false",
      ])
    let again = try shop.okit("call", "--run", "--all", "books[price=1]/cheap()")
    #expect(again.errors == "0 of 2 entities changed\n")
    #expect(try shop.okit("call", "--run", "--all", "books[0]/cheap()").errors == "0 of 1 entity changed\n")
    try shop.okit("call", "--run", "--all", "books[price>100]/cheap()", status: 66)
  }

  @Test func anEntityIsCalledOnce() throws {
    let formed = try FormedShop(.plain)
    let shop = formed.shop
    try shop.function("count", "jq '.entity.name += \"!\" | .entity'")
    let genres = try formed.jq("[.genres[].name]", "default.json")
    try shop.okit("set", "books[0]/genre", "FANTASY", "books[1]/genre", "FANTASY")
    try shop.okit("call", "--run", "--all", "books[price<10]/genre/ref/count()")
    let again = try formed.jq("[.genres[].name]", "default.json")
    #expect(genres != again)
    #expect(try formed.jq(".genres[0].name", "default.json") == #""Fantasy!""#)
  }

  @Test(
    arguments: FormedShop.Form.allCases,
    [
      ("[ \"$OKIT_ID\" = \"$(jq -r .entity.id)\" ] && exit 3", "the function 'f' exited with status 3"),
      ("echo text", "the function 'f' printed invalid JSON: "),
      ("jq '.entity.id = \"other\" | .entity'", "changed the id of the entity"),
      ("jq '.entity.price = \"dear\" | .entity'", "does not fit: \"dear\" is not a valid Double"),
      ("kill -9 $$", "the function 'f' was killed by signal 9"),
    ])
  func aFailureHalfwayStoresNothing(form: FormedShop.Form, _ failure: (script: String, message: String)) throws {
    let formed = try FormedShop(form)
    let shop = formed.shop
    let third = try formed.jq(".books[2].id", "default.json")
    try shop.function(
      "f",
      "if [ '\"'\"$OKIT_ID\"'\"' = '\(third)' ]; then \(failure.script); exit; fi; jq '.entity.price = 1 | .entity'")
    let tree = try shop.tree()
    let output = try shop.okit("call", "--run", "--all", "books[*]/f()", status: 65)
    #expect(output.errors.contains("okit: error: default:books[2]: ") && output.errors.contains(failure.message))
    #expect(try shop.tree() == tree)
  }

  @Test(arguments: [FormedShop.Form.plain, .age]) func anEntityThatChangesMeanwhileStopsAll(form: FormedShop.Form)
    throws
  {
    let formed = try FormedShop(form)
    let shop = formed.shop
    try shop.function(
      "f",
      """
      mkdir '\(shop.machine.path("once"))' 2>/dev/null && "$okit" set 'books[3]/copies' 77 --wait 0 >&2
      jq '.entity.price = 1 | .entity'
      """)
    let prices = try formed.jq(Self.names, "default.json")
    let output = try shop.okit("call", "--run", "--all", "books[*]/f()", status: 75)
    #expect(output.errors.contains("default:books[3] changed while the function was running"))
    #expect(try formed.jq(Self.names, "default.json") == prices)
    #expect(try shop.okit("get", "books[3]/copies").line == "77")
    try shop.function(
      "g",
      """
      mkdir '\(shop.machine.path("twice"))' 2>/dev/null && "$okit" add books '{"name":"New"}' --wait 0 >&2
      jq '.entity.price = 1 | .entity'
      """)
    #expect(
      try shop.okit("call", "--run", "--all", "books[*]/g()", status: 75).errors.contains(
        "the matching entities changed while"))
    #expect(try shop.okit("call", "--run", "--all", "books[*]/g()").errors == "5 of 5 entities changed\n")
  }

  @Test func aDryRunListsTheCalls() throws {
    let shop = try FormedShop(.plain).shop
    try shop.function("f", "touch '\(shop.machine.path("mark"))'")
    let lines = try shop.okit("call", "-n", "--all", "genres[*]/f()").errors.split(separator: "\n")
    #expect(lines.first == "would run okit/functions/f for default:genres[0]" && lines.count == 3)
    #expect(!Files.exists(shop.machine.path("mark")))
  }

  @Test func severalMatchesNeedTheFlag() throws {
    let shop = try Bookshop()
    try shop.function("f", "jq .entity")
    let errors = try shop.okit("call", "--run", "books[*]/f()", status: 64).errors
    #expect(errors.contains("values; a function needs one\nokit: hint: use --all to call it for each of them\n"))
  }

  @Test func rulesAndHooksApplyToAllChanges() throws {
    let formed = try FormedShop(.age)
    let shop = formed.shop
    try Files.makeFolder(shop.root + "/okit/rules")
    try Files.write(#"{"properties": {"price": {"maximum": 13}}}"#, to: shop.root + "/okit/rules/Book.json")
    try shop.function("reprice", "jq '.entity.price += 2 | .entity'")
    let tree = try shop.tree()
    let output = try shop.okit("call", "--run", "--all", "books[*]/reprice()", status: 65)
    #expect(output.errors.contains("default:books[2]/price: 14 is greater than 13"))
    #expect(try shop.tree() == tree)
    let mark = shop.machine.path("changes")
    try shop.hook("changed", "jq '.changes | length' >>'\(mark)'")
    try shop.okit("call", "--run", "--all", "--no-rules", "books[*]/reprice()")
    #expect(try Files.text(mark).split(separator: "\n") == ["4"])
  }

  @Test func partialsAreSynchronized() throws {
    let formed = try FormedShop(.age)
    let shop = formed.shop
    try shop.function("rename", "jq '.entity.name += \" (new)\" | .entity'")
    try shop.okit("call", "--run", "--all", "directory:groups[*]/group/rename()")
    #expect(try formed.jq("[.groups[].name]", "directory.json") == #"["Group 0 (new)","Group 1 (new)"]"#)
    #expect(try shop.okit("check").text == "")
  }

  @Test func aLargeRemovalKeepsABackup() throws {
    let formed = try FormedShop(.plain)
    let shop = formed.shop
    for number in 0..<2 {
      let authors = (0..<8).map { #"{"id":"N\#(number)-\#($0)","name":"x"}"# }.joined(separator: ",")
      try shop.okit("set", "directory:groups[\(number)]/group/authors", "[\(authors)]")
    }
    try shop.function("clear", "jq '.entity.authors = [] | .entity'")
    let output = try shop.okit("call", "--run", "--all", "directory:groups[*]/group/clear()", "--json")
    #expect(try shop.machine.run("jq", "-r", ".kept", input: output.bytes).line.hasPrefix("before-call"))
  }

  @Test func entitiesWithinEachOtherAreRefused() throws {
    let formed = try FormedShop(.plain)
    let shop = formed.shop
    try shop.function("f", "touch '\(shop.machine.path("mark"))'")
    try shop.okit("add", "books[0]/authors", #"{"refKey":"\#(shop.jq(".id", formed.path("default.json")))"}"#)
    try shop.okit(
      "add", "books[0]/authors", #"{"refKey":"\#(shop.jq(".books[1].id", formed.path("default.json")))"}"#)
    let output = try shop.okit("call", "--run", "--all", "books[0]/authors[*]/ref/f()", status: 64)
    #expect(output.errors.contains("is part of default:"), "\(output.errors)")
    #expect(!Files.exists(shop.machine.path("mark")))
  }
}
