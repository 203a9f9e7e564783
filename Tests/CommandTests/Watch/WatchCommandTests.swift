import Glibc
import TestSupport
import Testing

/// The command `okit watch`: paths, batches, programs, and its end.
@Suite struct WatchCommandTests {
  private func edit(_ shop: Bookshop, _ model: String, _ filter: String) throws {
    try shop.machine.shell(
      #"jq -c "$filter" "$file" >new && mv new "$file""#,
      with: ["file": "\(shop.data)/\(model).json", "filter": filter], in: shop.machine.folder)
  }

  @Test func onlyTheValuesOfPathsAreReported() throws {
    let shop = try Bookshop()
    try shop.define()
    let watcher = try Watcher(
      shop.machine, shop.root,
      [
        "books.@count", "genres[*]/name", "directory:groups[0]/group/name", "books[0]/genre/ref/name",
        "directory:authors[0]/name/initial", "directory:authors[name=Xaver].@count",
      ])
    try edit(shop, "directory", #".authors[1].name = "Not watched""#)
    try edit(shop, "directory", #".authors[0].name = "Xaver""#)
    #expect(try watcher.line() == #"directory:authors[0]/name/initial "U" -> "X""#)
    #expect(try watcher.line() == "directory:authors[name=Xaver].@count 0 -> 1")
    let group = try shop.jq(".groups[0].id", shop.data + "/directory.json")
    try edit(shop, "directory/\(group)", #".name = "First""#)
    #expect(try watcher.line() == #"directory:groups[0]/group/name "Group 0" -> "First""#)
    watcher.send(SIGHUP)
    #expect(try watcher.end() == .signal(SIGHUP))
    #expect(watcher.rest == [])
  }

  @Test func undoAndRedoAreReported() throws {
    let shop = try Bookshop()
    let price = try shop.okit("get", "books[0]/price").line
    try shop.okit("set", "books[0]/price", "1")
    let watcher = try Watcher(shop.machine, shop.root, ["books[0]/price"])
    try shop.okit("undo")
    #expect(try watcher.line() == "default:books[0]/price 1 -> \(price)")
    try shop.okit("redo")
    #expect(try watcher.line() == "default:books[0]/price \(price) -> 1")
    watcher.send(SIGHUP)
    #expect(try watcher.end() == .signal(SIGHUP))
  }

  @Test func aWatchedPathMayAppearLater() throws {
    let shop = try FormedShop(.plain)
    let watcher = try Watcher(shop.shop.machine, shop.shop.root, ["--json", "books[0]/name", "books.@count"])
    let text = try Files.text(shop.path("default.json"))
    let name = try shop.jq(".books[0].name", "default.json")
    let count = try shop.jq(".books|length", "default.json")
    try edit(shop.shop, "default", "del(.books)")
    #expect(try watcher.line().hasSuffix(#""old":\#(name),"new":null}"#))
    #expect(try watcher.line().contains(#""path":"books.@count""#))
    try Files.write(text, to: shop.path("default.json"))
    #expect(try watcher.line().hasSuffix(#""old":null,"new":\#(name)}"#))
    #expect(try watcher.line().hasSuffix(#","new":\#(count)}"#))
  }

  @Test func aWrongPathOrModelIsAnErrorAtTheStart() throws {
    let shop = try Bookshop()
    for words in [["books["], ["nosuch:books"], ["books[0]/nam"], ["default"], [""], ["-m", "nosuch", "books"]] {
      let get = try shop.machine.launch([Machine.okit, "get"] + words, [], [:], shop.root)
      let watch = try shop.machine.launch([Machine.okit, "watch"] + words, [], [:], shop.root)
      #expect(get.end != .status(0) && get.end == watch.end, "\(words)")
      #expect(get.errors.replacing("okit get", with: "okit watch") == watch.errors, "\(words)")
    }
    try shop.okit("watch", "-m", "nosuch", status: 66)
    try shop.okit("watch", "-m", "../x", status: 65)
  }

  @Test func aTransactionIsOneBatch() throws {
    let shelf = try Shelf()
    let watcher = try Watcher(
      shelf.machine, shelf.root, ["--once", "--exec", "jq -c '[.model,.path,.new]' >\(shelf.machine.path("batch"))"])
    try shelf.okit("import", shelf.machine.path("generation-2"), "--replace", "--yes")
    #expect(try watcher.end() == .status(0))
    let batch = try Files.text(shelf.machine.path("batch")).split(separator: "\n")
    // The generation and a text of each of three models and nine partials.
    #expect(batch.count { $0.hasSuffix("generation\",2]") } == 12)
    #expect(watcher.rest.count == batch.count)
  }

  @Test func aCommandRunsForEachBatch() throws {
    let shop = try FormedShop(.plain)
    let machine = shop.shop.machine
    let watcher = try Watcher(
      machine, shop.shop.root, ["--exec", "cat; test ! -e fail", "-m", "settings"], with: ["OKIT_PASSWORD": "secret"])
    func change(_ theme: String) throws {
      try edit(shop.shop, "settings", #".themeName = "\#(theme)""#)
      #expect(try watcher.line().hasSuffix(#" -> "\#(theme)""#))
      #expect(try watcher.line().hasSuffix(#""new":"\#(theme)"}"#))
    }
    try change("a")
    try Files.write([], to: shop.shop.root + "/fail")
    try change("b")
    try watcher.waitForMessage("exited with status 1")
    // The lock is free while a program runs, and at all other times.
    try shop.okit("settings", "set", "themeName", "c", "--wait", "0")
    #expect(try watcher.line().hasSuffix(#" -> "c""#))
  }

  @Test func aCommandMayIgnoreItsInput() throws {
    let shop = try FormedShop(.plain)
    let watcher = try Watcher(shop.shop.machine, shop.shop.root, ["--once", "--exec", "true"])
    // More than a pipe can hold.
    try edit(shop.shop, "settings", #".themeName = "x" * 1000000"#)
    #expect(try watcher.line().hasSuffix("xxx…"))
    #expect(try watcher.end() == .status(0))
  }

  @Test func aClosedPipeEndsWatchQuietly() throws {
    let shop = try Bookshop()
    let watcher = try Watcher(shop.machine, shop.root)
    watcher.closeOutput()
    #expect(try watcher.end() == .status(0))
    #expect(throws: Watcher.Failure.self) { try watcher.waitForMessage("error") }
    // The shell closes the pipe.
    let line = #"{ "$okit" watch -q; echo "ended $?" >&2; } | true"#
    #expect(try shop.machine.shell(line, in: shop.root).errors == "ended 0\n")
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP]) func signalsEndWatch(_ signal: Int32)
    throws
  {
    let shop = try FormedShop(.plain)
    let watcher = try Watcher(shop.shop.machine, shop.shop.root, ["--exec", "echo $$; exec sleep 1000"])
    try edit(shop.shop, "settings", #".themeName = "a""#)
    _ = try watcher.line()
    let sleeper = try #require(pid_t(try watcher.line()))
    watcher.send(signal)
    #expect(try watcher.end() == .signal(signal))
    #expect(kill(sleeper, 0) != 0)
  }
}
