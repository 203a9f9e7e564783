import TestSupport
import Testing

/// Files in place of folders of a data folder.
@Suite struct MisplacedFileTests {
  private static let names = ["_data", "_image", "one"]

  @Test(arguments: names, ForgedBackup.Container.files)
  func aBackupWithAMisplacedFileIsRefused(_ name: String, _ container: ForgedBackup.Container) throws {
    let shop = try Bookshop()
    var backup = ForgedBackup()
    backup.files.removeLast()
    backup.add(ForgedBackup.Entry(name: "data/" + name, bytes: Array("in the way".utf8)))
    let path = try backup.write(container, to: shop.machine.folder, recipient: shop.recipient)
    let before = try shop.tree()
    let secret = ["OKIT_PASSWORD": ForgedBackup.password]
    let identity = try shop.identity
    for words in [
      ["backup", "restore", path, "--yes"], ["backup", "restore", path, "one", "--yes"], ["import", path],
      ["backup", "verify", path], ["init", shop.machine.path("new"), "--from", path, "-i", identity],
    ] {
      let output = try shop.machine.okit(words, status: 65, with: secret, in: shop.root)
      #expect(output.errors.contains("'data/\(name)' is a file but must be a folder\n"))
    }
    #expect(!Files.exists(shop.machine.path("new")))
    #expect(try shop.tree().differences(from: before) == [])
  }

  @Test(arguments: names) func importsWithAMisplacedFileAreRefused(_ name: String) throws {
    let shop = try Bookshop()
    let source = shop.machine.path("source")
    try Files.makeFolder(source)
    try Files.write(#"{"id":"ONE"}"#, to: source + "/one.json")
    try Files.write("in the way", to: "\(source)/\(name)")
    let before = try shop.tree()
    #expect(try shop.okit("import", source, status: 65).errors.contains("'\(name)' is a file"))
    try shop.machine.run("7z", "a", "-bso0", "-bsp0", shop.machine.path("app.zip"), ".", in: source)
    #expect(try shop.okit("import", shop.machine.path("app.zip"), status: 65).errors.contains("'\(name)' is a file"))
    let new = shop.machine.path("new")
    #expect(try shop.machine.okit("init", new, "--data", source, status: 65).errors.contains("is a file"))
    #expect(!Files.exists(new))
    #expect(try shop.tree().differences(from: before) == [])
  }

  /// A backup is most needed if something is broken, and must be restorable.
  @Test(arguments: ["_data", "_image"]) func backupsLeaveOutAMisplacedFile(_ name: String) throws {
    let machine = try Machine()
    let root = machine.path("w")
    try machine.okit("init", root)
    try Files.write(#"{"id":"ONE"}"#, to: root + "/okit/data/one.json")
    try Files.write("in the way", to: "\(root)/okit/data/\(name)")
    let output = try machine.okit("backup", "create", "b", with: ["OKIT_PASSWORD": "p"], in: root)
    #expect(
      output.errors.contains(
        "\(root)/okit/data/\(name) is a file but must be a folder; the backup does not contain it\n"))
    try machine.okit("backup", "restore", "b", "--yes", with: ["OKIT_PASSWORD": "p"], in: root)
    #expect(try Files.names(in: root + "/okit/data") == ["one.json"])
    let kept = try #require(Files.names(in: root + "/okit/backup").first { $0.hasPrefix("before-restore-") })
    #expect(try Files.text("\(root)/okit/backup/\(kept)/data/\(name)") == "in the way")
    try machine.okit("status", in: root)
  }
}
