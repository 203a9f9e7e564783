import TestSupport
import Testing

/// Names and values of every kind, in the environment of cron.
@Suite struct UnicodeTests {
  /// Names that Swift, C, a shell or an archive could split, confuse or change.
  static let names = [
    "sp ace", " leading", "trailing ", "quo'te", "dou\"ble", "back\\slash", "dollar$HOME", "semi;colon", "star*",
    "-dash",
    "#hash", "per%20cent", "question?", "colon:name", "greater>name", "name.json", "two..dots", "tilde~",
    "Größe", "caf\u{e9}", "cafe\u{301}", "\u{301}combining", "A\u{30a}", "\u{212b}", "\u{c5}", "ﬁ", "fi",
    "漢字", "ひらがな", "한글", "\u{1112}\u{1161}\u{11ab}", "עברית", "عربى", "mixed עברית 123", "ไทย", "हिन्दी",
    "🦉", "👩‍👩‍👧", "🇩🇪", "👍🏽", "❤️", "\u{fe0f}selector", "zero\u{200b}width", "\u{200d}joiner", "rtl\u{202e}gnp", "\u{600}",
    "number\u{600}", "bom\u{feff}", "𝔘𝔫𝔦", "\u{10fffd}", "İstanbul", "ı", "ß", "ẞ",
  ]
  /// Names with control characters, which Linux accepts but neither okit nor an archive does.
  static let awkward = ["new\nline", "tab\there", "return\r", "bell\u{7}", "delete\u{7f}", "\u{85}next"]

  /// A JSON string with every kind of character, as an app's encoder writes it.
  static let value = #"\u0001\n\"\\\/ "# + "\u{7f} \u{2028} \u{feff} ø é e\u{301} 漢 🦉 👩‍👩‍👧 \u{202e} עברית \u{10ffff}"

  /// A workspace with a model for each name, whose value is the name.
  private func workspace(_ machine: Machine, _ names: [String]) throws -> String {
    let root = machine.path("w")
    try machine.okit("init", root)
    try machine.okit("key", "generate", in: root)
    for name in names { try Files.write(text(name), to: "\(root)/okit/data/\(name).json") }
    return root
  }

  private func text(_ name: String) -> [UInt8] {
    let safe = name.unicodeScalars.flatMap { scalar -> [Unicode.Scalar] in
      switch scalar {
      case "\"", "\\": ["\\", scalar]
      case _ where scalar.value < 0x20:
        Array("\\u00\(scalar.value < 16 ? "0" : "")\(String(scalar.value, radix: 16))".unicodeScalars)
      default: [scalar]
      }
    }
    var line = "{\"id\":\"A\",\"name\":\""
    line.unicodeScalars.append(contentsOf: safe)
    return Array(line.utf8) + Array("\"}".utf8)
  }

  @Test(arguments: awkward)
  func aNameWithAControlCharacterStaysOutOfArchives(_ name: String) throws {
    let machine = try Machine()
    let root = try workspace(machine, [name])
    let recipient = try machine.run("jq", "-r", ".recipients[0]", root + "/okit/okit.json").line
    for format in [["-r", recipient], ["--format", "zip"]] {
      let output = try machine.okit(
        ["backup", "create", "b"] + format, status: 65, with: ["OKIT_PASSWORD": "p"], in: root)
      #expect(output.errors.contains("control character"))
      #expect(output.errors.split(separator: "\n").count == 1)
    }
    #expect(!Files.exists(root + "/okit/backup/b.zip") && !Files.exists(root + "/okit/backup/b.tar.zst.age"))
    try machine.okit("backup", "create", "plain", "--format", "directory", in: root)
    try machine.okit("backup", "verify", "plain", in: root)
    try machine.run("sha256sum", "--strict", "--quiet", "-c", "SHA256SUMS", in: root + "/okit/backup/plain")
    let path = "\(root)/okit/data/\(name).json"
    let stored = try Files.read(path)
    try Files.write("{}", to: path)
    try machine.okit("backup", "restore", "plain", "--yes", in: root)
    #expect(try Files.read(path) == stored)
  }

  @Test(arguments: awkward)
  func aModelWithAControlCharacterInItsNameIsReported(_ name: String) throws {
    let machine = try Machine()
    let root = try workspace(machine, [name])
    let output = try machine.okit("check", status: 1, in: root)
    #expect(output.text.contains("is not a valid model name: it contains a control character"))
    try machine.okit("model", "create", "--", name, status: 64, in: root)
    try machine.okit("import", "okit/okit.json", "--as=\(name)", status: 65, in: root)
  }

