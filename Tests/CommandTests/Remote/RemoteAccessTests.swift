import Glibc
import TestSupport
import Testing

/// Models on a server without a local copy.
@Suite struct RemoteAccessTests {
  @Test func valuesAreRead() throws {
    let shop = try RemoteShop()
    let before = try shop.tree()
    #expect(try shop.okit("get", "books[*]/name").lines == ["One", "Two"])
    #expect(try shop.okit("list", "books", "--csv").lines == ["name,price,id", "One,1.50,B1", "Two,2,B2"])
    #expect(try shop.okit("query", "--csv", "SELECT sum(price) FROM Book").lines.last == "3.5")
    #expect(try shop.okit("search", "Second", status: 1).text == "")
    #expect(try shop.okit("search", "Two").text.contains("books[1]/name"))
    #expect(try shop.okit("check").text == "")
    #expect(try shop.okit("get", "groups[0]/group/name").line == "First")
    #expect(try shop.okit("attachment", "get", "books[1]/photo", "-o", "-").bytes == RemoteShop.picture)
    try shop.okit("export", "-o", shop.machine.path("out"))
    #expect(try Files.read(shop.machine.path("out") + "/_image/P1.png") == RemoteShop.picture)
    #expect(try Files.text(shop.machine.path("out") + "/shop.json") == RemoteShop.shop)
    #expect(try shop.tree().differences(from: before).filter { !$0.contains("okit/export") } == [])
  }

  @Test func onlyTheNeededModelsAreFetched() throws {
    let shop = try RemoteShop()
    try shop.okit("model", "create", "notes", "text:String=hi")
    _ = shop.requests()
    #expect(try shop.okit("get", "notes>/text").line == "hi")
    #expect(try shop.okit("status").text.contains("shop"))
    #expect(shop.requests() == [])
    shop.server.answer { _, _ in .status(500) }
    #expect(try shop.okit("get", "notes>/text").line == "hi")
    #expect(try shop.okit("get", "shop>/books[0]/name", status: 75).text == "")
  }

