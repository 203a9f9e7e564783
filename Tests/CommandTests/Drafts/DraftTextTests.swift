import Foundation
import TestSupport
import Testing

/// The text that the editor gets, and what its changes become.
@Suite struct DraftTextTests {
  @Test func theTextSaysWhatTheClassSays() throws {
    let text = try FormedShop(.age).draft("edit", "books[0]")
    for line in [
      "// Edit default:books[0], then save and close the file.",
      "  // price: Double\n  // In euros.\n  \"price\": 9.99,",
      "  // one of: \"0\" paperback, \"1\" hardcover, \"2\" electronic\n  \"type\": \"0\",  // paperback",
      "  \"date\": 462567262.25,  // 2015-08-29T18:54:22.25Z",
      "  \"author\": \"Ursula K. Le Guin\",  // id 92276658-1E27-41C0-8A6A-63EC24EDE6A4",
      "  \"icon\": \"@okit/data/_image/EC66A787-95E7-41D1-B731-AF10506BF2EF.png\",  // image/png, 74 bytes",
      "  // comment: String, optional\n  // \"comment\": null,",
    ] {
      #expect(text.contains(line), "\(text)")
    }
  }

  @Test func theTextListsTheCandidates() throws {
    let shop = try FormedShop(.age)
    // Similar references refer to these.
    let text = try shop.draft("edit", "books[0]")
    #expect(
      text.contains("  // one of: Fantasy, Science Fiction, Horror\n  \"genre\": \"Science Fiction\","), "\(text)")
    try Files.makeFolder(shop.root + "/okit/rules")
    let rules =
      #"{"properties": {"genre": {"x-okit-candidates": "/genres[name!=Horror]"}, "name": {"enum": ["A", "B"]}}}"#
    try Files.write(rules, to: shop.root + "/okit/rules/Book.json")
    for words in [["edit", "books[0]"], ["edit", "books[*]"], ["add", "books", "--edit"]] {
      let text = try shop.draft(words)
      #expect(text.contains("// one of: Fantasy, Science Fiction\n"), "\(text)")
      #expect(text.contains("// one of: A, B\n"), "\(text)")
    }
    #expect(try shop.draft("edit", "books[0]/genre").contains("// one of: Fantasy, Science Fiction\n"))
  }

  /// By its own path as in its entity.
  @Test func aReferenceIsANameAndAnAttachmentTakesAPath() throws {
    let shop = try FormedShop(.age)
    #expect(try shop.draft("edit", "books[0]/genre").hasSuffix("\n\"Science Fiction\"  // id SCIENCE_FICTION\n"))
    let id = try shop.okit("get", "books[0]/genre/id").line
    try shop.editText("books[0]/genre", #"echo '"Fantasy"' >"$1""#)
    #expect(try shop.okit("get", "books[0]/genre/refKey", "books[0]/genre/id").lines == ["FANTASY", id])
    let picture = shop.machine.path("new.png")
    try Files.write(FormedShop.picture, to: picture)
    try shop.editText("books[0]/icon", #"echo '"@\#(picture)"' >"$1""#)
    #expect(try shop.okit("attachment", "get", "books[0]/icon").bytes == FormedShop.picture)
  }

  @Test func anUnchangedTextChangesNothing() throws {
    let shop = try FormedShop(.age)
    let before = try shop.shop.tree()
    for script in ["true", "touch \"$1\"", "sed -i 's,// .*,,' \"$1\"", "sed -i 's/9.99/9.990/' \"$1\""] {
      let output = try shop.editText("books[0]", script)
      #expect(output.errors == "the text is unchanged, so nothing was changed\n" || output.errors == "edited nothing\n")
    }
    #expect(try shop.shop.tree().differences(from: before) == [])
    #expect(try shop.texts() == [])
  }

  /// A change of the text, and the bytes that it changes.
  @Test(arguments: [
    (
      #"s/"genre": "Science Fiction"/"genre": "Horror"/"#, #""genre":{"refKey":"SCIENCE_FICTION""#,
      #""genre":{"refKey":"HORROR""#
    ),
    (
      #"s/"genre": "Science Fiction"/"genre": "HORROR"/"#, #""genre":{"refKey":"SCIENCE_FICTION""#,
      #""genre":{"refKey":"HORROR""#
    ),
    (#"s/"date": 462567262.25/"date": "2026-01-31"/"#, #""date":462567262.25"#, #""date":791510400"#),
    (#"s/"type": "0"/"type": "hardcover"/"#, #""type":"0""#, #""type":"1""#),
    (
      #"s,// "comment": null,"comment": "new","#, #""size":74}},{"name":"Solaris""#,
      #""size":74},"comment":"new"},{"name":"Solaris""#
    ),
    (
      #"s/"date": 600000000/"date": 600000001/"#, #""dates":[{"date":600000000}],"type":"0""#,
      #""dates":[{"date":600000001}],"type":"0""#
    ),
  ])
  func aChangeOfTheTextChangesOnlyItsValue(_ script: String, _ old: String, _ new: String) throws {
    let shop = try FormedShop(.plain)
    // The fixture is one line, in which some of these texts are there several times.
    let text = try shop.text("default.json")
    let start = try #require(text.range(of: old)).lowerBound
    let expected = text[..<start] + new + text[start...].dropFirst(old.count)
    try shop.editText("books[0]", "sed -i '\(script)' \"$1\"")
    #expect(try shop.text("default.json") == String(expected), "\(script)")
  }

  @Test func severalValuesAreEditedInOneStep() throws {
    let shop = try FormedShop(.age)
    let output = try shop.editText("books[*]/price", #"sed -i 's/": 9.99/": 1/; s/": 12/": 2/' "$1""#, "--json")
    #expect(output.text.contains(#"{"model":"default","path":"default:books[0]/price""#))
    #expect(try shop.okit("get", "books[*]/price").lines == ["1", "8.5", "2", "5.25"])
    try shop.okit("undo")
    #expect(try shop.okit("get", "books[*]/price").lines == ["9.99", "8.5", "12", "5.25"])
    // A value that is not in the text stays.
    try shop.editText("books[copies>0]/name", #"sed -i '/Solaris/d; s/Frankenstein/Frank/' "$1""#)
    #expect(try shop.okit("get", "books[*]/name").lines.contains("Solaris"))
    #expect(try shop.okit("get", "books[3]/name").line == "Frank")
  }

  @Test func attachmentsAreFiles() throws {
    let shop = try FormedShop(.age)
    let picture = shop.machine.path("picture.png")
    try Files.write(FormedShop.picture, to: picture)
    try shop.editText("books[0]", "sed -i 's,\"icon\": \".*\",\"icon\": \"@\(picture)\",' \"$1\"")
    #expect(try shop.okit("attachment", "get", "books[0]/icon").bytes == FormedShop.picture)
    #expect(try shop.okit("get", "books[0]/icon/size").line == "\(FormedShop.picture.count)")
    #expect(try shop.okit("check").text == "")
    try shop.editText("books[0]", "sed -i '/\"icon\"/d' \"$1\"")
    #expect(try shop.okit("get", "books[0]/icon").line == "")
    #expect(try shop.okit("check").text == "")
  }

  @Test func elementsAreAddedRemovedAndMoved() throws {
    let shop = try FormedShop(.plain)
    let script = """
      python3 - "$1" <<'END'
      import re, sys, json
      text = re.sub(r'(?m)^\\s*//.*$|  // .*$', '', open(sys.argv[1]).read())
      books = json.loads(re.sub(r',(\\s*[]}])', r'\\1', text))
      del books[1]
      books.append(books.pop(0))
      books.insert(0, {"name": "Emma", "genre": "Horror", "author": "Mary Shelley"})
      open(sys.argv[1], 'w').write(json.dumps(books))
      END
      """
    try shop.editText("books", script)
    let names = try shop.okit("get", "books[*]/name").lines
    #expect(names.first == "Emma" && names.last == "The Dispossessed" && names.count == 4)
    #expect(try shop.okit("get", "books[0]/genre/ref/name").line == "Horror")
    #expect(try shop.okit("get", "books[0]/type").line == "0")
    #expect(try shop.okit("check").text == "")
    try shop.okit("undo")
    #expect(try shop.okit("get", "books[1]/name").line == "Solaris")
  }

  @Test func valuesOfPartialsHaveTheirOwnPath() throws {
    let shop = try FormedShop(.age)
    let text = try shop.draft("edit", "directory:groups")
    #expect(text.contains("// other values of this entity are in its partial: okit edit 'directory:groups[0]/group'"))
    // A shared property changes on both sides.
    try shop.editText("directory:groups[0]/group", #"sed -i 's/"Group 0"/"Monday"/' "$1""#)
    #expect(
      try shop.okit("get", "directory:groups[0]/name", "directory:groups[0]/group/name").lines == ["Monday", "Monday"])
  }

  @Test func aSingleValueCanBeMissing() throws {
    let shop = try FormedShop(.plain)
    let text = try shop.draft("edit", "books[0]/comment")
    #expect(text.contains("// comment: String, optional\nnull\n"))
    try shop.editText("books[0]/comment", #"echo '"new"' > "$1""#)
    #expect(try shop.okit("get", "books[0]/comment").line == "new")
    try shop.editText("books[0]/comment", #"echo 'null // nothing' > "$1""#)
    #expect(try shop.okit("get", "books[0]/comment").line == "")
  }

  @Test func aDryRunShowsTheChangeAndMakesNone() throws {
    let shop = try FormedShop(.plain)
    let before = try shop.shop.tree()
    let output = try shop.editText("books[0]", #"sed -i 's/9.99/1/' "$1""#, "-n")
    #expect(output.errors.contains("would have edited default:books[0]/price\n"))
    #expect(try output.errors.contains("the text is kept in \(#require(shop.texts().first))"))
    #expect(try shop.shop.tree().differences(from: before) == [])
    try shop.editText("books[0]", "true", "--continue", "-n")
    // What was typed can be stored then.
    try shop.editText("books[0]", "true", "--continue")
    #expect(try shop.okit("get", "books[0]/price").line == "1")
    #expect(try shop.texts() == [])
  }

  /// A workspace with two lists of entities that have attachments, and what the text does not show.
  private func twoLists(isEncrypted: Bool) throws -> FormScene {
    let scene = try FormScene(
      """
      class Box: \(isEncrypted ? "ModelEncrypted" : "Model"), Codable { var id: String!; var first: [Item] = []; var second: [Item] = [] }
      class Item: ModelEntity, Codable {
        var id: String!; var name: String = ""; var photo: ModelImage?; var small: ModelInlineImage?; var note: ModelData?; var other = ModelRef()
      }
      func startBox() { Model.register(Box.self, name: "box") }

      """,
      [
        "box":
          #"{"id":"BOX","first":[{"id":"A","name":"a","more":1,"other":{"id":"R1","refKey":"B"}}],"second":[{"id":"B","name":"b","other":{"id":"R2","refKey":"A"}}]}"#
      ])
    if isEncrypted {
      try scene.okit("key", "generate")
      try scene.okit("encrypt", "box", "--cipher", "age")
    }
    for (place, file) in [("first[0]", "a.png"), ("second[0]", "b.png")] {
      for name in ["photo", "small", "note"] {
        try scene.okit("attachment", "put", "\(place)/\(name)", scene.machine.path(file))
      }
      try scene.okit("set", "\(place)/photo/label", "of \(file)")
    }
    return scene
  }

  /// Entities move as they are stored, with their attachments and with what the text does not show.
  @Test(arguments: [true, false], ["down", "up", "exchange"])
  func elementsMoveToAnotherArray(isEncrypted: Bool, _ way: String) throws {
    let scene = try twoLists(isEncrypted: isEncrypted)
    func entities() throws -> [String] {
      try ["A", "B"].map { try scene.okit("get", "@\($0)", "--json").line }
    }
    func attachments() throws -> [[UInt8]] {
      try ["A", "B"].flatMap { id in
        try ["photo", "small", "note"].map { try scene.okit("attachment", "get", "@\(id)/\($0)").bytes }
      }
    }
    let before = (try entities(), try attachments(), Files.files(below: scene.data))
    let text = scene.machine.path("text.py")
    try Files.write(
      """
      import re, sys
      text = re.sub(r'//.*', '', open(sys.argv[1]).read())
      arrays = [re.search('"%s": (\\[.*?\\n  \\])' % name, text, re.S).group(1) for name in ['first', 'second']]
      items = [array.strip('[]').strip().rstrip(',') for array in arrays]
      both = ',\\n'.join(items)
      moved = {'down': ['', both], 'up': [both, ''], 'exchange': items[::-1]}['\(way)']
      for array, new in zip(arrays, moved): text = text.replace(array, '[' + new + '] ', 1)
      open(sys.argv[1], 'w').write(text)
      """, to: text)
    try scene.machine.useEditor("python3 \(text) \"$1\"")
    // The paths of attachments in the text do not depend on the working folder.
    try scene.machine.okit(["edit", "box:.", "-C", scene.root], in: scene.machine.folder)
    let lists = try ["first", "second"].map { try scene.okit("get", "\($0)[*]/name", "--json").line }
    #expect(
      lists == ["down": ["[]", #"["a","b"]"#], "up": [#"["a","b"]"#, "[]"], "exchange": [#"["b"]"#, #"["a"]"#]][way])
    #expect(try entities() == before.0)
    #expect(try attachments() == before.1)
    #expect(Files.files(below: scene.data) == before.2)
    try scene.okit("set", "box:@A/name", "a")
  }

  /// The id of another element is no edited id.
  @Test func anEntityIsNeverInTwoPlaces() throws {
    let scene = try twoLists(isEncrypted: false)
    let before = try scene.tree()
    try scene.machine.useEditor(#"sed -i 's/"id": "B"/"id": "A"/' "$1""#)
    try scene.okit("edit", "box:.", status: 73)
    #expect(try scene.tree().differences(from: before) == [])
  }

  /// The text of an attachment is that of the file in the workspace, which can be encrypted.
  @Test func aPathOfTheTextCopiesTheAttachment() throws {
    let scene = try twoLists(isEncrypted: true)
    let photo = try scene.okit("get", "@A/photo/id").line
    try scene.machine.useEditor(
      "sed -i 's|\"@okit/data/_image/[^\"]*\"|\"@okit/data/_image/\(photo).png\"|' \"$1\"")
    try scene.machine.okit(["edit", "box:second", "-C", scene.root], in: scene.machine.folder)
    #expect(try scene.okit("attachment", "get", "@B/photo").bytes == Files.read(scene.machine.path("a.png")))
    #expect(try scene.okit("attachment", "get", "@A/photo").bytes == Files.read(scene.machine.path("a.png")))
  }

  @Test func hooksRunAfterTheEdit() throws {
    let shop = try FormedShop(.plain)
    try shop.shop.hook("changed", "cat > \"$OKIT_ROOT/seen\"")
    try shop.editText("books[0]", #"sed -i 's/9.99/1/' "$1""#)
    #expect(try Files.text(shop.root + "/seen").contains("books[0]/price"))
  }

  @Test func withoutClassesValuesAreShownByTheirShape() throws {
    let shop = try Bookshop(keys: false)
    try shop.machine.useEditor(#"cp "$1" "\#(shop.machine.path("draft"))"; sed -i 's/Guest 0/Guest X/' "$1""#)
    try shop.okit("edit", "directory:groups[0]/partial")
    #expect(try Files.text(shop.machine.path("draft")).contains("\"authors\": [\n"))
    #expect(try shop.okit("get", "directory:groups[0]/partial/authors[0]/name").line == "Guest X")
  }
}
