import Testing

/// Identities, and the passphrases they can lie behind.
@Suite struct IdentityTests {
  @Test func generateMakesWhatAgeKeygenReads() throws {
    let shop = try Bookshop(keys: false)
    let output = try shop.okit("key", "generate")
    let path = try shop.identity
    #expect(try output.line == shop.machine.run("age-keygen", "-y", path).line)
    #expect(try output.line == shop.recipient)
    #expect(try Files.mode(path) == 0o600)
    let before = try Files.read(path)
    try shop.okit("key", "generate", status: 73)
    #expect(try Files.read(path) == before)

    let named = shop.machine.path("named.txt")
    let other = try shop.okit("key", "generate", "-o", named).line
    #expect(try shop.machine.run("age-keygen", "-y", named).line == other)
    #expect(try shop.jq(".recipients | length", shop.configuration) == "2")
    try shop.okit("key", "generate", "-o", named, status: 73)
    #expect(try shop.jq(".recipients | length", shop.configuration) == "2")
    #expect(try shop.okit("key", "list").text.contains(other))
  }

  @Test func anIdentityOfAgeKeygenIsTakenOver() throws {
    let shop = try Bookshop(keys: false)
    let file = shop.machine.path("age.txt")
    try shop.machine.run("age-keygen", "-o", file)
    let recipient = try shop.machine.run("age-keygen", "-y", file).line
    try shop.okit("key", "import", file)
    #expect(try shop.recipient == recipient)
    #expect(try Files.read(shop.identity) == Files.read(file))
    #expect(try Files.mode(shop.identity) == 0o600)
    try shop.okit("encrypt", "settings")
    #expect(try shop.ageDecrypted(shop.data + "/settings.json") == Fixture.bytes("data/settings.json"))
    try shop.okit("key", "export", "-o", shop.machine.path("copy.txt"))
    #expect(try Files.read(shop.machine.path("copy.txt")) == Files.read(file))
    #expect(try Files.mode(shop.machine.path("copy.txt")) == 0o600)
    #expect(try shop.okit("key", "export").bytes == Files.read(file))
    try shop.okit("key", "export", "--cipher", "okit-cbc", status: 77)
    let shown = try Terminal(shop.machine, ["okit", "key", "export"], in: shop.root)
    #expect(try shown.end() == .status(64))
    #expect(!shown.transcript.contains("AGE-SECRET-KEY"))
  }

  @Test func aPassphraseOfOKitOpensWithAge() throws {
    let shop = try Bookshop(keys: false)
    let phrase = try shop.password("the phrase", "phrase")
    let recipient = try shop.okit("key", "generate", "--passphrase", "--new-passphrase-file", phrase).line
    #expect(
      try Files.text(shop.identity).contains("age-encryption.org/v1") || Files.text(shop.identity).contains("BEGIN AGE")
    )
    try shop.okit("encrypt", "settings")
    let plain = shop.machine.path("plain")
    let age = try Terminal(shop.machine, ["age", "-d", "-i", shop.identity, "-o", plain, shop.data + "/settings.json"])
    try age.answer(("passphrase", "the phrase"))
    #expect(try age.end() == .status(0))
    #expect(try Files.read(plain) == Fixture.bytes("data/settings.json"))

    #expect(try shop.okit("status").text.contains("behind a passphrase"))
    #expect(try shop.okit("key", "list").text.contains(recipient))
    let get = ["get", "settings:timeouts[1]/name"]
    #expect(try shop.machine.okit(get + ["--passphrase-file", phrase], in: shop.root).text == "1 Minute\n")
    #expect(try shop.machine.okit(get, with: ["OKIT_PASSPHRASE_FILE": phrase], in: shop.root).text == "1 Minute\n")
    #expect(
      try shop.machine.okit(get + ["--passphrase-command", "echo the phrase"], in: shop.root).text == "1 Minute\n")
    let variables = ["OKIT_PASSPHRASE_COMMAND": "echo the phrase"]
    #expect(try shop.machine.okit(get, with: variables, in: shop.root).text == "1 Minute\n")
    try shop.machine.okit(get, status: 77, in: shop.root)
    try shop.machine.okit(get + ["--passphrase-command", "echo wrong"], status: 77, in: shop.root)
    try shop.machine.okit(
      get, status: 64, with: variables.merging(["OKIT_PASSPHRASE_FILE": phrase]) { $1 }, in: shop.root)
    // What is not encrypted needs none.
    try shop.okit("get", "directory:authors[0]/name")
  }

  @Test func aPassphraseOfAgeOpensWithOKit() throws {
    let shop = try Bookshop(keys: false)
    let (plain, sealed) = (shop.machine.path("plain.txt"), shop.machine.path("sealed.txt"))
    try shop.machine.run("age-keygen", "-o", plain)
    let age = try Terminal(shop.machine, ["age", "-p", "-o", sealed, plain])
    try age.answer(("passphrase", "of age ø"), ("passphrase", "of age ø"))
    #expect(try age.end() == .status(0))
    let phrase = try shop.password("of age ø", "phrase")
    try shop.okit("key", "import", sealed, "--passphrase-file", phrase)
    #expect(try shop.recipient == shop.machine.run("age-keygen", "-y", plain).line)
    #expect(try Files.read(shop.identity) == Files.read(sealed))
    try shop.okit("encrypt", "settings")
    #expect(try shop.ageDecrypted(shop.data + "/settings.json", identity: plain) == Fixture.bytes("data/settings.json"))
    let get = try Terminal(shop.machine, ["okit", "get", "settings:timeouts[1]/name"], in: shop.root)
    try get.answer((try shop.identity, "of age ø"))
    #expect(try get.end() == .status(0))
    #expect(get.transcript.contains("1 Minute"))
    #expect(!get.transcript.contains("of age"))
  }

  @Test func aNewPassphraseIsAskedForTwice() throws {
    let shop = try Bookshop(keys: false)
    let file = shop.machine.path("id.txt")
    let mismatch = try Terminal(shop.machine, ["okit", "key", "generate", "-o", file, "--passphrase"], in: shop.root)
    try mismatch.answer(("assphrase", "one"), ("again", "two"))
    #expect(try mismatch.end() == .status(64))
    #expect(!Files.exists(file))
    #expect(try shop.jq(".recipients | length", shop.configuration) == "0")
    let terminal = try Terminal(shop.machine, ["okit", "key", "generate", "-o", file, "--passphrase"], in: shop.root)
    try terminal.answer(("assphrase", "same"), ("again", "same"))
    #expect(try terminal.end() == .status(0))
    #expect(try Files.mode(file) == 0o600)
  }

  @Test func whatIsNoRecipientIsRefused() throws {
    let shop = try Bookshop()
    let before = try shop.tree()
    let good = "age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p"
    for text in ["age1", "hello", good.dropLast() + "q", "ssh-ed25519 AAAA", ""] {
      try shop.okit("key", "add", text, status: 64)
      try shop.okit("backup", "create", "x", "-r", text, status: 64)
    }
    try shop.okit("key", "remove", good, status: 66)
    try shop.okit("key", "add", status: 64)
    #expect(try shop.tree().differences(from: before) == [])
    try shop.okit("key", "add", good, good)
    #expect(try shop.jq(".recipients | length", shop.configuration) == "2")
    #expect(try shop.okit("key", "add", good).errors.contains("nothing to do"))
  }
}
