import TestSupport
import Testing

/// Entities that one side moves, and that the other side changes, moves or removes.
@Suite struct RemoteMoveTests {
  /// A shop with a second list of books, here and in another workspace.
  private func pulled() throws -> (RemoteShop, RemoteShop) {
    let shop = try RemoteShop()
    let other = try shop.other()
    shop.server["/api/shop.json"] = Array(
      RemoteShop.shop.replacing(#""groups""#, with: #""old":[{"id":"B9","name":"Nine","price":9}],"groups""#).utf8)
    shop.server["/api/shop/G1.json"] = Array(#"{"id":"E1","name":"First","books":[]}"#.utf8)
    for workspace in [shop, other] {
      try Files.write(RemoteShop.classesWithLists, to: workspace.root + "/okit/model/Shop.swift")
      try workspace.okit("remote", "pull")
    }
    return (shop, other)
  }

  /// Exchanges the changes, and returns what the server has then, which is what both workspaces have.
  private func settled(
    _ shop: RemoteShop, _ other: RemoteShop, _ filter: String, _ options: [String] = []
  ) throws -> String {
    try other.okit("remote", "push")
    _ = try shop.okit("remote", "status")
    try shop.okit(["remote", "sync"] + options)
    try other.okit("remote", "sync")
    for workspace in [shop, other] {
      #expect(try workspace.okit("remote", "status").text.contains("same"))
      try workspace.expectFilesOfServer()
    }
    return try shop.served(filter)
  }

  @Test(arguments: [true, false]) func aChangeFollowsAnEntityToAnotherList(_ isMovedHere: Bool) throws {
    let (shop, other) = try pulled()
    let (mover, changer) = isMovedHere ? (shop, other) : (other, shop)
    try mover.okit("move", "books[1]", "old")
    try changer.okit("set", "books[1]/price", "5", "books[0]/price", "4")
    try changer.okit("add", "books", #"{"id":"B3","name":"Three","price":3}"#)
    #expect(
      try settled(shop, other, "[.books, .old | map([.id, .price])]")
        == #"[[["B1",4],["B3",3]],[["B9",9],["B2",5]]]"#)
    #expect(shop.server["/api/_image/P1.png"] == RemoteShop.picture)
  }

  @Test(arguments: [true, false]) func aChangeFollowsAnEntityIntoAPartial(_ isMovedHere: Bool) throws {
    let (shop, other) = try pulled()
    try other.okit("partial", "inline", "groups[0]")
    try other.okit("remote", "push")
    try shop.okit("remote", "sync")
    let (mover, changer) = isMovedHere ? (shop, other) : (other, shop)
    try mover.okit("partial", "extract", "groups[0]", "--keep", "name")
    try changer.okit("set", "groups[0]/name", "Changed", "books[1]/price", "4")
    let partial = "/api/shop/" + (try settled(shop, other, ".groups[0].id").filter { $0 != "\"" }) + ".json"
    #expect(try shop.served("[.id, .name, .books]", partial) == #"["E1","Changed",[]]"#)
    #expect(try shop.served("[.groups[0].name, .books[1].price]") == #"["First",4]"#)
  }

  @Test(arguments: [true, false]) func aChangeFollowsAnEntityOutOfAPartial(_ isMovedHere: Bool) throws {
    let (shop, other) = try pulled()
    let (mover, changer) = isMovedHere ? (shop, other) : (other, shop)
    try mover.okit("partial", "inline", "groups[0]")
    try changer.okit("set", "groups[0]/group/name", "Changed", "--no-sync")
    try changer.okit("set", "books[0]/price", "5")
    #expect(try settled(shop, other, "[.groups, .books[0].price]") == #"[[{"id":"E1","name":"Changed","books":[]}],5]"#)
    #expect(shop.server["/api/shop/G1.json"] == nil)
  }

  @Test(arguments: ["--ours", "--theirs"], [true, false])
  func aChangeOfBothSidesIsAQuestionAtTheNewPlace(_ side: String, isMovedHere: Bool) throws {
    let (shop, other) = try pulled()
    let (mover, changer) = isMovedHere ? (shop, other) : (other, shop)
    try mover.okit("move", "books[1]", "groups[0]/group/books")
    try mover.okit("set", "groups[0]/group/books[0]/price", "6")
    try changer.okit("set", "books[1]/price", "5", "books[1]/name", "Zwei")
    try other.okit("remote", "push")
    let place = isMovedHere ? "shop:groups[0]/group/books[0]/price" : "shop:books[1]/price"
    let (here, there) = isMovedHere ? ("6", "5") : ("5", "6")
    #expect(
      try shop.okit("remote", "sync", status: 75).lines
        == ["\(place) here: 2 -> \(here)", "\(place) there: 2 -> \(there)"])
    #expect(try shop.okit("remote", "status").text.contains("conflict"))
    #expect(try settled(shop, other, "[.books[].id]", [side]) == #"["B1"]"#)
    let price = side == "--ours" ? here : there
    #expect(
      try shop.served("[.books[] | [.id, .name, .price]]", "/api/shop/G1.json") == #"[["B2","Zwei",\#(price)]]"#)
  }

  @Test(arguments: ["--ours", "--theirs"]) func anEntityThatBothSidesMoved(_ side: String) throws {
    let (shop, other) = try pulled()
    try shop.okit("move", "books[1]", "old")
    try shop.okit("set", "old[1]/price", "5")
    try other.okit("move", "books[1]", "groups[0]/group/books")
    try other.okit("set", "groups[0]/group/books[0]/name", "Zwei")
    try other.okit("remote", "push")
    #expect(
      try shop.okit("remote", "sync", status: 75).lines == [
        "shop:old[1] here: moved", "shop:old[1] there: moved to shop:groups[0]/group/books[0]",
      ])
    let old = try settled(shop, other, "[.old[1] | .id, .name, .price]", [side])
    let group = try shop.served("[.books[]? | .id, .name, .price]", "/api/shop/G1.json")
    let moved = #"["B2","Zwei",5]"#
    #expect([old, group] == (side == "--ours" ? [moved, "[]"] : ["[null,null,null]", moved]))
  }

  @Test(arguments: ["--ours", "--theirs"], [true, false])
  func anEntityThatOneSideMovedAndTheOtherOneRemoved(_ side: String, isMovedHere: Bool) throws {
    let (shop, other) = try pulled()
    let (mover, remover) = isMovedHere ? (shop, other) : (other, shop)
    try mover.okit("move", "books[0]", "old")
    try remover.okit("remove", "books[0]")
    try remover.okit("set", "books[0]/price", "4")
    try other.okit("remote", "push")
    let conflict = try shop.okit("remote", "sync", status: 75)
    let removal = isMovedHere ? " there: " : " here: "
    #expect(conflict.lines.count == 2 && conflict.lines.contains { $0.contains(removal) && $0.hasSuffix("-> none") })
    let isKept = (side == "--ours") == isMovedHere
    #expect(
      try settled(shop, other, "[[.books, .old | map(.id)], .books[-1].price]", [side])
        == #"[[["B2"],["B9"\#(isKept ? #","B1""# : "")]],4]"#)
  }

  @Test func aRemovalAndAMoveAreSettledInAnEditor() throws {
    let (shop, other) = try pulled()
    try shop.okit("move", "books[0]", "old")
    try other.okit("remove", "books[0]")
    try other.okit("remote", "push")
    let editor = try shop.machine.write("#!/bin/sh\nsed -i 's/1.50/3/' \"$1\"\n", "editor", mode: 0o700)
    try shop.okit("remote", "sync", "--edit", with: ["EDITOR": editor])
    #expect(try shop.served("[.old[] | [.id, .price]]") == #"[["B9",9],["B1",3]]"#)
  }

  /// One side moves an entity into another one, which the other side removes.
  @Test(arguments: ["--ours", "--theirs"], [true, false])
  func anEntityMovesIntoAGroupThatTheOtherSideRemoves(_ side: String, isMovedHere: Bool) throws {
    let (shop, other) = try pulled()
    let (mover, remover) = isMovedHere ? (shop, other) : (other, shop)
    try mover.okit("move", "books[0]", "groups[0]/group/books")
    try remover.okit("remove", "groups[0]", "--force")
    try remover.okit("set", "books[0]/price", "4")
    let isKept = (side == "--ours") == isMovedHere
    #expect(
      try settled(shop, other, "[[.groups[].id], [.books[] | [.id, .price]]]", [side])
        == (isKept ? #"[["G1"],[["B2",2]]]"# : #"[[],[["B2",2],["B1",4]]]"#))
    #expect(try !isKept || shop.served(".books[0].price", "/api/shop/G1.json") == "4")
  }

  @Test(arguments: ["--ours", "--theirs"], [true, false])
  func anEntityMovesOutOfAGroupThatIsRemoved(_ side: String, isMovedHere: Bool) throws {
    let (shop, other) = try pulled()
    try other.okit("move", "books[0]", "groups[0]/group/books")
    try other.okit("remote", "push")
    try shop.okit("remote", "sync")
    let (mover, changer) = isMovedHere ? (shop, other) : (other, shop)
    try mover.okit("move", "groups[0]/group/books[0]", "old")
    try mover.okit("remove", "groups[0]", "--force")
    try changer.okit("set", "groups[0]/group/name", "Renamed", "--no-sync")
    let isRemoved = (side == "--ours") == isMovedHere
    #expect(
      try settled(shop, other, "[[.groups[].id], [.old[].id]]", [side])
        == (isRemoved ? #"[[],["B9","B1"]]"# : #"[["G1"],["B9","B1"]]"#))
    #expect(try isRemoved || shop.served("[.name, .books]", "/api/shop/G1.json") == #"["Renamed",[]]"#)
  }

  /// One side moves a stand-in, and the other one replaces it by the entity of its partial.
  @Test(arguments: ["--ours", "--theirs"], [true, false])
  func aStandInMovesWhoseEntityIsInlined(_ side: String, isMovedHere: Bool) throws {
    let (shop, other) = try pulled()
    for workspace in [shop, other] {
      let path = workspace.root + "/okit/model/Shop.swift"
      let classes = try Files.text(path).replacing("old: [Book]", with: "other: [GroupPartial] = []; var old: [Book]")
      try Files.write(classes, to: path)
    }
    try shop.okit("set", "shop:other", "[]")
    try shop.okit("remote", "sync")
    try other.okit("remote", "sync")
    let (mover, inliner) = isMovedHere ? (shop, other) : (other, shop)
    try mover.okit("move", "groups[0]", "other")
    try inliner.okit("partial", "inline", "groups[0]")
    let isStandIn = (side == "--ours") == isMovedHere
    #expect(
      try settled(shop, other, "[.groups, .other | map(.id)]", [side])
        == (isStandIn ? #"[[],["G1"]]"# : #"[["E1"],[]]"#))
    #expect((shop.server["/api/shop/G1.json"] != nil) == isStandIn)
  }

  /// 'set' changes the stand-in, too, which is gone with its partial.
  @Test(arguments: [true, false]) func aStandInThatIsGoneIsNoQuestion(_ isMovedHere: Bool) throws {
    let (shop, other) = try pulled()
    let (mover, changer) = isMovedHere ? (shop, other) : (other, shop)
    try mover.okit("partial", "inline", "groups[0]")
    try changer.okit("set", "groups[0]/group/name", "Changed")
    #expect(try settled(shop, other, ".groups") == #"[{"id":"E1","name":"Changed","books":[]}]"#)
  }

  /// Both sides make a partial of an entity, each with a stand-in of its own.
  @Test(arguments: ["--ours", "--theirs"]) func bothSidesExtractAnEntity(_ side: String) throws {
    let (shop, other) = try pulled()
    try other.okit("partial", "inline", "groups[0]")
    try other.okit("remote", "push")
    try shop.okit("remote", "sync")
    for workspace in [shop, other] { try workspace.okit("partial", "extract", "groups[0]", "--keep", "name") }
    let kept = try (side == "--ours" ? shop : other).okit("get", "groups[0]/id").line
    #expect(try settled(shop, other, "[.groups[].id]", [side]) == "[\"\(kept)\"]")
    #expect(try shop.okit("get", "groups[0]/group/id").line == "E1")
  }

  /// A partial that is added to an entity goes with it.
  @Test func nothingIsLeftOfAnEntityThatIsGone() throws {
    let (shop, other) = try pulled()
    try other.okit("remove", "groups[0]", "--force")
    try other.okit("remote", "push")
    try shop.okit("set", "groups[0]/name", "Renamed")
    try shop.okit("add", "groups[0]/group/books", #"{"id":"B7","name":"Seven","price":7}"#)
    try Files.write(RemoteShop.picture, to: shop.machine.path("p.png"))
    try shop.okit("attachment", "put", "groups[0]/group/books[0]/photo", shop.machine.path("p.png"))
    #expect(try settled(shop, other, ".groups", ["--theirs"]) == "[]")
  }

  @Test func bothSidesInlineAPartial() throws {
    let (shop, other) = try pulled()
    for workspace in [shop, other] { try workspace.okit("partial", "inline", "groups[0]") }
    try shop.okit("set", "groups[0]/name", "Changed")
    try other.okit("set", "books[0]/price", "4")
    #expect(try settled(shop, other, "[.groups[0].name, .books[0].price]") == #"["Changed",4]"#)
  }

  /// The id of a stand-in can be that of the entity in its partial.
  @Test(arguments: [true, false]) func anEntityHasTheIDOfItsStandIn(_ isMovedHere: Bool) throws {
    let shop = try RemoteShop()
    let other = try shop.other()
    shop.server["/api/shop/G1.json"] = Array(#"{"id":"G1","name":"First"}"#.utf8)
    for workspace in [shop, other] { try workspace.okit("remote", "pull") }
    let (mover, changer) = isMovedHere ? (shop, other) : (other, shop)
    try mover.okit("partial", "inline", "groups[0]")
    try changer.okit("set", "groups[0]/group/name", "Changed", "--no-sync")
    try changer.okit("set", "books[0]/price", "5")
    #expect(try settled(shop, other, "[.groups, .books[0].price]") == #"[[{"id":"G1","name":"Changed"}],5]"#)
    #expect(shop.server["/api/shop/G1.json"] == nil)
  }

  /// One side moves an entity and removes its picture, which the other side replaces by one of the same size.
  @Test(arguments: ["--ours", "--theirs"], [true, false])
  func aPictureInAMovedEntity(_ side: String, isMovedHere: Bool) throws {
    let (shop, other) = try pulled()
    let (mover, changer) = isMovedHere ? (shop, other) : (other, shop)
    let new = SampleAttachment.pngSignature + Array("HELLO".utf8)
    try Files.write(new, to: changer.machine.path("picture"))
    try changer.okit("attachment", "put", "books[1]/photo", changer.machine.path("picture"))
    try mover.okit("move", "books[1]", "old")
    try mover.okit("attachment", "remove", "old[1]/photo")
    try other.okit("remote", "push")
    #expect(try shop.okit("remote", "sync", status: 75).lines.allSatisfy { $0.contains("/photo ") })
    let isKept = (side == "--ours") != isMovedHere
    #expect(try settled(shop, other, "[.old[1] | .id, has(\"photo\")]", [side]) == #"["B2",\#(isKept)]"#)
    #expect(shop.server["/api/_image/P1.png"] == (isKept ? new : nil))
  }

  @Test func entitiesMoveIntoEachOther() throws {
    let shop = try RemoteShop()
    let other = try shop.other()
    let classes = RemoteShop.classes.replacing(
      "var photo: ModelImage? }", with: "var photo: ModelImage?; var parts: [Book] = [] }")
    shop.server["/api/shop.json"] = Array(
      #"{"id":"SHOP","groups":[],"books":[{"id":"B1","name":"One","price":1,"parts":[]},{"id":"B2","name":"Two","price":2,"parts":[]}]}"#
        .utf8)
    for workspace in [shop, other] {
      try Files.write(classes, to: workspace.root + "/okit/model/Shop.swift")
      try workspace.okit("remote", "pull")
    }
    try shop.okit("move", "@B1", "@B2/parts")
    try other.okit("move", "@B2", "@B1/parts")
    try other.okit("set", "@B2/name", "Zwei")
    #expect(try settled(shop, other, "[.. | .id? // empty] | sort") == #"["B1","B2","SHOP"]"#)
    #expect(try shop.okit("get", "@B1/name", "@B2/name").lines == ["One", "Zwei"])
  }

  @Test(arguments: ["--ours", "--theirs"], [true, false])
  func aPictureThatChangesFollowsItsRemovedEntity(_ side: String, isRemovedHere: Bool) throws {
    let (shop, other) = try pulled()
    let (remover, changer) = isRemovedHere ? (shop, other) : (other, shop)
    let picture = changer.machine.path("picture")
    try Files.write(SampleAttachment.pngSignature + Array("HELLO".utf8), to: picture)
    try changer.okit("attachment", "put", "books[1]/photo", picture)
    try remover.okit("remove", "books[1]")
    try other.okit("remote", "push")
    let conflict = try shop.okit("remote", "sync", status: 75)
    #expect(
      conflict.lines.count == 2 && conflict.lines.allSatisfy { $0.contains("shop:books[1]") }, "\(conflict.lines)")
    let isKept = (side == "--ours") != isRemovedHere
    #expect(try settled(shop, other, "[.books[].id]", [side]) == (isKept ? #"["B1","B2"]"# : #"["B1"]"#))
    #expect(
      shop.server["/api/_image/P1.png"] == (isKept ? SampleAttachment.pngSignature + Array("HELLO".utf8) : nil))
  }

  /// A model gets a picture that is still here with its former bytes, because it belonged to a model that is pulled later.
  @Test func aPictureThatMovedToAnotherModelNeedsOneExchange() throws {
    let shop = try RemoteShop()
    let other = try shop.other()
    shop.server["/api/archive.json"] = Array(#"{"id":"ARCHIVE","books":[]}"#.utf8)
    for workspace in [shop, other] {
      try workspace.register(
        "archive", "Archive", ": ModelHttp, Codable { var id: String!; var books: [Book] = [] }")
      try workspace.okit("remote", "pull")
    }
    let new = SampleAttachment.pngSignature + Array("HELLO".utf8)
    try Files.write(new, to: other.machine.path("new.png"))
    try other.okit("attachment", "put", "shop:books[1]/photo", other.machine.path("new.png"))
    try other.okit("move", "shop:books[1]", "archive:books")
    try other.okit("remote", "sync")
    try shop.okit("remote", "sync")
    #expect(try shop.okit("get", "archive:books[0]/name").line == "Two")
    #expect(try Files.read(shop.data + "/_image/P1.png") == new)
    for workspace in [shop, other] {
      let states = try workspace.okit("remote", "status", "--json").bytes
      #expect(try workspace.machine.run("jq", "-c", "[.models[].state]", input: states).line == #"["same","same"]"#)
      #expect(try workspace.okit("check").text == "")
    }
  }

  /// A model loses an entity on the server only when another one has got it there.
  @Test func anEntityIsNotMissingOnTheServerIfItsNewModelIsRefused() throws {
    let shop = try RemoteShop()
    shop.server["/api/zoo.json"] = Array(#"{"id":"ZOO","books":[]}"#.utf8)
    try shop.register("zoo", "Zoo", ": ModelHttp, Codable { var id: String!; var books: [Book] = [] }")
    try shop.okit("remote", "pull")
    try shop.okit("move", "shop:books[0]", "zoo:books")
    shop.server.answer { request, _ in
      request.method == "POST" && request.path.hasSuffix("zoo.json") ? .status(403) : nil
    }
    #expect(try shop.okit("remote", "sync", status: 77).errors.contains("model shop is not sent"))
    #expect(try shop.served("[.books[].id]") == #"["B1","B2"]"#)
    shop.server.answer { _, _ in nil }
    try shop.okit("remote", "sync")
    #expect(try shop.served("[.books[].id]") == #"["B2"]"#)
    #expect(try shop.served("[.books[].id]", "/api/zoo.json") == #"["B1"]"#)
  }

  private func recipient(of shop: RemoteShop) throws -> String {
    try shop.machine.run("jq", "-r", "[.. | strings | select(startswith(\"age1\"))][0]", shop.configuration).line
  }

  @Test func movesOfEncryptedModels() throws {
    let shop = try RemoteShop(kind: "encrypted-http")
    try shop.okit("key", "generate")
    try shop.okit("remote", "pull")
    try shop.okit("encrypt", "shop")
    try shop.okit("remote", "push")
    let other = try shop.other(kind: "encrypted-http")
    let key = try #require(Files.files(below: shop.machine.folder + "/config").first { $0.hasSuffix("identity.txt") })
    let identity = ["OKIT_IDENTITY": shop.machine.folder + "/config/" + key]
    try other.okit("key", "add", recipient(of: shop), with: identity)
    try other.okit("remote", "pull", with: identity)
    try other.okit("partial", "inline", "groups[0]", with: identity)
    try other.okit("remote", "push", with: identity)
    try shop.okit("set", "groups[0]/group/name", "Changed", "--no-sync")
    try shop.okit("remote", "sync")
    #expect(try shop.okit("get", "groups[0]/name").line == "Changed")
    #expect(shop.server["/api/shop/G1.json"] == nil)
    #expect(shop.server["/api/shop.json"]?.starts(with: "age-encryption.org/v1".utf8) == true)
    try other.okit("remote", "sync", with: identity)
    #expect(try other.okit("get", "groups[0]/name", with: identity).line == "Changed")
  }
}
