import TestSupport
import Testing

/// The hook that sees changes before they are made.
@Suite struct BeforeChangeTests {
  @Test(arguments: FormedShop.Form.allCases) func theHookSeesTheChangesThatAreStored(form: FormedShop.Form) throws {
    let shop = try FormedShop(form)
    let log = shop.machine.path("log")
    try shop.shop.hook("before-change", "cat >> '\(log)'")
    try shop.shop.okit("set", "books[0]/price", "7.5")
    let seen = try shop.machine.run(
      "jq", "-c", "[.event,.command,(.changes[]|[.kind,.path,.new])]", log
    ).line
    #expect(seen == #"["before-change","set",["changed","default:books[0]/price",7.5]]"#)
    try Files.write("", to: log)
    let id = try shop.shop.okit("add", "books", #"{"name": "New"}"#).line
    #expect(try shop.machine.run("jq", "-r", ".changes[0].new.id", log).line == id)
    #expect(try shop.shop.okit("get", "@\(id)/name").line == "New")
  }

  @Test(arguments: FormedShop.Form.allCases) func theHookSeesTheDocumentThatIsImported(form: FormedShop.Form) throws {
    let shop = try FormedShop(form)
    let source = shop.machine.path("source.json")
    let text = try shop.shop.okit("decrypt", "--stdout", "default").text
    try Files.write(text.replacing("9.99", with: "7.5"), to: source)
    let log = shop.machine.path("log")
    try shop.shop.hook("before-change", "cat > '\(log)'; echo closed; exit 3")
    let words = ["import", source, "--as", "default", "--replace", "--yes"]
    try shop.refuses(words, status: 75, "the hook before-change refused the change: closed\n")
    let seen = try shop.machine.run("jq", "-c", "[.event,.command,(.changes[]|[.kind,.path,.new])]", log).line
    #expect(seen == #"["before-change","import",["changed","default:books[0]/price",7.5]]"#)
    try shop.refuses(["import", source, "--as", "copy"], status: 75, "closed")
    try shop.shop.okit(words + ["-n"])
    try shop.shop.okit(words + ["--no-hooks"])
    #expect(try shop.shop.okit("get", "books[0]/price").line == "7.5")
    // The source of a stream is read once, however often the hook runs.
    try shop.shop.hook("before-change", "cat > '\(log)'")
    try shop.shop.okit("import", "-", "--as", "default", "--replace", "--yes", input: Array(text.utf8))
    #expect(try shop.shop.okit("get", "books[0]/price").line == "9.99")
  }

  /// A picture that replaces one of the same type changes no document.
  @Test(arguments: FormedShop.Form.allCases) func theHookSeesAttachments(form: FormedShop.Form) throws {
    let shop = try FormedShop(form)
    let (log, picture) = (shop.machine.path("log"), shop.machine.path("picture.png"))
    let put = ["attachment", "put", "books[0]/icon", picture]
    try Files.write(Picture.png.bytes(width: 3, height: 2), to: picture)
    try shop.shop.okit(put)
    try Files.write(Picture.png.bytes(width: 4, height: 2), to: picture)
    try shop.shop.hook("before-change", "cat > '\(log)'; echo closed; exit 3")
    try shop.refuses(put, status: 75, "the hook before-change refused the change: closed\n")
    let seen = try shop.machine.run("jq", "-c", "[.command, .changes, (.attachments | length)]", log).line
    #expect(seen == #"["attachment put",[],1]"#)
    let path = try shop.machine.run("jq", "-r", ".attachments[0]", log).line
    #expect(path.hasPrefix("okit/data/_image/") && path.hasSuffix(".png"))
    try shop.shop.hook("before-change", "cat > '\(log)'")
    try shop.shop.okit(put)
    #expect(try shop.shop.okit("attachment", "get", "books[0]/icon").bytes == Files.read(picture))
  }

  /// A file that appears while the hook runs is not removed before the hook has seen it.
  @Test(arguments: [["attachment", "gc"], ["check", "--fix"]])
  func theHookSeesFilesThatAreRemoved(words: [String]) throws {
    let shop = try FormedShop(.plain)
    let log = shop.machine.path("log")
    let images = shop.data + "/_image"
    let bytes = Picture.png.bytes(width: 3, height: 2)
    try Files.write(bytes, to: images + "/11111111-1111-4111-8111-111111111111.png")
    let other = images + "/22222222-2222-4222-8222-222222222222.png"
    let source = shop.machine.path("picture.png")
    try Files.write(bytes, to: source)
    try shop.shop.hook(
      "before-change", "jq -c .attachments >>'\(log)'; test -e '\(other)' || cp '\(source)' '\(other)'")
    _ = try shop.machine.launch([Machine.okit, "-C", shop.root] + words, [], [:], nil)
    #expect(!Files.exists(other))
    let seen = try Files.text(log).split(separator: "\n")
    #expect(seen.count == 2 && seen[0].contains("1111.png") && !seen[0].contains("2222.png"))
    #expect(seen.last?.contains("2222.png") == true)
  }

  @Test func theHookRefusesWithItsMessage() throws {
    let shop = try FormedShop(.plain)
    try shop.shop.hook("before-change", "cat > /dev/null; echo 'closed on Sundays'; echo more; exit 3")
    try shop.refuses(
      ["set", "books[0]/price", "7.5"], status: 75, "the hook before-change refused the change: closed on Sundays\n")
    try shop.refuses(["add", "books", #"{"name": "New"}"#], status: 75, "closed on Sundays")
    try shop.refuses(["remove", "books[0]"], status: 75, "closed on Sundays")
    // A dry run runs no hook.
    #expect(try shop.shop.okit("set", "books[0]/price", "7.5", "-n").errors.contains("would have set"))
    try shop.shop.okit("set", "books[0]/price", "7.5", "--no-hooks")
    #expect(try shop.shop.okit("get", "books[0]/price").line == "7.5")
    try shop.shop.hook("before-change", "exit 1")
    try shop.refuses(
      ["set", "books[0]/price", "8"], status: 75, "the hook before-change exited with status 1; nothing was changed")
  }

  @Test func anotherChangeWhileTheHookRunsIsKept() throws {
    let shop = try FormedShop(.plain)
    let mark = shop.machine.path("mark")
    // The hook makes a change of its own the first time. The edit is then made on top of it, after the hook saw it again.
    try shop.shop.hook(
      "before-change",
      "cat > /dev/null; test -e '\(mark)' && exit 0; touch '\(mark)'; '\(Machine.okit)' -C '\(shop.root)' set 'books[1]/price' 1.25"
    )
    try shop.shop.okit("set", "books[0]/price", "7.5")
    #expect(try shop.shop.okit("get", "books[0]/price", "books[1]/price").lines == ["7.5", "1.25"])
  }
}
