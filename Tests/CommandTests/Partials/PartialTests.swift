import TestSupport
import Testing

/// Reading and moving partials of the Bookshop in every form.
@Suite struct PartialTests {
  private static let groups = ["10A3D6B2-AA05-411A-B271-5945795E8229", "4F426DCB-B394-4B36-BB2D-420F0F88080B"]
  private static let files = groups.map { "directory/\($0).json" }

  @Test(arguments: FormedShop.Form.allCases) func partialsAreListed(form: FormedShop.Form) throws {
    let shop = try FormedShop(form)
    try Files.remove(shop.path(Self.files[1]))
    try shop.write("{}".utf8, "directory/OTHER.json")
    let size = try Files.size(shop.path(Self.files[0]))
    #expect(
      try shop.okit("partial", "list", "--json").line == """
        {"partials":[{"model":"directory","path":"directory:groups[0]","id":"\(Self.groups[0])","class":"Group",\
        "name":"Group 0","file":"okit/data/\(Self.files[0])","size":\(size),"state":"present"},\
        {"model":"directory","path":"directory:groups[1]","id":"\(Self.groups[1])","class":"Group","name":"Group 1",\
        "file":"okit/data/\(Self.files[1])","size":null,"state":"missing"},\
        {"model":"directory","path":null,"id":"OTHER","class":null,"name":null,"file":"okit/data/directory/OTHER.json",\
        "size":\(try Files.size(shop.path("directory/OTHER.json"))),"state":"orphaned"}]}
        """)
  }

  @Test(arguments: FormedShop.Form.allCases) func resolvedPartialsAgreeWithJq(form: FormedShop.Form) throws {
    let shop = try FormedShop(form)
    let wanted = try shop.shop.machine.run(
      "jq", "-c", "-S", "-s", ".[0].groups[0].group = .[1] | .[0].groups[1].group = .[2] | .[0]",
      input: shop.lines(["directory.json"] + Self.files))
    #expect(try shop.jq(".", ofOKit: "partial", "resolve", "directory:.") == wanted.line)
    let group = try shop.shop.machine.run("jq", "-c", "-S", ".groups[1]", input: wanted.bytes)
    #expect(try shop.jq(".", ofOKit: "partial", "resolve", "groups[1]", "-m", "directory") == group.line)
    #expect(try shop.okit("partial", "resolve", "groups[1]/group/name", "-m", "directory").line == "\"Group 1\"")
    #expect(try shop.okit("get", "directory:groups[1]/group").line == shop.text(Self.files[1]))
  }

  @Test(arguments: FormedShop.Form.allCases) func extractAndInlineAreReversible(form: FormedShop.Form) throws {
    let shop = try FormedShop(form)
    let before = try shop.shop.tree()
    let text = try shop.text("default.json")
    let book = try shop.jq(".books[1]", "default.json")
    let file = try shop.okit("partial", "extract", "books[1]").line
    #expect(file.wholeMatch(of: /okit\/data\/default\/[-0-9A-F]{36}\.json/) != nil)
    let name = String(file.dropFirst("okit/data/".count))
    #expect(try shop.jq(".", name) == book)
    #expect(try text.contains(shop.text(name)))
    let id = name.dropFirst("default/".count).dropLast(".json".count)
    #expect(try shop.jq(".books[1]", "default.json") == #"{"id":"\#(id)","name":"Solaris"}"#)
    #expect(try shop.okit("get", "books[1]/partial/price").line == "8.5")
    #expect(try shop.okit("ref", "who", "SCIENCE_FICTION").text.contains("default:books[1]/partial/genre"))

    try shop.okit("partial", "inline", "books[1]")
    #expect(try shop.text("default.json") == text)
    let changed = try shop.shop.tree().differences(from: before)
    // age encrypts differently each time.
    let isSame = form == .age ? ["okit/data/default is missing", "okit/data/default.json differs"] : []
    #expect(Set(changed.filter { !$0.hasPrefix("okit/data/default ") }).isSubset(of: isSame))
  }

  @Test func extractKeepsTheStyleOfPrettyDocuments() throws {
    let shop = try FormedShop(.plain)
    let pretty = try shop.shop.machine.run("jq", ".", shop.path("default.json")).bytes
    try shop.write(pretty, "default.json")
    let content = try shop.jq(".", "default.json")
    let order = try shop.shop.machine.run("jq", "-c", ".", shop.path("default.json")).text
    let file = try shop.okit("partial", "extract", "books[2]").line
    let partial = try Files.text(shop.shop.root + "/" + file)
    #expect(try partial == shop.shop.machine.run("jq", ".", shop.shop.root + "/" + file).text)
    try shop.okit("partial", "inline", "books[2]")
    #expect(try shop.jq(".", "default.json") == content)
    #expect(try shop.shop.machine.run("jq", "-c", ".", shop.path("default.json")).text == order)
  }

  @Test(arguments: FormedShop.Form.allCases) func partialsInPartialsAreListed(form: FormedShop.Form) throws {
    let shop = try FormedShop(form)
    let text = try shop.text(Self.files[0])
    let directory = try Files.read(shop.path("directory.json"))
    let file = try shop.okit("partial", "extract", "directory:groups[0]/group/authors[0]").line
    let name = String(file.dropFirst("okit/data/".count))
    #expect(name.hasPrefix("directory/"))
    #expect(try shop.text(name) == #"{"name":"Guest 0","id":"5AFFB229-7631-4992-B0CE-583505C6AF07"}"#)
    #expect(try Files.read(shop.path("directory.json")) == directory)
    #expect(try shop.okit("get", "directory:groups[0]/group/authors[0]/partial/name").line == "Guest 0")
    let wanted = try shop.shop.machine.run(
      "jq", "-c", "-S", "-s",
      ".[1].authors[0].partial = .[2] | .[0].groups[0].group = .[1] | .[0].groups[1].group = .[3] | .[0]",
      input: shop.lines(["directory.json", Self.files[0], name, Self.files[1]]))
    #expect(try shop.jq(".", ofOKit: "partial", "resolve", "directory:.") == wanted.line)
    try shop.okit("partial", "inline", "directory:groups[0]/group/authors[0]")
    #expect(try shop.text(Self.files[0]) == text)
    #expect(!Files.exists(shop.path(name)))
  }

  @Test func extractKeepsTheGivenProperties() throws {
    let shop = try FormedShop(.plain)
    let before = try shop.shop.tree()
    let dry = try shop.okit("partial", "extract", "books[1]", "--keep", "name,price", "-n", "--json")
    #expect(dry.text.contains(#""kept":["name","price"]"#))
    #expect(try shop.shop.tree().differences(from: before) == [])
    try shop.okit("partial", "extract", "books[1]", "--keep", "price,name")
    #expect(try shop.jq(".books[1] | del(.id)", "default.json") == #"{"name":"Solaris","price":8.5}"#)
    try shop.okit("partial", "extract", "genres[0]")
    #expect(try shop.jq(".genres[0] | del(.id)", "default.json") == #"{"name":"Fantasy"}"#)
  }

  @Test func wrongPartialCommandsAreRefused() throws {
    let shop = try FormedShop(.okitCBC)
    try shop.edit("default.json", #""refKey":"HORROR""#, #""refKey":"\#(Self.groups[1])""#)
    let before = try shop.shop.tree()
    let refused: [(words: [String], status: Int32, error: String)] = [
      (["extract", "."], 64, "is the root of its file"),
      (["extract", "directory:groups[0]/group"], 64, "is the root of its file"),
      (["extract", "books[0]/dates[0]"], 64, "is not an entity with an id"),
      (["extract", "books[0]/name"], 64, "is not an entity with an id"),
      (["extract", "books[9]"], 66, "no value at"),
      (["extract", "directory:groups[0]"], 64, "is already a stand-in"),
      (["extract", "books[0]", "--keep", "color"], 66, "has no property 'color'"),
      (["extract", "books[0]", "--keep", "id"], 66, "has no property 'id'"),
      (["inline", "books[0]"], 64, "is not a stand-in"),
      (["inline", "directory:groups[1]"], 64, "is still referenced"),
      (["sync", "books[0]"], 64, "is not a stand-in"),
    ]
    for (words, status, error) in refused {
      let output = try shop.shop.okit(["partial"] + words, status: status)
      #expect(output.errors.contains(error), "\(words): \(output.errors)")
      #expect(try shop.shop.tree().differences(from: before) == [], "\(words)")
    }
    let group = try shop.jq(".", Self.files[1])
    try shop.okit("partial", "inline", "directory:groups[1]", "--force")
    #expect(try shop.jq(".groups[1]", "directory.json") == group)
    #expect(!Files.exists(shop.path(Self.files[1])))
  }

  @Test(arguments: FormedShop.Form.allCases, ["partial", "model"])
  func partialsAndStandInsAreSynchronized(form: FormedShop.Form, side: String) throws {
    let shop = try FormedShop(form)
    try shop.edit(Self.files[0], ##""color":"#0000FF""##, ##""color":"#FF0000""##)
    try shop.edit(Self.files[1], #""name":"Group 1""#, #""name":"Group One\/1""#)
    let (model, partials) = (try shop.text("directory.json"), try Self.files.map(shop.text))
    let before = try shop.shop.tree()
    let dry = try shop.okit("partial", "sync", "--from", side, "-n", "--json")
    #expect(try shop.shop.tree().differences(from: before) == [])
    let done = try shop.okit("partial", "sync", "--from", side, "--json")
    #expect(try done.text == FormedShop.replacing(#""dryRun":true"#, with: #""dryRun":false"#, in: dry.text))
    if side == "partial" {
      let color = try FormedShop.replacing("#0000FF", with: "#FF0000", in: model)
      #expect(try shop.text("directory.json") == FormedShop.replacing("Group 1", with: #"Group One\/1"#, in: color))
      #expect(try Self.files.map(shop.text) == partials)
    } else {
      #expect(try shop.text("directory.json") == model)
      #expect(try shop.text(Self.files[0]) == FormedShop.replacing("#FF0000", with: "#0000FF", in: partials[0]))
      #expect(try shop.text(Self.files[1]) == FormedShop.replacing(#"Group One\/1"#, with: "Group 1", in: partials[1]))
    }
    #expect(try shop.okit("check").text == "")
    #expect(try shop.okit("partial", "sync", "--json").line == #"{"changes":[],"dryRun":false}"#)
  }

  @Test func oneStandInCanBeSynchronizedAlone() throws {
    let shop = try FormedShop(.age)
    for file in Self.files { try shop.edit(file, #""name":"Group "#, #""name":"Club "#) }
    try shop.okit("partial", "sync", "directory:groups[1]")
    #expect(try shop.jq("[.groups[].name]", "directory.json") == #"["Group 0","Club 1"]"#)
  }

  @Test(
    .needsRoot("traces a process that keeps its memory to itself"),
    .enabled(if: Strace.works, "strace cannot trace here"))
  func onlyPartialsOnThePathAreReadAsRoot() throws {
    let shop = try FormedShop(.age)
    for (path, value, wanted) in [
      ("directory:authors[0]/name", "Ursula K. Le Guin", []), ("directory:groups[1]/name", "Group 1", []),
      ("directory:groups[1]/group/status", "open", [Self.groups[1]]),
    ] {
      let record = shop.shop.machine.path("record")
      let output = try shop.shop.machine.run(
        "strace", "-f", "-e", "trace=openat,openat2", "-o", record, Machine.okit, "get", path, in: shop.shop.root)
      #expect(output.line == value)
      let text = try Files.text(record)
      #expect(Self.groups.filter { text.contains($0) } == wanted, "\(path)")
      #expect(!text.contains("okit/data/default.json"), "\(path)")
    }
  }
}
