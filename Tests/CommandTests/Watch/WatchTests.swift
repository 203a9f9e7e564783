import Glibc
import TestSupport
import Testing

/// `okit watch` reports changes, whatever program makes them and in whatever way.
@Suite struct WatchTests {
  /// Ways in which editors and scripts write a file; `$file` gets the output of jq.
  private static let ways = [
    #"jq -c "$filter" "$file" >new && mv new "$file""#,
    #"jq -c "$filter" "$file" >new && cat new >"$file""#,
    #"jq -c "$filter" "$file" >new && cp new "$file.tmp" && rm "$file" && ln "$file.tmp" "$file" && rm "$file.tmp""#,
    #"jq -c "$filter" "$file" >new && cp "$file" "$file~" && mv "$file~" old && mv "$file" older && cp new "$file""#,
    #"mkdir "$file.d" && jq -c "$filter" "$file" >"$file.d/x" && mv "$file.d/x" "$file" && rmdir "$file.d""#,
    #"jq "$filter" "$file" >new && cp new target && ln -sf "$PWD/target" "$file""#,
  ]

  @Test(arguments: ways) func everyWayToWriteAFileIsNoticed(_ way: String) throws {
    let shop = try FormedShop(.plain)
    try shop.shop.machine.trust(shop.shop.machine.folder)
    let watcher = try Watcher(shop.shop.machine, shop.shop.root)
    for name in ["One", "Two"] {
      try shop.shop.machine.shell(
        way, with: ["file": shop.path("default.json"), "filter": #".books[1].name = "\#(name)""#])
      let line = try watcher.line()
      #expect(line.hasPrefix("default:books[1]/name ") && line.hasSuffix(#" -> "\#(name)""#), "\(line)")
    }
    watcher.send(SIGTERM)
    #expect(try watcher.end() == .signal(SIGTERM))
    #expect(watcher.rest == [])
  }

  @Test(arguments: FormedShop.Form.allCases)
  func changesByOKitAreReportedInEachForm(_ form: FormedShop.Form) throws {
    let shop = try FormedShop(form)
    let watcher = try Watcher(shop.shop.machine, shop.shop.root, ["--json"])
    try shop.okit("settings", "set", "darkMode", "on")
    #expect(
      try watcher.line()
        == #"{"model":"settings","path":"settings:themeName","id":null,"old":null,"new":"dark"}"#
        .replacing("null,\"new\"", with: #""","new""#))
    let picture = try shop.shop.machine.write("\u{1}not much", "picture")
    try shop.okit("attachment", "put", "note", picture)
    #expect(try watcher.line().hasPrefix(#"{"model":"default","path":"default:note/"#))
    // Storing the same values in another form is not a change.
    try shop.okit("rekey")
    try shop.okit("settings", "set", "darkMode", "off")
    var line = try watcher.line()
    while line.contains("default:note/") { line = try watcher.line() }
    #expect(line.contains(#""old":"dark","new":"""#))
    #expect(try shop.shop.machine.run("jq", "-r", ".path", input: Array(line.utf8)).line == "settings:themeName")
  }

  @Test func changedEntitiesAreReported() throws {
    let shop = try Bookshop()
    try shop.define()
    let watcher = try Watcher(shop.machine, shop.root)
    let file = shop.data + "/directory.json"
    try edit(shop, file, #".authors |= [.[1]] + [.[0]] + .[2:-1] + [{id: "NEW", name: "a\nb"}]"#)
    #expect(
      try watcher.lines(3) == [
        "- directory:authors[11] Mary Shelley 👩🏽‍🚀", "directory:authors[0] moved from directory:authors[1]",
        #"+ directory:authors[11] a\nb"#,
      ])
    let partial = "\(shop.data)/directory/\(try shop.jq(".groups[1].id", file)).json"
    try edit(shop, partial, #".name = "Other""#)
    #expect(try watcher.line().hasPrefix("directory:groups[1]/group/name "))
    try Files.remove(partial)
    #expect(try watcher.line() == "- directory:groups[1]/group Other")
    try Files.write(#"{"id":"X","name":"Back"}"#, to: partial)
    #expect(try watcher.line() == "+ directory:groups[1]/group Back")
    // The file of a model, and then the folder of its partials.
    try Files.write(#"{"id":"M","parts":[{"id":"P"}]}"#, to: shop.data + "/more.json")
    #expect(try watcher.line() == "+ more:. M")
    try Files.makeFolder(shop.data + "/more")
    try Files.write(#"{"id":"E","n":1}"#, to: shop.data + "/more/P.json")
    #expect(try watcher.line() == "+ more:parts[0]/partial E")
    try edit(shop, shop.data + "/more/P.json", ".n = 2")
    #expect(try watcher.line() == "more:parts[0]/partial/n 1 -> 2")
    try Files.remove(shop.data + "/more.json")
    #expect(try watcher.line() == "- more:. M")
  }

  @Test func aRestoreIsFollowed() throws {
    let shop = try Bookshop()
    try shop.okit("backup", "create", "one", "--format", "directory")
    let watcher = try Watcher(shop.machine, shop.root)
    try edit(shop, shop.data + "/settings.json", #".themeName = "sepia""#)
    #expect(try watcher.line() == #"settings:themeName "" -> "sepia""#)
    for theme in ["red", "blue"] {
      try shop.okit("backup", "restore", "one", "--yes")
      #expect(try watcher.line().hasSuffix(#" -> """#))
      try edit(shop, shop.data + "/settings.json", #".themeName = "\#(theme)""#)
      #expect(try watcher.line() == #"settings:themeName "" -> "\#(theme)""#)
    }
  }

  @Test func aReplacedDataFolderIsFollowed() throws {
    let shop = try Bookshop()
    let elsewhere = shop.machine.path("elsewhere")
    try shop.machine.run("mv", shop.data, elsewhere)
    try shop.machine.run("ln", "-s", elsewhere, shop.data)
    try shop.machine.trust(elsewhere, elsewhere + "-2")
    let watcher = try Watcher(shop.machine, shop.root)
    try edit(shop, elsewhere + "/settings.json", #".themeName = "a""#)
    #expect(try watcher.line() == #"settings:themeName "" -> "a""#)
    try shop.machine.run("mv", elsewhere, elsewhere + "-away")
    try watcher.waitForMessage("no data folder")
    try edit(shop, elsewhere + "-away/settings.json", #".themeName = "b""#)
    try shop.machine.run("mv", elsewhere + "-away", elsewhere)
    #expect(try watcher.line() == #"settings:themeName "a" -> "b""#)
    try shop.machine.run("cp", "-r", elsewhere, elsewhere + "-2")
    try edit(shop, elsewhere + "-2/settings.json", #".themeName = "c""#)
    try shop.machine.run("ln", "-sfn", elsewhere + "-2", shop.data)
    #expect(try watcher.line() == #"settings:themeName "b" -> "c""#)
    try edit(shop, elsewhere + "-2/settings.json", #".themeName = "d""#)
    #expect(try watcher.line() == #"settings:themeName "c" -> "d""#)
  }

  @Test func aDamagedFileGetsOneWarning() throws {
    let shop = try FormedShop(.plain)
    let watcher = try Watcher(shop.shop.machine, shop.shop.root)
    let file = shop.path("settings.json")
    let text = try Files.text(file)
    try Files.write("{", to: file)
    try watcher.waitForMessage("continuing with its last known content")
    // Another file changes while this one is still damaged.
    try edit(shop.shop, shop.path("default.json"), #".books[0].name = "New""#)
    #expect(try watcher.line().hasSuffix(#" -> "New""#))
    try Files.write(try FormedShop.replacing(#""themeName":"""#, with: #""themeName":"x""#, in: text), to: file)
    #expect(try watcher.line() == #"settings:themeName "" -> "x""#)
    watcher.send(SIGINT)
    #expect(try watcher.end() == .signal(SIGINT))
    #expect(throws: Watcher.Failure.self) { try watcher.waitForMessage("warning") }
  }

  @Test func lockedModelsAreNamedAndLeftOut() throws {
    let shop = try FormedShop(.age)
    let watcher = try Watcher(
      shop.shop.machine, shop.shop.root, ["-v", "--no-input", "--once"],
      with: ["XDG_CONFIG_HOME": shop.shop.machine.path("nowhere")])
    try shop.okit("settings", "set", "darkMode", "on")
    #expect(try watcher.line() == #"settings:themeName "" -> "dark""#)
    #expect(try watcher.end() == .status(0))
  }

  private func edit(_ shop: Bookshop, _ file: String, _ filter: String) throws {
    try shop.machine.shell(Self.ways[0], with: ["file": file, "filter": filter], in: shop.machine.folder)
  }
}
