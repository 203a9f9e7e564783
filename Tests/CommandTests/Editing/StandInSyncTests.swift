import TestSupport
import Testing

/// Properties that a stand-in shares with its partial: edits keep both the same.
@Suite struct StandInSyncTests {
  private static let key = "10A3D6B2-AA05-411A-B271-5945795E8229"
  private static let group = "directory/\(key).json"
  private static let both = ["okit/data/\(group) differs", "okit/data/directory.json differs"]

  private func names(_ shop: FormedShop) throws -> [String] {
    try shop.okit("get", "directory:groups[0]/name", "directory:groups[0]/group/name").lines
  }

  /// A shop with or without definitions, and the path of a property that a partial shares with its stand-in.
  private func shared(_ form: FormedShop.Form, _ withoutDefinitions: Bool) throws -> (
    shop: FormedShop, path: String, names: () throws -> [String]
  ) {
    let shop = try FormedShop(form)
    if withoutDefinitions { try Files.remove(shop.shop.root + "/okit/model/Bookshop.swift") }
    let path = "directory:groups[0]/\(withoutDefinitions ? "partial" : "group")/name"
    return (shop, path, { try shop.okit("get", "directory:groups[0]/name", path).lines })
  }

  @Test(arguments: FormedShop.Form.allCases, [false, true])
  func anEditOfOneSideChangesBoth(form: FormedShop.Form, withoutDefinitions: Bool) throws {
    let (shop, path, names) = try shared(form, withoutDefinitions)
    let standIn = try shop.jq(".groups[0].name = \"Readers\"", "directory.json")
    let partial = try shop.jq(".name = \"Readers\"", Self.group)
    let dry = try shop.changes {
      let errors = try shop.okit("set", "-n", path, "Readers").errors
      #expect(errors == "would have set \(path) and directory:groups[0]/name\n")
    }
    #expect(dry == [])
    let changed = try shop.changes {
      let errors = try shop.okit("set", path, "Readers").errors
      #expect(errors == "set \(path) and directory:groups[0]/name\n")
    }
    #expect(Set(changed) == Set(Self.both))
    #expect(try shop.jq(".", "directory.json") == standIn && shop.jq(".", Self.group) == partial)
    // The other direction.
    #expect(
      try shop.okit("set", "directory:groups[0]/name", "Writers").errors
        == "set directory:groups[0]/name and \(path)\n")
    #expect(try names() == ["Writers", "Writers"])
    #expect(try shop.okit("partial", "sync", "-n").errors == "no differences\n")
    let color = path.replacing("/name", with: "/color").replacing("groups[0]", with: "groups[*]")
    try shop.okit("set", "--all", color, "#123456")
    #expect(try shop.okit("get", "directory:groups[*]/color").lines == ["#123456", "#123456"])
    #expect(try shop.okit("check").text == "")
  }

  @Test(arguments: FormedShop.Form.allCases, [false, true])
  func sidesThatDifferStayDifferentUntilSynchronized(form: FormedShop.Form, withoutDefinitions: Bool) throws {
    let (shop, path, names) = try shared(form, withoutDefinitions)
    let left = try shop.changes {
      let errors = try shop.okit("set", "--no-sync", path, "Others").errors
      #expect(errors.contains("run 'okit partial sync' to synchronize them"))
    }
    #expect(left == ["okit/data/\(Self.group) differs"])
    #expect(try names() == ["Group 0", "Others"])
    // Values that already differed were not in sync, and stay different.
    let both = try shop.okit("set", "directory:groups[0]/name", "One", path, "Two").errors
    #expect(both.contains("'name' differs in the stand-in and its partial\n"))
    #expect(both.contains("hint: run 'okit partial sync' to use the partial's value"))
    #expect(try names() == ["One", "Two"])
    let lines = try shop.okit("get", "--lines", "directory:groups[0]/name", path).bytes
    #expect(try shop.changes { try shop.okit("set", "--from", "-", input: lines) } == [])
    let alone = try shop.okit("set", path, "Three").errors
    #expect(alone.contains("the stand-in keeps its own 'name'\n"))
    #expect(alone.contains("hint: run 'okit partial sync' to synchronize them"))
    #expect(try names() == ["One", "Three"])
    let other = try shop.okit("set", "directory:groups[0]/name", "Four").errors
    #expect(other.contains("the partial keeps its own 'name'\n"))
    #expect(other.contains("hint: run 'okit partial sync --from model' to synchronize them"))
    #expect(try names() == ["Four", "Three"])
    try shop.okit("partial", "sync", "--from", "model")
    #expect(try names() == ["Four", "Four"])
    #expect(try shop.okit("check").text == "")
  }

  @Test(arguments: FormedShop.Form.allCases) func unsharedPropertiesAreNotSynchronized(form: FormedShop.Form) throws {
    let shop = try FormedShop(form)
    for (path, value) in [
      ("status", "open"), ("authors[0]/name", "Guest"), ("id", "OTHER"), ("authors", "[]"),
    ] {
      let changed = try shop.changes { try shop.okit("set", "directory:groups[0]/group/\(path)", value) }
      #expect(changed == ["okit/data/\(Self.group) differs"], "\(path)")
    }
    try shop.okit("add", "directory:groups[0]/group/authors", #"{"name":"New"}"#)
    try shop.okit("remove", "directory:groups[0]/group/authors[0]")
    #expect(try names(shop) == ["Group 0", "Group 0"])
    #expect(try shop.okit("check").text == "")
  }

  /// A workspace with a class that shares optional values, values of other types, and entities.
  private func shelf() throws -> (machine: Machine, root: String) {
    let machine = try Machine()
    let root = machine.path("w")
    try machine.okit("init", root)
    try machine.write(
      """
      class Shelf: Model, Codable { var id: String!; var boxes: [BoxPartial] = [] }
      class BoxPartial: ModelPartial, Codable {
        var id: String!
        var note: String?
        var tags: [String]?
        var size: Int = 0
        var icon: ModelImage?
        var box: Box { retrieve(Box.self) }
      }
      class Box: ModelEntity, Codable {
        var id: String!
        var note: String?
        var tags: [String] = []
        var size: String = ""
        var icon: ModelImage?
      }
      func f() { Model.register(Shelf.self, name: "shelf") }
      """, "w/okit/model/Shelf.swift")
    let icon = #"{"id":"\#("ICON")","format":"","label":"a","quality":0.5,"scale":1,"template":false,"size":0}"#
    let other = icon.replacing("ICON", with: "OTHER")
    try machine.write(
      #"{"id":"S","boxes":[{"id":"B","note":"x","tags":["a"],"size":3,"icon":\#(icon)}]}"#, "w/okit/data/shelf.json")
    try Files.makeFolder(root + "/okit/data/shelf")
    try machine.write(
      #"{"id":"E","note":"x","tags":["a"],"size":"3","icon":\#(other)}"#, "w/okit/data/shelf/B.json")
    return (machine, root)
  }

  @Test func optionalValuesAndArraysChangeAlike() throws {
    let (machine, root) = try shelf()
    // They differ from the beginning, and stay different.
    func differing() throws -> [Bool] {
      let lines = try machine.okit("check", status: 1, in: root).lines
      return ["'size'", "'icon'"].map { name in lines.filter { $0.contains("partial-differs: \(name)") }.count == 1 }
        + [lines.count == 2]
    }
    #expect(try differing() == [true, true, true])
    func standIn() throws -> String { try machine.okit("get", "boxes[0]", in: root).line }
    try machine.okit("add", "boxes[0]/box/tags", "b", in: root)
    #expect(try standIn().contains(#""tags":["a","b"]"#))
    try machine.okit("remove", "boxes[0]/box/tags[0]", in: root)
    #expect(try standIn().contains(#""tags":["b"]"#))
    try machine.okit("remove", "boxes[0]/box/note", in: root)
    #expect(try !standIn().contains("note"))
    try machine.okit("add", "boxes[0]/box/note", "new", in: root)
    #expect(try standIn().contains(#""note":"new""#))
    try machine.okit("set", "boxes[0]/note", "--type", "null", in: root)
    #expect(try machine.okit("get", "boxes[0]/box/note", in: root).line == "")
    #expect(try differing() == [true, true, true])
  }

  @Test func valuesOfOtherTypesAndEntitiesAreNotSynchronized() throws {
    let (machine, root) = try shelf()
    let before = try machine.okit("get", "boxes[0]", in: root).line
    #expect(try machine.okit("set", "boxes[0]/box/size", "4", in: root).errors == "set shelf:boxes[0]/box/size\n")
    let output = try machine.okit("set", "boxes[0]/box/icon/label", "b", in: root)
    #expect(output.errors.contains("keeps its own 'icon'"))
    #expect(try machine.okit("get", "boxes[0]", in: root).line == before)
    // Removing a stand-in's value keeps that of the entity if it is required there.
    let kept = try machine.okit("remove", "boxes[0]/tags", in: root)
    #expect(kept.errors.contains("keeps its own 'tags'"))
    #expect(try machine.okit("get", "boxes[0]/box/tags", in: root).line == #"["a"]"#)
  }

  @Test func aFunctionChangesBothSides() throws {
    let shop = try FormedShop(.age)
    try Files.makeFolder(shop.shop.root + "/okit/functions")
    try Files.write(
      "#!/bin/sh\njq -c '.entity.name = \"Called\" | .entity'\n", to: shop.shop.root + "/okit/functions/name",
      mode: 0o700)
    try shop.okit("call", "--run", "directory:groups[0]/group/name()")
    #expect(try names(shop) == ["Called", "Called"])
  }

  @Test func aStandInIsEditedThoughItsPartialIsUnreadable() throws {
    let shop = try FormedShop(.plain)
    try shop.write("{".utf8, Self.group)
    let output = try shop.okit("set", "directory:groups[0]/name", "x")
    #expect(
      output.errors.contains(
        "okit: warning: the properties that the entity shares with its stand-in were not updated: "))
    #expect(try shop.okit("get", "directory:groups[0]/name").line == "x")
  }

  @Test func aStandInWithoutFileIsSetAlone() throws {
    let shop = try FormedShop(.plain)
    try Files.remove(shop.path(Self.group))
    let changed = try shop.changes {
      let errors = try shop.okit("set", "directory:groups[0]/name", "x").errors
      #expect(errors == "set directory:groups[0]/name\n")
    }
    #expect(changed == ["okit/data/directory.json differs"])
  }

  @Test func aStandInThatIsReplacedChangesItsPartial() throws {
    let shop = try FormedShop(.age)
    try shop.okit("set", "directory:groups[0]", ##"{"name":"Whole","color":"#111111"}"##)
    #expect(try names(shop) == ["Whole", "Whole"])
    #expect(try shop.okit("get", "directory:groups[0]/group/color").line == "#111111")
  }

  private static let groups = """
    class Shop: Model, Codable { var id: String!; var gs: [GP] = []; var people: [Person] = [] }
    class Person: ModelEntity, Codable { var id: String!; var name = "" }
    class GP: ModelPartial, Codable {
      var id: String!
      var name = ""
      var ref = ModelRef()
      var refs: [ModelRef] = []
      var sub: Person?
      var im: ModelInlineImage?
      var group: G { retrieve(G.self) }
    }
    class G: ModelEntity, Codable {
      var id: String!
      var name = ""
      var ref = ModelRef()
      var refs: [ModelRef] = []
      var sub: Person?
      var im: ModelInlineImage?
    }
    func f() { Model.register(Shop.self, name: "shop") }
    """

  private func groups() throws -> (machine: Machine, root: String) {
    let machine = try Machine()
    let people = ["A", "B"].map { #"{"id":"\#($0)","name":"\#($0)"}"# }.joined(separator: ",")
    let root = try machine.workspace(Self.groups, ["shop": #"{"id":"S","gs":[],"people":[\#(people)]}"#])
    try machine.okit("add", "gs", #"{"name":"g","ref":{"refKey":"A"}}"#, in: root)
    return (machine, root)
  }

  @Test func aNewPartialGetsReferencesOfItsOwn() throws {
    let (machine, root) = try groups()
    try machine.okit("add", "gs", #"{"name":"h"}"#, in: root)
    #expect(try machine.okit("check", in: root).text == "")
    let ids = try machine.okit("get", "gs[0]/ref/id", "gs[0]/group/ref/id", in: root).lines
    #expect(Set(ids).count == 2)
    #expect(try machine.okit("get", "gs[0]/group/ref/refKey", in: root).line == "A")
  }

  @Test func referencesChangeOnBothSidesAndKeepTheirIDs() throws {
    let (machine, root) = try groups()
    let paths = ["gs[0]/ref/id", "gs[0]/group/ref/id"]
    let ids = try machine.okit(["get"] + paths, in: root).lines
    func targets() throws -> [String] {
      try machine.okit("get", "gs[0]/ref/refKey", "gs[0]/group/ref/refKey", in: root).lines
    }
    try machine.okit("set", "gs[0]/group/ref", "B", in: root)
    #expect(try targets() == ["B", "B"])
    try machine.okit("set", "gs[0]/ref/refKey", "A", in: root)
    #expect(try targets() == ["A", "A"])
    try machine.okit("add", "gs[0]/refs", #"{"refKey":"B"}"#, in: root)
    #expect(try machine.okit("get", "gs[0]/group/refs[0]/refKey", in: root).line == "B")
    #expect(try machine.okit("check", in: root).text == "")
    try machine.okit("set", "--no-sync", "gs[0]/group/ref", "B", in: root)
    let check = try machine.okit("check", status: 1, in: root).text
    #expect(check.contains("'ref' refers to 'A', but to 'B' in the partial"), "\(check)")
    try machine.okit("partial", "sync", in: root)
    #expect(try targets() == ["B", "B"])
    #expect(try machine.okit(["get"] + paths, in: root).lines == ids)
    #expect(try machine.okit("check", in: root).text == "")
  }

  @Test func entitiesAndAttachmentsStayOnTheirSideWithAWarning() throws {
    let (machine, root) = try groups()
    let added = try machine.okit("add", "gs[0]/group/sub", #"{"name":"x"}"#, in: root).errors
    #expect(
      added.contains("the stand-in keeps its own 'sub': an entity can be in only one of the two files"), "\(added)")
    #expect(!added.contains("partial sync"))
    #expect(try machine.okit("partial", "sync", in: root).errors == "no differences\n")
    try Files.write(Picture.png.bytes(width: 3, height: 2), to: machine.path("p.png"))
    let put = try machine.okit("attachment", "put", "gs[0]/group/im", machine.path("p.png"), in: root).errors
    #expect(put.contains("the stand-in keeps its own 'im'"), "\(put)")
    let other = try machine.okit("attachment", "put", "gs[0]/im", machine.path("p.png"), in: root).errors
    #expect(other.contains("the partial keeps its own 'im'"), "\(other)")
    let check = try machine.okit("check", status: 1, in: root).text
    #expect(check.contains("'im' is the entity "), "\(check)")
    let sync = try machine.okit("partial", "sync", in: root).errors
    #expect(sync.contains("'im' of shop:gs[0] stays different"), "\(sync)")
    let removed = try machine.okit("attachment", "remove", "gs[0]/im", "--yes", in: root).errors
    #expect(removed.contains("the partial keeps its own 'im'"), "\(removed)")
  }
}
