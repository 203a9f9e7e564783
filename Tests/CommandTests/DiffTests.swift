import Foundation
import TestSupport
import Testing

/// `diff`: two states compared by ids.
@Suite struct DiffTests {
  private func changedShop(_ kind: [String] = ["--format", "directory"]) throws -> Bookshop {
    let shop = try Bookshop()
    try shop.machine.okit(
      ["backup", "create", "b"] + kind.map { $0 == "RECIPIENT" ? try shop.recipient : $0 }, in: shop.root)
    try shop.okit("set", "books[0]/name", "Changed", "directory:authors[0]/name", "Nobody")
    try shop.okit("move", "books[0]", "books[2]")
    try shop.okit("remove", "books[3]")
    try shop.okit("add", "books", #"{"name":"Emma"}"#)
    return shop
  }

  private static let lines = [
    "- default:books[3] Wind-Up 3", "default:books[2] moved from default:books[0]",
    #"default:books[2]/name "Dispossessed 0" -> "Changed""#, "+ default:books[23] Emma",
    #"directory:authors[0]/name "Ursula K. Le Guin" -> "Nobody""#,
  ]

  @Test(arguments: [["--format", "directory"], ["-r", "RECIPIENT"], ["--as-stored", "-r", "RECIPIENT"]])
  func aBackupIsComparedWithNow(_ kind: [String]) throws {
    let shop = try changedShop(kind)
    let before = try shop.tree()
    for arguments in [[], ["b"], ["b", "now"]] {
      #expect(try shop.machine.okit(["diff"] + arguments, in: shop.root).lines == Self.lines)
    }
    #expect(try shop.tree().differences(from: before) == [])
    try shop.okit("encrypt", "--all", "--cipher", "age")
    #expect(try shop.okit("diff").lines == Self.lines)
  }

  @Test func theStatusTellsWhetherThereIsADifference() throws {
    let shop = try changedShop()
    try shop.okit("diff", "-e", status: 1)
    let none = try shop.okit("diff", "now", "now", "-e")
    #expect(none.text == "" && none.errors == "no differences\n")
    #expect(try shop.okit("diff", "b", "./okit/backup/b", "-e").text == "")
    try shop.okit("diff", "-m", "settings", "-e")
    try shop.okit("diff", "-m", "absent", status: 66)
    try shop.okit("diff", "absent", status: 66)
  }

  @Test func differencesAreCounted() throws {
    let shop = try changedShop()
    let counts = try shop.okit("diff", "--stat").lines.map { $0.split(separator: " ").map(String.init) }
    let numbers = try shop.machine.run(
      "jq", "-r", ".models[] | [.model, .added, .removed, .moved, .changed] | @tsv",
      input: shop.okit("diff", "--stat", "--json").bytes)
    #expect(numbers.lines.map { $0.split(separator: "\t").map(String.init) } == Array(counts.dropFirst()))
    #expect(
      counts == [
        ["MODEL", "ADDED", "REMOVED", "MOVED", "CHANGED"], ["default", "1", "1", "1", "1"],
        ["directory", "0", "0", "0", "1"],
      ])
    let json = try shop.okit("diff", "--json").bytes
    #expect(
      try shop.machine.run("jq", "-c", "[.changes[] | [.kind, .path, .from]]", input: json).line
        == #"[["removed","default:books[3]",null],["moved","default:books[2]","default:books[0]"],["changed","default:books[2]/name",null],["added","default:books[23]",null],["changed","directory:authors[0]/name",null]]"#
    )
  }

  @Test func anEntityThatChangesItsPlaceMoves() throws {
    let shop = try Bookshop()
    try shop.okit("backup", "create", "b", "--format", "directory")
    try shop.okit("move", "books[3]/authors[0]", "books[0]/authors[0]")
    #expect(try shop.okit("diff").lines == ["default:books[0]/authors[0] moved from default:books[3]/authors[0]"])
  }

  @Test(
    arguments: [
      // Out of a removed entity, and changed.
      (
        #"{"id":"R","a":[{"id":"A","k":[{"id":"B","v":1}]}],"z":[]}"#, #"{"id":"R","a":[],"z":[{"id":"B","v":2}]}"#,
        ["- m:a[0] A", "m:z[0] moved from m:a[0]/k[0]", "m:z[0]/v 1 -> 2"]
      ),
      // Into an added one.
      (
        #"{"id":"R","a":[{"id":"B"}],"z":[]}"#, #"{"id":"R","a":[],"z":[{"id":"A","k":{"id":"B"}}]}"#,
        ["+ m:z[0] A", "m:z[0]/k moved from m:a[0]"]
      ),
      // From one to the other. What is in a moved entity moves with it.
      (
        #"{"id":"R","a":[{"id":"A","k":[{"id":"B","i":{"id":"I"}}]}],"z":[]}"#,
        #"{"id":"R","a":[],"z":[{"id":"C","k":[{"id":"B","i":{"id":"I"}}]}]}"#,
        ["- m:a[0] A", "+ m:z[0] C", "m:z[0]/k[0] moved from m:a[0]/k[0]"]
      ),
      // A repeated id identifies nothing, and neither does an empty one.
      (
        #"{"id":"R","a":[{"id":"A"}],"b":[{"id":"A"}],"z":[],"e":[{"id":""}]}"#,
        #"{"id":"R","a":[],"b":[],"z":[{"id":"A"},{"id":""}],"e":[]}"#,
        ["- m:a[0] A", "- m:b[0] A", "+ m:z[0] A", "+ m:z[1]", "- m:e[0]"]
      ),
      // What moves out of and into an entity that moves.
      (
        #"{"id":"R","a":[{"id":"P","k":[{"id":"E"},{"id":"F","v":1}]}],"b":[{"id":"G"}]}"#,
        #"{"id":"R","a":[{"id":"E"}],"b":[{"id":"P","k":[{"id":"F","v":2},{"id":"G"}]}]}"#,
        [
          "m:a[0] moved from m:a[0]/k[0]", "m:b[0] moved from m:a[0]", "m:b[0]/k[0]/v 1 -> 2",
          "m:b[0]/k[1] moved from m:b[0]",
        ]
      ),
      // Entities that contain one another in another order.
      (
        #"{"id":"R","x":{"id":"A","k":[{"id":"B","k":[{"id":"C"}]}]}}"#,
        #"{"id":"R","x":{"id":"B","k":[{"id":"A","k":[{"id":"C"}]}]}}"#,
        ["m:x moved from m:x/k[0]", "m:x/k[0] moved from m:x"]
      ),
      // A part that stays where it is while the entity around it is replaced.
      (
        #"{"id":"R","a":[{"id":"A","s":{"id":"S","v":1}}]}"#, #"{"id":"R","a":[{"id":"B","s":{"id":"S","v":2}}]}"#,
        ["- m:a[0] A", "+ m:a[0] B", "m:a[0]/s/v 1 -> 2"]
      ),
      // A null in an array is an element.
      (#"{"id":"R","a":[1,null,null]}"#, #"{"id":"R","a":[1,null]}"#, ["m:a [1,null,null] -> [1,null]"]),
      (#"{"id":"R","a":null}"#, #"{"id":"R"}"#, []),
    ] as [(String, String, [String])])
  func entitiesAreFollowedByTheirIDs(_ old: String, _ new: String, _ lines: [String]) throws {
    let machine = try Machine()
    for (folder, text) in [("old", old), ("new", new)] {
      try Files.makeFolder(machine.path(folder))
      try Files.write(text, to: machine.path(folder + "/m.json"))
    }
    let output = try machine.okit(
      ["diff", "./old", "./new", "-e"], status: lines.isEmpty ? 0 : 1, in: machine.folder)
    #expect(Set(output.lines) == Set(lines) && output.lines.count == lines.count)
  }

  @Test func anEntityMovesToANewModel() throws {
    let machine = try Machine()
    for (path, text) in [
      ("old/a.json", #"{"id":"R","i":[{"id":"E","v":1}]}"#), ("new/b.json", #"{"id":"S","j":[{"id":"E","v":2}]}"#),
    ] {
      try Files.makeFolder(machine.path(String(path.prefix(3))))
      try Files.write(text, to: machine.path(path))
    }
    let lines = try machine.okit(["diff", "./old", "./new"], in: machine.folder).lines
    #expect(lines == ["- a:. R", "+ b:. S", "b:j[0] moved from a:i[0]", "b:j[0]/v 1 -> 2"])
  }

  @Test func onlyFoldersOfDataAreCompared() throws {
    let shop = try changedShop()
    try Files.makeFolder(shop.machine.path("empty"))
    for folder in [shop.machine.path("empty"), shop.root + "/okit"] {
      let output = try shop.okit("diff", folder, status: 66)
      #expect(output.errors.contains("is neither a backup nor a folder with a workspace or models"))
    }
    // A folder whose name is that of the folder before with an exclamation mark is another one.
    for (folder, text) in [("real", #"{"id":"R","v":1}"#), ("real!", #"{"id":"R","v":2}"#)] {
      try Files.makeFolder(shop.machine.path(folder))
      try Files.write(text, to: shop.machine.path(folder + "/m.json"))
    }
    #expect(try shop.machine.okit(["diff", "./real", "./real!"], in: shop.machine.folder).lines == ["m:v 1 -> 2"])
  }

  @Test func unreadableAttachmentsAreDifferent() throws {
    let shop = try Bookshop()
    let path = try shop.okit("attachment", "list", "--json").bytes
    let file = try shop.machine.run(
      "jq", "-r", #".attachments[] | select(.path == "default:books[0]/icon") | .file"#, input: path
    ).line
    try Files.write(Files.read(shop.root + "/" + file).dropLast(), to: shop.root + "/" + file)
    try shop.okit("backup", "create", "b", "--format", "directory")
    try Files.write(Files.read(shop.root + "/" + file), to: shop.root + "/" + file)
    let output = try shop.okit("diff", "-e", status: 1)
    #expect(output.lines == ["default:books[0]/icon image/png, unreadable -> image/png, unreadable"])
  }

  @Test func twoBackupsWithOnePasswordAskOnce() throws {
    let shop = try Bookshop()
    for name in ["a", "b"] { try shop.okit("backup", "create", name, "--password-file", shop.password()) }
    try shop.machine.okit(
      ["diff", "a", "b", "-e", "--password-file", "-"], input: Array("open sesame\n".utf8), in: shop.root)
  }

  @Test func aValueHasAHistory() throws {
    let shop = try Bookshop()
    _ = try shop.sealedBackup("b")
    for name in ["A", "B"] { try shop.okit("set", "books[0]/name", name) }
    try shop.okit("move", "books[0]", "books[2]")
    try shop.okit("undo", "--to", "3")
    try shop.okit("redo")
    func history(_ words: String...) throws -> String {
      let json = try shop.machine.okit(["log"] + words + ["--json"], in: shop.root).bytes
      return try shop.machine.run("jq", "-c", "[.history[] | [.step, .backup, .value]]", input: json).line
    }
    // Only the entity's own values count, wherever it is.
    #expect(
      try history("books[2]/name")
        == #"[[7,null,"B"],[6,null,"A"],[4,null,"B"],[3,null,"A"],[null,null,"Dispossessed 0"]]"#)
    let text = try shop.okit("log", "books[2]/name").lines
    #expect(text.first == "STEP  TIME                  CHANGE        VALUE" && text.count == 6)
    #expect(text.last?.hasSuffix(#"oldest known  "Dispossessed 0""#) == true)
    #expect(try history("books.@count") == "[[null,null,24]]")
    // A removed entity has a history, too.
    let id = try shop.okit("get", "books[2]/id").line
    try shop.okit("remove", "books[2]")
    #expect(try history("@\(id)/name").hasPrefix(#"[[8,null,null],[7,null,"B"]"#))
    try shop.okit("log", "absent", status: 66)
    try shop.okit("log", "--folder", "okit", status: 64)
    // A change by another program is not taken for that of the step.
    try shop.okit("set", "directory:authors[0]/name", "X")
    try Files.edit(shop.data + "/directory.json", "\"X\"", "\"Y\"")
    #expect(try shop.okit("log", "directory:authors[0]/name").lines[1].contains("set or another program"))
    try shop.okit("set", "directory:authors[0]/name", "Z")
    let others = try shop.okit("log", "directory:authors[0]/name").lines
    #expect(others[1].hasSuffix(#"set                     "Z""#) && others[2].contains(#"set or another program  "Y""#))
    #expect(others.count == 4 && others[3].hasSuffix(#""Ursula K. Le Guin""#))
    // Encryption ends what the history can tell.
    try shop.okit("encrypt", "directory")
    try shop.okit("set", "directory:authors[0]/name", "E")
    let ended = try shop.okit("log", "directory:authors[0]/name")
    #expect(ended.errors.contains("older steps cannot be read") && ended.lines.count == 3)
  }

  @Test func aGapInTheHistoryDoesNotEndIt() throws {
    let shop = try Bookshop()
    for name in ["A", "B", "C", "D"] { try shop.okit("set", "books[0]/name", name) }
    let steps = shop.root + "/okit/.steps"
    let before = try shop.okit("log", "books[0]/name").lines
    #expect(before.count == 6)
    // The steps 1 and 2 made the keys. What step 5 replaced is lost, so only this state is unknown.
    try Files.remove(steps + "/5-0")
    let output = try shop.okit("log", "books[0]/name")
    #expect(output.errors.contains("some steps cannot be read: the history no longer has"), "\(output.errors)")
    #expect(output.lines.count == 5)
    #expect(output.lines[1] == before[1])
    #expect(output.lines[2].contains("unknown") && output.lines[2].hasSuffix(#""C""#))
    #expect(output.lines[3].hasPrefix("   3") && output.lines[3].hasSuffix(#""A""#))
    #expect(output.lines[4].contains("oldest known") && output.lines[4].hasSuffix(#""Dispossessed 0""#))
    // The oldest states are lost, too.
    for name in ["3-0", "4-0"] { try Files.remove(steps + "/" + name) }
    let ended = try shop.okit("log", "books[0]/name")
    #expect(ended.errors.contains("older steps cannot be read"))
    #expect(ended.lines.count == 3 && ended.lines[2].contains("oldest known") && ended.lines[2].hasSuffix(#""C""#))
  }

  @Test func aSafetyBackupIsBeforeItsStep() throws {
    let shop = try Bookshop()
    try shop.okit("backup", "create", "b", "--format", "directory")
    try shop.okit("set", "books[0]/name", "New")
    try shop.okit("backup", "restore", "b", "--yes")
    let lines = try shop.okit("log").lines
    let step = try #require(lines.firstIndex { $0.contains("backup restore") })
    #expect(lines[step + 1].contains("backup before-restore-"))
    let values = try shop.okit("log", "books[0]/name", "--backups").lines.dropFirst().map { $0.suffix(16) }
    #expect(values.first?.hasSuffix(#""Dispossessed 0""#) == true)
  }

  @Test func theHistoryOutlivesThePresentValue() throws {
    let shop = try Bookshop()
    _ = try shop.sealedBackup("b")
    try shop.okit("set", "directory:authors[0]/name", "A", "directory:authors[1]/name", "B")
    try Files.write("damaged", to: shop.data + "/directory.json")
    let output = try shop.okit("log", "directory:authors[0]/name", "--backups")
    #expect(output.errors.contains("the present value cannot be read"))
    #expect(output.text.contains(#""Ursula K. Le Guin""#))
    for words in [["log", "nomodel:items"], ["log", "books[0]/nam", "--json"], ["log", "1 + 1", "--json"]] {
      let output = try shop.machine.okit(words, status: 66, in: shop.root)
      #expect(output.text == "")
    }
    for words in [["-m", "default"], ["books", "--password-file", "x"]] {
      try shop.machine.okit(["log"] + words, status: 64, in: shop.root)
    }
  }

  @Test func backupsAreInTheHistoryOfAValue() throws {
    let shop = try Bookshop()
    for (name, time) in [("A", "1763640000"), ("B", "1763640100")] {
      try shop.okit("set", "books[0]/name", name)
      try shop.okit(
        "backup", "create", name.lowercased(), "-r", shop.recipient, with: ["SOURCE_DATE_EPOCH": time])
    }
    try Files.remove(shop.root + "/okit/.steps")
    let lines = try shop.okit("log", "books[0]/name", "--backups").lines.dropFirst()
    #expect(
      lines.map { $0.split(separator: " ").suffix(3).joined(separator: " ") } == [#"backup b "B""#, #"backup a "A""#])
    try Files.write("broken", to: shop.backups + "/a.tar.zst.age")
    let skipped = try shop.okit("log", "books[0]/name", "--backups")
    #expect(skipped.errors.contains("skipped the backup a") && skipped.text.contains("backup b"))
  }

  @Test func stepsAndFoldersAreCompared() throws {
    let shop = try changedShop()
    #expect(
      try shop.okit("diff", "@2", "@3").lines == [Self.lines[2].replacing("books[2]", with: "books[0]"), Self.lines[4]])
    #expect(try shop.okit("diff", "@3", "@4").lines == ["default:books[2] moved from default:books[0]"])
    #expect(try shop.okit("diff", Fixture.data).lines == Self.lines)
    let other = try Bookshop()
    #expect(try shop.okit("diff", other.root, "now").lines == Self.lines)
  }

  @Test(arguments: [["--format", "directory"], ["-r", "RECIPIENT"]])
  func attachmentsAreComparedByTheirBytes(_ kind: [String]) throws {
    let shop = try Bookshop()
    try shop.machine.okit(
      ["backup", "create", "b"] + kind.map { $0 == "RECIPIENT" ? try shop.recipient : $0 }, in: shop.root)
    // Encryption changes the stored bytes, but not the attachments.
    try shop.okit("encrypt", "--all", "--cipher", "age")
    #expect(try shop.okit("diff", "b").lines == [])
    let picture = try shop.openSSL("-d", Fixture.bytes("data/" + Fixture.image))
    try Files.write(picture.dropLast(1) + [0], to: shop.machine.path("picture.png"))
    try shop.okit("attachment", "put", "books[0]/icon", shop.machine.path("picture.png"))
    #expect(
      try shop.okit("diff", "b").lines == ["default:books[0]/icon image/png, 70 bytes -> image/png, 70 bytes"])
    let json = try shop.okit("diff", "b", "--json").bytes
    #expect(
      try shop.machine.run("jq", "-c", "[.changes[] | [.kind, .path, .oldBytes, .newBytes]]", input: json).line
        == #"[["changed","default:books[0]/icon",{"type":"image/png","size":70},{"type":"image/png","size":70}]]"#)
    try shop.okit("attachment", "remove", "books[0]/icon")
    #expect(try shop.okit("diff", "b").lines == ["- default:books[0]/icon image/png, 70 bytes"])
    #expect(try shop.okit("diff", "now", "b").lines == ["+ default:books[0]/icon image/png, 70 bytes"])
  }

  @Test func onATerminalValuesAreCut() throws {
    let shop = try Bookshop()
    try shop.okit("backup", "create", "b", "--format", "directory")
    let text = String(repeating: "long ", count: 50)
    try shop.okit("set", "books[0]/name", text)
    #expect(try shop.okit("diff").lines == [#"default:books[0]/name "Dispossessed 0" -> "\#(text)""#])
    let terminal = try Terminal(shop.machine, ["okit", "diff"], in: shop.root)
    #expect(try terminal.end() == .status(0))
    let line = #"default:books[0]/name "Dispossessed 0" -> "\#(text.prefix(25))…"#
    #expect(terminal.transcript.trimmingCharacters(in: .newlines) == line && line.count <= 80)
  }
}
