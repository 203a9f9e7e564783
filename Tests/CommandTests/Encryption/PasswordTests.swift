import TestSupport
import Testing

/// The sources of a backup's password.
///
/// These tests use zips: their key costs almost nothing, and `7z` checks the password.
@Suite struct PasswordTests {
  /// Makes a zip and returns whether it opens with `password`.
  @discardableResult
  private func create(
    _ shop: Bookshop, _ options: [String] = [], opensWith password: String? = nil, status: Int32 = 0,
    input: [UInt8] = [], with variables: [String: String] = [:], at location: SourceLocation = #_sourceLocation
  ) throws -> Output {
    let output = try shop.machine.okit(
      ["backup", "create", "z", "--format", "zip"] + options, status: status, input: input, with: variables,
      in: shop.root, at: location)
    if let password, !output.bytes.isEmpty {
      let utf8 = ["LC_ALL": "C.UTF-8"]
      try shop.machine.run("7z", "t", "-p" + password, output.line, with: utf8)
      try shop.machine.run("7z", "t", "-p" + password + "x", output.line, status: 2, with: utf8)
      try Files.remove(output.line)
    } else {
      #expect(output.bytes == [], sourceLocation: location)
      #expect(!Files.exists(shop.backups + "/z.zip"), sourceLocation: location)
    }
    return output
  }

  @Test func eachSourceOfAPasswordWorks() throws {
    let shop = try Bookshop()
    let file = try shop.password("from file")
    try create(shop, ["--password-file", file], opensWith: "from file")
    try create(shop, ["--password-file", "-"], opensWith: "from stdin", input: Array("from stdin\n".utf8))
    try create(shop, ["--password-command", "printf '%s\\n' 'from command'"], opensWith: "from command")
    try create(shop, opensWith: "from file", with: ["OKIT_PASSWORD_FILE": file])
    try create(shop, opensWith: "from variable", with: ["OKIT_PASSWORD_COMMAND": "echo from variable"])
    try create(shop, opensWith: "plain ø 漢 🦉", with: ["OKIT_PASSWORD": "plain ø 漢 🦉"])
    // An empty variable counts as unset.
    try create(
      shop, opensWith: "x", with: ["OKIT_PASSWORD": "x", "OKIT_PASSWORD_FILE": "", "OKIT_PASSWORD_COMMAND": ""])
  }

  @Test func anOptionBeatsTheEnvironment() throws {
    let shop = try Bookshop()
    let file = try shop.password("right")
    let variables = [
      "OKIT_PASSWORD": "wrong", "OKIT_PASSWORD_COMMAND": "echo wrong; touch \(shop.machine.path("ran"))",
    ]
    try create(shop, ["--password-file", file], opensWith: "right", with: variables)
    try create(shop, ["--password-command", "echo right"], opensWith: "right", with: variables)
    #expect(!Files.exists(shop.machine.path("ran")))
  }

  @Test func twoSourcesOfTheSameKindAreRefused() throws {
    let shop = try Bookshop()
    let file = try shop.password()
    try create(shop, ["--password-file", file, "--password-command", "echo x"], status: 64)
    let pairs: [[String: String]] = [
      ["OKIT_PASSWORD": "a", "OKIT_PASSWORD_FILE": file], ["OKIT_PASSWORD": "a", "OKIT_PASSWORD_COMMAND": "echo a"],
      ["OKIT_PASSWORD_FILE": file, "OKIT_PASSWORD_COMMAND": "echo a"],
    ]
    for variables in pairs {
      let output = try create(shop, status: 64, with: variables)
      for name in variables.keys { #expect(output.errors.contains("$" + name)) }
    }
    // If no secret is needed, the sources are not read.
    try shop.okit("backup", "create", "free", "--format", "directory", with: pairs[0])
    try shop.okit("backup", "create", "sealed", "-r", shop.recipient, with: pairs[0])
  }

  /// Otherwise the backup would not have the protection that was asked for.
  @Test func aPasswordOptionThatABackupCannotUseIsRefused() throws {
    let shop = try Bookshop()
    let recipient = try shop.recipient
    for option in [["--password-file", try shop.password()], ["--password-command", "echo x"]] {
      let create = ["backup", "create", "b"] + option
      let folder = try shop.okit(create + ["--format", "directory"], status: 64)
      #expect(
        folder.errors.hasPrefix("okit: error: a directory is a copy of the files as stored and takes no password"))
      let both = try shop.okit(create + ["-r", recipient], status: 64)
      #expect(both.errors.hasPrefix("okit: error: --recipient and \(option[0]) cannot be used together\n"))
    }
    #expect(!Files.exists(shop.backups))
  }

