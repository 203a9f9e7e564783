import TestSupport
import Testing

/// Entities that one side moves to another model, and that the other side changes, moves or removes.
@Suite struct RemoteModelMoveTests {
  /// A shop and an archive, here and in another workspace.
  private func pulled() throws -> (RemoteShop, RemoteShop) {
    let shop = try RemoteShop()
    let other = try shop.other()
    shop.server["/api/shop.json"] = Array(RemoteShop.shop.replacing(#""groups""#, with: #""old":[],"groups""#).utf8)
    shop.server["/api/shop/G1.json"] = Array(#"{"id":"E1","name":"First","books":[]}"#.utf8)
    shop.server["/api/archive.json"] = Array(#"{"id":"ARCHIVE","books":[],"groups":[]}"#.utf8)
    for workspace in [shop, other] {
      try workspace.registerArchive("ModelHttp")
      try workspace.okit("remote", "pull")
    }
    return (shop, other)
  }

  /// Exchanges the changes, and returns what the server has then, which is what both workspaces have: the lists of the shop, and those of the archive.
  private func settled(_ shop: RemoteShop, _ other: RemoteShop, _ options: [String] = []) throws -> [String] {
    try other.okit("remote", "sync")
    try shop.okit(["remote", "sync"] + options)
    try other.okit("remote", "sync")
    for workspace in [shop, other] {
      let states = try workspace.okit("remote", "status", "--json").bytes
      #expect(try workspace.machine.run("jq", "-c", "[.models[].state]", input: states).line == #"["same","same"]"#)
      try workspace.expectFilesOfServer()
    }
    let filter = "[.books, .old // [] | map([.id, .price])]"
    return [try shop.served(filter), try shop.served(filter, "/api/archive.json")]
  }

  @Test(arguments: [true, false]) func aChangeFollowsAnEntityToAnotherModel(_ isMovedHere: Bool) throws {
    let (shop, other) = try pulled()
    let (mover, changer) = isMovedHere ? (shop, other) : (other, shop)
    try mover.okit("move", "shop:books[1]", "archive:books")
    try changer.okit("set", "shop:books[1]/price", "5", "shop:books[0]/price", "4")
    #expect(try settled(shop, other) == [#"[[["B1",4]],[]]"#, #"[[["B2",5]],[]]"#])
    #expect(shop.server["/api/_image/P1.png"] == RemoteShop.picture)
  }

  @Test(arguments: [true, false]) func aPictureFollowsItsEntityToAnotherModel(_ isMovedHere: Bool) throws {
    let (shop, other) = try pulled()
    let (mover, changer) = isMovedHere ? (shop, other) : (other, shop)
    let new = SampleAttachment.pngSignature + Array("HELLO".utf8)
    try Files.write(new, to: changer.machine.path("new.png"))
    try changer.okit("attachment", "put", "shop:books[1]/photo", changer.machine.path("new.png"))
    try mover.okit("move", "shop:books[1]", "archive:books")
    #expect(try settled(shop, other) == [#"[[["B1",1.5]],[]]"#, #"[[["B2",2]],[]]"#])
    #expect(shop.server["/api/_image/P1.png"] == new)
  }

  @Test(arguments: ["--ours", "--theirs"], [true, false])
  func anEntityThatOneSideRemovedAndTheOtherOneMoved(_ side: String, isMovedHere: Bool) throws {
    let (shop, other) = try pulled()
    let (mover, remover) = isMovedHere ? (shop, other) : (other, shop)
    try mover.okit("move", "shop:books[1]", "archive:books")
    try remover.okit("remove", "shop:books[1]")
    try other.okit("remote", "sync")
    let conflict = try shop.okit("remote", "sync", status: 75)
    #expect(
      conflict.lines.count == 2 && conflict.lines.contains { $0.hasSuffix("-> none") }, "\(conflict.lines)")
    #expect(try shop.okit("remote", "status").text.contains("conflict"))
    let isKept = (side == "--ours") == isMovedHere
    #expect(
      try settled(shop, other, [side])
        == [#"[[["B1",1.5]],[]]"#, isKept ? #"[[["B2",2]],[]]"# : "[[],[]]"])
    #expect(shop.server["/api/_image/P1.png"] == (isKept ? RemoteShop.picture : nil))
  }

  @Test(arguments: ["--ours", "--theirs"], [true, false])
  func anEntityThatBothSidesMoved(_ side: String, isMovedFarHere: Bool) throws {
    let (shop, other) = try pulled()
    let (far, near) = isMovedFarHere ? (shop, other) : (other, shop)
    try far.okit("move", "shop:books[1]", "archive:books")
    try near.okit("move", "shop:books[1]", "shop:old")
    try near.okit("set", "shop:old[0]/price", "7")
    try other.okit("remote", "sync")
    #expect(try shop.okit("remote", "sync", status: 75).lines.contains { $0.contains("moved to") })
    let isFar = (side == "--ours") == isMovedFarHere
    #expect(
      try settled(shop, other, [side])
        == (isFar
          ? [#"[[["B1",1.5]],[]]"#, #"[[["B2",7]],[]]"#] : [#"[[["B1",1.5]],[["B2",7]]]"#, "[[],[]]"]))
  }

  /// A partial goes to another model with its stand-in, with what the other side changed in it or moved into it.
  @Test(arguments: [true, false]) func aPartialMovesToAnotherModel(_ isMovedHere: Bool) throws {
    let (shop, other) = try pulled()
    let (mover, changer) = isMovedHere ? (shop, other) : (other, shop)
    try mover.okit("move", "shop:groups[0]", "archive:groups")
    try changer.okit("set", "shop:groups[0]/group/name", "Changed", "--no-sync")
    try changer.okit("move", "shop:books[0]", "shop:groups[0]/group/books")
    #expect(try settled(shop, other) == [#"[[["B2",2]],[]]"#, "[[],[]]"])
    #expect(
      try shop.served("[.name, (.books | map(.id))]", "/api/archive/G1.json") == #"["Changed",["B1"]]"#)
    #expect(shop.server["/api/shop/G1.json"] == nil)
    #expect(try shop.served("[.groups[].id]", "/api/archive.json") == #"["G1"]"#)
  }

  /// One question shows the conflicts of both models.
  @Test func conflictsOfSeveralModelsAreSettledInAnEditor() throws {
    let (shop, other) = try pulled()
    try shop.okit("move", "shop:books[1]", "archive:books")
    try shop.okit("set", "archive:books[0]/price", "5", "shop:books[0]/price", "6")
    try other.okit("set", "shop:books[1]/price", "7", "shop:books[0]/price", "8")
    try other.okit("remote", "sync")
    let editor = try shop.machine.write(
      "#!/bin/sh\nsed -i -e 's/: 5,/: 10,/' -e 's/: 6,/: 11,/' \"$1\"\n", "editor", mode: 0o700)
    try shop.okit("remote", "sync", "--edit", with: ["EDITOR": editor])
    #expect(try settled(shop, other) == [#"[[["B1",11]],[]]"#, #"[[["B2",10]],[]]"#])
  }

  private struct EncryptedArchive {
    let shop: RemoteShop
    let other: RemoteShop
    let identity: [String: String]
    let new = SampleAttachment.pngSignature + Array("HELLO".utf8)

    /// With `isInArchive`, the book with the picture is in the archive first.
    init(isInArchive: Bool) throws {
      shop = try RemoteShop()
      other = try shop.other()
      for workspace in [shop, other] { try workspace.registerArchive("ModelEncryptedHttp") }
      try shop.okit("key", "generate")
      let folder = shop.machine.folder + "/config/"
      identity = ["OKIT_IDENTITY": folder + (Files.files(below: folder).first { $0.hasSuffix("identity.txt") } ?? "")]
      try shop.okit("remote", "pull")
      try shop.okit("model", "create", "archive")
      if isInArchive { try shop.okit("move", "shop:books[1]", "archive:books") }
      try shop.okit("remote", "sync")
      let recipient = try shop.machine.run(
        "jq", "-r", "[.. | strings | select(startswith(\"age1\"))][0]", shop.configuration
      ).line
      try other.okit("key", "add", recipient, with: identity)
      try other.okit("remote", "pull", with: identity)
      for workspace in [shop, other] { try Files.write(new, to: workspace.machine.path("new.png")) }
    }

    func run(_ workspace: RemoteShop, _ words: String...) throws {
      try workspace.machine.okit(words, with: identity, in: workspace.root)
    }

    /// The decrypted bytes of the picture that the server has, and its first bytes as they are stored.
    func picture(at path: String) throws -> (plain: [UInt8], isEncrypted: Bool) {
      for workspace in [shop, other] {
        let states = try workspace.okit("remote", "status", "--json", with: identity).bytes
        #expect(try workspace.machine.run("jq", "-c", "[.models[].state]", input: states).line == #"["same","same"]"#)
        let findings = try workspace.machine.launch([Machine.okit, "check"], [], identity, workspace.root).text
        #expect(!findings.contains("size") && !findings.contains("attachment"), "\(findings)")
      }
      let stored = try #require(shop.server["/api/_image/P1.png"])
      #expect(try Files.read(shop.data + "/_image/P1.png") == stored)
      let plain = try other.okit("attachment", "get", path, with: identity).bytes
      return (plain, stored.starts(with: "age-encryption.org/v1".utf8))
    }
  }

  @Test(arguments: [true, false]) func aPictureThatChangesFollowsItsEntityToAnEncryptedModel(_ isMovedHere: Bool) throws
  {
    let scene = try EncryptedArchive(isInArchive: false)
    let (shop, other) = (scene.shop, scene.other)
    let (mover, changer) = isMovedHere ? (shop, other) : (other, shop)
    try scene.run(mover, "move", "shop:books[1]", "archive:books")
    try scene.run(changer, "attachment", "put", "shop:books[1]/photo", changer.machine.path("new.png"))
    try scene.run(other, "remote", "sync")
    try scene.run(shop, "remote", "sync")
    try scene.run(other, "remote", "sync")
    let picture = try scene.picture(at: "archive:books[0]/photo")
    #expect(picture.plain == scene.new && picture.isEncrypted)
  }

  @Test(arguments: ["--ours", "--theirs"], [true, false])
  func aPictureThatBothSidesChangedGetsTheFormOfItsModel(_ side: String, isMovedHere: Bool) throws {
    let scene = try EncryptedArchive(isInArchive: false)
    let (shop, other) = (scene.shop, scene.other)
    let (mover, changer) = isMovedHere ? (shop, other) : (other, shop)
    let third = SampleAttachment.pngSignature + Array("third".utf8)
    try Files.write(third, to: changer.machine.path("third.png"))
    try scene.run(mover, "attachment", "put", "shop:books[1]/photo", mover.machine.path("new.png"))
    try scene.run(mover, "move", "shop:books[1]", "archive:books")
    try scene.run(changer, "attachment", "put", "shop:books[1]/photo", changer.machine.path("third.png"))
    try scene.run(other, "remote", "sync")
    try shop.machine.okit(["remote", "sync"], status: 75, with: scene.identity, in: shop.root)
    try scene.run(shop, "remote", "sync", side)
    try scene.run(other, "remote", "sync")
    let picture = try scene.picture(at: "archive:books[0]/photo")
    #expect(picture.plain == ((side == "--ours") == isMovedHere ? scene.new : third) && picture.isEncrypted)
  }

  /// The new bytes of a file with the same content are taken, so that recipients who were removed do not come back.
  @Test func reencryptedFilesAreNotSentBack() throws {
    let scene = try EncryptedArchive(isInArchive: false)
    let (shop, other) = (scene.shop, scene.other)
    try scene.run(shop, "move", "shop:groups[0]", "archive:groups")
    try scene.run(shop, "remote", "sync")
    try scene.run(other, "remote", "sync")
    try scene.run(other, "rekey")
    try scene.run(other, "move", "shop:books[1]", "archive:books")
    try scene.run(other, "remote", "sync")
    let bytes = shop.server["/api/archive/G1.json"]
    try scene.run(shop, "set", "shop:books[0]/price", "4")
    try scene.run(shop, "remote", "sync")
    try scene.run(other, "remote", "sync")
    #expect(shop.server["/api/archive/G1.json"] == bytes && bytes != nil)
    #expect(try scene.picture(at: "archive:books[0]/photo").plain == RemoteShop.picture)
  }

  /// The order in which models are sent does not matter for an attachment that is encrypted on the server and not here.
  @Test func aModelIsSentAfterTheOneThatLostItsPicture() throws {
    let scene = try EncryptedArchive(isInArchive: true)
    let (shop, other) = (scene.shop, scene.other)
    try scene.run(shop, "move", "archive:books[0]", "shop:books")
    try scene.run(shop, "remote", "push", "archive")
    _ = shop.server.takeRequests()
    try scene.run(shop, "remote", "push", "shop")
    let paths = shop.server.takeRequests().filter { $0.method == "POST" }.map(\.path)
    #expect(paths == ["/api/shop.json", "/api/_image/P1.png"])
    try scene.run(other, "remote", "sync")
    #expect(try scene.picture(at: "shop:books[1]/photo").plain == RemoteShop.picture)
  }

  @Test(arguments: [true, false]) func aPictureFollowsItsEntityToAPlainModel(_ isMovedHere: Bool) throws {
    let scene = try EncryptedArchive(isInArchive: true)
    let (shop, other) = (scene.shop, scene.other)
    let (mover, changer) = isMovedHere ? (shop, other) : (other, shop)
    try scene.run(mover, "move", "archive:books[0]", "shop:books")
    try scene.run(changer, "set", "archive:books[0]/price", "5", "shop:books[0]/price", "4")
    try scene.run(other, "remote", "sync")
    try scene.run(shop, "remote", "sync")
    try scene.run(other, "remote", "sync")
    let picture = try scene.picture(at: "shop:books[1]/photo")
    #expect(picture.plain == RemoteShop.picture && !picture.isEncrypted)
    #expect(try shop.served("[.books[] | [.id, .price]]") == #"[["B1",4],["B2",5]]"#)
  }
}
