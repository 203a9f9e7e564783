import Glibc
import TestSupport
import Testing

/// `call` gives an entity to a program, which prints the changed entity.
@Suite struct CallTests {
  @Test(arguments: FormedShop.Form.allCases) func callChangesOnlyTheDifferences(form: FormedShop.Form) throws {
    let formed = try FormedShop(form)
    let shop = formed.shop
    let old = try formed.text("default.json")
    try shop.function("reprice", "jq '.entity.price = (.parameter | tonumber) | .entity'")
    let output = try shop.okit("call", "--run", "books[0]/price/reprice(#12.5)", "--json")
    #expect(
      output.line
        == #"{"model":"default","path":"default:books[0]","id":"907A70C3-1012-4037-B64C-E4228C38FB29","changed":true,"kept":null,"dryRun":false}"#
    )
    #expect(try formed.text("default.json") == FormedShop.replacing("9.99", with: "12.5", in: old))
    #expect(try shop.okit("check").text == "")
  }

  @Test(arguments: FormedShop.Form.allCases) func callChangesTheFileOfTheEntity(form: FormedShop.Form) throws {
    let formed = try FormedShop(form)
    let shop = formed.shop
    try shop.function("rename", "jq '.entity.name = .parameter | .entity'")
    let partial = "directory/10A3D6B2-AA05-411A-B271-5945795E8229.json"
    let (before, main) = (try formed.text(partial), try formed.text("directory.json"))
    #expect(
      try shop.okit("call", "--run", "directory:groups[0]/group/rename(#Tuesdays)").errors
        == "directory:groups[0]/group changed\n")
    #expect(try formed.text(partial) == FormedShop.replacing("Group 0", with: "Tuesdays", in: before))
    // The stand-in's name changes too.
    #expect(try formed.text("directory.json") == FormedShop.replacing("Group 0", with: "Tuesdays", in: main))
    let changed = try formed.changes {
      try shop.okit("call", "--run", "--no-sync", "directory:groups[0]/group/rename(#Fridays)")
    }
    #expect(changed == ["okit/data/\(partial) differs"])
    try shop.okit("call", "--run", "books[0]/author/ref/rename(#Le Guin)")
    #expect(try shop.okit("get", "books[0]/author/ref/name").line == "Le Guin")
    try shop.okit("call", "--run", "books[0]/$genre.refKey/rename(#SF)")
    #expect(try shop.okit("get", "@SCIENCE_FICTION/name").line == "SF")
  }

  @Test func callAddsAndRemovesMembers() throws {
    let formed = try FormedShop(.plain)
    let shop = formed.shop
    try shop.function(
      "f", "jq -c '.entity | .comment = \"é/\" | .authors = [{id: \"R\", refKey: \"\"}] | del(.icon)'")
    try shop.okit("call", "--run", "books[0]/f()")
    #expect(
      try formed.jq(".books[0] | [.comment, .authors, .icon]", "default.json")
        == #"["é/",[{"id":"R","refKey":""}],null]"#)
    try shop.function("swap", "jq -c '.entity | .books = [.books[1], .books[0]]'")
    let names = try formed.jq("[.books[].name]", "default.json")
    try shop.okit("call", "--run", "swap()")
    #expect(
      try formed.jq("[.books[1].name, .books[0].name]", "default.json").dropLast()
        == names.prefix { _ in true }
        .split(separator: ",").prefix(2).joined(separator: ","))
  }

  @Test(arguments: ["exit 0", "echo", "jq .entity", "jq -S .entity"]) func aCallChangesNothing(script: String) throws {
    let formed = try FormedShop(.age)
    try formed.shop.function("f", script)
    let tree = try formed.shop.tree()
    let output = try formed.shop.okit("call", "--run", "books[0]/f()")
    #expect(output.errors == "default:books[0] did not change\n" && output.text == "")
    #expect(try formed.shop.tree() == tree)
  }

  @Test func aDryRunRunsNoProgram() throws {
    let shop = try Bookshop()
    try shop.function("f", "touch '\(shop.machine.path("mark"))'")
    #expect(
      try shop.okit("call", "-n", "books[0]/f()").errors == "would run okit/functions/f for default:books[0]\n")
    #expect(!Files.exists(shop.machine.path("mark")))
  }

  @Test(arguments: [
    ("echo text", 65, "the function 'f' printed invalid JSON: "),
    ("echo []", 65, "the output of the function 'f' is not an entity"),
    ("jq '.entity.id = \"other\" | .entity'", 65, "changed the id of the entity, which must stay the same"),
    ("jq 'del(.entity.id) | .entity'", 65, "changed the id of the entity, which must stay the same"),
    ("jq '.entity.price = \"dear\" | .entity'", 65, "does not fit: \"dear\" is not a valid Double"),
    ("jq 'del(.entity.name) | .entity'", 65, "does not fit: the required property 'name' of Book is missing"),
    ("jq '.entity.color = 1 | .entity'", 65, "does not fit: Book has no property 'color'"),
    ("jq '.entity.type = \"9\" | .entity'", 65, "does not fit: "),
    ("jq .entity; exit 1", 65, "the function 'f' exited with status 1"),
  ])
  func wrongOutputIsRefused(_ script: String, _ status: Int32, _ message: String) throws {
    let formed = try FormedShop(.age)
    try formed.shop.function("f", script)
    let tree = try formed.shop.tree()
    let output = try formed.shop.okit("call", "--run", "books[0]/f()", status: status)
    #expect(output.errors.contains(message), "\(output.errors)")
    #expect(try formed.shop.tree() == tree)
  }

  @Test func earlierMistakesOfAnEntityAreKept() throws {
    let formed = try FormedShop(.plain)
    try formed.edit("default.json", #""price":9.99,"#, #""price":9.99,"color":"red","#)
    try formed.shop.function("f", "jq '.entity.price = 1 | .entity'")
    try formed.shop.okit("call", "--run", "books[0]/f()")
    #expect(try formed.jq(".books[0] | [.price, .color]", "default.json") == #"[1,"red"]"#)
  }

  @Test(arguments: [
    ("books[0]/round2()", 64, "'round2' is a built-in function and changes nothing"),
    ("books[0]/name", 64, "does not end in a function"), ("books[0]/f(),name", 64, "does not end in a function"),
    ("books[*]/f()", 64, "values; a function needs one"), ("books[name=none]/f()", 66, "no value"),
    ("books[0]/name/initial/f()", 64, "is not part of a stored entity"),
    ("books[0]/g()", 66, "no function 'g' in okit/functions"), ("books[0]/nme/f()", 66, "no property 'nme'"),
    ("nobody:f()", 66, "no such model: 'nobody'"), ("books[0", 64, "'[' without ']'"),
    ("books[0]/f(nme)", 66, "no property 'nme'"), ("books[99]/f()", 66, "no value at 'books[99]/f()'"),
    ("books[0]/authors[3]/f()", 66, "no value at 'books[0]/authors[3]/f()'"),
    ("books[99]/name/f()", 66, "no value at 'books[99]/name/f()'"),
  ])
  func wrongCallsAreRefused(_ path: String, _ status: Int32, _ message: String) throws {
    let formed = try FormedShop(.plain)
    try formed.shop.function("f", "touch '\(formed.shop.machine.path("mark"))'")
    let output = try formed.shop.okit("call", "--run", path, status: status)
    #expect(output.errors.contains(message), "\(output.errors)")
    #expect(!Files.exists(formed.shop.machine.path("mark")))
  }

  @Test func anEntityThatChangedMeanwhileIsLeftAlone() throws {
    let formed = try FormedShop(.age)
    let shop = formed.shop
    try shop.function("inner", "jq '.entity.copies += 1 | .entity'")
    try shop.function(
      "same", "\"$okit\" call --wait 0 --run 'books[0]/inner()' >&2 && jq '.entity.price = 1 | .entity'")
    try shop.function(
      "other", "\"$okit\" call --wait 0 --run 'books[1]/inner()' >&2 && jq '.entity.price = 1 | .entity'")
    let copies = try formed.jq("[.books[0, 1].copies + 1]", "default.json")
    let output = try shop.okit("call", "--run", "books[0]/same()", status: 75)
    #expect(output.errors.contains("the entity changed while the function was running"))
    #expect(try formed.jq(".books[0].price", "default.json") == "9.99")
    try shop.okit("call", "--run", "books[0]/other()")
    #expect(try formed.jq(".books[0].price", "default.json") == "1")
    #expect(try formed.jq("[.books[0, 1].copies]", "default.json") == copies)
  }
  @Test func aFunctionThatIsNotEnabledAnyMoreChangesNothing() throws {
    let formed = try FormedShop(.plain)
    let shop = formed.shop
    try Files.makeFolder(shop.root + "/okit/functions")
    try shop.function("inner", "jq '.entity.copies = 0 | .entity'")
    try shop.function(
      "reprice", "\"$okit\" call --wait 0 --run 'books[1]/inner()' >&2 && jq '.entity.price = 1 | .entity'")
    // The condition depends on another entity, which the function changes.
    try Files.write(#"{"enabled": "{/books[1]/copies}>0"}"#, to: shop.root + "/okit/functions/reprice.json")
    try shop.okit("set", "books[1]/copies", "2")
    let output = try shop.okit("call", "--run", "books[0]/reprice()", status: 75)
    #expect(output.errors.contains("is not enabled for"), "\(output.errors)")
    #expect(try formed.jq("[.books[0].price, .books[1].copies]", "default.json") == "[9.99,0]")
  }
}
