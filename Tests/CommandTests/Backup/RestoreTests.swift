import Glibc
import TestSupport
import Testing

/// Restoring a workspace from a backup.
@Suite struct RestoreTests {
  /// A workspace whose models default and directory are encrypted with age, and a backup of it.
  private func prepared() throws -> (shop: Bookshop, backup: String) {
    let shop = try Bookshop()
    try shop.okit("encrypt", "default", "directory")
    return (shop, try shop.sealedBackup())
  }

  /// The content of the models, whatever their form.
  private func plain(_ shop: Bookshop, _ arguments: String...) throws -> [[UInt8]: FileTree.Entry] {
    let folder = shop.machine.path("plain")
    try Files.remove(folder)
    try shop.machine.okit(["export", "-o", folder] + arguments, in: shop.root)
    return try FileTree(folder).entries
  }

  private func change(_ shop: Bookshop) throws {
    try shop.okit("decrypt", "directory")
    try Files.write(#"{"changed":true}"#, to: shop.data + "/settings.json")
    try Files.remove(shop.data + "/directory/A69F6AFC-C651-BEDD-1963-F3FED5F20711.json")
    try Files.write(#"{"id":"NEW"}"#, to: shop.data + "/added.json")
    try shop.okit("encrypt", "added")
  }

  private func kept(_ shop: Bookshop, _ command: String = "restore") throws -> [String] {
    try shop.backupNames.filter { $0.hasPrefix("before-\(command)-") }
  }

  @Test func aFolderThatIsNoBackupIsRefused() throws {
    let shop = try Bookshop()
    // Other files in the folder do not matter.
    try shop.machine.run("ln", "-s", "absent", shop.root + "/okit/link")
    let before = try shop.tree()
    let folder = shop.root + "/okit"
    let new = shop.machine.path("new")
    for words in [
      ["backup", "restore", "./okit", "-y"], ["backup", "verify", "./okit"], ["init", new, "--from", "okit"],
    ] {
      let output = try shop.okit(words, status: 65)
      #expect(output.errors == "okit: error: \(folder) is not an okit backup: it contains no okit-backup.json\n")
    }
    #expect(try shop.tree().differences(from: before) == [])
    #expect(!Files.exists(new))
  }

  /// A model without encryption is only copied, so nothing else would notice.
  @Test(arguments: ["", "{\"id\":", "{} x", "[1]"]) func aRestoredModelThatIsNoJSONIsReported(text: String) throws {
    let machine = try Machine()
    let root = try machine.workspace("", ["default": #"{"id":"D"}"#, "other": #"{"id":"O"}"#])
    try Files.write(text, to: root + "/okit/data/default.json")
    try machine.okit("backup", "create", "b", "--format", "directory", in: root)
    let warning = "warning: \(root)/okit/backup/b: model default is damaged there, and is taken over as it is\n"
    for words in [["-n"], ["-y"]] {
      let output = try machine.okit(["backup", "restore", "b"] + words, in: root)
      #expect(output.errors.contains(warning) && !output.errors.contains("model other"), "\(output.errors)")
    }
    #expect(try Files.text(root + "/okit/data/default.json") == text)
  }

  /// The damaged model may name the attachments that the present one has.
  @Test func aDamagedModelTakesNoAttachmentsAway() throws {
    let shop = try FormedShop(.plain).shop
    let good = try FileTree(shop.data)
    let model = shop.data + "/default.json"
    let text = try Files.read(model)
    try Files.write("{", to: model)
    try shop.okit("backup", "create", "b", "--format", "directory")
    try Files.write(text, to: model)
    for words in [["-n"], ["-y"]] {
      let output = try shop.machine.okit(["backup", "restore", "b", "default"] + words, in: shop.root)
      #expect(
        output.errors.contains("model default is damaged there, and is taken over as it is\n"), "\(output.errors)")
      #expect(output.errors.contains("so only known ones were restored, and none were removed\n"), "\(output.errors)")
    }
    #expect(try Files.text(model) == "{")
    #expect(try FileTree(shop.data).differences(from: good) == ["default.json differs"])
    let refused = try shop.okit("import", "okit/backup/b", "--replace", "-y", status: 65)
    #expect(refused.errors.contains("model default is damaged in the source, so its attachments are unknown"))
  }

  /// A backup is made even if a model is damaged, so it must also be possible to restore it.
  @Test(arguments: [["--format", "directory"], ["--as-stored"]])
  func aDamagedModelKeepsNobodyFromTheOthers(format: [String]) throws {
    let shop = try FormedShop(.age)
    let damaged = shop.shop.data + "/directory.json"
    var bytes = try Files.read(damaged)
    bytes[bytes.count - 1] ^= 1
    try Files.write(bytes, to: damaged)
    let before = try FileTree(shop.shop.data)
    let protection = format.contains("--as-stored") ? ["-r", try shop.shop.recipient] : []
    try shop.machine.okit(["backup", "create", "b"] + format + protection, in: shop.root)
    let backup = try #require(Files.names(in: shop.shop.backups).first { $0.hasPrefix("b.") || $0 == "b" })
    let path = "\(shop.root)/okit/backup/\(backup)"
    let warning = "warning: \(path): model directory is damaged there, and is taken over as it is\n"
    for words in [["-y"], ["-y", "--as-stored", "default", "directory"]] {
      try Files.write("{}", to: damaged)
      try shop.machine.okit("set", "books[0]/price", "1", in: shop.root)
      let whole = try shop.machine.okit(["backup", "restore", "b"] + words, in: shop.root)
      #expect(whole.errors.contains(warning), "\(words): \(whole.errors)")
      #expect(try FileTree(shop.shop.data).differences(from: before) == [], "\(words)")
    }
    #expect(try shop.okit("backup", "restore", "b", "-n").errors.contains(warning))

    try shop.okit("set", "books[0]/price", "1")
    let one = try shop.okit("backup", "restore", "b", "default", "-y")
    #expect(!one.errors.contains("is damaged"), "\(one.errors)")
    #expect(try FileTree(shop.shop.data).differences(from: before) == [])
    let refused = try shop.okit("import", "okit/backup/\(backup)", "--replace", "-y", status: 65)
    #expect(refused.errors.contains("model directory is damaged in the source, so its attachments are unknown"))

    let root = shop.machine.path("new")
    let identity = shop.machine.path("config/okit/\(try shop.shop.id)/identity.txt")
    let new = try shop.machine.okit(
      "init", root, "--from", shop.shop.backups + "/" + backup, "-i", identity, "--trust")
    #expect(new.errors.contains(warning), "\(new.errors)")
    #expect(try Files.read(root + "/okit/data/directory.json") == Files.read(damaged))
  }

  @Test func restoreReplacesAllDataAndKeepsABackup() throws {
    let (shop, backup) = try prepared()
    try change(shop)
    let changed = try FileTree(shop.data)
    let recipients = try shop.jq(".recipients", shop.configuration)
    let output = try shop.okit("backup", "restore", "sealed", "--yes")
    #expect(try plain(shop) == plainFixture(shop))
    #expect(!Files.exists(shop.data + "/added.json"))
    // Stored in the form that they had when the backup was made.
    #expect(try shop.ageDecrypted(shop.data + "/default.json") == Fixture.bytes("expected/default.json"))
    #expect(try shop.ageDecrypted(shop.data + "/directory.json") == Fixture.bytes("data/directory.json"))
    #expect(try Files.read(shop.data + "/settings.json") == Fixture.bytes("data/settings.json"))
    #expect(try shop.jq(".recipients", shop.configuration) == recipients)
    #expect(try shop.jq(".models.directory.kind", shop.configuration) == "encrypted")
    try shop.okit("check")

    let kept = try kept(shop)
    #expect(kept.count == 1)
    #expect(output.errors.contains(kept[0]))
    #expect(try FileTree("\(shop.backups)/\(kept[0])/data").differences(from: changed) == [])
    try shop.machine.run("sha256sum", "--strict", "-c", "SHA256SUMS", in: "\(shop.backups)/\(kept[0])")
    try shop.okit("backup", "verify", kept[0])
    try shop.okit("backup", "restore", kept[0], "--yes")
    #expect(try FileTree(shop.data).differences(from: changed) == [])
    #expect(try Files.exists(backup) && self.kept(shop).count == 2)
  }

  @Test func oneModelCanBeRestoredAlone() throws {
    let (shop, _) = try prepared()
    try change(shop)
    try shop.okit("backup", "restore", "sealed", "directory", "--yes")
    #expect(try shop.ageDecrypted(shop.data + "/directory.json") == Fixture.bytes("data/directory.json"))
    let partial = "directory/A69F6AFC-C651-BEDD-1963-F3FED5F20711.json"
    #expect(try shop.ageDecrypted("\(shop.data)/\(partial)") == Fixture.bytes("data/\(partial)"))
    #expect(try Files.text(shop.data + "/settings.json") == #"{"changed":true}"#)
    #expect(Files.exists(shop.data + "/added.json"))
    #expect(try kept(shop).count == 1)
    let hint = try shop.okit("backup", "restore", "sealed", "absent", "--yes", status: 66).errors
    #expect(hint.contains("directory"))
    try shop.okit("check")
  }

  @Test func restoreNeedsYesAndADryRunChangesNothing() throws {
    let (shop, _) = try prepared()
    try change(shop)
    let before = try shop.tree()
    #expect(try shop.okit("backup", "restore", "sealed", status: 64).errors.contains("--yes"))
    #expect(try shop.okit("backup", "restore", "sealed", "-n").errors.contains("would restore"))
    #expect(try shop.okit("backup", "restore", "sealed", "settings", "-n").errors.contains("1 model"))
    #expect(try shop.tree().differences(from: before) == [])
  }

  @Test func removedModelsAreNamed() throws {
    let (shop, _) = try prepared()
    try change(shop)
    let tried = try shop.okit("backup", "restore", "sealed", "-n").errors
    #expect(tried.contains("would remove what the backup does not contain: added\n"))
    let done = try shop.okit("backup", "restore", "sealed", "--yes", "--json").text
    #expect(done.contains(#""removed":["added"]"#))
    #expect(!Files.exists(shop.data + "/added.json"))
  }

  @Test func decryptedStoresEverythingPlain() throws {
    let (shop, _) = try prepared()
    try change(shop)
    try shop.okit("backup", "restore", "sealed", "--decrypted", "--yes")
    #expect(try FileTree(shop.data).entries == plainFixture(shop))
  }

  @Test func restoredModelsAreEncryptedToTheGivenRecipients() throws {
    let (shop, _) = try prepared()
    let other = shop.machine.path("other.txt")
    try shop.machine.run("age-keygen", "-o", other)
    let recipient = try shop.machine.run("age-keygen", "-y", other).line
    try shop.okit("backup", "restore", "sealed", "-r", recipient, "--yes")
    #expect(
      try shop.ageDecrypted(shop.data + "/default.json", identity: other) == Fixture.bytes("expected/default.json"))
    try shop.machine.run("age", "-d", "-i", shop.identity, shop.data + "/default.json", status: 1)
    #expect(try plain(shop, "-i", other) == plainFixture(shop))
    try shop.okit("backup", "restore", "sealed", "-r", recipient, "--decrypted", "--yes", status: 64)
  }

  @Test func aRestoreThatLocksTheUserOutIsRefused() throws {
    let (shop, _) = try prepared()
    try shop.okit("backup", "create", "p", with: ["OKIT_PASSWORD": "secret"])
    let kept = shop.machine.path("kept.txt")
    try shop.machine.run("mv", shop.identity, kept)
    let before = try shop.tree()
    let output = try shop.okit("backup", "restore", "p", "--yes", status: 77, with: ["OKIT_PASSWORD": "secret"])
    for way in ["-i", "-r", "--decrypted"] { #expect(output.errors.contains(way)) }
    #expect(try shop.tree().differences(from: before) == [])
    try shop.okit("backup", "restore", "p", "--yes", "-i", kept, with: ["OKIT_PASSWORD": "secret"])
    #expect(try plain(shop, "-i", kept) == plainFixture(shop))
  }

  @Test func aBackupAsStoredIsRestoredByteForByte() throws {
    let (shop, _) = try prepared()
    let before = try FileTree(shop.data)
    try shop.okit("backup", "create", "stored", "--as-stored", "-r", shop.recipient)
    try change(shop)
    try shop.okit("backup", "restore", "stored", "--yes")
    #expect(try FileTree(shop.data).differences(from: before) == [])
    // Without the key of the models a restore has to be confirmed.
    let kept = shop.machine.path("kept.txt")
    try shop.okit("backup", "create", "sealed-stored", "--as-stored", with: ["OKIT_PASSWORD": "secret"])
    try shop.machine.run("mv", shop.identity, kept)
    let tree = try shop.tree()
    try shop.okit("backup", "restore", "sealed-stored", "--yes", status: 77, with: ["OKIT_PASSWORD": "secret"])
    #expect(try shop.tree().differences(from: tree) == [])
    try shop.okit("backup", "restore", "sealed-stored", "--yes", "--as-stored", with: ["OKIT_PASSWORD": "secret"])
    #expect(try FileTree(shop.data).differences(from: before) == [])
  }

  /// Without the key, nobody knows which attachments belong to the model.
  @Test(arguments: [FormedShop.Form.age, .okitCBC])
  func oneModelIsNotRestoredWithoutItsAttachments(_ form: FormedShop.Form) throws {
    let formed = try FormedShop(form)
    let shop = formed.shop
    try shop.okit("backup", "create", "stored", "--format", "directory")
    let before = try FileTree(shop.data)
    try shop.okit("model", "delete", "default", "-y")
    let deleted = try shop.tree()
    let keyless = ["OKIT_IDENTITY": "/dev/null/none", "OKIT_CBC_KEY": "/dev/null/none"]
    for dry in [["-n"], []] {
      let words = ["backup", "restore", "stored", "default", "--as-stored", "-y"] + dry
      let refused = try formed.machine.okit(words, status: 77, with: keyless, in: shop.root)
      #expect(refused.errors.contains("its key is needed to find its attachments"), "\(refused.errors)")
      #expect(try shop.tree().differences(from: deleted) == [])
    }
    try shop.okit("backup", "restore", "stored", "default", "--as-stored", "-y")
    #expect(try FileTree(shop.data).differences(from: before) == [])
  }

  /// Its cipher cannot tell damage from a wrong key, but the other models show that the key is right.
  @Test func aDamagedFrameworkModelKeepsNobodyFromTheOthers() throws {
    let formed = try FormedShop(.okitCBC)
    let shop = formed.shop
    let damaged = formed.path("directory.json")
    try Files.write(Files.read(damaged).dropLast(16), to: damaged)
    let before = try FileTree(shop.data)
    try shop.okit("backup", "create", "b", "--format", "directory")
    let path = "\(shop.root)/okit/backup/b"
    for models in [[], ["default"], ["default", "directory"]] {
      try shop.okit("set", "books[0]/price", "1")
      let output = try formed.machine.okit(["backup", "restore", "b", "-y"] + models, in: shop.root)
      let warns = output.errors.contains(
        "warning: \(path): model directory is damaged there, and is taken over as it is\n")
      #expect(warns == (models != ["default"]), "\(models): \(output.errors)")
      #expect(output.errors.contains("attachments of model directory are known") == (models.count == 2))
      #expect(try FileTree(shop.data).differences(from: before) == [], "\(models)")
    }
  }

  @Test func aFrameworkModelIsRestoredByteForByte() throws {
    let shop = try Bookshop()
    let path = try shop.sealedBackup()
    try Files.write("{}", to: shop.data + "/default.json")
    try shop.okit("backup", "restore", path, "--yes")
    #expect(try FileTree(shop.data).differences(from: FileTree(Fixture.data)) == [])
  }

  @Test(arguments: [["--format", "directory"], ["-r", "RECIPIENT"]])
  func rulesAndFormsAreInABackup(format: [String]) throws {
    let shop = try Bookshop()
    let rules = shop.root + "/okit/rules/Book.json"
    let form = shop.root + "/okit/forms/book.json"
    for folder in ["rules", "forms", "hooks"] { try Files.makeFolder("\(shop.root)/okit/\(folder)") }
    try Files.write(#"{"properties":{"name":{"minLength":1}}}"#, to: rules)
    // The function is not in the backup.
    try Files.write(#"{"fields":[{"path":"name"}],"submit":{"function":"publish"}}"#, to: form)
    try Files.write("#!/bin/sh\n", to: shop.root + "/okit/hooks/after-edit")
    let options = try format.map { try $0 == "RECIPIENT" ? shop.recipient : $0 } + ["--if-changed"]
    let backup = try shop.machine.okit(["backup", "create", "b"] + options, in: shop.root).line
    try shop.okit("backup", "verify", backup, "--restore-test")
    let before = try shop.tree()
    #expect(
      try shop.machine.okit(["backup", "create", "c"] + options, in: shop.root).errors.contains("nothing has changed"))
    let manifest = try shop.okit("backup", "show", "b", "--json").bytes
    let paths = try shop.machine.run("jq", "-r", ".files[].path", input: manifest).lines
    #expect(
      paths.contains("rules/Book.json") && paths.contains("forms/book.json")
        && !paths.contains { $0.hasPrefix("hooks") })
    // The rules at the time of the backup.
    try Files.write(#"{"properties":{"name":{"minLength":99}}}"#, to: rules)
    try shop.okit("check", status: 1)
    try shop.okit("check", "--at", "b")
    try Files.remove(form)
    try Files.write("{}", to: shop.root + "/okit/forms/other.json")
    try shop.okit("backup", "restore", "b", "--yes")
    #expect(try !Files.exists(form) && Files.text(rules).contains("99"))
    try shop.okit("backup", "restore", "b", "default", "--definitions", "--yes")
    let differences = try shop.tree().differences(from: before).filter {
      !$0.hasPrefix("okit/backup") && !$0.hasPrefix("okit/.") && $0 != "okit/okit.json differs"
    }
    #expect(differences == [])
    let new = shop.machine.path("new")
    try shop.okit("init", new, "--from", backup, "-i", shop.identity, "--trust")
    #expect(try Files.read(new + "/okit/rules/Book.json") == Files.read(rules))
    #expect(try Files.read(new + "/okit/forms/book.json") == Files.read(form))
    #expect(!Files.exists(new + "/okit/hooks"))
  }

  /// okit uses none of these, so they stop no backup, and nothing is written through a link.
  @Test func oddRulesAndFormsAreLeftOutOfABackup() throws {
    let shop = try Bookshop()
    let okit = shop.root + "/okit"
    try Files.makeFolder(okit + "/rules")
    try Files.write("{}", to: okit + "/rules/Book.json")
    try shop.okit("backup", "create", "good", "--format", "directory")
    try Files.write(String(repeating: " ", count: 17 << 20), to: okit + "/rules/Large.json")
    try Files.makeFolder(okit + "/rules/Folder.json")
    try shop.machine.run("ln", "-s", "../okit.json", okit + "/rules/Link.json")
    let shared = shop.machine.path("shared")
    try Files.makeFolder(shared)
    try Files.write("{}", to: shared + "/a.json")
    try shop.machine.run("ln", "-s", shared, okit + "/forms")
    let made = try shop.okit("backup", "create", "b", "--format", "directory")
    for fault in [
      "rules/Large.json is too large", "rules/Folder.json is not a file", "rules/Link.json is not a file",
      "forms is not a folder",
    ] {
      #expect(made.errors.contains("warning: \(okit)/\(fault); the backup does not contain it\n"), "\(made.errors)")
    }
    #expect(try Files.names(in: okit + "/backup/b/rules") == ["Book.json"] && !Files.exists(okit + "/backup/b/forms"))
    try shop.okit("backup", "restore", "b", "--yes")
    try Files.remove(okit + "/forms")
    // What was left out is unknown, so nothing is removed in its favour.
    try Files.makeFolder(okit + "/forms")
    try Files.write("{}", to: okit + "/forms/a.json")
    try Files.remove(okit + "/rules/Link.json")
    try shop.okit("backup", "restore", "b", "--definitions", "--yes")
    #expect(try Files.names(in: okit + "/forms") == ["a.json"])
    try shop.machine.run("mv", okit + "/rules", shop.machine.path("rules"))
    try shop.machine.run("ln", "-s", shared, okit + "/rules")
    let refused = try shop.okit("backup", "restore", "good", "--definitions", "--yes", status: 78)
    #expect(refused.errors.contains("okit/rules is a link, which is not followed"))
    #expect(try Files.names(in: shared) == ["a.json"])
  }

  @Test func definitionsAreRestoredOnlyIfAsked() throws {
    let (shop, _) = try prepared()
    let file = shop.root + "/okit/model/Shop.swift"
    try Files.write("class Shop: ModelEncrypted {}\n", to: file)
    _ = try shop.sealedBackup("with")
    try Files.write("class Shop: Model {}\n", to: file)
    try Files.write("class New: Model {}\n", to: shop.root + "/okit/model/New.swift")
    try shop.okit("backup", "restore", "with", "--yes")
    #expect(try Files.text(file) == "class Shop: Model {}\n")
    try shop.okit("backup", "restore", "with", "--definitions", "--yes")
    #expect(try Files.text(file) == "class Shop: ModelEncrypted {}\n")
    #expect(!Files.exists(shop.root + "/okit/model/New.swift"))
  }

  @Test func restoredDefinitionsReplaceThoseInSubfolders() throws {
    let (shop, _) = try prepared()
    let folder = shop.root + "/okit/model/sub"
    try Files.makeFolder(folder)
    try Files.write("struct One: Codable {}\n", to: folder + "/One.swift")
    _ = try shop.sealedBackup("with")
    try Files.write("struct One: Codable {}\n", to: folder + "/Two.swift")
    try shop.okit("backup", "restore", "with", "--definitions", "--yes")
    #expect(try Files.names(in: folder) == ["One.swift"])
  }

  @Test func theHintForALockedModelNamesAWayThatWorks() throws {
    let formed = try FormedShop(.okitCBC)
    let shop = formed.shop
    try shop.okit("backup", "create", "b", "--format", "directory")
    let keyless = ["OKIT_CBC_KEY": "/dev/null/none"]
    let words = ["backup", "restore", "b", "-y"]
    let refused = try formed.machine.okit(words, status: 77, with: keyless, in: shop.root)
    #expect(
      refused.errors.contains("hint: name the app's key in $OKIT_CBC_KEY, or use --as-stored"), "\(refused.errors)")
    try formed.machine.okit(words + ["--as-stored"], with: keyless, in: shop.root)
  }

  /// The definitions are outside of the workspace, and inside of it after a restore. The safety backup has both.
  @Test func aRestoreOfOutsideDefinitionsCanBeReversed() throws {
    let machine = try Machine()
    let source =
      "class Shop: Model, Codable { var id: String!; var name = \"\" }\nfunc start() { Model.register(Shop.self) }\n"
    try machine.write(source, "App/Shop.swift")
    try machine.okit("init", "shop", "--definitions", machine.path("App"))
    let root = machine.path("shop")
    try machine.okit("model", "create", "default", in: root)
    func definitions() throws -> String { try machine.run("jq", "-c", ".definitions", root + "/okit/okit.json").line }
    try machine.okit("backup", "create", "a", "--format", "directory", in: root)
    for number in 1...3 {
      try machine.okit("set", "name", "changed \(number)", in: root)
      let name =
        try number == 1 ? "a" : #require(Files.names(in: root + "/okit/backup").filter { $0.hasPrefix("before") }.max())
      try machine.okit("backup", "restore", name, "--definitions", "--yes", in: root)
      #expect(try definitions() == #"["okit/model/app"]"#)
      #expect(try Files.text(root + "/okit/model/app/Shop.swift") == source)
      #expect(try machine.okit("get", "name", in: root).line == (number == 1 ? "" : "changed \(number - 1)"))
      try machine.okit("check", in: root)
      sleep(1)
    }
  }
}
