import TestSupport
import Testing

/// The stored form of models that are imported from a folder, an app's zip or a single file.
@Suite struct ImportFormTests {
  enum Source: String, CaseIterable, CustomTestStringConvertible {
    case folder
    case zip

    var testDescription: String { rawValue }
  }

  /// An empty workspace, and the data of a shop in one form as a source.
  private func scene(_ form: FormedShop.Form, _ source: Source) throws -> (FormedShop, root: String, source: String) {
    let formed = try FormedShop(form)
    let machine = formed.shop.machine
    let root = machine.path("new")
    try machine.okit("init", root)
    try machine.okit("key", "import", formed.shop.identity, "-C", root)
    try machine.okit("key", "import", formed.shop.frameworkKey, "-C", root)
    if source == .folder { return (formed, root, formed.shop.data) }
    let zip = machine.path("app.zip")
    try machine.run("7z", "a", "-bso0", "-bsp0", zip, ".", in: formed.shop.data)
    return (formed, root, zip)
  }

  private func expectPlain(_ formed: FormedShop, _ root: String) throws {
    for path in try FileTree(formed.shop.data).paths where path.contains(".") {
      let isDocument = path.hasSuffix(".json")
      let expected = try isDocument ? formed.plain(path) : attachment(path, formed)
      #expect(try Files.read("\(root)/okit/data/\(path)") == expected, "\(path)")
    }
  }

  /// The decrypted content of an attachment. Only an export gives it, since attachments of the default model have a form of their own.
  private func attachment(_ path: String, _ formed: FormedShop) throws -> [UInt8] {
    let out = formed.shop.machine.path("exported")
    if !Files.exists(out) { try formed.okit("export", "-o", out) }
    return try Files.read("\(out)/\(path)")
  }

  @Test(arguments: FormedShop.Form.allCases, Source.allCases)
  func anImportCanBeDecryptedAsAWhole(_ form: FormedShop.Form, _ source: Source) throws {
    let (formed, root, path) = try scene(form, source)
    try formed.shop.machine.okit("import", path, "--decrypted", in: root)
    try expectPlain(formed, root)
    #expect(try formed.shop.jq(".models.default.kind", root + "/okit/okit.json") != "encrypted")
  }

  @Test(arguments: [FormedShop.Form.age, .okitCBC], Source.allCases)
  func modelsWithoutTheirKeyStayUnchangedWithAWarning(_ form: FormedShop.Form, _ source: Source) throws {
    let (formed, _, path) = try scene(form, source)
    let root = formed.shop.machine.path("keyless")
    try formed.shop.machine.okit("init", root)
    let output = try formed.shop.machine.okit("import", path, in: root)
    let hint = form == .age ? "name the identity with -i FILE" : "run 'okit key import cryptinfo.json'"
    for name in ["default", "directory"] {
      #expect(output.errors.contains("warning: no available key opens model \(name) of \(path), so it stays unchanged"))
      #expect(try Files.read("\(root)/okit/data/\(name).json") == Files.read("\(formed.shop.data)/\(name).json"))
    }
    #expect(output.errors.contains("okit: hint: \(hint)"), "\(output.errors)")
  }

