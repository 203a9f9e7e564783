import TestSupport
import Testing

/// A command makes few system calls, and opens each file of the workspace once, or twice if it checks its own changes.
@Suite(.enabled(if: Strace.works, "strace cannot trace here"))
struct ReadOnceTests {
  /// Returns the system calls of a command after its start-up: of the loader, of Swift's runtime and of the terminal. The first call of the command's
  /// own work asks for the working folder, to search for the workspace.
  private func calls(_ shop: Bookshop, _ arguments: [String]) throws -> [Substring] {
    let trace = shop.machine.path("trace")
    let options = ["-f", "-e", "signal=none"] + Strace.showingTexts
    let output = try shop.machine.launch(
      Strace.words(options, to: trace) + [Machine.okit] + arguments, [], [:], shop.root)
    #expect(output.end == .status(0), "\(arguments): \(output.errors)")
    let lines = try Files.text(trace).split(separator: "\n")
    let begin = try #require(lines.firstIndex { $0.contains("getcwd(") }, "okit asks for the working folder")
    // The line of a call that another thread interrupts is continued on a second line.
    return lines[begin...].filter { !$0.contains(" resumed>") }
  }

  /// Returns how often each file of the workspace and of its key folder was opened.
  private func opened(_ shop: Bookshop, _ arguments: [String]) throws -> [Substring: Int] {
    let folders = try [shop.root + "/okit/", shop.machine.path("config/okit/\(shop.id)/")]
    var counts: [Substring: Int] = [:]
    for line in try calls(shop, arguments)
    where line.contains(" open") && !line.contains("= -1")
      && !["O_DIRECTORY", "O_CREAT", "O_PATH"].contains(where: line.contains)
    {
      guard let path = line.split(separator: "\"").dropFirst().first, let folder = folders.first(where: path.hasPrefix)
      else { continue }
      counts[path.dropFirst(folder.count), default: 0] += 1
    }
    try #require(counts["okit.json"] != nil, "strace reads the paths")
    return counts
  }

  /// A workspace with the app's key, an identity, the app's classes and a backup.
  private func shop() throws -> Bookshop {
    let shop = try Bookshop()
    try shop.define()
    _ = try shop.sealedBackup()
    return shop
  }

  private func expectOpened(_ shop: Bookshop, _ arguments: [String], atMost limit: Int) throws {
    // A backup locks the workspace once to read it, and once to record the backup.
    let isBackup = arguments.starts(with: ["backup", "create"])
    let several = try opened(shop, arguments).filter { $0.value > (isBackup && $0.key == ".lock" ? 2 : limit) }
    #expect(several.isEmpty, "\(arguments): \(several)")
  }

  private static func words(_ line: String) -> [String] { line.split(separator: " ").map(String.init) }

  @Test(arguments: [
    "get books[0]/name", "get directory:groups[0]/group/status books.@count", "check", "ref list", "ref who FANTASY",
    "partial list", "partial resolve directory:groups[0]", "attachment list", "model list", "model show default",
    "status", "settings", "migrate plan", "export -n", "export -o ../out", "backup create --format directory",
    "backup create --as-stored -r age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p",
    "backup create -r age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p",
    "backup list", "backup show sealed", "backup verify sealed", "key list",
  ])
  func aReadingCommandOpensEachFileOnce(_ line: String) throws {
    try expectOpened(shop(), Self.words(line), atMost: 1)
  }

