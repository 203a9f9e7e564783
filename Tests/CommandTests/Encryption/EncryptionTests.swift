import TestSupport
import Testing

/// Models from one cipher to another and back, checked with `age` and `openssl`.
@Suite struct EncryptionTests {
  @Test func encryptChangesTheFrameworksCipherToAge() throws {
    let shop = try Bookshop()
    try shop.okit("encrypt", "default", "--cipher", "age")
    #expect(try shop.ageDecrypted(shop.data + "/default.json") == Fixture.bytes("expected/default.json"))
    let images = try Files.byteNames(in: Fixture.data + "/_image").map { String(decoding: $0, as: UTF8.self) }
    #expect(images.count == 16)
    for image in images {
      let plain = try shop.openSSL("-d", Fixture.bytes("data/_image/\(image)"))
      #expect(plain.starts(with: [0x89, 0x50, 0x4e, 0x47]))
      #expect(try shop.ageDecrypted("\(shop.data)/_image/\(image)") == plain)
    }
    #expect(try shop.ageDecrypted("\(shop.data)/\(Fixture.image)") == Fixture.bytes("expected/image.png"))
    // No other file has changed.
    let others = try FileTree(Fixture.data).without { $0.hasPrefix("_image/") || $0 == "default.json" }
    #expect(
      try FileTree(shop.data).without { $0.hasPrefix("_image/") || $0 == "default.json" }.differences(from: others)
        == [])
    #expect(try shop.jq(".models.default.kind", shop.configuration) == "encrypted")
    let again = try shop.tree()
    #expect(try shop.okit("encrypt", "default").errors.contains("nothing to do"))
    #expect(try shop.tree().differences(from: again) == [])
    try shop.okit("check")
  }

  @Test func encryptChangesAgeBackByteForByte() throws {
    let shop = try Bookshop()
    try shop.okit("encrypt", "default", "--cipher", "age")
    try shop.okit("encrypt", "default", "--cipher", "okit-cbc")
    #expect(try FileTree(shop.data).differences(from: FileTree(Fixture.data)) == [])
    #expect(try Files.read(shop.data + "/default.json") == shop.openSSL("-e", Fixture.bytes("expected/default.json")))
    #expect(try Files.read("\(shop.data)/\(Fixture.image)") == shop.openSSL("-e", Fixture.bytes("expected/image.png")))
    try shop.okit("check")
  }

  @Test func partialsGoWithTheirModel() throws {
    let shop = try Bookshop()
    let partials = try Files.byteNames(in: Fixture.data + "/directory").map { String(decoding: $0, as: UTF8.self) }
    #expect(partials.count == 3)
    try shop.okit("encrypt", "directory")
    for path in ["directory.json"] + partials.map({ "directory/\($0)" }) {
      #expect(try shop.ageDecrypted("\(shop.data)/\(path)") == Fixture.bytes("data/\(path)"))
    }
    #expect(try shop.okit("get", "directory:authors/1/name").text == "Stanisław Lem\n")
    try shop.okit("encrypt", "directory", "--cipher", "okit-cbc")
    for path in ["directory.json"] + partials.map({ "directory/\($0)" }) {
      #expect(try Files.read("\(shop.data)/\(path)") == shop.openSSL("-e", Fixture.bytes("data/\(path)")))
    }
    try shop.okit("decrypt", "directory")
    #expect(try FileTree(shop.data).differences(from: FileTree(Fixture.data)) == [])
    #expect(try shop.jq(".models.directory.kind", shop.configuration) == "plain")
  }

  @Test func decryptGivesWhatOpenSSLGives() throws {
    let shop = try Bookshop()
    #expect(try shop.okit("decrypt", "default", "--stdout").bytes == Fixture.bytes("expected/default.json"))
    #expect(try FileTree(shop.data).differences(from: FileTree(Fixture.data)) == [])
    try shop.okit("decrypt", "--all")
    let expected = try plainFixture(shop)
    #expect(try FileTree(shop.data).entries == expected)
    try shop.okit("check")
    #expect(try shop.okit("decrypt", "--all").errors.contains("no model is encrypted"))
  }

  @Test func filesOfAgeAndOpenSSLAreRead() throws {
    let shop = try Bookshop()
    let text = Array(#"{"id":"X","text":"from outside: ø 漢 🦉"}"#.utf8)
    let sealed = try shop.machine.run("age", "-r", shop.recipient, input: text).bytes
    try Files.write(sealed, to: shop.data + "/sealed.json")
    let armored = try shop.machine.run("age", "-a", "-r", shop.recipient, input: text).bytes
    try Files.write(armored, to: shop.data + "/armored.json")
    try Files.write(shop.openSSL("-e", text), to: shop.data + "/framework.json")
    for model in ["sealed", "armored", "framework"] {
      #expect(try shop.okit("get", "text", "-m", model).text == "from outside: ø 漢 🦉\n")
      #expect(try shop.okit("decrypt", model, "--stdout").bytes == text)
      try shop.okit("decrypt", model)
      #expect(try Files.read("\(shop.data)/\(model).json") == text)
    }
  }

  @Test func aHalfEncryptedModelIsReadAndRepaired() throws {
    let shop = try Bookshop()
    try Files.write(Fixture.bytes("expected/image.png"), to: "\(shop.data)/\(Fixture.image)")
    let partial = "directory/A69F6AFC-C651-BEDD-1963-F3FED5F20711.json"
    let sealed = try shop.machine.run("age", "-r", shop.recipient, input: Fixture.bytes("data/\(partial)")).bytes
    try Files.write(sealed, to: "\(shop.data)/\(partial)")

    let findings = try shop.okit("check", "--json", status: 1)
    let found = try shop.machine.run(
      "jq", "-r", #".findings[] | "\(.kind) \(.file)""#, input: findings.bytes
    ).lines
    #expect(found == ["form okit/data/\(Fixture.image)", "form okit/data/\(partial)"])

    try shop.okit("encrypt", "default", "directory")
    #expect(try shop.ageDecrypted("\(shop.data)/\(Fixture.image)") == Fixture.bytes("expected/image.png"))
    #expect(try shop.ageDecrypted("\(shop.data)/\(partial)") == Fixture.bytes("data/\(partial)"))
    try shop.okit("check")
    try shop.okit("decrypt", "--all")
    #expect(try FileTree(shop.data).entries == plainFixture(shop))
  }

  @Test func rekeyLetsEachRecipientOpenEveryFile() throws {
    let shop = try Bookshop()
    try shop.okit("encrypt", "default", "directory")
    let second = shop.machine.path("second.txt")
    try shop.machine.run("age-keygen", "-o", second)
    let recipient = try shop.machine.run("age-keygen", "-y", second).line
    let model = shop.data + "/default.json"
    try shop.okit("key", "add", recipient)
    try shop.machine.run("age", "-d", "-i", second, model, status: 1)
    try shop.okit("rekey")
    let expected = try plainFixture(shop)
    for (path, entry) in expected {
      let name = String(decoding: path, as: UTF8.self)
      guard case .file(let bytes) = entry, name != "settings.json" else { continue }
      #expect(try shop.ageDecrypted("\(shop.data)/\(name)") == bytes)
      #expect(try shop.ageDecrypted("\(shop.data)/\(name)", identity: second) == bytes)
    }
    #expect(try shop.okit("get", "books[0]/name", "-i", second).text == "Dispossessed 0\n")
    #expect(try shop.okit("get", "books[0]/name", with: ["OKIT_IDENTITY": second]).text == "Dispossessed 0\n")

    try shop.okit("key", "remove", recipient)
    try shop.okit("rekey")
    try shop.machine.run("age", "-d", "-i", second, model, status: 1)
    try shop.okit("get", "books[0]/name", "-i", second, status: 77)
    #expect(try shop.ageDecrypted(model) == Fixture.bytes("expected/default.json"))
  }

  @Test func withoutAKeyNoFileChanges() throws {
    let shop = try Bookshop()
    try shop.okit("encrypt", "default")
    let stranger = shop.machine.path("stranger.txt")
    try shop.machine.run("age-keygen", "-o", stranger)
    let before = try shop.tree()
    for command in ["decrypt", "encrypt"] {
      let extra = command == "encrypt" ? ["--cipher", "okit-cbc"] : []
      try shop.machine.okit([command, "default", "-i", stranger] + extra, status: 77, in: shop.root)
    }
    try shop.okit("rekey", "-i", stranger, status: 77)
    try shop.okit("rekey", "-i", shop.machine.path("absent"), status: 77)
    try shop.okit("encrypt", "nothing", status: 66)
    try shop.okit("encrypt", status: 64)
    try shop.okit("encrypt", "default", "--all", status: 64)
    #expect(try shop.tree().differences(from: before) == [])
  }

  @Test func withoutRecipientsThereIsNothingToEncryptTo() throws {
    let shop = try Bookshop(keys: false)
    let before = try shop.tree()
    let output = try shop.okit("encrypt", "settings", status: 78)
    #expect(output.errors.contains("okit key generate"))
    #expect(try shop.tree().differences(from: before) == [])
  }

  @Test func aDamagedFileStopsTheWholeModel() throws {
    let shop = try Bookshop()
    try shop.okit("encrypt", "default")
    var bytes = try Files.read("\(shop.data)/\(Fixture.image)")
    bytes[bytes.count - 1] ^= 1
    try Files.write(bytes, to: "\(shop.data)/\(Fixture.image)")
    let before = try shop.tree()
    let output = try shop.okit("decrypt", "default", status: 65)
    #expect(output.errors.contains("18C2086A-5217-8AE9-9C55-97FFF933789F.png"))
    #expect(try shop.tree().differences(from: before) == [])
    #expect(try shop.okit("check", status: 1).text.contains("18C2086A-5217-8AE9-9C55-97FFF933789F.png: malformed"))
  }

  @Test func encryptWarnsOfAModelWhoseClassIsNotEncrypted() throws {
    let shop = try Bookshop()
    try shop.okit("model", "create", "prices", "currency:String")
    let tried = try shop.okit("encrypt", "prices", "-n").errors
    #expect(tried.contains("warning: model prices would be stored as age, but its kind is plain\n"), "\(tried)")
    let done = try shop.okit("encrypt", "prices").errors
    #expect(
      done.contains(
        """
        warning: model prices is stored as age, but its kind is plain
        okit: hint: derive the class from ModelEncrypted in the Swift files, or run 'okit decrypt prices'
        """), "\(done)")
    let definition = shop.root + "/okit/model/Prices.swift"
    try Files.write(try Files.text(definition).replacing(": Model,", with: ": ModelEncrypted,"), to: definition)
    try shop.okit("check")
  }

  @Test func decryptWarnsOfAModelWhoseClassIsEncrypted() throws {
    let shop = try Bookshop()
    try shop.okit("model", "create", "diary", "text:String", "--encrypted")
    let done = try shop.okit("decrypt", "diary").errors
    #expect(
      done.contains(
        """
        warning: model diary is stored as json, but its kind is encrypted
        okit: hint: derive the class from Model in the Swift files, or run 'okit encrypt diary'
        """), "\(done)")
    #expect(try !shop.okit("encrypt", "diary").errors.contains("warning: model"))
  }

  @Test func dryRunsChangeNothing() throws {
    let shop = try Bookshop()
    let before = try shop.tree()
    #expect(try shop.okit("encrypt", "default", "-n").errors.contains("would be"))
    try shop.okit("decrypt", "default", "--dry-run")
    try shop.okit("key", "add", "age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p", "-n")
    #expect(try shop.tree().differences(from: before) == [])
  }

  @Test func encryptNamesBackupsWithPlainCopiesOfTheModel() throws {
    let shop = try Bookshop()
    try shop.okit("backup", "create", "early", "--format", "directory")
    let output = try shop.okit("encrypt", "directory")
    #expect(output.errors.contains("early"))
    #expect(try !shop.okit("encrypt", "default").errors.contains("early"))
  }
}
