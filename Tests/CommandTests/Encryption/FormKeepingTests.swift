import TestSupport
import Testing

/// Whatever is imported, an encrypted model stays encrypted with all its files, and no user is locked out of it.
@Suite struct FormKeepingTests {
  /// Expects every file of the default model to begin like an age file.
  private func expectAge(_ shop: Bookshop, at location: SourceLocation = #_sourceLocation) throws {
    let images = try Files.byteNames(in: shop.data + "/_image").map { "_image/" + String(decoding: $0, as: UTF8.self) }
    #expect(images.count == 16, sourceLocation: location)
    for path in images + ["default.json"] {
      let bytes = try Files.read("\(shop.data)/\(path)")
      #expect(bytes.starts(with: Array("age-encryption.org/v1\n".utf8)), "\(path)", sourceLocation: location)
    }
    try shop.okit("check", at: location)
  }

  @Test func importsOverAnEncryptedModelStayEncrypted() throws {
    let shop = try Bookshop()
    try shop.okit("encrypt", "default")
    let export = shop.machine.path("export")
    try shop.okit("export", "default", "-o", export)
    try shop.machine.shell("7z a -tzip -psecret -mem=AES256 ../app.zip .", in: export)
    try shop.okit("import", shop.machine.path("app.zip"), "--replace", "-y", with: ["OKIT_PASSWORD": "secret"])
    try expectAge(shop)
    try shop.okit("import", export, "--replace", "-y")
    try expectAge(shop)
    try shop.okit("import", export + "/default.json", "--replace", "-y")
    try expectAge(shop)
    #expect(try shop.ageDecrypted(shop.data + "/default.json") == Fixture.bytes("expected/default.json"))
  }

  /// Its kind was never recorded, but its form is known.
  @Test func aPlainDocumentTakesTheFormOfTheModelItReplaces() throws {
    let shop = try Bookshop()
    try shop.okit("import", Fixture.folder + "/expected/default.json", "--as", "default", "--replace", "-y")
    #expect(try Files.read(shop.data + "/default.json") == Fixture.bytes("data/default.json"))
    #expect(try FileTree(shop.data).differences(from: FileTree(Fixture.data)) == [])
  }

  @Test func importingTheDevicesFolderAgainChangesNoByte() throws {
    let shop = try Bookshop()
    try shop.okit("import", Fixture.data, "--replace", "-y")
    #expect(try FileTree(shop.data).differences(from: FileTree(Fixture.data)) == [])
    try Files.remove(shop.data + "/default.json")
    try shop.okit("import", Fixture.data, "--merge")
    #expect(try FileTree(shop.data).differences(from: FileTree(Fixture.data)) == [])
  }

  @Test func anAttachmentSharedByTwoModelsStaysEncrypted() throws {
    let shop = try Bookshop()
    let other =
      #"{"id":"OTHER","cover":"# + (try shop.jq(".books[0].icon | tojson", Fixture.folder + "/expected/default.json"))
      + "}"
    try Files.write(Array(other.utf8), to: shop.data + "/other.json")
    try shop.okit("encrypt", "--all")
    // The only finding is the duplicate id.
    #expect(try shop.okit("check", status: 1).text.contains("duplicate-id"))
    try shop.okit("decrypt", "--all")
    #expect(!Files.exists(shop.backups))
    let backup = try shop.sealedBackup()
    try shop.okit("backup", "restore", backup, "default", "other", "--yes")
    #expect(try shop.okit("check", status: 1).text.contains("duplicate-id"))
    // One model gives up the image, but the other still uses it.
    try shop.okit("import", shop.machine.write(#"{"id":"S","books":[]}"#, "default.json"), "--replace", "-y")
    #expect(try Files.byteNames(in: shop.data + "/_image").count == 1)
    #expect(try Files.read(shop.data + "/other.json") == Array(other.utf8))
  }

  @Test func rekeyIsRefusedIfItLocksTheUserOut() throws {
    let shop = try Bookshop()
    try shop.okit("encrypt", "default")
    let own = try shop.recipient
    let other = "age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p"
    try shop.okit("key", "add", other)
    try shop.okit("key", "remove", own)
    let before = try shop.tree()
    #expect(try shop.okit("rekey", status: 77).errors.contains("hint"))
    #expect(try shop.tree().differences(from: before) == [])
    try shop.okit("key", "add", own)
    try shop.okit("rekey")
    #expect(try shop.ageDecrypted(shop.data + "/default.json") == Fixture.bytes("expected/default.json"))
  }

  @Test func damagedFilesOfTheFrameworksCipherAreRefused() throws {
    let shop = try Bookshop()
    let image = "\(shop.data)/\(Fixture.image)"
    let whole = try Files.read(image)
    var flipped = whole
    flipped[3] ^= 0x99
    for damaged in [flipped, Array(whole.prefix(75)), Array(whole.prefix(64)), []] {
      try Files.write(damaged, to: image)
      let before = try shop.tree()
      #expect(try shop.okit("check", status: 1).text.contains(Fixture.image))
      for command in [["encrypt", "default", "--cipher", "age"], ["decrypt", "default"], ["export"]] {
        #expect(try shop.machine.okit(command, status: 65, in: shop.root).errors.contains(Fixture.image))
      }
      #expect(try shop.tree().differences(from: before) == [])
    }
  }

  @Test func aMissingOrLinkedDataFolderIsNotTreatedAsEmpty() throws {
    let shop = try Bookshop()
    try shop.machine.run("mv", shop.data, shop.machine.path("elsewhere"))
    for command in [["status"], ["check"], ["backup", "create", "b", "-r", try shop.recipient]] {
      try shop.machine.okit(command, status: 66, in: shop.root)
    }
    try shop.machine.run("ln", "-s", shop.machine.path("elsewhere"), shop.data)
    try shop.okit("check", status: 78)
    try shop.machine.trust(shop.machine.path("elsewhere"))
    try shop.okit("check")
  }

  @Test func aSecretGivenByMistakeIsNotRepeated() throws {
    let shop = try Bookshop()
    let secret = "AGE-SECRET-KEY-1QQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQ"
    for command in [["key", "add", secret], ["backup", "create", "-r", secret]] {
      #expect(try !shop.machine.okit(command, status: 64, in: shop.root).errors.contains("QQQQ"))
    }
  }

  @Test func initReplacesAndSkipsNoFiles() throws {
    let shop = try Bookshop()
    try shop.okit("init", shop.root)
    try shop.okit("init", shop.root, "--data", Fixture.data, status: 73)
    let folder = shop.machine.path("strange")
    try Files.makeFolder(folder)
    try shop.machine.shell("cp '\(Fixture.data)/settings.json' . && touch \"$(printf 'bad\\377.json')\"", in: folder)
    try shop.machine.okit("init", shop.machine.path("new"), "--data", folder, status: 65)
    #expect(!Files.exists(shop.machine.path("new/okit")))
  }
}
