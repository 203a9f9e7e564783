import TestSupport
import Testing

/// `init --from` with a backup that anyone could have made.
@Suite struct TrustTests {
  private static let stranger = ExampleScene.stranger

  /// A shop whose okit.json names a stranger's recipient and paths outside of the workspace.
  private func shop() throws -> Bookshop {
    let shop = try Bookshop()
    try shop.okit("encrypt", "default", "--cipher", "age")
    let text = try shop.jq(
      #".recipients += ["\#(Self.stranger)"] | .backup = {"folder": "\#(shop.machine.path("elsewhere"))", "format": "age"}"#
        + #" | .definitions = ["okit/model/*.swift", "/nowhere/App.swift"] | .endpoint = "https://example.org/models""#,
      shop.configuration)
    try Files.write(text, to: shop.configuration)
    try Files.write("struct Extra {}\n", to: shop.root + "/okit/model/Extra.swift")
    return shop
  }

  private func backUp(_ shop: Bookshop, _ options: String...) throws -> String {
    let folder = shop.machine.path("backups")
    try Files.makeFolder(folder)
    return try shop.okit(["backup", "create", "b", "-o", folder] + options).line
  }

  private func configuration(_ shop: Bookshop, _ root: String) throws -> String {
    try shop.jq("[.recipients, .backup.folder, .definitions, .endpoint] | tojson", root + "/okit/okit.json")
  }

  @Test func aDryRunReadsTheBackup() throws {
    let shop = try shop()
    let path = try backUp(shop, "-r", shop.recipient)
    let root = shop.machine.path("new")
    let words = ["init", root, "--dry-run", "--from"]
    let output = try shop.machine.okit(words + [path, "-i", shop.identity])
    #expect(output.errors.contains("recipients that could open the models: \(Self.stranger)\n"))
    #expect(output.errors.contains("with 3 models"))
    let other = try shop.machine.okit("key", "generate", "-o", shop.machine.path("other"), in: shop.root)
    #expect(other.line.hasPrefix("age1"))
    try shop.machine.okit(words + [path, "-i", shop.machine.path("other")], status: 77)
    try Files.write(Files.read(path).dropLast(), to: path)
    try shop.machine.okit(words + [path, "-i", shop.identity], status: 65)
    #expect(!Files.exists(root))
  }

  @Test(arguments: ["recipients", "directory"]) func recipientsAndPathsOfABackupAreShownButIgnored(_ kind: String)
    throws
  {
    let shop = try shop()
    let path =
      try kind == "recipients"
      ? backUp(shop, "-r", shop.recipient) : backUp(shop, "--format", "directory", "--as-stored")
    let root = shop.machine.path("new")
    let output = try shop.machine.okit("init", root, "--from", path, "-i", shop.identity)
    for word in [
      "recipients that could open the models: \(Self.stranger)\n", "'\(shop.machine.path("elsewhere"))'\n",
      "'/nowhere/App.swift'\n",
      "'https://example.org/models'\n", "--trust",
    ] {
      #expect(output.errors.contains(word), "\(word)")
    }
    let own = try shop.recipient
    #expect(try configuration(shop, root) == #"[["\#(own)"],null,["okit/model/*.swift"],null]"#)
    #expect(try shop.jq(".backup.format", root + "/okit/okit.json") == "age")
    // No file is encrypted to the stranger.
    let stored = try Files.text(root + "/okit/data/default.json").prefix { $0 != "\u{0}" }
    #expect(stored.split(separator: "\n").filter { $0.hasPrefix("-> X25519") }.count == 1)
    let trusted = shop.machine.path("trusted")
    let taken = try shop.machine.okit("init", trusted, "--from", path, "--trust", "-i", shop.identity)
    #expect(!taken.errors.contains("anyone can have made it; ignored"))
    #expect(try configuration(shop, trusted) == configuration(shop, shop.root))
  }

  @Test(arguments: ["age", "zip"]) func aPasswordAuthenticatesABackup(_ format: String) throws {
    let shop = try shop()
    let password = try shop.password()
    let path = try backUp(shop, "--format", format, "--password-file", password)
    let root = shop.machine.path("new")
    let output = try shop.machine.okit(
      "init", root, "--from", path, "--password-file", password, "-i", shop.identity)
    #expect(!output.errors.contains("anyone can have made it; ignored"))
    #expect(try configuration(shop, root) == configuration(shop, shop.root))
  }

  @Test func ownBackupsNeedNoTrust() throws {
    let shop = try Bookshop()
    try shop.okit("encrypt", "default", "--cipher", "age")
    let path = try shop.sealedBackup()
    let root = shop.machine.path("new")
    let output = try shop.machine.okit("init", root, "--from", path, "-i", shop.identity)
    #expect(!output.errors.contains("anyone can have made it; ignored") && !output.errors.contains("--trust"))
    #expect(try shop.jq(".recipients[0]", root + "/okit/okit.json") == shop.recipient)
  }

  /// The archive is encrypted to our public key, but its models would be encrypted only to its author.
  @Test func aBackupThatLocksTheUserOutIsRefused() throws {
    let shop = try shop()
    let identity = try shop.identity
    let path = try backUp(shop, "-r", shop.recipient)
    let hostile = shop.machine.path("hostile")
    try shop.machine.okit("init", hostile, "--from", path, "-i", identity, "--trust")
    let text = try shop.jq(".recipients = [\"\(Self.stranger)\"] | del(.definitions)", hostile + "/okit/okit.json")
    try Files.write(text, to: hostile + "/okit/okit.json")
    let made = try shop.machine.okit(
      "backup", "create", "h", "-o", shop.machine.path("h.tar.zst.age"), "-r", shop.recipient, "-i", identity,
      in: hostile)
    let root = shop.machine.path("new")
    let output = try shop.machine.okit("init", root, "--from", made.line, "-i", identity, status: 77)
    #expect(output.errors.contains("-r"))
    #expect(!Files.exists(root))
    try shop.machine.okit("init", root, "--from", made.line, "-i", identity, "-r", shop.recipient)
    #expect(try shop.jq(".recipients | tojson", root + "/okit/okit.json") == #"["\#(shop.recipient)"]"#)
  }

  @Test(arguments: [
    ["--trust"], ["--recipient", "foo"], ["--decrypted"], ["--as-stored"], ["--password-file", "absent"],
    ["--password-command", "false"],
  ])
  func theOptionsForABackupNeedOne(_ options: [String]) throws {
    let machine = try Machine()
    for origin in [[], ["--data", Fixture.data]] {
      let output = try machine.okit(["init", "w"] + origin + options, status: 64)
      #expect(output.errors.hasPrefix("okit: error: \(options[0]) needs --from\n"), "\(output.errors)")
      #expect(!Files.exists(machine.path("w")))
    }
  }
}
