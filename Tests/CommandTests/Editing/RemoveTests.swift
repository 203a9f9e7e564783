import TestSupport
import Testing

/// `remove` removes values with everything that belongs to them.
@Suite struct RemoveTests {
  private static let icon = "_image/EC66A787-95E7-41D1-B731-AF10506BF2EF.png"
  private static let otherIcon = "_image/57EE05CD-E009-42C7-BEBF-F20686734721.png"
  private static let note = "_data/119A72D1-74C9-4F6A-8C01-1CDD9474031B.raw"
  private static let group = "directory/10A3D6B2-AA05-411A-B271-5945795E8229.json"

  private func gone(_ files: String...) -> [String] { files.map { "okit/data/\($0) is missing" } }

  private func differs(_ files: String...) -> [String] { files.map { "okit/data/\($0) differs" } }

  @Test(arguments: FormedShop.Form.allCases) func elementsAndMembersAreRemoved(form: FormedShop.Form) throws {
    let shop = try FormedShop(form)
    for (words, filter, files) in [
      (["books[1]/comment"], "del(.books[1].comment)", []), (["books[1]/dates[0]"], "del(.books[1].dates[0])", []),
      (["name"], "del(.name)", []), (["books[2]/dates[-1]"], "del(.books[2].dates[-1])", []),
      (["books[0]/icon"], "del(.books[0].icon)", [Self.icon]), (["note"], "del(.note)", [Self.note]),
      (["books[1]"], "del(.books[1])", [Self.otherIcon]),
      (["--all", "books[*]/dates[*]"], ".books[].dates = []", []),
    ] as [([String], String, [String])] {
      let wanted = try shop.jq(filter, "default.json")
      let changed = try shop.changes { try shop.shop.okit(["remove"] + words) }
      #expect(changed == files.map { "okit/data/\($0) is missing" } + differs("default.json"), "\(words)")
      #expect(try shop.jq(".", "default.json") == wanted, "\(words)")
      #expect(try shop.okit("check").text == "", "\(words)")
    }
  }

  @Test func theSurroundingTextStays() throws {
    let shop = try FormedShop(.okitCBC)
    let wanted = try FormedShop.replacing(
      #","comment":"Read \"Summa\" next\nline two""#, with: "", in: shop.text("default.json"))
    try shop.okit("remove", "books[1]/comment")
    #expect(try shop.text("default.json") == wanted)
    let text = try FormedShop.replacing(#"{"id":"FANTASY","name":"Fantasy"},"#, with: "", in: wanted)
    try shop.okit("remove", "genres[0]", "--force")
    #expect(try shop.text("default.json") == text)
  }

  @Test(arguments: FormedShop.Form.allCases) func severalValuesAreRemovedInOneStep(form: FormedShop.Form) throws {
    let shop = try FormedShop(form)
    let wanted = try shop.jq("del(.name, .books[0], .books[2])", "default.json")
    let group = try shop.jq(".authors = []", Self.group)
    let words = ["remove", "name", "books[0]", "books[2]", "directory:groups[0]/group/authors[0]"]
    try shop.refuses(words + ["books[9]"], status: 66, "")
    try shop.onlySays(words)
    let changed = try shop.changes {
      let report = try shop.shop.okit(words + ["--json"])
      #expect(
        report.line == """
          {"changes":[{"model":"default","path":"default:name","id":"451ABD81-F1D6-4ED6-97F5-E837D70820FE"},\
          {"model":"default","path":"default:books[0]","id":"907A70C3-1012-4037-B64C-E4228C38FB29"},\
          {"model":"default","path":"default:books[2]","id":"9BE4BCFC-49B6-4A08-B2E6-CC3ABABCED20"},\
          {"model":"directory","path":"directory:groups[0]/group/authors[0]","id":"5AFFB229-7631-4992-B0CE-583505C6AF07"}],\
          "synced":[],"removedFiles":["okit/data/\(Self.icon)","okit/data/_image/6BF46C69-7D2C-4F82-AEEA-CBE226E87555.png"],\
          "clearedReferences":0,"removedEntities":9,"kept":null,"dryRun":false}
          """)
    }
    #expect(
      changed == gone("_image/6BF46C69-7D2C-4F82-AEEA-CBE226E87555.png", Self.icon)
        + differs("default.json", Self.group))
    #expect(try shop.jq(".", "default.json") == wanted)
    #expect(try shop.jq(".", Self.group) == group)
    #expect(try shop.okit("check").text == "")
  }