  @Test(arguments: [
    "set books[0]/price 12.5", "add books {\"name\":\"Emma\"}", "remove books[0]/icon", "move books[0] books[1]",
    "encrypt directory", "encrypt default --cipher age", "decrypt --all", "partial sync", "check --fix", "rekey",
    "attachment remove books[0]/icon", "attachment put books[0]/icon ../image.png", "settings set darkMode on",
    "model delete directory -y", "backup restore sealed -y", "backup restore sealed default -y",
    "import okit/backup/sealed.tar.zst.age --replace -y", "import ../more.json --as more", "backup verify",
  ])
  func aWritingCommandOpensEachFileAtMostTwice(_ line: String) throws {
    let shop = try shop()
    try Files.write(Files.read(Fixture.plainImage), to: shop.machine.path("image.png"))
    try Files.write(#"{"id":"S","name":"Solaris"}"#, to: shop.machine.path("more.json"))
    try expectOpened(shop, Self.words(line), atMost: 2)
  }

  @Test func aLargeRemovalOpensEachFileAtMostTwice() throws {
    let shop = try shop()
    let books = (0..<11).map { #"{"id":"B\#($0)","name":"Book \#($0)"}"# }.joined(separator: "\n")
    try shop.machine.okit("set", "books", "[]", in: shop.root)
    try shop.machine.okit("add", "books", "--from", "-", input: Array(books.utf8), in: shop.root)
    try expectOpened(shop, ["set", "books", "[]"], atMost: 2)
  }

  @Test func aMigrationOpensEachFileAtMostTwice() throws {
    let machine = try Machine()
    let shop = try Bookshop(
      machine, data: Fixture.example + "/data", definitions: Fixture.definitions,
      key: Fixture.example + "/cryptinfo.json")
    let folder = shop.root + "/okit/migrations"
    try Files.makeFolder(folder)
    try Files.write(Files.read(Fixture.example + "/migrations/0001-titles.json"), to: folder + "/0001-titles.json")
    let text = try shop.jq(".definitions = [\"\(Fixture.example)/versions/2\"]", shop.configuration)
    try Files.write(text, to: shop.configuration)
    try expectOpened(shop, ["migrate", "apply"], atMost: 2)
    try expectOpened(shop, ["migrate", "rollback", "-y"], atMost: 2)
  }

  @Test(arguments: [
    "get books[0]/name", "status", "ref list", "attachment list", "export -o ../out", "backup create -n",
  ])
  func aCommandReadsAnAgeIdentityOnce(_ line: String) throws {
    let shop = try shop()
    try shop.okit("encrypt", "--all", "--cipher", "age")
    try expectOpened(shop, Self.words(line), atMost: 1)
  }

  @Test(arguments: ["set books[0]/price 12.5", "decrypt --all", "rekey", "attachment gc"])
  func aCommandThatChangesAgeModelsReadsTheIdentityOnce(_ line: String) throws {
    let shop = try shop()
    try shop.okit("encrypt", "--all", "--cipher", "age")
    let counts = try opened(shop, Self.words(line))
    #expect(counts["identity.txt"] == 1, "\(counts)")
    #expect(counts.allSatisfy { $0.value <= 2 }, "\(counts)")
  }

  @Test(.makesNoOtherCalls, arguments: ["books[0]/name", "directory:groups[0]/group/status"])
  func getMakesAtMost60Calls(_ path: String) throws {
    let calls = try calls(shop(), ["get", path])
    #expect(calls.count <= 60, "\(calls.joined(separator: "\n"))")
  }

  @Test(.makesNoOtherCalls) func setMakesAtMost160Calls() throws {
    let calls = try calls(shop(), ["set", "books[0]/price", "12.5"])
    #expect(calls.count <= 160, "\(calls.joined(separator: "\n"))")
  }

  @Test(.makesNoOtherCalls) func aBackupWaitsWithoutPolling() throws {
    let shop = try Bookshop()
    let trace = shop.machine.path("trace")
    let words = ["strace", "-f", "-qq", "-e", "trace=nanosleep,clock_nanosleep", "-o", trace, Machine.okit]
    let password = try shop.machine.write("correct horse", "password")
    let output = try shop.machine.launch(
      words + ["backup", "create", "--password-file", password], [], [:], shop.root)
    #expect(output.end == .status(0))
    // It may wait once until the times of files that have just changed count.
    #expect(try Files.text(trace).split(separator: "\n").count <= 1)
  }
}