  /// okit cannot name such a file, so it neither uses it nor makes a backup without it.
  @Test(arguments: ["data", "data/m", "data/_image", "data/_data"])
  func aNameThatIsNotUTF8IsReported(_ folder: String) throws {
    let machine = try Machine()
    let root = try workspace(machine, ["m"])
    try machine.shell("mkdir -p \(folder) && touch \(folder)/$(printf 'caf\\351').json", in: root + "/okit")
    let fault = #"contains a file whose name, 'caf\xE9.json', is not valid UTF-8"#
    #expect(try machine.okit("check", status: 1, in: root).text.contains("okit/\(folder): name: \(fault)"))
    let backup = try machine.okit("backup", "create", "--format", "directory", status: 65, in: root)
    #expect(backup.errors.contains("okit/\(folder) \(fault)"), "\(backup.errors)")
  }

  /// Earlier versions accepted such names, so their models must not be left behind.
  @Test(arguments: awkward)
  func aModelWithAControlCharacterInItsNameIsEncryptedLikeOthers(_ name: String) throws {
    let machine = try Machine()
    let root = try workspace(machine, [name])
    let path = "\(root)/okit/data/\(name).json"
    let plain = try Files.read(path)
    #expect(try machine.okit("get", "name", "-m=\(name)", "-0", in: root).bytes == Array(name.utf8) + [0])
    try machine.okit("encrypt", "--all", in: root)
    let id = try machine.run("jq", "-r", ".id", root + "/okit/okit.json").line
    let identity = machine.path("config/okit/\(id)/identity.txt")
    #expect(try machine.run("age", "-d", "-i", identity, path).bytes == plain)
    let old = try Files.read(path)
    try machine.okit("rekey", in: root)
    #expect(try Files.read(path) != old)
    #expect(try machine.run("age", "-d", "-i", identity, path).bytes == plain)
    try machine.okit("decrypt", "--all", in: root)
    #expect(try Files.read(path) == plain)
  }