  @Test func pathsAreFollowedBeforeAnythingIsRemoved() throws {
    let shop = try FormedShop(.age)
    let wanted = try shop.jq("del(.books[0], .books[1])", "default.json")
    try shop.okit("remove", "books[0]", "books[1]", "books[0]")
    #expect(try shop.jq(".", "default.json") == wanted)
  }

  @Test func matchesWithoutAValueArePassedOverWithAll() throws {
    let shop = try FormedShop(.age)
    let wanted = try shop.jq("del(.books[].comment)", "default.json")
    try shop.okit("remove", "--all", "books[*]/comment")
    #expect(try shop.jq(".", "default.json") == wanted)
    try shop.refuses(["remove", "--all", "books[*]/comment"], status: 66, "no value at 'books[*]/comment'")
  }

  @Test(arguments: FormedShop.Form.allCases) func severalMatchesAreRemovedWithAll(form: FormedShop.Form) throws {
    let shop = try FormedShop(form)
    try shop.refuses(["remove", "books[copies=1]/dates[*]", "books[*]"], status: 64, "matches 4 values")
    let wanted = try shop.jq(".books |= map(select(.marked))", "default.json")
    try shop.okit("remove", "--all", "books[marked=false]")
    #expect(try shop.jq(".", "default.json") == wanted)
    #expect(try Files.names(in: shop.path("_image")) == [String(Self.icon.dropFirst("_image/".count))])
    // A value inside a removed one is removed with it.
    let inner = try shop.okit("remove", "books[0]", "--all", "books[*]/dates[*]", "-n", "--json").text
    #expect(inner.contains(#""path":"default:books[0]""#) && !inner.contains("dates"))
    try shop.okit("remove", "books[0]/dates[0]", "books[0]")
    #expect(try shop.jq(".books", "default.json") == "[]")
    #expect(try shop.okit("check").text == "")
  }

