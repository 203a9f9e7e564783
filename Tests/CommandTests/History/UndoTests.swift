import Foundation
import JSONDocument
import TestSupport
import Testing

/// `log`, `undo` and `redo`, as a user sees them.
@Suite struct UndoTests {
  /// The undo encrypts the moved book again, so its plain text must not stay in the history. Without the key, okit cannot know.
  @Test func filesThatWerePlainNeedTheKey() throws {
    let machine = try Machine()
    let root = machine.path("w")
    try machine.okit("init", root)
    try machine.write(
      #"{"id":"A","books":[{"id":"B","name":"TOPSECRET"}]}"#, "w/okit/data/priv.json")
    try machine.write(#"{"id":"C","books":[]}"#, "w/okit/data/pub.json")
    func okit(_ words: String..., status: Int32 = 0, with variables: [String: String] = [:]) throws {
      try machine.okit(["-C", root] + words, status: status, with: variables)
    }
    try okit("key", "generate")
    try okit("encrypt", "priv", "--cipher", "age")
    try okit("move", "priv:books[0]", "pub:books")
    try okit("model", "delete", "pub", "--yes")
    try Files.remove(root + "/okit/backup")
    try okit("undo", "--to", "2", "--yes", status: 77, with: ["XDG_CONFIG_HOME": machine.path("nowhere")])
    try okit("undo", "--to", "2", "--yes")
    let found = try machine.launch(["grep", "-rl", "TOPSECRET", root + "/okit"], [], [:], nil)
    #expect(found.text == "")
  }

  /// A server may have no key for the files that apps store.
  @Test func filesThatStayEncryptedNeedNoKey() throws {
    let shop = try FormedShop(.okitCBC)
    let before = try FileTree(shop.data)
    try shop.okit("set", "name", "Other")
    try shop.shop.okit("undo", with: ["XDG_CONFIG_HOME": shop.machine.path("nowhere")])
    #expect(try FileTree(shop.data).differences(from: before) == [])
  }

  private static let price = "books[0]/price"

  /// Returns a shop without the steps in which it was made.
  private func shop(_ form: FormedShop.Form) throws -> FormedShop {
    let shop = try FormedShop(form)
    try Files.remove(shop.root + "/okit/.steps")
    return shop
  }

  private func log(_ shop: FormedShop) throws -> [String] {
    try shop.shop.okit("log", "--json").text.isEmpty
      ? []
      : shop.jq(".log[] | [.step, .command, .state]", ofOKit: "log", "--json").split(separator: "\n").map(String.init)
  }

  @Test(arguments: FormedShop.Form.allCases)
  func anEditIsUndoneAndRedone(_ form: FormedShop.Form) throws {
    let shop = try shop(form)
    let before = try shop.plain("default.json")
    try shop.shop.okit("set", Self.price, "12.5")
    let undone = try shop.shop.okit("undo")
    #expect(undone.errors == "undid step 1 (set): 1 file\n" && undone.text == "")
    #expect(try shop.plain("default.json") == before)
    #expect(try shop.shop.okit("redo").errors == "redid step 1 (set): 1 file\n")
    #expect(try shop.jq(".books[0].price", "default.json") == "12.5")
    #expect(try log(shop) == [#"[3,"redo","reversal"]"#, #"[2,"undo","reversed"]"#, #"[1,"set","undoable"]"#])
    #expect(try shop.shop.okit("check").text == "")
  }

  @Test func theLogIsATableOfStepsAndBackups() throws {
    let shop = try shop(.plain)
    try shop.shop.okit("set", Self.price, "1")
    try shop.shop.okit("backup", "create", "monday", "--format", "directory")
    try shop.shop.okit("undo")
    let lines = try shop.shop.okit("log").lines
    #expect(lines.count == 4 && lines[0].hasPrefix("STEP"))
    #expect(lines.contains { $0.contains("backup monday") })
    #expect(lines.contains { $0.contains("  undo") && $0.hasSuffix("of step 1") })
    #expect(lines.contains { $0.contains("  set") && $0.hasSuffix("undone") })
  }

  /// A machine that only keeps backups has no workspace.
  @Test func theLogOfAFolderNeedsNoWorkspace() throws {
    let shop = try shop(.plain)
    let disk = shop.shop.machine.path("disk")
    try Files.makeFolder(disk)
    try shop.shop.okit("backup", "create", "monday", "--folder", disk, "--format", "directory")
    try shop.shop.okit("set", Self.price, "1")
    let command = ["log", "--backups", "--folder", disk, "--json"]
    let elsewhere = try shop.shop.machine.okit(command, in: shop.shop.machine.folder).bytes
    let entries = try shop.shop.machine.run("jq", "-c", ".log[] | [.step, .backup]", input: elsewhere).lines
    #expect(entries == [#"[null,"monday"]"#])
    let here = try shop.shop.okit("log", "--backups", "--folder", disk, "--json").bytes
    let all = try shop.shop.machine.run("jq", "-c", ".log[] | [.step, .backup]", input: here).lines
    // Both can be of the same second.
    #expect(all.sorted() == ["[1,null]", #"[null,"monday"]"#])
  }

  @Test func allChangesAfterAStepAreUndone() throws {
    let shop = try shop(.age)
    for price in ["1", "2", "3"] { try shop.shop.okit("set", Self.price, price) }
    let plan = try shop.jq("[.steps, .files, .dryRun]", ofOKit: "undo", "--to", "1", "--dry-run", "--json")
    #expect(plan == #"[[3,2],["okit/data/default.json"],true]"#)
    #expect(try shop.jq(".books[0].price", "default.json") == "3")
    let undone = try shop.shop.okit("undo", "--to", "1")
    #expect(undone.errors == "undid steps 3 (set), 2 (set): 1 file\n")
    #expect(try shop.jq(".books[0].price", "default.json") == "1")
  }

  @Test func aChangeOfAnotherProgramIsNotUndone() throws {
    let shop = try shop(.plain)
    try shop.shop.okit("set", Self.price, "1")
    let path = shop.path("default.json")
    try Files.write(Files.text(path).replacing("Solaris", with: "Eden"), to: path)
    let before = try FileTree(shop.root, includingSteps: true)
    let refused = try shop.shop.okit("undo", status: 75)
    #expect(refused.errors.contains("okit/data/default.json is not as step 1 (set) left it, so nothing was undone"))
    #expect(refused.errors.contains("hint: run 'okit diff @0' to see all changes since the state before it"))
    #expect(try !shop.okit("diff", "@0").text.isEmpty)
    #expect(try FileTree(shop.root, includingSteps: true) == before)
  }

  @Test func anEntityThatWasInAnotherModelLeavesNoPlainTextAfterEncryption() throws {
    let machine = try Machine()
    let shelf = machine.path("shelf")
    try machine.okit("init", shelf)
    try machine.okit("key", "generate", in: shelf)
    try machine.write(#"{"id":"A1","list":[{"id":"E1","name":"PLAINSECRET"}]}"#, "a.json")
    try machine.write(#"{"id":"B1","list":[]}"#, "b.json")
    for name in ["a", "b"] { try machine.okit("import", "../\(name).json", "--as", name, in: shelf) }
    try machine.okit("set", "a:list[0]/name", "PLAINSECRET 2", in: shelf)
    try machine.okit("move", "a:list[0]", "b:list", in: shelf)
    let encrypted = try machine.okit("encrypt", "b", in: shelf)
    #expect(encrypted.errors.contains("earlier changes can no longer be undone, because plain text of encrypted data"))
    try machine.run("grep", "-r", "PLAINSECRET", shelf + "/okit", status: 1)
  }

  /// Values can get another id, and values without an id can be in several models, before they get into an encrypted one.
  @Test(arguments: [
    ["set 'a:list[0]/id' E2", "move 'a:list[0]' v:list"],
    ["move 'a:texts[0]' c:texts", "move 'c:texts[0]' v:texts"],
    ["move 'a:texts[0]' c:texts", "encrypt c"],
    ["move 'a:texts[0]' c:texts", "undo", "redo", "set c:note x", "encrypt c"],
  ])
  func whatWasElsewhereBeforeLeavesNoPlainTextAfterEncryption(_ steps: [String]) throws {
    let machine = try Machine()
    let root = machine.path("shelf")
    try machine.okit("init", root)
    try machine.okit("key", "generate", in: root)
    try machine.write(
      #"{"id":"A","note":"","list":[{"id":"E1","name":"PLAINSECRET"}],"texts":["PLAINSECRET"]}"#, "a.json")
    for name in ["c", "v"] {
      try machine.write(#"{"id":"\#(name)","note":"","list":[],"texts":[]}"#, "\(name).json")
    }
    for name in ["a", "c", "v"] { try machine.okit("import", "../\(name).json", "--as", name, in: root) }
    try machine.okit("encrypt", "v", in: root)
    try machine.okit("set", "a:note", "y", in: root)
    for step in steps { try machine.shell("\"$okit\" \(step)", in: root) }
    try machine.run("grep", "-r", "PLAINSECRET", root + "/okit/.steps", status: 1)
  }

  @Test func settingsThatWereChangedByHandStay() throws {
    let shop = try shop(.plain)
    try shop.shop.okit("model", "create", "notes", "text:String=hi")
    try shop.machine.shell(
      #"jq '.backup.keep = {"last": 3} | .models.other = {"endpoint": "https://example.com"}' "$file" >new && mv new "$file""#,
      with: ["file": shop.shop.configuration],
      in: shop.machine.folder)
    try shop.shop.okit("undo")
    #expect(
      try shop.machine.run(
        "jq", "-c", "[.backup.keep.last, .models.notes, .models.other.endpoint]", shop.shop.configuration
      ).line == #"[3,null,"https://example.com"]"#
    )
    try shop.shop.okit("redo")
    #expect(try shop.machine.run("jq", "-c", ".backup.keep.last", shop.shop.configuration).line == "3")
    #expect(try shop.shop.okit("get", "notes:text").line == "hi")
  }

  /// A step of an attachment alone does not say in which form its model is now.
  @Test func anAttachmentGetsThePresentCipher() throws {
    let shop = try FormedShop(.age)
    let server = try shop.serve()
    let name = try #require(Files.names(in: shop.path("_image")).first { $0.hasSuffix(".png") })
    let before = try shop.shop.okit("attachment", "list", "--json").text
    let picture = SampleAttachment.pngSignature + Array("other".utf8)
    let body = try shop.machine.run("age", "-r", shop.shop.recipient, input: picture).bytes
    #expect(try server.request("PUT", "/_image/\(name)", body: body, type: "application/octet-stream").status == 204)
    let log = try shop.shop.okit("log", "--json").bytes
    let step = try #require(Int(shop.machine.run("jq", ".log[0].step", input: log).line))
    try shop.shop.okit("encrypt", "--all", "--cipher", "okit-cbc")
    try shop.shop.okit("undo", "--to", String(step - 1))
    let findings = try shop.machine.launch([Machine.okit, "check"], [], [:], shop.root).text
    #expect(!findings.contains("stored as"), "\(findings)")
    #expect(try shop.shop.okit("attachment", "list", "--json").text == before)
  }

  @Test func anEntityThatIsAddedAgainToAnEncryptedModelLeavesNoPlainText() throws {
    let shop = try shop(.age)
    let notes = try shop.machine.write(#"{"id":"N","list":[{"id":"N1","name":"PLAINSECRET"}]}"#, "notes.json")
    try shop.shop.okit("import", notes, "--as", "notes")
    try shop.shop.okit("set", "notes:list[0]/name", "changed")
    try shop.shop.okit("remove", "notes:list[0]")
    try shop.machine.run("grep", "-rq", "PLAINSECRET", shop.root + "/okit/.steps")
    try shop.shop.okit("add", "default:authors", #"{"id":"N1","name":"PLAINSECRET"}"#)
    try shop.machine.run("grep", "-r", "PLAINSECRET", shop.root + "/okit/.steps", status: 1)
  }

  /// The entity is encrypted again after an import or a restore, although its model was encrypted all the time.
  @Test(arguments: [["import"], ["backup", "restore"], ["backup", "restore", "default"]])
  func anEntityThatGoesBackToAnEncryptedModelLeavesNoPlainText(_ words: [String]) throws {
    let shop = try shop(.age)
    let notes = try shop.machine.write(#"{"id":"N","list":[{"id":"N0","name":"other"}]}"#, "notes.json")
    try shop.shop.okit("import", notes, "--as", "notes")
    try shop.shop.okit("add", "default:authors", #"{"id":"N1","name":"PLAINSECRET"}"#)
    try shop.shop.okit("backup", "create", "good", "--as-stored", "-r", shop.shop.recipient)
    try shop.shop.okit("move", "default:authors[-1]", "notes:list")
    try shop.shop.okit("set", "notes:list[-1]/name", "changed")
    try shop.machine.run("grep", "-rq", "PLAINSECRET", shop.root + "/okit/.steps")
    var arguments = words
    arguments.insert(
      words == ["import"] ? shop.shop.backups + "/good.tar.zst.age" : "good", at: min(words.count, 2))
    let output = try shop.shop.okit(arguments + ["--yes"] + (words == ["import"] ? ["--replace"] : []))
    #expect(output.errors.contains("plain text of encrypted data is not kept"), "\(output.errors)")
    try shop.machine.run("grep", "-r", "PLAINSECRET", shop.root + "/okit/.steps", status: 1)
    #expect(try shop.shop.okit("get", "default:authors[-1]/name").line == "PLAINSECRET")
  }

  /// A value without an id cannot be found in the history, so all plain text of its former model goes.
  @Test func aValueWithoutAnIDThatGetsIntoAnEncryptedModelLeavesNoPlainText() throws {
    let shop = try shop(.age)
    let notes = try shop.machine.write(#"{"id":"N","list":["PLAINSECRET", "other"],"text":"one"}"#, "notes.json")
    try shop.shop.okit("import", notes, "--as", "notes")
    let vault = try shop.machine.write(#"{"id":"V","list":[]}"#, "vault.json")
    try shop.shop.okit("import", vault, "--as", "vault")
    try shop.shop.okit("encrypt", "vault")
    try shop.shop.okit("set", "notes:text", "two")
    try shop.machine.run("grep", "-rq", "PLAINSECRET", shop.root + "/okit/.steps")
    let moved = try shop.shop.okit("move", "notes:list[0]", "vault:list")
    #expect(moved.errors.contains("plain text of encrypted data is not kept"), "\(moved.errors)")
    try shop.machine.run("grep", "-r", "PLAINSECRET", shop.root + "/okit/.steps", status: 1)
    // The way back keeps nothing, either.
    let back = try shop.shop.okit("move", "vault:list[0]", "notes:list")
    #expect(!back.errors.contains("cannot be undone"))
    try shop.shop.okit("set", "notes:text", "three")
    try shop.machine.run("grep", "-rq", "PLAINSECRET", shop.root + "/okit/.steps")
    try shop.shop.okit("undo")
    try shop.shop.okit("undo", "--yes")
    #expect(try shop.shop.okit("get", "vault:list[0]").line == "PLAINSECRET")
    try shop.machine.run("grep", "-r", "PLAINSECRET", shop.root + "/okit/.steps", status: 1)
  }

  @Test func aRestoredModelThatIsStoredDecryptedIsReported() throws {
    let shop = try shop(.plain)
    try shop.shop.okit("backup", "create", "plain", "--format", "directory")
    try shop.shop.okit("encrypt", "default")
    let output = try shop.shop.okit("backup", "restore", "plain", "--yes")
    #expect(output.errors.contains("okit: warning: model default is now stored decrypted, as in the backup"))
    try shop.shop.okit("encrypt", "default")
    try shop.shop.okit("backup", "create", "sealed", "--format", "directory")
    try shop.shop.okit("decrypt", "default")
    let sealed = try shop.shop.okit("backup", "restore", "sealed", "--yes")
    #expect(sealed.errors.contains("still contains a plain copy of an encrypted model"))
  }

  @Test func asManyChangesAsTheHistoryKeepsCanBeUndone() throws {
    let shop = try shop(.age)
    try Files.write(shop.shop.jq(".history = {steps: 3}", shop.shop.configuration), to: shop.shop.configuration)
    for price in 1...5 { try shop.shop.okit("set", Self.price, "\(price)") }
    for price in [4, 3, 2] {
      try shop.shop.okit("undo")
      #expect(try shop.shop.okit("get", Self.price).line == "\(price)")
    }
    try shop.shop.okit("undo", status: 66)
    for price in [3, 4, 5] {
      try shop.shop.okit("redo")
      #expect(try shop.shop.okit("get", Self.price).line == "\(price)")
    }
    try shop.shop.okit("set", Self.price, "6")
    #expect(try shop.jq(".log | length", ofOKit: "log", "--json") == "3")
  }

  @Test func everythingThatIsKeptCanBeUndone() throws {
    let shop = try shop(.age)
    try Files.write(shop.shop.jq(".history = {steps: 3}", shop.shop.configuration), to: shop.shop.configuration)
    for price in 1...5 { try shop.shop.okit("set", Self.price, "\(price)") }
    try shop.shop.okit("undo", "--to", "1", status: 66)
    try shop.shop.okit("undo", "--to", "0")
    #expect(try shop.shop.okit("get", Self.price).line == "2")
    try shop.shop.okit("undo", "--to", "0", status: 66)
  }

  @Test func stepsThatCancelOutAreNoObstacle() throws {
    let shop = try shop(.age)
    try shop.shop.okit("set", Self.price, "1")
    try shop.shop.okit("decrypt", "default")
    let undone = try shop.shop.okit("undo")
    #expect(undone.errors.contains("this undo cannot be redone, because plain text of encrypted data is not kept"))
    #expect(try shop.shop.okit("redo", status: 66).errors.contains("cannot be redone"))
    try shop.shop.okit("set", Self.price, "2")
    #expect(try shop.shop.okit("undo", "--to", "1").errors == "undid step 4 (set): 1 file\n")
    #expect(try shop.jq(".books[0].price", "default.json") == "1")
    let before = try shop.shop.okit("undo", "--to", "0").errors
    #expect(before == "undid step 1 (set): 1 file\n")
  }

  /// The new values were stored only as plain text, which does not stay.
  @Test func anUndoThatLosesLaterChangesAsks() throws {
    let shop = try shop(.age)
    let former = try shop.shop.okit("get", Self.price).line
    try shop.shop.okit("decrypt", "default")
    try shop.shop.okit("set", Self.price, "7")
    let refused = try shop.shop.okit("undo", "--to", "0", status: 64).errors
    #expect(refused.contains("this undo cannot be redone") && refused.contains("--yes"))
    #expect(try shop.shop.okit("get", Self.price).line == "7")
    try shop.shop.okit("undo")
    try shop.shop.okit("undo", status: 64)
    try shop.shop.okit("redo")
    #expect(try shop.shop.okit("get", Self.price).line == "7")
    let terminal = try Terminal(shop.machine, ["okit", "undo", "--to", "0"], in: shop.root)
    try terminal.answer(("Continue?", "n"))
    #expect(try terminal.end() == .status(1))
    #expect(try shop.shop.okit("get", Self.price).line == "7")
    try shop.shop.okit("undo", "--to", "0", "--yes")
    #expect(try shop.shop.okit("get", Self.price).line == former)
  }

  @Test func theDefinitionsOfAModelComeAndGoWithIt() throws {
    let shop = try shop(.age)
    func recorded() throws -> String {
      let applied = shop.root + "/okit/model/applied.json"
      return try shop.machine.run("jq", "-c", ".models.extra.migration", applied).line
    }
    try shop.shop.okit("model", "create", "extra", "--class", "Directory")
    #expect(try recorded() == "0")
    try shop.shop.okit("model", "delete", "extra", "--yes")
    #expect(try recorded() == "null")
    try shop.shop.okit("undo")
    #expect(try recorded() == "0")
    try shop.shop.okit("undo")
    #expect(try recorded() == "null")
    try shop.shop.okit("redo")
    #expect(try recorded() == "0")
  }

  @Test func droppedFilesDoNotCount() throws {
    let shop = try shop(.plain)
    try shop.shop.okit("set", Self.price, "1")
    #expect(try shop.jq(".log[0].size > 0", ofOKit: "log", "--json") == "true")
    try shop.shop.okit("encrypt", "default")
    #expect(try shop.jq("[.log[].size]", ofOKit: "log", "--json") == "[0,0]")
  }

  @Test func theIgnoreFileComesBack() throws {
    let shop = try shop(.plain)
    try shop.shop.okit("set", Self.price, "1")
    try Files.remove(shop.root + "/okit/.steps/.gitignore")
    try shop.shop.okit("set", Self.price, "2")
    #expect(try Files.text(shop.root + "/okit/.steps/.gitignore") == "*\n")
  }

  @Test func anUndoThatIsTooLargeForTheHistoryNeedsYes() throws {
    let shop = try shop(.plain)
    let text = try Files.text(shop.shop.configuration)
    let size = try Files.size(shop.path("default.json"))
    let history = "\"version\": 1, \"history\": {\"size\": \(size + 100)},"
    try Files.write(text.replacing("\"version\": 1,", with: history), to: shop.shop.configuration)
    try shop.shop.okit("set", "books[0]/name", String(repeating: "x", count: 200))
    #expect(try shop.shop.okit("undo", status: 64).errors.contains("use --yes"))
    #expect(try shop.shop.okit("undo", "--yes").errors.contains("undid step 1"))
  }

  @Test func nothingToUndoIsNotFound() throws {
    let shop = try shop(.plain)
    #expect(try shop.shop.okit("undo", status: 66).errors == "okit: error: there is nothing to undo\n")
    #expect(try shop.shop.okit("redo", status: 66).errors == "okit: error: there is nothing to redo\n")
    try shop.shop.okit("undo", "--to", "-1", status: 64)
    let log = try shop.shop.okit("log")
    #expect(log.text == "" && log.errors == "no changes and no backups yet\n")
  }

  @Test func encryptingRemovesThePlainTextFromTheHistory() throws {
    let shop = try shop(.plain)
    try shop.shop.okit("set", "books[0]/name", "KEEPSECRET")
    try shop.shop.okit("settings", "set", "encryption", "on")
    let found = try shop.machine.run("grep", "-rl", "KEEPSECRET", shop.root, status: 1)
    #expect(found.text == "")
    let refused = try shop.shop.okit("undo", "--to", "0", status: 66)
    #expect(refused.errors.contains("(settings set) cannot be undone"))
    #expect(try shop.shop.okit("get", "books[0]/name").line == "KEEPSECRET")
  }

  @Test func encryptAndRekeyPointToTheOtherWay() throws {
    let shop = try shop(.age)
    try shop.shop.okit("set", Self.price, "1")
    try shop.shop.okit("rekey")
    let refused = try shop.shop.okit("undo", status: 64)
    #expect(refused.errors.contains("step 2 (rekey) changed no values"))
    try shop.shop.okit("undo", "--to", "0")
    #expect(try shop.jq(".books[0].price", "default.json") == "9.99")
  }

  @Test func anUndoneImportRemovesItsModelsAndAttachments() throws {
    let shop = try shop(.plain)
    let before = try FileTree(shop.root)
    let other = try FormedShop(.plain)
    try other.shop.okit("set", "books[0]/name", "Emma")
    try Files.remove(other.path("settings.json"))
    try shop.shop.okit("import", other.data, "--replace", "--yes")
    #expect(try shop.jq(".books[0].name", "default.json") == #""Emma""#)
    try shop.shop.okit("undo")
    #expect(try shop.jq(".books[0].name", "default.json") != #""Emma""#)
    let data = try FileTree(shop.data)
    for (path, entry) in before.entries {
      let path = String(decoding: path, as: UTF8.self)
      if let inData = path.withoutPrefix("okit/data/") { #expect(data[inData] == entry, "\(path)") }
    }
  }

  @Test func aFixIsUndone() throws {
    let shop = try shop(.plain)
    let path = shop.path("default.json")
    let text = try Files.text(path).replacing(#/,"size":74/#, with: ",\"size\":7", maxReplacements: 1)
    try Files.write(text, to: path)
    try shop.shop.okit("check", "--fix")
    #expect(try Files.text(path) != text)
    try shop.shop.okit("undo")
    #expect(try Files.text(path) == text)
  }

  @Test func hooksRunForAnUndo() throws {
    let shop = try shop(.plain)
    try shop.shop.okit("set", Self.price, "1")
    let hook = shop.root + "/okit/hooks/changed"
    try Files.write("#!/bin/sh\nexec cat >\"$OKIT_ROOT/seen\"\n", to: hook)
    try Files.setMode(0o755, hook)
    try shop.shop.okit("undo")
    let seen = try shop.shop.jq("[.changes[] | [.path, .old, .new]] | tojson", shop.root + "/seen")
    #expect(seen == #"[["default:books[0]/price",1,9.99]]"#)
  }

  @Test func aLargeChangeIsConfirmed() throws {
    let shop = try shop(.plain)
    let path = shop.root + "/okit/okit.json"
    try Files.write(
      Files.text(path).replacing("\"version\": 1,", with: "\"version\": 1, \"history\": {\"size\": \"1 kB\"},"),
      to: path)
    let refused = try shop.shop.okit("set", Self.price, "1", status: 64)
    #expect(refused.errors.contains("this change cannot be undone") && refused.errors.contains("history.size"))
    #expect(try shop.jq(".books[0].price", "default.json") == "9.99")
    let made = try shop.shop.okit("set", "--yes", Self.price, "1")
    #expect(made.errors.contains("warning: this change cannot be undone"))
    #expect(try shop.jq(".books[0].price", "default.json") == "1")
    try shop.shop.okit("undo", status: 66)
  }

  @Test func anUndoOfALargeChangeIsRefusedToo() throws {
    let shop = try shop(.plain)
    try shop.shop.okit("set", Self.price, "1")
    let path = shop.root + "/okit/okit.json"
    try Files.write(
      Files.text(path).replacing("\"version\": 1,", with: "\"version\": 1, \"history\": {\"size\": \"1 kB\"},"),
      to: path)
    try shop.shop.okit("undo", status: 64)
    #expect(try shop.jq(".books[0].price", "default.json") == "1")
  }

  @Test(arguments: FormedShop.Form.allCases)
  func theDataIsConsistentAfterAnUndoAcrossCiphers(_ form: FormedShop.Form) throws {
    let shop = try shop(form)
    let before = try shop.shop.okit("get", ".").text
    try shop.shop.okit("attachment", "remove", "books[0]/icon")
    if form != .plain {
      try shop.shop.okit("encrypt", "default", "directory", "--cipher", form == .age ? "okit-cbc" : "age")
    }
    try shop.shop.okit("decrypt", "--all")
    try shop.shop.okit("undo", "--to", "0", "--yes")
    #expect(try shop.shop.okit("get", ".").text == before)
    let findings = try shop.jq("[.findings[].message]", ofOKit: "check", "--json")
    #expect(findings == "[]")
  }

  @Test func theHistoryIsNotInBackupsAndNotReported() throws {
    let shop = try shop(.age)
    try shop.shop.okit("set", Self.price, "1")
    try shop.shop.okit("backup", "create", "monday", "--format", "directory", "--as-stored")
    let contents = try FileTree(shop.root + "/okit/backup/monday", includingSteps: true)
    #expect(!contents.paths.contains { $0.contains(".steps") })
    #expect(try shop.shop.okit("check").text == "")
    #expect(try shop.shop.okit("attachment", "gc", "--dry-run").text == "")
  }
}
