import TestSupport
import Testing

/// Output is the same everywhere, except for variables that are meant to change it.
@Suite struct SurroundingHabitTests {
  private static let commands = [
    "status", "status --json", "check", "model list", "model show directory", "model infer directory", "partial list",
    "ref list", "attachment list", "backup list", "key list", "migrate status", "migrate history", "get .",
    "settings get",
  ]

  @Test func outputIsTheSameInEveryLocaleTimeZoneAndWidth() throws {
    let shop = try Bookshop()
    try shop.okit("backup", "create", "b", "--format", "directory")
    try shop.define()
    try shop.okit("migrate", "apply")
    for line in Self.commands {
      let words = line.split(separator: " ").map(String.init)
      let expected = try shop.machine.launch([Machine.okit] + words, [], [:], shop.root)
      for variables in [
        ["LC_ALL": "de_DE.UTF-8", "LANGUAGE": "de"], ["TZ": "Asia/Tokyo"], ["COLUMNS": "40"], ["TERM": "xterm"],
      ] {
        let output = try shop.machine.launch([Machine.okit] + words, [], variables, shop.root)
        #expect(output.end == expected.end && output.bytes == expected.bytes, "\(line) \(variables)")
        #expect(output.errors == expected.errors)
      }
    }
  }

  @Test func sourceDateEpochIsTheTimeOfABackup() throws {
    let shop = try Bookshop()
    let variables = ["SOURCE_DATE_EPOCH": "1700000000"]
    let recipient = try shop.recipient
    func archive() throws -> [UInt8] {
      let output = try shop.okit("backup", "create", "-r", recipient, with: variables)
      #expect(output.line.hasSuffix("/20231114T221320Z.tar.zst.age"))
      defer { try? Files.remove(output.line) }
      return try shop.ageDecrypted(output.line)
    }
    let one = try archive()
    #expect(try one == archive())
    // More backups in the same second, of any format.
    func made(_ options: String...) throws -> String {
      let words = ["backup", "create"] + options
      return try shop.machine.okit(words, with: variables, in: shop.root).line
    }
    #expect(try made("--format", "directory") == "\(shop.backups)/20231114T221320Z")
    #expect(try made("-r", recipient) == "\(shop.backups)/20231114T221320Z-2.tar.zst.age")
    #expect(try made("--format", "directory") == "\(shop.backups)/20231114T221320Z-3")
    let path = shop.machine.path("one.tar.zst")
    try Files.write(one, to: path)
    let listing = try shop.machine.run("bsdtar", "-tvf", path, with: ["TZ": "UTC"]).lines
    #expect(listing.first?.contains("Nov 14  2023") == true, "\(listing)")
    let manifest = try shop.machine.run("bsdtar", "-xOf", path, "okit-backup.json").bytes
    #expect(try shop.machine.run("jq", "-r", ".created", input: manifest).line == "2023-11-14T22:13:20Z")
    for text in ["soon", "-1", "1.5", "999999999999999"] {
      let refused = try shop.okit("backup", "create", "-r", recipient, status: 64, with: ["SOURCE_DATE_EPOCH": text])
      #expect(refused.errors.contains("SOURCE_DATE_EPOCH"))
    }
  }

  @Test func keysAreStoredInTheXDGFolder() throws {
    let machine = try Machine()
    try machine.okit("init", "shop")
    let root = machine.path("shop")
    let configuration = root + "/okit/okit.json"
    let id = try machine.run("jq", "-r", ".id", configuration).line
    try machine.okit("key", "generate", in: root)
    #expect(Files.exists(machine.path("config/okit/\(id)/identity.txt")))
    // The variable is unset or has a relative path, which the standard says to ignore.
    for (number, base) in ["", "relative"].enumerated() {
      machine.environment["XDG_CONFIG_HOME"] = base
      let place = machine.path("home/.config/okit/\(id)/identity.txt")
      #expect(try machine.okit("key", "list", in: root).text.contains(place))
      if number == 0 { try machine.okit("key", "generate", in: root) }
      #expect(Files.exists(place))
    }
    #expect(try Files.names(in: machine.path("home")) == [".config"])
  }

  @Test(
    .enabled(if: HiddenProc.works, "this user may not create a mount namespace"),
    .enabled(if: !ChildProcess.Limits.isSanitized, "a sanitizer needs /proc"))
  func commandsWorkWithoutProc() throws {
    let form = try FormedShop(.age)
    let shop = form.shop
    let runsHooks = HiddenProc.keepsOwners
    if runsHooks { _ = try shop.hook("after-backup", "cat > '\(shop.root)/hook.json'") }
    @discardableResult
    func okit(_ words: String..., status: Int32 = 0) throws -> Output {
      let output = try shop.machine.launch(HiddenProc.arguments([Machine.okit] + words), [], [:], shop.root)
      output.check(.status(status), words, #_sourceLocation)
      return output
    }
    #expect(try okit("get", "--bogus", status: 64).errors.contains("unknown option '--bogus'"))
    try okit("set", "default:books[0]/name", "Odyssey")
    #expect(try okit("get", "default:books[0]/name").line == "Odyssey")
    let backup = try okit("backup", "create", "b", "-r", shop.recipient).line
    #expect(Files.exists(shop.root + "/hook.json") == runsHooks)
    for words in [["status"], ["check"], ["decrypt", "--all"], ["backup", "verify", backup], ["help", "get"]] {
      let output = try shop.machine.launch(HiddenProc.arguments([Machine.okit] + words), [], [:], shop.root)
      output.check(.status(0), words, #_sourceLocation)
    }
    try okit("backup", "restore", "b", "--yes")
  }
}
