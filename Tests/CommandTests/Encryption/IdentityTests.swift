import TestSupport
import Testing

/// Identities, with and without a passphrase.
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

  @Test func anIdentityOfAgeKeygenIsImported() throws {
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

  @Test func anIdentityThatOKitProtectsOpensInAge() throws {
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

    #expect(try shop.okit("status").text.contains("protected by a passphrase"))
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
    // Plain models need no identity.
    try shop.okit("get", "directory:authors[0]/name")
  }

  @Test func encryptingPlainModelsNeedsNoPassphrase() throws {
    let shop = try Bookshop(keys: false)
    let phrase = try shop.password("the phrase", "phrase")
    try shop.okit("key", "generate", "--passphrase", "--new-passphrase-file", phrase)
    let warning =
      "okit: warning: cannot check if your identity opens the encrypted files, because a passphrase protects it\n"
    for words in [["encrypt", "settings"], ["model", "create", "diary", "text:String", "--encrypted"]] {
      let errors = try shop.okit(words).errors
      #expect(errors.contains(warning), "\(words): \(errors)")
    }
    #expect(try !shop.okit("encrypt", "directory", "--passphrase-file", phrase).errors.contains("warning: cannot"))
    // An encrypted model must be read to find its other files.
    try shop.okit("encrypt", "settings", status: 77)
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

  @Test func aCopyIsNamedByItsResolvedPath() throws {
    let shop = try Bookshop()
    try shop.okit("key", "generate", "-o", "okit/../mine.txt")
    let folder = try shop.machine.run("realpath", shop.root).line
    #expect(
      try shop.okit("key", "export", "-i", "mine.txt", "-o", "okit/../copy.txt").errors
        == "copied to \(folder)/copy.txt\n")
  }

  @Test func aMalformedRecipientInTheConfigurationIsCalledARecipient() throws {
    let shop = try Bookshop()
    try Files.edit(shop.configuration, #""recipients": ["#, #""recipients": ["age1bad","#)
    #expect(try shop.okit("status", status: 78).errors.contains(": the recipient is too short\n"))
  }

  @Test func malformedRecipientsAreRefused() throws {
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

  /// Points of low order: 0, 1 and one of order 8. Anybody could open files encrypted to them.
  static let lowOrder = [
    "age1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqq5cu47z",
    "age1qyqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqj7vrya",
    "age1ur4h5lpmgxu2u9jku0a0r87ydtdqnr0tnsetrlvxvgz3vh6fhqqqzyt4v9",
  ]

  @Test(arguments: lowOrder) func anInsecureRecipientIsRefused(recipient: String) throws {
    let shop = try Bookshop()
    let backup = try shop.sealedBackup()
    let before = try shop.tree()
    for command in [
      ["key", "add", recipient], ["backup", "create", "-r", recipient],
      ["backup", "restore", backup, "--yes", "-r", recipient], ["import", backup, "--replace", "-y", "-r", recipient],
    ] {
      let errors = try shop.okit(command, status: 65).errors
      #expect(
        errors == "okit: error: \(recipient): the recipient is a point of low order, which provides no secrecy\n")
    }
    #expect(try shop.tree().differences(from: before) == [])
    // If it was written by hand, the error is about the configuration.
    try Files.write(shop.jq(".recipients += [\"\(recipient)\"]", shop.configuration), to: shop.configuration)
    let errors = try shop.okit("set", "settings:protection", "true", status: 78).errors
    #expect(errors.contains("okit.json:") && errors.contains("point of low order"), "\(errors)")
  }

  /// scrypt needs 256 MiB; without them okit cannot know whether the secret is correct.
  @Test(.enabled(if: !ChildProcess.Limits.isSanitized, "a sanitizer takes more memory than the limit"))
  func tooLittleMemoryForScryptIsReported() throws {
    let shop = try Bookshop()
    let phrase = try shop.password()
    let protected = shop.machine.path("protected.txt")
    try shop.okit("key", "generate", "-o", protected, "--new-passphrase-file", phrase)
    try shop.okit("encrypt", "settings")
    let backup = try shop.okit("backup", "create", "b", "--password-file", phrase).line
    let before = try shop.tree()
    shop.machine.memory = 260 << 20
    for command in [
      ["backup", "create", "c", "--password-file", phrase], ["backup", "verify", backup, "--password-file", phrase],
      ["backup", "restore", backup, "--yes", "--password-file", phrase],
      ["key", "generate", "-o", shop.machine.path("new.txt"), "--new-passphrase-file", phrase],
      ["get", "settings:themeName", "-i", protected, "--passphrase-file", phrase],
    ] {
      let errors = try shop.okit(command, status: 74).errors
      #expect(errors.contains("not enough memory to derive a key"), "\(command): \(errors)")
      #expect(errors.contains("256 MiB") && !errors.contains("bug"), "\(command): \(errors)")
    }
    #expect(try shop.tree().differences(from: before) == [])
    #expect(!Files.exists(shop.machine.path("new.txt")))
  }

  @Test(.canLimitFiles, arguments: [false, true]) func anInterruptedGenerationIsFinishedByTheNextRun(isProtected: Bool)
    throws
  {
    let shop = try Bookshop(keys: false)
    let phrase = try shop.password("the phrase", "phrase")
    let named = shop.machine.path("keys/" + String(repeating: "n", count: 250))
    try Files.makeFolder(shop.machine.path("keys"))
    let words = ["key", "generate", "-o", named] + (isProtected ? ["--new-passphrase-file", phrase] : [])
    // A limit lets the identity be written, but not okit.json, which is larger here.
    let padding = String(repeating: " ", count: 4000)
    try Files.write((Files.text(shop.configuration) + padding), to: shop.configuration)
    let before = try shop.tree()
    let line = ([Machine.okit] + words).map { "'\($0)'" }.joined(separator: " ")
    let said = try shop.machine.shell("{ prlimit --fsize=2000 \(line); echo $?; } 2>&1 | cat", in: shop.root).text
    #expect(said.hasSuffix("74\n") && said.contains("run the same command again to add it"), "\(said)")
    #expect(try shop.tree().differences(from: before) == [] && Files.exists(named))
    let identity = try Files.read(named)

    // It does not affect another workspace.
    let other = try Bookshop(copyOf: shop)
    let id = try shop.id
    let foreign = try Files.text(shop.configuration).replacing(id, with: "00000000-0000-4000-8000-000000000000")
    try Files.write(foreign, to: other.configuration)
    try other.okit("key", "generate", "-o", named, status: 73)

    #expect(try shop.okit(words + ["-n"]).errors.contains("left by an interrupted run"))
    // The passphrase is not asked for again.
    let again = try shop.okit("key", "generate", "-o", named)
    #expect(try again.line == shop.recipient && again.errors.contains("an earlier, interrupted run"))
    #expect(try Files.read(named) == identity)
    if !isProtected { #expect(try shop.machine.run("age-keygen", "-y", named).line == again.line) }
    try shop.okit("encrypt", "settings")
    try shop.okit(["get", "settings:themeName", "-i", named, "--passphrase-file", phrase])
    #expect(try Files.byteNames(in: shop.machine.path("keys")).count == 1)
    // A finished generation is not repeated.
    try shop.okit("key", "generate", "-o", named, status: 73)
  }

  @Test(.canLimitFiles) func finishingAKeyWithoutTheRequestedPassphraseWarns() throws {
    let shop = try Bookshop(keys: false)
    let path = shop.machine.path("identity.txt")
    try Files.write((Files.text(shop.configuration) + String(repeating: " ", count: 4000)), to: shop.configuration)
    try shop.machine.shell("prlimit --fsize=2000 \"$okit\" key generate -o '\(path)' 2>&1 | cat", in: shop.root)
    let output = try shop.okit("key", "generate", "-o", path, "--passphrase")
    #expect(output.errors.contains("\(path) has no passphrase"))
  }
}