  @Test func onlyTheNeededPartialsAreFetched() throws {
    let shop = try RemoteShop()
    let model = RemoteShop.shop.replacing(#"{"id":"G1","#, with: #"{"id":"G0","name":"Zeroth"},{"id":"G1","#)
    shop.server["/api/shop.json"] = Array(model.utf8)
    // A partial that only its server knows, below another one.
    shop.server["/api/shop/G0.json"] = Array(#"{"id":"E0","name":"Zeroth"}"#.utf8)
    _ = shop.requests()
    #expect(try shop.okit("get", "books[0]/name", "groups[1]/name").lines == ["One", "First"])
    #expect(shop.requests() == ["GET /api/shop.json"])
    #expect(try shop.okit("get", "groups[1]/group/name").line == "First")
    #expect(shop.requests() == ["GET /api/shop.json", "GET /api/shop/G1.json"])
    #expect(try shop.okit("search", "Zeroth", "--count").line == "2")
    #expect(try shop.okit("partial", "list").text.contains("G0"))
  }

  @Test func anEditOfSeveralFilesSendsNoneIfOneChanged() throws {
    let shop = try RemoteShop()
    let foreign = Array(RemoteShop.shop.replacing("1.50", with: "7").utf8)
    shop.server.replace("/api/shop.json", with: foreign, after: ("GET", "/api/_image/P1.png"))
    let picture = try shop.machine.write("GIF89a picture", "p.gif")
    let paths = shop.server.paths.sorted()
    let output = try shop.okit("attachment", "put", "books[0]/photo", picture, status: 75)
    #expect(output.errors.contains("nothing was changed; run the command again"))
    #expect(shop.server.paths.sorted() == paths && shop.server["/api/shop.json"] == foreign)
    #expect(Files.files(below: shop.data) == [])
    try shop.okit("attachment", "put", "books[0]/photo", picture)
    #expect(try shop.served(".books[0] | [.price, .photo.size]") == "[7,14]")
  }

  @Test func anEditIsSent() throws {
    let shop = try RemoteShop()
    try shop.okit("set", "books[0]/price", "9")
    #expect(try shop.served(".books[0].price") == "9")
    try shop.okit("add", "groups", #"{"id":"G2","name":"Second"}"#)
    #expect(shop.server["/api/shop/G2.json"] != nil)
    try shop.okit("remove", "groups[0]", "--force")
    #expect(shop.server["/api/shop/G1.json"] == nil)
    let picture = try shop.machine.write("GIF89a picture", "p.gif")
    try shop.okit("attachment", "put", "books[0]/photo", picture)
    #expect(shop.server.paths.contains { $0.hasSuffix(".gif") })
    // No copy stays.
    #expect(Files.files(below: shop.data) == [])
    #expect(try shop.okit("get", "books[0]/price").line == "9")
  }

  @Test func aRefusedEditSendsNothing() throws {
    let shop = try RemoteShop()
    let before = shop.server["/api/shop.json"]
    try shop.okit("set", "books[0]/price", "cheap", status: 65)
    try shop.okit("set", "books[7]/price", "1", status: 66)
    try shop.okit("set", "books[0]/price", "1", "-n")
    #expect(shop.server["/api/shop.json"] == before)
    #expect(Files.files(below: shop.data) == [])
  }

  @Test(arguments: [(401, 77), (403, 77), (413, 65), (422, 65), (500, 75)] as [(Int, Int32)])
  func anEditThatTheServerRefusesChangesNothing(_ answer: Int, _ status: Int32) throws {
    let shop = try RemoteShop()
    shop.server.answer { request, _ in request.method == "POST" ? .status(answer) : nil }
    try shop.okit("set", "books[0]/price", "9", status: status)
    #expect(Files.files(below: shop.data) == [])
    #expect(try shop.okit("get", "books[0]/price").line == "1.50")
    #expect(shop.server["/api/shop.json"] == Array(RemoteShop.shop.utf8))
  }

  @Test(arguments: [301, 302, 303, 307, 308], ["/elsewhere.json", "/api/shop.json", "http://localhost:9/"])
  func anEditThatIsRedirectedChangesNothing(_ answer: Int, _ place: String) throws {
    let shop = try RemoteShop()
    shop.server.answer { request, _ in request.method == "POST" ? .status(answer, "Location: \(place)") : nil }
    let output = try shop.machine.launch([Machine.okit, "set", "books[0]/price", "9"], [], [:], shop.root)
    #expect(output.end != .status(0) && !output.errors.contains("is kept here"), "\(output.errors)")
    #expect(Files.files(below: shop.data) == [])
    #expect(try shop.okit("get", "books[0]/price").line == "1.50")
    #expect(shop.server["/api/shop.json"] == Array(RemoteShop.shop.utf8))
  }

  @Test func anEditWithoutAnAnswerIsSentByTheNextCommand() throws {
    let shop = try RemoteShop()
    // Nothing arrives any more once the change is sent.
    shop.server.answer { request, count in request.method == "POST" || count > 0 ? .bytes([]) : nil }
    #expect(try shop.okit("set", "books[0]/price", "9", status: 75).errors.contains("the next okit command"))
    #expect(shop.server["/api/shop.json"] == Array(RemoteShop.shop.utf8))
    shop.server.answer { _, _ in nil }
    let output = try shop.okit("get", "books[0]/price")
    #expect(output.line == "9" && output.errors.contains("sending them now"))
    #expect(try shop.served(".books[0].price") == "9")
    #expect(Files.files(below: shop.data) == [])
  }

  @Test(arguments: [true, false]) func anEditNeverOverwritesAnother(honorsPreconditions: Bool) throws {
    let shop = try RemoteShop(#","preconditions":\#(honorsPreconditions)"#)
    // Somebody stores the model between the reading and the writing, and the server goes by the tags that okit sends.
    let foreign = Array(RemoteShop.shop.replacing("1.50", with: "7").utf8)
    shop.server.replace("/api/shop.json", with: foreign, after: ("GET", "/api/_image/P1.png"))
    let output = try shop.okit("set", "books[1]/price", "9", status: 75)
    #expect(output.errors.contains("changed on the server"))
    #expect(shop.server["/api/shop.json"] == foreign)
    #expect(Files.files(below: shop.data) == [])
    try shop.okit("set", "books[1]/price", "9")
    #expect(try shop.served("[.books[].price]") == "[7,9]")
  }

  @Test func withoutPreconditionsTheServersVersionIsCompared() throws {
    let shop = try RemoteShop("")
    shop.server.setTags(false)
    let output = try shop.okit("set", "books[0]/price", "9")
    #expect(output.errors.contains("warning") && output.errors.contains("preconditions"))
    #expect(try shop.served(".books[0].price") == "9")
    try shop.okit("remote", "pull")
    try shop.okit("set", "books[0]/price", "10")
    let served = try #require(shop.server.text("/api/shop.json"))
    shop.server["/api/shop.json"] = Array(served.replacing("One", with: "Uno").utf8)
    #expect(try shop.okit("remote", "push", status: 75).errors.contains("was changed on the server"))
    try shop.okit("remote", "sync")
    #expect(try shop.served("[.books[0].name, .books[0].price]") == #"["Uno",10]"#)
  }

  @Test func aServerThatWantsPutGetsPut() throws {
    let shop = try RemoteShop(#","preconditions":true,"method":"PUT""#)
    try shop.okit("set", "books[0]/price", "9")
    #expect(shop.requests().contains("PUT /api/shop.json"))
    #expect(try shop.served(".books[0].price") == "9")
  }

  @Test func aBackupContainsTheModel() throws {
    let shop = try RemoteShop()
    try shop.okit("backup", "create", "b", "--format", "directory")
    #expect(Files.files(below: shop.data) == [])
    #expect(try Files.text(shop.backups + "/b/data/shop.json") == RemoteShop.shop)
    #expect(try Files.read(shop.backups + "/b/data/_image/P1.png") == RemoteShop.picture)
    #expect(try shop.okit("get", "books[0]/name", "--at", "b").line == "One")
    // A restored model is a local copy, which only a push sends.
    shop.server["/api/shop.json"] = Array(RemoteShop.shop.replacing("One", with: "Uno").utf8)
    _ = shop.requests()
    #expect(try shop.okit("backup", "restore", "b", "--yes").errors.contains("not sent to the server: shop"))
    #expect(shop.requests().allSatisfy { $0.hasPrefix("GET ") })
    #expect(try shop.okit("get", "books[0]/name").line == "One")
    #expect(try shop.served(".books[0].name") == #""Uno""#)
    try shop.okit("remote", "push")
    #expect(try shop.served(".books[0].name") == #""One""#)
  }

  @Test(arguments: [true, false]) func aRestoredModelIsSentOnlyIfThePersonAgrees(_ agrees: Bool) throws {
    let shop = try RemoteShop()
    try shop.okit("backup", "create", "b", "--format", "directory")
    shop.server["/api/shop.json"] = Array(RemoteShop.shop.replacing("One", with: "Uno").utf8)
    let terminal = try Terminal(shop.machine, ["okit", "backup", "restore", "b"], in: shop.root)
    try terminal.answer(("Replace all models", "y"), ("Send shop to the server?", agrees ? "y" : "n"))
    #expect(try terminal.end() == .status(0))
    #expect(try shop.served(".books[0].name") == (agrees ? #""One""# : #""Uno""#))
    #expect(Files.exists(shop.data + "/shop.json") == !agrees)
    #expect(try shop.okit("get", "books[0]/name").line == "One")
  }

  @Test func anInterruptedQuestionSendsNothing() throws {
    let shop = try RemoteShop()
    try shop.okit("backup", "create", "b", "--format", "directory")
    let changed = Array(RemoteShop.shop.replacing("One", with: "Uno").utf8)
    shop.server["/api/shop.json"] = changed
    let terminal = try Terminal(shop.machine, ["okit", "backup", "restore", "b"], in: shop.root)
    try terminal.answer(("Replace all models", "y"))
    try terminal.wait(for: "Send shop to the server?")
    terminal.type("\u{3}", ending: "")
    #expect(try terminal.end() == .signal(SIGINT))
    #expect(try shop.okit("get", "books[0]/name").line == "One")
    #expect(shop.server["/api/shop.json"] == changed)
    #expect(try shop.okit("remote", "status").text.contains("changed here"))
  }

  /// A change of several models cannot be taken back where it was made.
  @Test func aChangeOfSeveralModelsIsNotLostInPart() throws {
    let shop = try RemoteShop()
    try shop.okit("model", "create", "notes", "text:String=hi")
    shop.server.answer { request, _ in request.method == "POST" ? .status(403) : nil }
    let output = try shop.okit("set", "shop:books[0]/price", "9", "notes:text", "new", status: 77)
    #expect(output.errors.contains("cannot be undone") && output.errors.contains("the next okit command"))
    #expect(shop.server["/api/shop.json"] == Array(RemoteShop.shop.utf8))
    shop.server.answer { _, _ in nil }
    #expect(try shop.okit("get", "notes:text").line == "new")
    #expect(try shop.served(".books[0].price") == "9")
    #expect(Files.files(below: shop.data) == ["notes.json"])
  }

  /// Whoever watches a workspace must know its faults from those of a server.
  @Test(arguments: [(500, 75), (401, 77), (403, 77)] as [(Int, Int32)])
  func checkTellsAServerThatFailsFromAProblem(_ answer: Int, _ status: Int32) throws {
    let shop = try RemoteShop()
    try shop.okit("model", "create", "notes", "text:String=hi")
    shop.server.answer { _, _ in .status(answer) }
    let output = try shop.okit("check", status: status)
    #expect(output.text.contains("okit/data/shop.json: unreadable: "))
    #expect(output.text.contains("status \(answer)"))
    try shop.okit("check", "notes")
    try Files.write(#"{"id":"NOTES","text":"hi","text":"ho"}"#, to: shop.data + "/notes.json")
    #expect(try shop.okit("check", status: 1).text.contains("duplicate-key: "))
  }

  @Test func aRestoredModelIsSentWithPush() throws {
    let shop = try RemoteShop()
    try shop.okit("backup", "create", "b", "--format", "directory")
    shop.server["/api/shop.json"] = Array(RemoteShop.shop.replacing("One", with: "Uno").utf8)
    try shop.okit("backup", "restore", "b", "--yes", "--push")
    #expect(shop.server["/api/shop.json"] == Array(RemoteShop.shop.utf8))
    #expect(Files.files(below: shop.data) == [])
  }

  @Test(arguments: [(500, 75), (401, 77), (403, 77)] as [(Int, Int32)])
  func aServerThatFailsLeavesTheOtherModelsInTheBackup(_ answer: Int, _ status: Int32) throws {
    let shop = try RemoteShop()
    try shop.okit("model", "create", "notes", "text:String=hi")
    shop.server.answer { _, _ in .status(answer) }
    let output = try shop.okit("backup", "create", "b", "--format", "directory", status: status)
    #expect(output.errors.contains("model shop is left out"))
    #expect(try Files.names(in: shop.backups + "/b/data") == ["notes.json"])
  }
}
