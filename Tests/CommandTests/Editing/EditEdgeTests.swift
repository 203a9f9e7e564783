import TestSupport
import Testing

/// Edits of values, files and types that other parts of the same edit depend on.
@Suite struct EditEdgeTests {
  /// A shop without definitions, with these models in addition.
  private func plainShop(_ models: [String: String]) throws -> FormedShop {
    let shop = try FormedShop(.plain)
    try Files.makeFolder(shop.path("free"))
    for (file, text) in models { try shop.write(text.utf8, file) }
    return shop
  }

  private func set(_ lines: String..., at shop: FormedShop) throws {
    try shop.okit("set", "--from", "-", input: Array(lines.joined(separator: "\n").utf8))
  }

  /// A decoder accepts an object with exactly one case.
  @Test func anEnumerationWithValuesStaysOneCase() throws {
    let machine = try Machine()
    try machine.write(
      """
      class Shop: Model { var id: String!; var shape: Shape?; var shapes: [Shape] = [] }
      enum Shape: Codable { case circle(radius: Double), rect(Int, Int) }
      func f() { Model.register(Shop.self) }

      """, "Shop.swift")
    let root = machine.path("shop")
    try machine.okit("init", root, "--definitions", machine.path("Shop.swift"))
    try machine.okit("model", "create", "default", "--class", "Shop", in: root)
    try machine.okit("set", "shape", #"{"circle":{"radius":1}}"#, "shapes", #"[{"rect":{"_0":1,"_1":2}}]"#, in: root)
    for words in [
      ["set", "shape/rect", #"{"_0":1,"_1":2}"#], ["remove", "shape/circle"], ["remove", "shapes[0]/rect"],
      ["set", "shapes[0]/circle", #"{"radius":2}"#],
    ] {
      #expect(
        try machine.okit(words, status: 65, in: root).errors.contains("must be exactly one case of Shape"),
        "\(words)")
    }
    try machine.okit("set", "shape/circle/radius", "3", in: root)
    try machine.okit("set", "shape/rect", #"{"_0":1,"_1":2}"#, "shapes", "[]", status: 65, in: root)
    #expect(try machine.okit("check", in: root).text == "")
  }

  @Test func newEntitiesAreFoundByTheirIDs() throws {
    let shop = try plainShop(["free.json": #"{"a":[{"id":"A","n":1}],"b":[{"id":"B","n":2}]}"#])
    try set(
      #"{"path":"free:a[0]","value":{"n":3,"x":{"id":"C","n":4}}}"#, #"{"path":"@A/n","value":5}"#,
      #"{"path":"@C/n","value":6}"#, #"{"path":"@C/id","value":"D"}"#, #"{"path":"@D/n","value":7}"#, at: shop)
    #expect(try shop.text("free.json") == #"{"a":[{"id":"A","n":5,"x":{"id":"D","n":7}}],"b":[{"id":"B","n":2}]}"#)
    let lines = #"{"path":"@A","value":{"id":"A"}}"# + "\n" + #"{"path":"@D/n","value":1}"#
    try shop.refuses(["set", "--from", "-"], status: 66, "no entity has the id 'D'", input: Array(lines.utf8))
  }

  @Test func largeNewObjectsKeepTheirEntities() throws {
    let numbers = (0..<400).map(String.init).joined(separator: ",")
    let shop = try plainShop([
      "free.json": #"{"a":{"id":"P"},"b":{"id":"Q"},"r":[{"id":"R1","refKey":"P"},{"id":"R2","refKey":"Q"}]}"#
    ])
    try set(
      #"{"path":"free:a","value":{"l":[\#(numbers)],"id":"P"}}"#,
      #"{"path":"free:b","value":{"l":[\#(numbers)],"id":"Q"}}"#,
      at: shop)
    #expect(try shop.jq("[.a.id,.b.id]", "free.json") == #"["P","Q"]"#)
  }

  @Test func aPartialThatContainsItsStandInCanBeMovedAndRemoved() throws {
    for partial in [#"{"id":"A"}"#, #"{"id":"P","sub":[{"id":"A"}]}"#] {
      let shop = try plainShop([
        "free.json": #"{"g":[{"id":"A"}],"h":[]}"#, "free/A.json": partial, "other.json": #"{"g":[]}"#,
      ])
      try shop.okit("move", "free:g[0]", "other:g")
      #expect(try shop.text("other/A.json") == partial)
      try shop.okit("remove", "other:g[0]", "--force")
      #expect(Files.exists(shop.path("other/A.json")) == false)
      #expect(try shop.text("other.json") == #"{"g":[]}"#)
    }
  }

  @Test(arguments: [["free:g[0]", "@in2"], ["@in2", "free:g[0]"]]) func removalsDoNotDependOnTheirOrder(paths: [String])
    throws
  {
    let shop = try plainShop([
      "free.json": #"{"g":[{"id":"S1"},{"id":"S2"}]}"#, "free/S1.json": #"{"id":"in1"}"#,
      "free/S2.json": #"{"id":"P2","l":[{"id":"in2"}]}"#,
    ])
    try shop.okit("set", "free:g[1]/partial/l[0]/id", "in3", "free:g[1]/partial/l[0]/id", "in2")
    try shop.shop.okit(["remove"] + paths)
    #expect(!Files.exists(shop.path("free/S1.json")))
    #expect(try shop.text("free/S2.json") == #"{"id":"P2","l":[]}"#)
  }

  @Test func severalElementsMoveTogether() throws {
    let shop = try plainShop(["free.json": #"{"x":["A","B","C","D","E","F"],"y":["G"]}"#])
    try shop.okit("move", "--all", "free:x[*]", "free:y")
    #expect(try shop.text("free.json") == #"{"x":[],"y":["G","A","B","C","D","E","F"]}"#)
    try shop.write(
      #"{"x":[{"k":1,"n":"A"},{"k":1,"n":"B"},{"k":2,"n":"C"},{"k":2,"n":"D"},{"k":2,"n":"E"}]}"#.utf8, "free.json")
    try shop.okit("move", "--all", "free:x[k=1]", "free:x[3]")
    #expect(try shop.jq("[.x[].n]", "free.json") == #"["C","D","E","A","B"]"#)
  }

  @Test func aSharedTargetIsSetOnce() throws {
    let shop = try FormedShop(.plain)
    try shop.okit("set", "--all", "books[*]/genre/ref/name", "One")
    #expect(try shop.jq("[.genres[].name]", "default.json") == #"["One","One","One"]"#)
  }

  @Test func idsThatNameFilesCannotBeChanged() throws {
    let shop = try FormedShop(.plain)
    for (words, status, error) in [
      (["remove", "genres[0]/id"], 64, "cannot remove the id"),
      (["set", "--type", "null", "genres[0]/id"], 64, "cannot remove the id"),
      (["move", "genres[0]/id", "genres[0]/name"], 64, "cannot remove the id"),
      (["set", "directory:groups[0]", ##"{"id":"QQ","name":"n","color":"#000000"}"##], 64, "is named after it"),
      (["set", "books[0]/icon/format", "image/jpeg"], 64, "cannot change the format alone"),
      (["add", "genres", #"[{"id":"FANTASY"}]"#, "--type", "json"], 73, "'FANTASY'"),
    ] as [([String], Int32, String)] { try shop.refuses(words, status: status, error) }
  }

  @Test func settingAReferenceKeepsItsOtherMembers() throws {
    let shop = try FormedShop(.plain)
    try shop.edit("default.json", #""refKey":"HORROR""#, #""zzz":[1, 2],"refKey":"HORROR""#)
    let wanted = try shop.text("default.json").replacing(
      #""zzz":[1, 2],"refKey":"HORROR""#, with: #""zzz":[1, 2],"refKey":"FANTASY""#)
    try shop.okit("set", "books[3]/genre", "FANTASY")
    #expect(try shop.text("default.json") == wanted)
    try set(#"{"path":"books[3]/genre","value":"HORROR"}"#, at: shop)
    #expect(try shop.jq(".books[3].genre.refKey", "default.json") == #""HORROR""#)
    let output = try shop.okit("set", "books[3]/genre/refKey", "NOPE")
    #expect(output.errors.contains("warning: no entity has the id 'NOPE'"))
  }

  @Test func dictionaryKeysAndSetElementsAreChecked() throws {
    let shop = try FormedShop(.plain)
    try shop.okit("model", "create", "lot", "nums:[Int:Double]", "tags:Set<String>")
    for words in [["add", "lot:nums/x", "1.5"], ["add", "lot:nums", #"{"07":1}"#], ["set", "lot:nums/1x", "1"]] {
      try shop.refuses(words, status: 65, "is not of type Int")
    }
    try shop.okit("add", "lot:nums/7", "1.5")
    try shop.okit("set", "lot:tags", #"["x","y"]"#)
    try shop.refuses(["set", "lot:tags[0]", "y"], status: 65, "the set already contains")
    try shop.refuses(["set", "lot:tags", #"["a","a"]"#], status: 65, "the set already contains")
    try shop.refuses(["add", "lot:nums/7", "{}"], status: 73, "already")
    #expect(try shop.jq("[.nums,.tags]", "lot.json") == #"[{"7":1.5},["x","y"]]"#)
  }

  @Test func linesComeThroughAPipe() throws {
    let shop = try FormedShop(.plain)
    try shop.shop.machine.run(
      "bash", "-c", #""\#(Machine.okit)" set --from <(echo '{"path":"name","value":"Piped"}')"#, in: shop.shop.root)
    #expect(try shop.okit("get", "name").line == "Piped")
  }

  @Test func anIDIsRefusedIfALockedModelMayHaveIt() throws {
    let shop = try FormedShop(.age)
    try shop.okit("decrypt", "directory")
    let words = ["add", "directory:authors", #"{"id":"FANTASY","name":"n"}"#]
    try shop.refuses(words, status: 73, "already")
    try Files.remove(shop.shop.machine.path("config"))
    try shop.refuses(words, status: 77, "")
  }

  @Test func pathsEnterAPartialOfTheSameStep() throws {
    let shop = try FormedShop(.age)
    let lines = [
      ##"{"path":"directory:groups","value":{"id":"GX","name":"g","color":"#010101"}}"##,
      #"{"path":"@GX/group/authors","value":{"id":"A1","name":"n"}}"#,
      #"{"path":"directory:groups[-1]/group/authors","value":{"name":"m"}}"#,
    ]
    try shop.okit("add", "--from", "-", input: Array(lines.joined(separator: "\n").utf8))
    #expect(try shop.jq("[.name,[.authors[].name]]", "directory/GX.json") == #"["g",["n","m"]]"#)
    #expect(try shop.okit("check").text == "")
  }

  @Test func aSharedAttachmentCannotMove() throws {
    let shop = try FormedShop(.age)
    let icon = try shop.jq(".books[0].icon", "default.json")
    try shop.write(#"{"items":[]}"#.utf8, "open.json", as: .plain)
    try shop.edit(
      "default.json", try shop.jq(".books[1].icon.id", "default.json"), try shop.jq(".books[0].icon.id", "default.json")
    )
    try shop.refuses(["move", "books[0]/icon", "open:items"], status: 65, "duplicate id")
    try shop.okit("set", "books[1]/comment", "x")
    #expect(try shop.jq(".books[0].icon", "default.json") == icon)
  }

  @Test func aFunctionCannotChangeIDsThatNameFiles() throws {
    let shop = try FormedShop(.plain)
    try shop.shop.function("other", "jq '.entity | .icon.id = \"OTHER\"'")
    try shop.shop.function("jpeg", "jq '.entity | .icon.format = \"image/jpeg\"'")
    try shop.shop.function("groups", "jq '.entity | .groups[0].id = \"NEWID\"'")
    try shop.refuses(["call", "--run", "books[0]/other()"], status: 64, "is named after it")
    try shop.refuses(["call", "--run", "books[0]/jpeg()"], status: 64, "cannot change the format alone")
    try shop.refuses(["call", "--run", "directory:./groups()"], status: 64, "is named after it")
  }

  @Test func aDictionaryOfPairsCannotBeEditedAsAnArray() throws {
    let shop = try FormedShop(.plain)
    try shop.okit("model", "create", "lot", "pairs:[Bool:Int]", "nums:[Int]")
    try shop.okit("set", "lot:pairs", "[true,1]", "--type", "json", "lot:nums", "[7]")
    for words in [
      ["set", "lot:pairs[0]", "9"], ["add", "lot:pairs", "6"], ["remove", "lot:pairs[0]"],
      ["move", "lot:pairs[0]", "lot:nums"], ["move", "lot:nums[0]", "lot:pairs"],
    ] { try shop.refuses(words, status: 64, "alternating keys and values") }
  }
}
