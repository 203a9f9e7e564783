import TestSupport
import Testing

/// `move` moves values with everything that belongs to them.
@Suite struct MoveTests {
  private static let group = "directory/10A3D6B2-AA05-411A-B271-5945795E8229.json"
  private static let otherGroup = "directory/4F426DCB-B394-4B36-BB2D-420F0F88080B.json"

  @Test func valuesKeepTheirText() throws {
    let shop = try FormedShop(.age)
    let text = try shop.text("default.json")
    let genre = #"{"id":"FANTASY","name":"Fantasy"}"#
    let wanted = try FormedShop.replacing(genre + ",", with: "", in: text)
    try shop.okit("move", "genres[0]", "genres")
    #expect(
      try shop.text("default.json")
        == FormedShop.replacing(#""name":"Horror"}"#, with: #""name":"Horror"},\#(genre)"#, in: wanted))
    try shop.okit("move", "genres[2]", "genres[0]")
    #expect(try shop.text("default.json") == text)
  }

  @Test(arguments: FormedShop.Form.allCases) func valuesMoveBetweenArraysPartialsAndModels(form: FormedShop.Form) throws
  {
    let shop = try FormedShop(form)
    for (words, filters) in [
      (
        ["books[0]/dates[0]", "books[1]/dates"],
        ["default.json": ".books[1].dates += .books[0].dates | .books[0].dates = []"]
      ),
      (
        ["books[1]/dates[1]", "books[3]/dates[0]"],
        ["default.json": ".books[3].dates = [.books[1].dates[1]] + .books[3].dates | del(.books[1].dates[1])"]
      ),
      (
        ["directory:authors[0]", "directory:groups[0]/group/authors"],
        [
          "directory.json": "del(.authors[0])",
          Self.group: #".authors += [{"id":"B774EB52-48DB-40AF-B215-8370D269A9A5","name":"Ursula K. Le Guin"}]"#,
        ]
      ),
      (
        ["directory:groups[0]/group/authors[0]", "directory:groups[1]/group/authors[0]"],
        [
          Self.group: "del(.authors[0])",
          Self.otherGroup: #".authors = [{"name":"Guest 0","id":"5AFFB229-7631-4992-B0CE-583505C6AF07"}] + .authors"#,
        ]
      ),
      (
        ["directory:groups[1]/group/authors[0]", "directory:authors"],
        [
          Self.otherGroup: "del(.authors[0])",
          "directory.json": #".authors += [{"name":"Guest 0","id":"5AFFB229-7631-4992-B0CE-583505C6AF07"}]"#,
        ]
      ),
      (
        ["@5AFFB229-7631-4992-B0CE-583505C6AF07", "authors[1]"],
        [
          "directory.json": "del(.authors[1])",
          "default.json":
            #".authors = .authors[:1] + [{"name":"Guest 0","id":"5AFFB229-7631-4992-B0CE-583505C6AF07"}] + .authors[1:]"#,
        ]
      ),
      (
        ["authors[1]", "directory:groups[1]/group/authors"],
        [
          "default.json": "del(.authors[1])",
          Self.otherGroup: #".authors += [{"name":"Guest 0","id":"5AFFB229-7631-4992-B0CE-583505C6AF07"}]"#,
        ]
      ),
    ] as [([String], [String: String])] {
      var wanted: [String: String] = [:]
      for (file, filter) in filters { wanted[file] = try shop.jq(filter, file) }
      try shop.onlySays(["move"] + words)
      let changed = try shop.changes { try shop.shop.okit(["move"] + words) }
      #expect(Set(changed) == Set(wanted.keys.map { "okit/data/\($0) differs" }), "\(words)")
      for (file, json) in wanted { #expect(try shop.jq(".", file) == json, "\(words): \(file)") }
      #expect(try shop.okit("check").text == "", "\(words)")
    }
  }

  // MARK: - Between forms

  /// Three models with the same class, each in another form.
  private static func threeForms() throws -> FormedShop {
    let shop = try FormedShop(.plain)
    let definition = """
      class Album: ModelEncrypted, Codable {
        var id: String!
        var pages: [PagePartial] = []
        var pictures: [Picture] = []
        var cover: Picture?
      }
      class PagePartial: ModelPartial, Codable {
        var id: String!
        var name: String = ""
        var page: Page { return retrieve(Page.self) }
      }
      class Page: ModelEntity, Codable {
        var id: String!
        var name: String = ""
        var pictures: [Picture] = []
        var inner: [PagePartial] = []
      }
      class Picture: ModelEntity, Codable {
        var id: String!
        var image: ModelImage?
        var sound: ModelData?
        var like: ModelRef?
      }
      func startAlbums() {
        Model.register(Album.self, name: "plain")
        Model.register(Album.self, name: "age")
        Model.register(Album.self, name: "cbc")
      }

      """
    try Files.write(definition, to: shop.shop.root + "/okit/model/Album.swift")
    for name in ["plain", "age", "cbc"] {
      try shop.write(#"{"id":"\#(name.uppercased())","pages":[],"pictures":[]}"#.utf8, "\(name).json")
    }
    try shop.okit("encrypt", "age", "--cipher", "age")
    try shop.okit("encrypt", "cbc", "--cipher", "okit-cbc")
    return shop
  }

  /// Returns the content of a file below the data folder, as the tool of each form reads it.
  private static func read(_ file: String, _ form: FormedShop.Form, _ shop: FormedShop) throws -> [UInt8] {
    let path = shop.path(file)
    switch form {
    case .plain: return try Files.read(path)
    case .age: return try shop.shop.ageDecrypted(path)
    case .okitCBC:
      let key = try shop.shop.machine.openSSLKey(of: Fixture.example + "/cryptinfo.json")
      return try shop.shop.machine.run(
        "openssl", "enc", "-d", "-aes-256-cbc", key[0], key[1], key[2], key[3], input: Files.read(path)
      ).bytes
    }
  }

  @Test func movedFilesTakeTheFormOfTheirNewModel() throws {
    let shop = try Self.threeForms()
    let image = Picture.png.bytes(width: 3, height: 5)
    try shop.okit("add", "plain:pages", #"{"id":"P","name":"Page"}"#)
    try shop.okit("add", "plain:pages[0]/page/inner", #"{"id":"I","name":"Inner"}"#)
    try shop.okit("add", "plain:pages[0]/page/inner[0]/page/pictures", #"{"id":"X","like":{"refKey":"P"}}"#)
    try shop.okit("attachment", "put", "@X/image", "-", input: image)
    try shop.okit("attachment", "put", "@X/sound", "-", input: Array("a sound of the bell".utf8))
    let (imageID, soundID) = (try shop.okit("get", "@X/image/id").line, try shop.okit("get", "@X/sound/id").line)
    let attachments = ["_image/\(imageID).png", "_data/\(soundID).raw"]
    let problems = try shop.okit("check", status: 1).lines
    let content = try shop.jq(".", ofOKit: "partial", "resolve", "plain:pages[0]")

    var (from, previous) = ("plain", FormedShop.Form.plain)
    for (to, form) in [
      ("age", FormedShop.Form.age), ("cbc", .okitCBC), ("plain", .plain), ("cbc", .okitCBC), ("age", .age),
      ("plain", .plain),
    ] {
      let partials = [try Self.read("\(from)/P.json", previous, shop), try Self.read("\(from)/I.json", previous, shop)]
      try shop.onlySays(["move", "\(from):pages[0]", "\(to):pages"])
      try shop.okit("move", "\(from):pages[0]", "\(to):pages")
      #expect(try Self.read("\(to)/P.json", form, shop) == partials[0], "\(from) to \(to)")
      #expect(try Self.read("\(to)/I.json", form, shop) == partials[1], "\(from) to \(to)")
      #expect(try Self.read(attachments[0], form, shop) == image, "\(from) to \(to)")
      #expect(try Self.read(attachments[1], form, shop) == Array("a sound of the bell".utf8), "\(from) to \(to)")
      #expect(try !Files.exists(shop.path(from)) || Files.byteNames(in: shop.path(from)) == [], "\(from)")
      #expect(try shop.jq(".", ofOKit: "partial", "resolve", "\(to):pages[0]") == content, "\(from) to \(to)")
      #expect(try shop.okit("get", "@X/like/ref/name").line == "Page")
      #expect(try shop.okit("check", status: 1).lines == problems, "\(from) to \(to)")
      if form != .plain {
        #expect(try shop.shop.machine.files(below: [shop.shop.root], with: ["a sound of the bell"]) == [])
      }
      (from, previous) = (to, form)
    }
  }

  @Test func anExistingFileAtTheTargetIsKept() throws {
    let shop = try Self.threeForms()
    try shop.okit("add", "age:pages", #"{"id":"P","name":"Page"}"#)
    try Files.makeFolder(shop.path("cbc"))
    try Files.write("{}", to: shop.path("cbc/P.json"))
    try shop.refuses(["move", "age:pages[0]", "cbc:pages"], status: 73, "cbc/P.json already exists")
  }

  @Test(arguments: FormedShop.Form.allCases) func movedElementsKeepTheirOrder(form: FormedShop.Form) throws {
    let shop = try FormedShop(form)
    let wanted = try shop.jq(".books |= [.[0], .[1], .[3], .[2]]", "default.json")
    try shop.refuses(["move", "books[marked=false]", "books"], status: 64, "matches 3 values")
    try shop.okit("move", "books[2]", "books")
    #expect(try shop.jq(".", "default.json") == wanted)
    let all = try shop.jq(".authors", "default.json")
    try shop.okit("move", "--all", "authors[*]", "directory:groups[1]/group/authors")
    #expect(try shop.jq(".authors[1:]", Self.otherGroup) == all)
    try shop.okit("move", "--all", "directory:groups[1]/group/authors[*]", "directory:authors[1]")
    #expect(try shop.jq(".authors[2:6]", "directory.json") == all)
    #expect(try shop.jq("[.authors[1].name, .authors[6].name]", "directory.json") == #"["Guest 1","Stanisław Lem"]"#)
    #expect(try shop.okit("check").text == "")
  }

  @Test(arguments: FormedShop.Form.allCases) func refusedMovesChangeNothing(form: FormedShop.Form) throws {
    let shop = try FormedShop(form)
    for (words, status, error) in [
      (["books[0]", "books[0]/dates"], 64, "into itself"), (["books[0]/dates[0]", "books[0]/dates[0]/x"], 66, ""),
      (["directory:groups[0]", "directory:groups[0]/group/authors"], 64, "into itself"),
      (["books[0]", "genres"], 65, "Genre"), (["books[0]/dates[0]", "books"], 65, "Book"),
      (["books[0]", "books[9]"], 66, "no index 9"), (["books[9]", "books[0]"], 66, ""),
      (["books[0]/name", "name"], 65, "is required"), (["name", "books[0]/name"], 73, "already"),
      (["books[0]/genre", "books[1]/genre"], 65, "is required"), (["books", "genres"], 65, "is required"),
      (["books[0]/icon", "books[1]/icon"], 73, "already"), (["books[1]/comment", "books[0]/nothing"], 66, "nothing"),
      ([".", "books"], 64, "root of a model"), (["books[0]"], 64, ""), ([], 64, ""),
      (["books[*]", "books"], 64, "matches 4"),
      (["books.@count", "name"], 64, "is computed"), (["books[0]/author/ref", "authors"], 64, "stored elsewhere"),
      (["@FANTASY", "nobody:genres"], 66, "no such model: 'nobody'"),
      (["books[0]/comment", "books[1]"], 66, "no value"),
    ] as [([String], Int32, String)] { try shop.refuses(["move"] + words, status: status, error) }
    #expect(
      try shop.okit("move", "@HORROR", "genres[0]", "--json").line
        == #"{"changes":[{"model":"default","path":"default:genres[0]","id":"HORROR"}],"synced":[],"removedFiles":[],"clearedReferences":0,"removedEntities":0,"kept":null,"dryRun":false}"#
    )
  }
}
