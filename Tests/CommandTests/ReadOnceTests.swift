import TestSupport
import Testing

/// A command makes few system calls, and opens each file of the workspace once, or twice if it checks its own changes.
@Suite(.enabled(if: Strace.works, "strace cannot trace here"))
struct ReadOnceTests {
  /// The calls on files and descriptors after okit's start, which ends with the call for the working folder.
  private func calls(_ shop: Bookshop, _ arguments: [String], status: Int32 = 0) throws -> [Substring] {
    let trace = shop.machine.path("trace")
    let words = ["strace", "-f", "-qq", "-e", "trace=%file,%desc", "-o", trace, Machine.okit] + arguments
    let output = try shop.machine.launch(words, [], [:], shop.root)
    #expect(output.end == .status(status), "\(arguments): \(output.errors)")
    let lines = try Files.text(trace).split(separator: "\n")
    let begin = try #require(lines.firstIndex { $0.contains("getcwd(") }, "okit asks for the working folder")
    return Array(lines[begin...])
  }

  /// Returns each file of the workspace as often as it was opened, without the lock file, which is not read.
  private func opened(_ shop: Bookshop, _ arguments: [String], status: Int32 = 0) throws -> [Substring: Int] {
    var counts: [Substring: Int] = [:]
    for line in try calls(shop, arguments, status: status)
    where line.contains("open") && !line.contains("= -1") && !line.contains("O_DIRECTORY") && !line.contains("O_CREAT")
    {
      guard let path = line.split(separator: "\"").dropFirst().first, path.hasPrefix(shop.root + "/okit/"),
        !path.hasSuffix("/.lock")
      else { continue }
      counts[path.dropFirst(shop.root.count + 1), default: 0] += 1
    }
    return counts
  }

  private static func words(_ line: String) -> [String] { line.split(separator: " ").map(String.init) }

  @Test(arguments: [
    "get books[0]/name", "get directory:groups[0]/group/status books.@count", "check", "ref list", "ref who FANTASY",
    "partial list", "partial resolve directory:groups[0]", "attachment list", "model list", "model show default",
    "status",
    "settings", "migrate plan", "export -n", "export -o ../out", "backup create --format directory",
    "backup create --as-stored -r age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p",
    "backup create -r age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p",
  ])
  func aReadingCommandOpensEachFileOnce(_ line: String) throws {
    let shop = try Bookshop()
    try shop.define()
    let several = try opened(shop, Self.words(line)).filter { $0.value > 1 }
    #expect(several.isEmpty, "\(several)")
  }

  @Test(arguments: [
    "set books[0]/price 12.5", "add books {\"name\":\"Emma\"}", "remove books[0]/icon", "move books[0] books[1]",
    "encrypt directory", "encrypt default --cipher age", "decrypt --all", "partial sync", "check --fix", "rekey",
    "attachment remove books[0]/icon", "settings set darkMode on",
  ])
  func aWritingCommandOpensEachFileAtMostTwice(_ line: String) throws {
    let shop = try Bookshop()
    try shop.define()
    let several = try opened(shop, Self.words(line)).filter { $0.value > 2 }
    #expect(several.isEmpty, "\(several)")
  }

  @Test func getMakesAtMost60Calls() throws {
    let count = try calls(Bookshop(), ["get", "books[0]/name"]).count
    #expect(count <= 60)
  }

  @Test func setMakesAtMost150Calls() throws {
    let machine = try Machine()
    try machine.write(#"{"id":"S","name":"Solaris","price":9.5}"#, "shop.json")
    try machine.okit("init", "shop")
    try machine.okit("import", "../shop.json", "--as", "default", in: machine.path("shop"))
    let shop = Bookshop(on: machine)
    let count = try calls(shop, ["set", "price", "12.5"]).count
    #expect(count <= 150)
  }

  @Test func aBackupWaitsWithoutPolling() throws {
    let shop = try Bookshop()
    let trace = shop.machine.path("trace")
    let words = ["strace", "-f", "-qq", "-e", "trace=nanosleep,clock_nanosleep", "-o", trace, Machine.okit]
    let password = try shop.machine.write("correct horse", "password")
    let output = try shop.machine.launch(
      words + ["backup", "create", "--password-file", password], [], [:], shop.root)
    #expect(output.end == .status(0))
    #expect(try Files.text(trace).isEmpty)
  }
}