  @Test func standardInputIsReadForOneThing() throws {
    let shop = try Bookshop()
    let sealed = try Files.read(shop.sealedBackup())
    try shop.okit("import", "-", "--merge", "--password-file", "-", input: sealed)
    let zip = try shop.okit("backup", "create", "p", with: ["OKIT_PASSWORD": "secret"]).line
    try shop.okit("import", "-", "--merge", "--password-file", "-", status: 64, input: Files.read(zip))
    try shop.okit("encrypt", "default")
    let identity = try shop.identity
    let kept = shop.machine.path("kept")
    try shop.machine.run("mv", identity, kept)
    let protected = try Terminal(shop.machine, ["age", "-p", "-o", identity, kept])
    try protected.answer(("passphrase", "phrase"), ("passphrase", "phrase"))
    #expect(try protected.end() == .status(0))
    try create(
      shop, ["--password-file", "-", "--passphrase-file", "-"], status: 64, input: Array("phrase\n".utf8))
  }

  @Test(arguments: [
    ("pw\n", "pw"), ("pw\r\n", "pw"), ("pw", "pw"), ("pw\n\n", "pw\n"), ("pw\r\n\r\n", "pw\r\n"), (" pw \n", " pw "),
    ("pw\r", "pw\r"),
  ])
  func oneTrailingLineEndIsRemoved(_ text: String, _ password: String) throws {
    let shop = try Bookshop()
    try create(shop, ["--password-file", shop.machine.write(text, "file")], opensWith: password)
    try create(shop, ["--password-file", "-"], opensWith: password, input: Array(text.utf8))
  }

  @Test func anEmptyPasswordIsRefused() throws {
    let shop = try Bookshop()
    for text in ["", "\n", "\r\n"] {
      try create(shop, ["--password-file", shop.machine.write(text, "file")], status: 64)
      try create(shop, ["--password-file", "-"], status: 64, input: Array(text.utf8))
    }
    try create(shop, ["--password-command", "true"], status: 64)
  }

  @Test func aFailedSourceIsReported() throws {
    let shop = try Bookshop()
    #expect(try create(shop, ["--password-file", "/absent/file"], status: 74).errors.contains("/absent/file"))
    #expect(try create(shop, ["--password-command", "echo x; exit 3"], status: 77).errors.contains("failed"))
    try create(shop, ["--password-command", "/absent/program"], status: 77)
    try create(shop, ["--password-command", "kill -9 $$"], status: 77)
  }

  @Test func aFileThatOthersCanReadGetsAWarning() throws {
    let shop = try Bookshop()
    let open = try shop.machine.write("secret\n", "open", mode: 0o644)
    #expect(try create(shop, ["--password-file", open], opensWith: "secret").errors.contains("warning"))
    let quiet = try shop.okit("backup", "create", "q", "--format", "zip", "--password-file", open, "-q")
    #expect(quiet.errors.contains("warning"))
    #expect(
      try !create(shop, ["--password-file", shop.password("secret")], opensWith: "secret").errors.contains("warning"))
  }

  @Test func passwordCommandsDoNotSeeOtherSecrets() throws {
    let shop = try Bookshop()
    // The command records its own environment and the arguments of its parent.
    let spy = """
      tr '\\0' '\\n' < /proc/self/environ > env.txt; tr '\\0' ' ' < /proc/$PPID/cmdline > args.txt; echo 'from command'
      """
    try create(
      shop, ["--password-command", spy], opensWith: "from command",
      with: ["OKIT_PASSWORD": "hidden in the environment", "MARK": "is seen"])
    let seen = try Files.text(shop.root + "/env.txt")
    #expect(seen.contains("MARK=is seen"))
    #expect(!seen.contains("hidden"))
    #expect(!seen.contains("OKIT_PASSWORD="))
    let arguments = try Files.text(shop.root + "/args.txt")
    #expect(arguments.contains("--password-command"))
    #expect(!arguments.contains("hidden"))
    for option in ["--password", "-p"] { try create(shop, [option, "secret"], status: 64) }
  }
}