  /// The framework's cipher has no authentication, so a wrong key looks like damage.
  @Test(arguments: Source.allCases)
  func aWrongAppKeyDoesNotMakeModelsDamaged(_ source: Source) throws {
    let (formed, _, path) = try scene(.okitCBC, source)
    let machine = formed.machine
    let root = machine.path("other")
    let key = try machine.write(
      #"{"key":[\#(Array(repeating: "7", count: 32).joined(separator: ","))],"#
        + #""iv":[\#(Array(repeating: "9", count: 16).joined(separator: ","))]}"#, "wrong.json")
    try Files.setMode(0o600, key)
    try machine.okit("init", root)
    let output = try machine.okit("import", path, with: ["OKIT_CBC_KEY": key], in: root)
    for name in ["default", "directory"] {
      #expect(output.errors.contains("warning: no available key opens model \(name) of \(path), so it stays unchanged"))
    }
    #expect(!output.errors.contains("damaged"), "\(output.errors)")
    let before = try FileTree(root)
    let refused = try machine.okit("import", path, "--replace", "-y", status: 77, with: ["OKIT_CBC_KEY": key], in: root)
    #expect(refused.errors.contains("its key is needed to find its attachments"), "\(refused.errors)")
    #expect(try FileTree(root).differences(from: before) == [])
  }

  @Test func aModelThatTheImportDoesNotTakeGetsNoWarning() throws {
    let (formed, _, path) = try scene(.age, .folder)
    let root = formed.machine.path("keyless")
    try formed.machine.okit("init", root)
    try formed.machine.okit("import", path, in: root)
    let output = try formed.machine.okit("import", path, "--merge", in: root)
    #expect(!output.errors.contains("no available key"), "\(output.errors)")
  }

  @Test(arguments: FormedShop.Form.allCases, Source.allCases)
  func encryptedModelsAreImportedForTheGivenRecipients(_ form: FormedShop.Form, _ source: Source) throws {
    let (formed, root, path) = try scene(form, source)
    let machine = formed.shop.machine
    let identity = machine.path("other.txt")
    let other = try machine.okit("key", "generate", "-o", identity, "-C", formed.shop.root).line
    try machine.okit("import", path, "-r", other, in: root)
    for file in ["default.json", "directory.json", "settings.json"] {
      let stored = "\(root)/okit/data/\(file)"
      if form == .plain || file == "settings.json" {
        #expect(try Files.read(stored) == formed.plain(file))
      } else {
        #expect(try formed.shop.ageDecrypted(stored, identity: identity) == formed.plain(file))
      }
    }
    // Attachments are encrypted too, and decrypt to the original bytes.
    let back = machine.path("back")
    try machine.okit("export", "-o", back, "-i", identity, in: root)
    for path in try FileTree(back).paths where path.hasPrefix("_image/") || path.hasPrefix("_data/") {
      #expect(try Files.read("\(back)/\(path)") == attachment(path, formed))
      if form != .plain { #expect(try Files.read("\(root)/okit/data/\(path)") != attachment(path, formed)) }
    }
  }

  @Test(arguments: [FormedShop.Form.age, .okitCBC], Source.allCases)
  func withoutTheKeyNothingIsImported(_ form: FormedShop.Form, _ source: Source) throws {
    let (formed, _, path) = try scene(form, source)
    let machine = formed.shop.machine
    let root = machine.path("keyless")
    try machine.okit("init", root)
    let before = try FileTree(root).without { $0 == "okit/.lock" }
    for options in [["--decrypted"], ["-r", try formed.shop.recipient]] {
      try machine.okit(["import", path] + options, status: 77, in: root)
      #expect(try FileTree(root).without { $0 == "okit/.lock" }.differences(from: before) == [])
    }
    try machine.okit("import", path, "--as-stored", in: root)
    #expect(try Files.read(root + "/okit/data/default.json") == Files.read(formed.path("default.json")))
  }

  @Test(arguments: ["file", "standard input"])
  func anAgeFileWithADocumentIsImportedEncrypted(_ way: String) throws {
    let shop = try Bookshop()
    let document = Array(#"{"id":"X","text":"from outside"}"#.utf8)
    let path = shop.machine.path("letters.json.age")
    try Files.write(shop.machine.run("age", "-r", shop.recipient, input: document).bytes, to: path)
    let bytes = try Files.read(path)
    func importing(_ options: [String], as model: String, status: Int32 = 0) throws -> Output {
      let words = way == "file" ? ["import", path] : ["import", "-"]
      return try shop.machine.okit(
        words + ["--as", model] + options, status: status, input: way == "file" ? [] : bytes, in: shop.root)
    }
    #expect(try importing([], as: "one").text == "one\n")
    #expect(try shop.ageDecrypted(shop.data + "/one.json") == document)
    #expect(try shop.jq(".models.one.kind", shop.configuration) == "encrypted")
    _ = try importing(["--decrypted"], as: "two")
    #expect(try Files.read(shop.data + "/two.json") == document)
    _ = try importing(["--as-stored"], as: "three")
    #expect(try Files.read(shop.data + "/three.json") == bytes)
    #expect(try shop.okit("get", "three:text").text == "from outside\n")
    if way == "file" { #expect(try shop.okit("import", path).text == "letters\n") }
  }

  @Test func anEncryptedDocumentOfAPlainClassIsStoredPlain() throws {
    let shop = try Bookshop()
    try shop.define()
    for (model, file) in [("directory", "directory"), ("settings", "settings")] {
      let document = try Files.read(Fixture.data + "/\(file).json")
      let path = shop.machine.path("\(model).json.age")
      try Files.write(shop.machine.run("age", "-r", shop.recipient, input: document).bytes, to: path)
      for isNew in [false, true] {
        if isNew { try Files.remove(shop.data + "/\(model).json") }
        let options = isNew ? [] : ["--replace", "--yes"]
        let output = try shop.machine.okit(["import", path, "--as", model] + options, in: shop.root)
        #expect(
          output.errors.contains(
            "model \(model) was encrypted in the source and is now stored decrypted, because its kind is not encrypted")
        )
        #expect(try Files.read(shop.data + "/\(model).json") == document)
        let status = try shop.okit("status").lines.filter { $0.contains(model) }
        #expect(!status.isEmpty && !status.contains { $0.contains("though its kind is") }, "\(status)")
      }
      try shop.okit("import", path, "--as", model, "--as-stored", "--replace", "--yes")
      #expect(try Files.read(shop.data + "/\(model).json") == Files.read(path))
    }
  }

  @Test func aFileFromADeviceKeepsItsForm() throws {
    let shop = try Bookshop()
    let file = Fixture.data + "/default.json"
    try shop.okit("import", file, "--as", "one")
    let plain = try shop.openSSL("-d", Files.read(file))
    #expect(try Files.read(shop.data + "/one.json") == Files.read(file))
    #expect(try shop.jq(".models.one.kind", shop.configuration) == "encrypted")
    try shop.okit("import", file, "--as", "two", "--decrypted")
    #expect(try Files.read(shop.data + "/two.json") == plain)
    try shop.okit("import", file, "--as", "three", "-r", shop.recipient)
    #expect(try shop.ageDecrypted(shop.data + "/three.json") == plain)
    // Bytes that the key does not open are invalid JSON, not a missing key.
    let noise = try shop.machine.write(String(repeating: "\u{1}\u{2}\u{3}\u{4}", count: 64), "noise.json")
    try shop.okit("import", noise, status: 65)
  }

  @Test func anAgeFileWithoutADocumentOrBackupIsRefused() throws {
    let shop = try Bookshop()
    let before = try shop.tree()
    for content in ["", "text", "[1,2]", "{\"id\":"] {
      let path = shop.machine.path("x.age")
      try Files.write(shop.machine.run("age", "-r", shop.recipient, input: Array(content.utf8)).bytes, to: path)
      try shop.okit("import", path, status: 65)
      try shop.okit("backup", "verify", path, status: 65)
    }
    #expect(try shop.tree().differences(from: before) == [])
  }
}