  @Test(arguments: FormedShop.Form.allCases) func referencedEntitiesAreRemovedOnlyIfForcedOrNullified(
    form: FormedShop.Form
  ) throws {
    let shop = try FormedShop(form)
    let author = "@92276658-1E27-41C0-8A6A-63EC24EDE6A4"
    try shop.refuses(["remove", "@SCIENCE_FICTION"], status: 64, "'SCIENCE_FICTION' is still referenced")
    try shop.refuses(["remove", author], status: 64, "is still referenced")
    try shop.refuses(["remove", author, "@SCIENCE_FICTION"], status: 64, "are still referenced")
    try shop.refuses(["remove", "settings:timeouts[2]"], status: 64, "'5' is still referenced")
    try shop.refuses(["remove", "@HORROR", "--nullify", "--force"], status: 64, "cannot be used together")
    try shop.onlySays(["remove", "@SCIENCE_FICTION", "--nullify"])
    try shop.onlySays(["remove", "@SCIENCE_FICTION", "--force"])

    let cleared = try shop.jq(
      #"del(.genres[1]) | (.books[].genre | select(.refKey == "SCIENCE_FICTION")).refKey = """#, "default.json")
    let output = try shop.okit("remove", "@SCIENCE_FICTION", "--nullify", "--json")
    #expect(output.text.contains(#""clearedReferences":2"#))
    #expect(try shop.jq(".", "default.json") == cleared)
    #expect(try shop.okit("check").text == "")

    let left = try shop.jq("del(.authors[0])", "default.json")
    try shop.okit("remove", author, "--force")
    #expect(try shop.jq(".", "default.json") == left)
    #expect(try shop.okit("check", status: 1).text.contains("default:books[0]/author"))
    // A reference that is removed together with its target does not count.
    let both = try shop.jq("del(.books[3], .genres[1])", "default.json")
    try shop.okit("remove", "books[3]", "@HORROR")
    #expect(try shop.jq(".", "default.json") == both)
  }

  @Test(arguments: FormedShop.Form.allCases) func aPartialIsRemovedWithItsContents(form: FormedShop.Form) throws {
    let shop = try FormedShop(form)
    // A guest who has a partial and a picture, in a partial.
    let inner = try shop.okit("partial", "extract", "directory:groups[0]/group/authors[0]").line
    let innerFile = String(inner.dropFirst("okit/data/".count))
    let picture =
      #"{"id":"PICTURE","format":"image/png","label":"","quality":1,"scale":1,"template":false,"size":74}"#
    try shop.edit(innerFile, #"{"name":"Guest 0","#, #"{"picture":\#(picture),"name":"Guest 0","#)
    try shop.write(shop.plain(Self.icon), "_image/PICTURE.png")
    try shop.write(shop.plain(Self.icon), "_image/BYSTANDER.png")
    let wanted = try shop.jq("del(.groups[0])", "directory.json")
    try shop.onlySays(["remove", "directory:groups[0]"])
    let changed = try shop.changes { try shop.okit("remove", "directory:groups[0]") }
    #expect(
      Set(changed) == Set(gone(Self.group, innerFile, "_image/PICTURE.png") + differs("directory.json")))
    #expect(try shop.jq(".", "directory.json") == wanted)
  }

  @Test(arguments: FormedShop.Form.allCases) func referencesIntoAPartialCount(form: FormedShop.Form) throws {
    let shop = try FormedShop(form)
    try shop.okit("set", "books[0]/author", "5AFFB229-7631-4992-B0CE-583505C6AF07")
    try shop.refuses(
      ["remove", "directory:groups[0]"], status: 64, "'5AFFB229-7631-4992-B0CE-583505C6AF07' is still referenced")
    let changed = try shop.changes { try shop.okit("remove", "directory:groups[0]", "--nullify") }
    #expect(Set(changed) == Set(gone(Self.group) + differs("directory.json", "default.json")))
    #expect(try shop.jq(".books[0].author.refKey", "default.json") == #""""#)
    #expect(try shop.okit("check").text == "")
  }

  @Test(arguments: FormedShop.Form.allCases) func aSharedAttachmentStaysUntilItsLastOwnerIsRemoved(
    form: FormedShop.Form
  ) throws {
    let shop = try FormedShop(form)
    try shop.edit("default.json", "57EE05CD-E009-42C7-BEBF-F20686734721", "EC66A787-95E7-41D1-B731-AF10506BF2EF")
    #expect(try shop.changes { try shop.okit("remove", "books[1]") } == differs("default.json"))
    #expect(try shop.changes { try shop.okit("remove", "books[0]") } == gone(Self.icon) + differs("default.json"))
  }

  @Test func anAttachmentStaysIfAnUnreadableModelMayUseIt() throws {
    let shop = try FormedShop(.plain)
    try shop.okit("encrypt", "directory")
    let identity = try shop.shop.identity
    try shop.shop.machine.run("mv", identity, shop.shop.machine.path("away"))
    try shop.refuses(["remove", "books[0]"], status: 77, "")
    let output = try shop.okit("remove", "books[0]", "--force")
    #expect(output.errors.contains("\(Self.icon): an unreadable model may use it"))
    #expect(Files.exists(shop.path(Self.icon)))
    #expect(try shop.jq(".books | length", "default.json") == "3")
  }

  @Test(arguments: FormedShop.Form.allCases) func refusedRemovalsChangeNothing(form: FormedShop.Form) throws {
    let shop = try FormedShop(form)
    for (words, status, error) in [
      (["books[0]/name"], 65, "is required"),
      (["books[0]/genre"], 65, "is required"),
      (["books"], 65, "is required"),
      (["books[0]/dates[0]/date"], 65, "is required"),
      (["books[0]/icon/size"], 65, "is required"), (["books[0]/comment"], 66, "no value at"),
      (["books[4]"], 66, ""), (["books[name=none]"], 66, "no match for"), (["@NOBODY"], 66, "'NOBODY'"),
      (["."], 64, "'okit model delete'"), (["directory:."], 64, "'okit model delete'"), (["directory:"], 64, ""),
      (["books.@count"], 64, "is computed"), (["#x"], 64, "is computed"), ([], 64, ""), ([""], 64, ""),
      (["directory:groups[0]/group"], 64, ""), (["books[0]/author/ref"], 64, "stored elsewhere"),
      (["books[0]/nme"], 66, "did you mean 'name'?"), (["nobody:x"], 66, "no such model: 'nobody'"),
    ] as [([String], Int32, String)] { try shop.refuses(["remove"] + words, status: status, error) }
  }
}
