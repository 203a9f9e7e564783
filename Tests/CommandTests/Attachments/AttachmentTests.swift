import TestSupport
import Testing

/// Attachments of the Bookshop in every form: their bytes and their properties.
@Suite struct AttachmentTests {
  private static let icon = "EC66A787-95E7-41D1-B731-AF10506BF2EF"
  private static let image = "_image/\(icon).png"
  private static let note = "_data/119A72D1-74C9-4F6A-8C01-1CDD9474031B.raw"

  @Test(arguments: FormedShop.Form.allCases) func attachmentsAreListed(form: FormedShop.Form) throws {
    let shop = try FormedShop(form)
    let wanted = try shop.jq(
      """
      [(.books | to_entries[] | {path: "default:books[\\(.key)]/icon", id: .value.icon.id, size: .value.icon.size,
        width: 8, height: 8, content: "image/png"}), {path: "default:note", id: .note.id, size: .note.size, width: null,
        height: null, content: null}]
      """, "default.json")
    #expect(
      try shop.jq(
        "[.attachments[] | {path, id, size, width, height, content}]", ofOKit: "attachment", "list", "--json")
        == wanted)
    #expect(try shop.okit("data", "list").text == shop.okit("attachment", "list").text)
  }

  @Test(arguments: FormedShop.Form.allCases) func attachmentsAreRead(form: FormedShop.Form) throws {
    let shop = try FormedShop(form)
    #expect(try shop.okit("attachment", "get", "books[0]/icon").bytes == shop.plain(Self.image))
    #expect(try shop.okit("data", "get", "note").text == "A note that lies in a file of its own.\n")
    let target = shop.shop.machine.path("icon.png")
    try Files.write("old", to: target)
    try shop.okit("attachment", "get", "books[0]/icon", "-o", target)
    #expect(try Files.read(target) == shop.plain(Self.image))
    let folder = try shop.okit("attachment", "get", "books[0]/icon", "-o", "okit", status: 73)
    #expect(folder.errors == "okit: error: \(shop.root)/okit is a folder\n")
    let pipe = shop.machine.path("pipe")
    try shop.machine.run("mkfifo", pipe)
    let special = try shop.okit("attachment", "get", "books[0]/icon", "-o", pipe, status: 73)
    #expect(special.errors == "okit: error: \(pipe) is not a regular file\n")
    try shop.okit("attachment", "get", "books[0]", status: 64)
    try shop.okit("attachment", "get", "books[9]/icon", status: 66)
  }

  @Test(arguments: [FormedShop.Form.age, .okitCBC]) func aDamagedAttachmentWritesNoFile(form: FormedShop.Form) throws {
    let shop = try FormedShop(form)
    var bytes = try Files.read(shop.path(Self.image))
    bytes[bytes.count - 1] ^= 0xff
    try Files.write(bytes, to: shop.path(Self.image))
    let folder = shop.shop.machine.path("out")
    try Files.makeFolder(folder)
    try Files.write("old", to: folder + "/icon.png")
    try shop.okit("attachment", "get", "books[0]/icon", "-o", folder + "/icon.png", status: 65)
    try shop.okit("attachment", "get", "books[0]/icon", "-o", folder + "/new.png", status: 65)
    #expect(try Files.names(in: folder) == ["icon.png"])
    #expect(try Files.text(folder + "/icon.png") == "old")
    #expect(try shop.okit("attachment", "list", "--json").text.contains(#""state":"unreadable""#))
  }

  @Test(arguments: FormedShop.Form.allCases, Picture.allCases)
  func attachmentsAreReplacedByEachFormat(form: FormedShop.Form, picture: Picture) throws {
    let shop = try FormedShop(form)
    let bytes = picture.bytes(width: 300, height: 200)
    let file = shop.shop.machine.path("picture")
    try Files.write(bytes, to: file)
    // file(1) knows the size of these formats as well.
    if [.png, .gif, .jpeg, .webp].contains(picture) {
      let words = try shop.shop.machine.run("file", "-b", file).line.replacing(" x ", with: "x")
      #expect(words.contains("300x200"), "\(words)")
    }
    let text = try shop.text("default.json")
    #expect(try shop.okit("attachment", "put", "books[0]/icon", file).line == "default:books[0]/icon")
    let stored = "_image/\(Self.icon).\(picture.ending)"
    #expect(try shop.plain(stored) == bytes)
    #expect(picture == .png || !Files.exists(shop.path(Self.image)))
    let format = picture == .png ? #""format":"image\/png","id":"EC"# : #""format":"image/\#(picture.ending)","id":"EC"#
    let edited = try FormedShop.replacing(#""format":"image\/png","id":"EC"#, with: format, in: text)
    #expect(
      try shop.text("default.json")
        == FormedShop.replacing(
          #""label":"The Dispossessed","size":74"#, with: #""label":"The Dispossessed","size":\#(bytes.count)"#,
          in: edited))
    let listed = try shop.jq(
      ".attachments[0] | [.content, .format, .width, .height, .size, .file]", ofOKit: "data", "list", "--json")
    let type = "image/\(picture.ending)"
    #expect(listed == #"["\#(type)","\#(type)",300,200,\#(bytes.count),"okit/data/\#(stored)"]"#)
    #expect(try shop.okit("check").text == "")
    #expect(try shop.okit("attachment", "get", "books[0]/icon").bytes == bytes)
  }

  @Test(arguments: FormedShop.Form.allCases) func attachmentsMoveIntoTheEntityAndBack(form: FormedShop.Form) throws {
    let shop = try FormedShop(form)
    let (text, bytes) = (try shop.text("default.json"), try shop.plain(Self.image))
    let inline = try shop.okit("attachment", "put", "books[0]/icon", "--inline")
    #expect(inline.errors.contains("the definitions declare the class ModelImage at"))
    #expect(!Files.exists(shop.path(Self.image)))
    let base64 = try shop.shop.machine.run("base64", "-w0", input: bytes).text
    #expect(
      try shop.text("default.json")
        == FormedShop.replacing(
          #""label":"The Dispossessed","size":74"#, with: #""label":"The Dispossessed","size":74,"data":"\#(base64)""#,
          in: text))
    #expect(try shop.okit("attachment", "get", "books[0]/icon").bytes == bytes)
    let listed = try shop.jq(".attachments[0] | [.state, .width, .size, .file]", ofOKit: "data", "list", "--json")
    #expect(listed == #"["inline",8,74,null]"#)
    try shop.okit("attachment", "put", "books[0]/icon", "--separate")
    #expect(try shop.text("default.json") == text)
    #expect(try shop.plain(Self.image) == bytes)
    #expect(try shop.okit("check").text == "")
  }

  @Test(arguments: FormedShop.Form.allCases) func putCreatesAMissingAttachment(form: FormedShop.Form) throws {
    let shop = try FormedShop(form)
    let gif = Picture.gif.bytes(width: 5, height: 7)
    try shop.okit("attachment", "remove", "books[1]/icon")
    #expect(!Files.exists(shop.path("_image/57EE05CD-E009-42C7-BEBF-F20686734721.png")))
    #expect(try shop.jq(".books[1].icon", "default.json") == "null")
    #expect(try shop.okit("check").text == "")
    #expect(try shop.okit("attachment", "put", "books[1]/icon", "-", input: gif).line == "default:books[1]/icon")
    let id = try shop.okit("get", "books[1]/icon/id").line
    #expect(
      try shop.jq(".books[1].icon", "default.json")
        == #"{"format":"image/gif","id":"\#(id)","label":"","quality":0.5,"scale":1,"size":\#(gif.count),"template":false}"#
    )
    #expect(try shop.plain("_image/\(id).gif") == gif)

    try shop.okit("data", "remove", "note")
    #expect(!Files.exists(shop.path(Self.note)))
    try shop.okit("data", "put", "note", "-", input: Array("remember".utf8))
    let noteID = try shop.okit("get", "note/id").line
    #expect(try shop.text("_data/\(noteID).raw") == "remember")
    #expect(try shop.okit("check").text == "")
  }

  @Test func attachmentsAreAddedToArrays() throws {
    let shop = try FormedShop(.plain)
    try shop.write(#"{"id":"ALBUM","pictures":[]}"#.utf8, "album.json")
    for (number, picture) in [Picture.png, .jpeg].enumerated() {
      let bytes = picture.bytes(width: 9, height: 10 + number)
      let path = try shop.okit("data", "put", "album:pictures", "-", input: bytes).line
      #expect(path == "album:pictures[\(number)]")
      #expect(try shop.okit("data", "get", path).bytes == bytes)
    }
    #expect(
      try shop.jq("[.attachments[] | [.content, .width, .height]]", ofOKit: "data", "list", "album", "--json")
        == #"[["image/png",9,10],["image/jpeg",9,11]]"#)
    try shop.okit("data", "remove", "album:pictures[0]")
    #expect(try shop.jq("[.pictures[].format]", "album.json") == #"["image/jpeg"]"#)
  }

  @Test func removingAnAttachmentKeepsASharedFile() throws {
    let shop = try FormedShop(.age)
    try shop.edit("default.json", "57EE05CD-E009-42C7-BEBF-F20686734721", Self.icon)
    let remove = try shop.okit("attachment", "remove", "books[1]/icon")
    #expect(remove.errors.contains(": another entity uses it"))
    #expect(Files.exists(shop.path(Self.image)))
    #expect(try shop.okit("attachment", "get", "books[0]/icon").bytes == shop.plain(Self.image))
  }

  @Test func wrongAttachmentCommandsAreRefused() throws {
    let shop = try FormedShop(.okitCBC)
    let gif = shop.shop.machine.path("picture")
    try Files.write(Picture.gif.bytes(width: 1, height: 1), to: gif)
    try shop.edit("default.json", "7F26144B-9828-4FCD-99A5-4A7BB1FEE08F", "..\\/..\\/x")
    let before = try shop.shop.tree()
    for (words, status) in [
      (["put", "books[0]/name", gif], 64), (["put", "books[0]/dates", gif], 64), (["put", "books[0]", gif], 64),
      (["put", "books[0]/icon"], 64), (["put", "books[0]/icon", gif, "--inline", "--separate"], 64),
      (["put", "books[0]/icon", "/etc/passwd"], 65), (["put", "books[0]/icon", "/nowhere"], 74),
      (["put", "books[0]/icon", gif, "--format", "image/A B"], 65),
      (["put", "books[0]/icon", gif, "--format", "x/"], 65),
      (["put", "books[3]/icon", gif], 65), (["get", "books[3]/icon"], 65), (["remove", "books[3]/icon"], 65),
      (["remove", "books[0]/name"], 64), (["put", "settings:nothing", "--inline"], 66),
    ] as [([String], Int32)] {
      try shop.shop.okit(["attachment"] + words, status: status)
      #expect(try shop.shop.tree().differences(from: before) == [], "\(words)")
    }
    #expect(!Files.exists(shop.path("../x.png")) && !Files.exists(shop.path("../../x.png")))
  }

  @Test(arguments: FormedShop.Form.allCases) func unusedAttachmentsAreCollected(form: FormedShop.Form) throws {
    let shop = try FormedShop(form)
    let entity =
      #"{"id":"SPARED","format":"image/png","label":"","quality":1,"scale":1,"template":false,"size":3}"#
    try shop.write(#"{"id":"O","icon":\#(entity)}"#.utf8, "directory/ORPHAN.json")
    try shop.edit("default.json", #""label":"Solaris","size":74"#, #""label":"Solaris","size":null"#)
    for file in ["_image/SPARED.png", "_image/OTHER.png", "_data/OTHER.raw", "_image/\(Self.icon).gif"] {
      try shop.write("any".utf8, file)
    }
    // A file of another program: no attachment has such a name, and no backup contains it.
    try shop.write("any".utf8, "_image/.DS_Store")
    let before = try shop.shop.tree()
    let wanted = ["okit/data/_data/OTHER.raw", "okit/data/_image/\(Self.icon).gif", "okit/data/_image/OTHER.png"]
      .sorted()
    #expect(try shop.okit("attachment", "gc", "-n").lines.sorted() == wanted)
    #expect(try shop.shop.tree().differences(from: before) == [])
    #expect(try shop.okit("attachment", "gc").lines.sorted() == wanted)
    #expect(try shop.shop.tree().differences(from: before).sorted() == wanted.map { "\($0) is missing" })
    let nothing = try shop.okit("attachment", "gc")
    #expect(nothing.text == "" && nothing.errors == "nothing to remove: every file is used\n")
  }

  @Test func whatCannotBeUndoneNeedsConsent() throws {
    let shop = try FormedShop(.okitCBC)
    let configuration = try shop.machine.run("jq", #".history = {"size": "1 KB"}"#, shop.root + "/okit/okit.json").bytes
    try Files.write(configuration, to: shop.root + "/okit/okit.json")
    try Files.write([UInt8](repeating: 7, count: 5000), to: shop.data + "/_data/UNUSED.raw")
    let before = try shop.shop.tree()
    for words in [["attachment", "gc"], ["decrypt", "default"], ["check", "--fix"]] {
      #expect(try shop.okit(words, status: 64).errors.contains("this change cannot be undone"), "\(words)")
      #expect(try shop.shop.tree().differences(from: before) == [], "\(words)")
    }
    for words in [["attachment", "gc", "--yes"], ["decrypt", "default", "-y"]] { try shop.okit(words) }
    #expect(!Files.exists(shop.data + "/_data/UNUSED.raw"))
  }

  @Test func attachmentsAreNotCollectedWhileAModelIsLocked() throws {
    let shop = try FormedShop(.age)
    try shop.write("any".utf8, "_image/OTHER.png")
    let before = try shop.shop.tree()
    try shop.shop.okit(
      "attachment", "gc", status: 77, with: ["XDG_CONFIG_HOME": shop.shop.machine.path("nowhere")])
    #expect(try shop.shop.tree().differences(from: before) == [])
  }
}
