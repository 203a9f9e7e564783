import TestSupport
import Testing

/// `okit add --edit`.
@Suite struct AddInEditorTests {
  @Test func aNewEntityStartsFromTheDefaults() throws {
    let shop = try FormedShop(.age)
    let text = try shop.draft("add", "books", "--edit")
    for line in [
      "  // \"id\": null,", "  \"name\": \"\",", "  \"type\": \"0\",  // paperback",
      "  \"author\": \"\",  // refers to no entity",
    ] {
      #expect(text.contains(line), "\(text)")
    }
    #expect(try shop.okit("get", "books.@count").line == "4")
    let picture = shop.machine.path("picture.png")
    try Files.write(FormedShop.picture, to: picture)
    try shop.machine.useEditor(
      #"""
      sed -i 's/"name": ""/"name": "Emma"/; s/"genre": ""/"genre": "Horror"/; s,// "icon": null,"icon": "@\#(picture)",
      s/"date": .*/"date": "2026-01-31",/' "$1"
      """#)
    let output = try shop.okit("add", "books", "--edit", "--top")
    #expect(try shop.okit("get", "books[0]/id").line == output.line)
    #expect(
      try shop.okit("get", "books[0]/name", "books[0]/genre/ref/name", "books[0]/date").lines
        == ["Emma", "Horror", "2026-01-31T00:00:00Z"])
    #expect(try shop.okit("attachment", "get", "books[0]/icon").bytes == FormedShop.picture)
    #expect(try shop.okit("check").text == "")
    #expect(try shop.texts() == [])
  }

  @Test func aNewEntityWithAFaultIsNotAdded() throws {
    let shop = try FormedShop(.plain)
    try shop.machine.useEditor(#"sed -i 's/"price": 0/"price": "free"/' "$1""#)
    let output = try shop.okit("add", "books", "--edit", status: 65)
    #expect(output.errors.contains("invalid value for 'price': \"free\" is not a valid Double"))
    #expect(output.errors.contains("run 'okit add books --edit --continue'"))
    #expect(try shop.okit("get", "books.@count").line == "4")
    try shop.machine.useEditor(#"sed -i 's/"free"/1/' "$1""#)
    try shop.okit("add", "books", "--edit", "--continue")
    #expect(try shop.okit("get", "books[-1]/price").line == "1")
  }

  @Test func aNewPartialGetsItsFile() throws {
    let shop = try FormedShop(.age)
    try shop.machine.useEditor(#"sed -i 's/"name": ""/"name": "Friday"/' "$1""#)
    try shop.okit("add", "directory:groups", "--edit")
    #expect(try shop.okit("get", "directory:groups[-1]/group/name").line == "Friday")
    #expect(try shop.okit("check").text == "")
  }

  @Test(arguments: [
    "books {} --edit", "books --edit --from x", "books --continue", "--edit", "books --edit --continue --discard",
  ])
  func optionsThatDoNotFitAreRefused(_ line: String) throws {
    let shop = try FormedShop(.plain)
    try shop.okit(["add"] + line.split(separator: " ").map(String.init), status: 64)
  }
}