  /// The id of an attachment names its file.
  @Test(arguments: FormedShop.Form.allCases)
  func aNewAttachmentIdContainsNoControlCharacter(form: FormedShop.Form) throws {
    let shop = try FormedShop(form)
    let image = #"{"id":"%","format":"image/png","label":"","quality":1,"scale":1,"template":false,"size":74}"#
    let icon = image.replacing("%", with: #"a\tb"#)
    try shop.okit("add", "books", #"{"id":"OWN","name":"","icon":\#(image.replacing("%", with: "FRESH"))}"#)
    let before = try FileTree(shop.root + "/okit/data")
    let message = #"'a\u{9}b' is not a valid attachment name: it contains a control character"#
    for words in [
      ["add", "books", #"{"id":"NEW","name":"","icon":\#(icon)}"#], ["set", "books[-1]/icon", icon],
      ["set", "books[-1]/icon/id", "a\tb"],
    ] {
      let output = try shop.machine.okit(words, status: 65, in: shop.root)
      #expect(output.errors.contains(message), "\(words): \(output.errors)")
    }
    let file = try shop.machine.write(#"{"id":"N","icon":\#(icon)}"#, "new.json")
    #expect(try shop.okit("import", file, status: 65).errors.contains(message))
    #expect(try FileTree(shop.root + "/okit/data").differences(from: before) == [])
  }

  /// An attachment that an earlier version or an app made is reported, stays usable, and gets another id.
  @Test func aStoredAttachmentWithAControlCharacterInItsIdCanBeRepaired() throws {
    let shop = try FormedShop(.plain)
    let image = #"{"id":"BAD","format":"","label":"","quality":1,"scale":1,"template":false,"size":3}"#
    let model = try shop.machine.write(#"{"id":"N","icon":\#(image)}"#, "extra.json")
    try shop.okit("import", model)
    let path = shop.shop.data + "/extra.json"
    try Files.write(Files.text(path).replacing("BAD", with: #"a\nb"#), to: path)
    try Files.makeFolder(shop.shop.data + "/_data")
    try Files.write("abc", to: shop.shop.data + "/_data/a\nb.raw")
    #expect(try shop.okit("check", status: 1).text.contains("not a valid name of an attachment"))
    try shop.okit("encrypt", "extra", "--cipher", "age")
    #expect(try shop.okit("attachment", "get", "extra:icon").text == "abc")
    try shop.okit("rekey")
    try shop.okit("decrypt", "extra")
    try shop.okit("attachment", "get", "extra:icon", "-o", shop.machine.path("saved"))
    try shop.okit("attachment", "remove", "extra:icon")
    #expect(!Files.exists(shop.shop.data + "/_data/a\nb.raw"))
  }

  @Test(arguments: Effort.sample(20, of: names + ["line\u{2028}"]))
  func modelsCanHaveUnicodeNames(_ name: String) throws {
    let machine = try Machine()
    let root = try workspace(machine, [name])
    let path = "\(root)/okit/data/\(name).json"
    let plain = text(name)
    let json = try machine.okit("status", "--json", in: root).bytes
    let listed = try machine.run("jq", "-j", ".models[].name", input: json).bytes
    #expect(listed == Array(name.utf8), "\(String(decoding: json, as: UTF8.self))")
    let dashed = name.hasPrefix("-")
    #expect(try machine.okit("get", "name", "-m=\(name)", "-0", in: root).bytes == Array(name.utf8) + [0])
    try machine.okit(["encrypt"] + (dashed ? ["--"] : []) + [name], in: root)
    let recipient = try machine.run("jq", "-r", ".recipients[0]", root + "/okit/okit.json").line
    let id = try machine.run("jq", "-r", ".id", root + "/okit/okit.json").line
    let identity = machine.path("config/okit/\(id)/identity.txt")
    #expect(try machine.run("age", "-d", "-i", identity, path).bytes == plain)
    let kinds = try machine.run("jq", "-j", ".models | keys[]", root + "/okit/okit.json").bytes
    #expect(kinds == Array(name.utf8))

    let sealed = try machine.okit("backup", "create", "sealed", "-r", recipient, in: root).line
    try machine.okit("backup", "create", "plain", "--format", "directory", in: root)
    let zip = try machine.okit("backup", "create", "zipped", "--format", "zip", with: ["OKIT_PASSWORD": "p"], in: root)
      .line
    for backup in ["sealed", "plain", "zipped"] {
      try machine.okit("backup", "verify", backup, with: ["OKIT_PASSWORD": "p"], in: root)
    }
    // Other tools read the archives.
    try Files.makeFolder(machine.path("tar"))
    try machine.shell("age -d -i '\(identity)' '\(sealed)' | zstd -dc | tar xf - -C tar")
    #expect(try Files.byteNames(in: machine.path("tar/data")) == [Array("\(name).json".utf8)])
    #expect(try Files.read(machine.path("tar/data/\(name).json")) == plain)
    try machine.run("sha256sum", "--strict", "--quiet", "-c", "SHA256SUMS", in: machine.path("tar"))
    try machine.run("sha256sum", "--strict", "--quiet", "-c", "SHA256SUMS", in: root + "/okit/backup/plain")
    try machine.run("7z", "x", "-pp", "-o" + machine.path("7z"), zip, with: ["LC_ALL": "C.UTF-8"])
    #expect(try Files.byteNames(in: machine.path("7z/data")) == [Array("\(name).json".utf8)])
    #expect(try Files.read(machine.path("7z/data/\(name).json")) == plain)

    // okit imports and restores the archives as well.
    try Files.write("{}", to: path)
    try machine.okit("backup", "restore", sealed, "--yes", in: root)
    #expect(try machine.run("age", "-d", "-i", identity, path).bytes == plain)
    for source in [sealed, zip, root + "/okit/backup/plain"] {
      let new = machine.path("new")
      try Files.remove(new)
      try machine.okit(
        "init", new, "--from", source, "--decrypted", "-i", identity, with: ["OKIT_PASSWORD": "p"])
      #expect(try Files.byteNames(in: new + "/okit/data") == [Array("\(name).json".utf8)])
      #expect(try Files.read("\(new)/okit/data/\(name).json") == plain)
    }
    try machine.okit("decrypt", "--all", in: root)
    #expect(try Files.read(path) == plain)
    try machine.okit("export", "-o", machine.path("export"), in: root)
    #expect(try Files.byteNames(in: machine.path("export")) == [Array("\(name).json".utf8)])
    try machine.okit("check", in: root)
    #expect(try machine.okit("import", machine.path("export"), "--replace", "--yes", "--json", in: root).errors == "")
  }

  @Test func spellingsThatLookTheSameAreModelsOfTheirOwn() throws {
    let machine = try Machine()
    let names = ["caf\u{e9}", "cafe\u{301}", "\u{212b}", "\u{c5}", "A\u{30a}"]
    let root = try workspace(machine, names)
    let before = try FileTree(root + "/okit/data")
    #expect(before.entries.count == 5)
    let json = try machine.okit("status", "--json", in: root).bytes
    #expect(try machine.run("jq", ".models | length", input: json).line == "5")
    for name in names {
      #expect(try machine.okit("get", "name", "-m", name, in: root).bytes == Array(name.utf8) + [10])
    }
    try machine.okit(["encrypt"] + names, in: root)
    let recipient = try machine.run("jq", "-r", ".recipients[0]", root + "/okit/okit.json").line
    #expect(try machine.run("jq", ".models | length", root + "/okit/okit.json").line == "5")
    let sealed = try machine.okit("backup", "create", "b", "-r", recipient, in: root).line
    try machine.okit("backup", "verify", "b", in: root)
    try machine.okit("backup", "restore", sealed, "--decrypted", "--yes", in: root)
    #expect(try FileTree(root + "/okit/data").differences(from: before) == [])
    try machine.okit("init", machine.path("new"), "--data", root + "/okit/data")
    #expect(try FileTree(machine.path("new/okit/data")).differences(from: before) == [])
  }

  @Test func backupsFilesAndFoldersCanHaveUnicodeNames() throws {
    let shop = try Bookshop()
    let machine = shop.machine
    let folder = machine.path("Müller & Söhne's 漢字 🦉\n")
    try Files.makeFolder(folder)
    let root = folder + "/shop"
    try machine.okit("init", root, "--data", Fixture.data)
    #expect(try machine.okit("status", in: root).errors.contains("okit key import"))
    try machine.okit("key", "import", Fixture.key, "-C", root)
    try machine.okit("key", "generate", "-C", root)
    for name in ["e\u{301}té", "\u{301}x", "עברית", "👩‍👩‍👧", "it's"] {
      let made = try machine.okit("backup", "create", name, "-r", shop.recipient, "-C", root)
      #expect(made.bytes == Array("\(root)/okit/backup/\(name).tar.zst.age\n".utf8))
      let identity = try shop.identity
      try machine.okit("backup", "verify", name, "-C", root, "-i", identity)
      try machine.okit("backup", "show", "\(root)/okit/backup/\(name).tar.zst.age", "-i", identity)
      try machine.okit("backup", "delete", name, "--yes", "-C", root)
    }
    #expect(try Files.byteNames(in: root + "/okit/backup") == [])
    let identity = folder + "/schlüssel 🗝.txt"
    try machine.okit("key", "generate", "-o", identity, "-C", root)
    try machine.run("age-keygen", "-y", identity)
  }

  @Test func unicodeValuesAreUnchanged() throws {
    let machine = try Machine()
    let root = try workspace(machine, [])
    let json = "{\"id\":\"A\",\"text\":\"\(Self.value)\",\"é\":{\"🦉\":1},\"漢\":[1.10,1e+16,12345678901234567890]}"
    let bytes = Array(json.utf8)
    try machine.okit("import", "-", "--as", "values", input: bytes, in: root)
    #expect(try Files.read(root + "/okit/data/values.json") == bytes)
    let expected = try machine.run("jq", "-j", ".text", input: bytes).bytes
    #expect(try machine.okit("get", "values:text", "-0", in: root).bytes == expected + [0])
    #expect(try machine.okit("get", "values:漢", in: root).text == "[1.10,1e+16,12345678901234567890]\n")
    try machine.okit("encrypt", "values", in: root)
    #expect(try machine.okit("decrypt", "values", "--stdout", in: root).bytes == bytes)
    #expect(try machine.okit("get", "values:text", "-0", in: root).bytes == expected + [0])
  }

  @Test(.enabled(if: !ChildProcess.Limits.isSanitized, "a sanitizer has options in the environment"))
  func theEnvironmentOfCronIsEnough() throws {
    let shop = try Bookshop()
    try shop.okit("encrypt", "directory")
    let environment = [
      "PATH": "/usr/bin:/bin", "HOME": shop.machine.path("home"), "LC_ALL": "C", "file": try shop.password(),
    ]
    let config = shop.machine.path("home/.config")
    try Files.makeFolder(config)
    try shop.machine.run("cp", "-r", shop.machine.path("config/okit"), config + "/okit")
    let line = """
      cd "$root" && env -i LC_ALL=C PATH="$PATH" HOME="$HOME" "$okit" backup create 'Größe 漢字' -q --password-file "$file" &&
      env -i LC_ALL=C PATH="$PATH" HOME="$HOME" "$okit" backup verify -q --password-file "$file" &&
      env -i LC_ALL=C PATH="$PATH" HOME="$HOME" "$okit" get 'directory:authors[3]/name'
      """
    let output = try shop.machine.shell(line, with: environment.merging(["root": shop.root]) { $1 })
    #expect(output.errors == "")
    #expect(output.text.hasSuffix("村上春樹\n"))
    #expect(Files.exists(shop.backups + "/Größe 漢字.tar.zst.age"))
  }
}
