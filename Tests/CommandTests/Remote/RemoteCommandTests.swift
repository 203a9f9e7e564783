import Glibc
import TestSupport
import Testing

/// Every command works on a model on a server that has no local copy.
@Suite struct RemoteCommandTests {
  /// The shop, and a check that no copy stays.
  private func withoutCopy(_ kind: String = "http", _ body: (RemoteShop) throws -> Void) throws {
    let shop = try RemoteShop(kind: kind)
    try body(shop)
    #expect(Files.files(below: shop.data) == [])
    #expect(!Files.exists(shop.root + "/okit/.remote/shop/temporary"))
  }

  @Test func aDryRunSeesTheModel() throws {
    try withoutCopy { (shop) throws in
      #expect(try shop.okit("set", "-n", "books[0]/price", "7").errors.contains("would have set shop:books[0]/price"))
      #expect(try shop.okit("remove", "-n", "books[1]").errors.contains("would have removed shop:books[1]"))
      #expect(try shop.okit("backup", "create", "-n", "--format", "directory").errors.contains("1 model"))
      #expect(try shop.okit("export", "-n").errors.contains("1 model"))
      #expect(shop.server["/api/shop.json"] == Array(RemoteShop.shop.utf8))
    }
  }

  @Test func valuesAreEditedInAnEditorAndByAnswers() throws {
    try withoutCopy { (shop) throws in
      let editor = ["EDITOR": "sed -i s/One/Uno/"]
      #expect(try shop.okit("edit", "books[0]", with: editor).errors.contains("edited shop:books[0]/name"))
      #expect(try shop.served(".books[0].name") == #""Uno""#)
      let answers = try shop.machine.write(#"{"price": 4}"#, "answers.json")
      try shop.okit("edit", "books[1]", "--answers", answers)
      #expect(try shop.served(".books[1].price") == "4")
      #expect(try shop.okit("add", "books", "--print-form").text.contains(#""path":"shop:books[2]/name""#))
    }
  }

  @Test func functionsAreListedAndCalled() throws {
    try withoutCopy { (shop) throws in
      try Files.makeFolder(shop.root + "/okit/functions")
      let program = "#!/bin/sh\njq -c '.entity | .price = 8'\n"
      try Files.write(program, to: shop.root + "/okit/functions/reprice", mode: 0o700)
      #expect(try shop.okit("actions", "books[0]").text.contains("reprice"))
      try shop.okit("call", "--run", "books[0]/reprice()")
      #expect(try shop.served(".books[0].price") == "8")
    }
  }

  @Test func aModelIsEncryptedRekeyedAndDecrypted() throws {
    try withoutCopy("encrypted-http") { (shop) throws in
      try shop.okit("key", "generate")
      try shop.okit("encrypt", "shop")
      let encrypted = try #require(shop.server["/api/shop.json"])
      #expect(encrypted.starts(with: "age-encryption.org/v1".utf8))
      #expect(shop.server["/api/_image/P1.png"]?.starts(with: "age-encryption.org/v1".utf8) == true)
      #expect(shop.server["/api/shop/G1.json"]?.starts(with: "age-encryption.org/v1".utf8) == true)
      #expect(try shop.okit("get", "books[0]/name").line == "One")
      try shop.okit("rekey")
      #expect(shop.server["/api/shop.json"] != encrypted)
      #expect(try shop.okit("get", "books[0]/name", "groups[0]/group/name").lines == ["One", "First"])
    }
  }

  @Test func anHTTPModelIsNeverSentEncrypted() throws {
    let shop = try RemoteShop()
    try shop.okit("key", "generate")
    #expect(try shop.okit("encrypt", "shop", status: 78).errors.contains("the kind of model shop is http"))
    #expect(shop.server.takeRequests().allSatisfy { $0.method == "GET" })
    #expect(Files.files(below: shop.data) == [])
  }

  /// Both models can have the picture at the same place, but in different forms.
  @Test(arguments: [true, false]) func anEntityMovesBetweenAPlainAndAnEncryptedModel(hasCopies: Bool) throws {
    let shop = try RemoteShop()
    try shop.register("vault", "Vault", ": ModelEncryptedHttp { var id: String!; var books: [Book] = [] }")
    try shop.okit("key", "generate")
    try shop.okit("model", "create", "vault")
    if hasCopies { try shop.okit("remote", "pull") }
    func move(_ path: String, _ target: String) throws {
      try shop.okit("move", path, target)
      if hasCopies { try shop.okit("remote", "sync") }
    }
    try move("shop:books[1]", "vault:books")
    #expect(try shop.served("[.books[].id]") == #"["B1"]"#)
    #expect(shop.server["/api/_image/P1.png"]?.starts(with: "age-encryption.org/v1".utf8) == true)
    #expect(try shop.okit("attachment", "get", "vault:books[0]/photo", "-o", "-").bytes == RemoteShop.picture)
    try move("vault:books[0]", "shop:books")
    #expect(try shop.served("[.books[].id]") == #"["B1","B2"]"#)
    #expect(shop.server["/api/_image/P1.png"] == RemoteShop.picture)
    #expect(try shop.okit("get", "vault:books.@count").line == "0")
    let left = hasCopies ? ["_image/P1.png", "shop.json", "shop/G1.json", "vault.json"] : []
    #expect(Files.files(below: shop.data).sorted() == left)
    #expect(try !shop.okit("remote", "status").text.contains("changed"))
  }

  @Test func encryptingAllModelsLeavesOutThoseThatAppsCouldNotRead() throws {
    let shop = try RemoteShop()
    try shop.okit("model", "create", "notes", "text:String=hi")
    try shop.okit("key", "generate")
    #expect(try shop.okit("encrypt", "--all").errors.contains("model shop on its server stays as it is"))
    #expect(try Files.read(shop.data + "/notes.json").starts(with: "age-encryption.org/v1".utf8))
    #expect(shop.server["/api/shop.json"] == Array(RemoteShop.shop.utf8))
  }

  @Test func anAttachmentThatStaysOnTheServerLeavesNothingHere() throws {
    let shop = try RemoteShop()
    try shop.register("other", "Other", ": ModelHttp { var id: String! }")
    try shop.okit("remove", "shop:books[1]", "--force")
    #expect(try shop.served("[.books[].id]") == #"["B1"]"#)
    // The other model, which is not here, may use it.
    #expect(shop.server["/api/_image/P1.png"] == RemoteShop.picture)
    #expect(try Files.names(in: shop.data) == [])
    #expect(try shop.okit("get", "shop:books[0]/name").errors == "")
  }

  @Test func lostRecipientsAreNoticed() throws {
    let shop = try RemoteShop(kind: "encrypted-http")
    let other = try shop.other(kind: "encrypted-http")
    for path in shop.server.paths { shop.server[path] = nil }
    try other.okit("key", "generate")
    let recipient = try other.machine.run("jq", "-r", ".recipients[0]", other.configuration).line
    try shop.okit("key", "generate")
    try shop.okit("key", "add", recipient)
    try shop.okit("model", "create", "shop")
    #expect(try other.okit("add", "books", #"{"name":"x"}"#).errors.contains("could be opened by 2 recipients"))
    #expect(try !other.okit("set", "books[0]/name", "y").errors.contains("recipients"))
  }

  @Test func documentsAndTablesAreImported() throws {
    try withoutCopy { (shop) throws in
      let document = try shop.machine.write(#"{"books":[{"id":"B9","name":"New","price":1}],"groups":[]}"#, "new.json")
      #expect(try shop.okit("import", document, "--as", "shop", status: 73).errors.contains("already exists"))
      try shop.okit("import", document, "--as", "shop", "--replace", "--yes")
      #expect(try shop.served("[.books[].id]") == #"["B9"]"#)
      let rows = try shop.machine.write("name,price\nNew,3\nSecond,4\n", "rows.csv")
      try shop.okit("import", rows, "--into", "books", "--key", "name")
      #expect(try shop.served("[.books[] | [.name, .price]]") == #"[["New",3],["Second",4]]"#)
    }
  }

  @Test func dataIsMigratedAndRepaired() throws {
    try withoutCopy { (shop) throws in
      #expect(try shop.okit("migrate", "status", status: 1).text.contains("unrecorded"))
      try shop.okit("migrate", "apply")
      let classes = RemoteShop.classes.replacing(
        "var price: Double = 0;", with: "var price: Double = 0; var stock: Int = 5;")
      try Files.write(classes, to: shop.root + "/okit/model/Shop.swift")
      #expect(try shop.okit("migrate", "plan").text.contains("stock"))
      try shop.okit("migrate", "apply")
      #expect(try shop.served("[.books[].stock]") == "[5,5]")
      shop.server["/api/shop/G7.json"] = nil
      #expect(try shop.okit("check", "--fix").errors.contains("1 model"))
    }
  }

  @Test func aModelIsCreatedOnItsServer() throws {
    let shop = try RemoteShop()
    for path in shop.server.paths { shop.server[path] = nil }
    let absent = try shop.okit("get", "books.@count", status: 66)
    #expect(absent.errors.contains("model shop is not on its server"))
    try shop.okit("set", "books[0]/price", "1", status: 66)
    #expect(try shop.okit("check").errors.contains("0 models"))
    #expect(try shop.okit("model", "create", "shop").errors.contains("sent the initial data to the server"))
    #expect(try shop.served("[.books, .groups]") == "[[],[]]")
    try shop.okit("add", "books", #"{"name":"First"}"#)
    #expect(try shop.served("[.books[].name]") == #"["First"]"#)
    #expect(Files.files(below: shop.data) == [])
    try shop.okit("model", "create", "shop", status: 73)
    #expect(try shop.okit("model", "delete", "shop", "--yes", status: 69).errors.contains("only on its server"))
  }

  @Test func modelsWithoutACopyAreComparedWithBackups() throws {
    let shop = try RemoteShop()
    try shop.okit("backup", "create", "b", "--format", "directory")
    let same = try shop.okit("diff", "b", "-e")
    #expect(same.text == "" && same.errors.contains("no differences"))
    try shop.okit("set", "books[0]/price", "9")
    let difference = "shop:books[0]/price 1.50 -> 9"
    #expect(try shop.okit("diff").line == difference)
    #expect(try shop.okit("diff", "now", "b").line == "shop:books[0]/price 9 -> 1.50")
    // Steps have no models without a copy.
    try shop.okit("model", "create", "notes", "text:String=hi")
    try shop.okit("set", "notes:text", "new")
    #expect(try shop.okit("diff", "@1").line == "notes:text \"hi\" -> \"new\"")
    let output = try shop.okit("log", "shop:books[0]/price", "--backups")
    #expect(output.errors.contains("model shop has no local copy"))
    let history = try shop.okit("--json", "log", "shop:books[0]/price", "--backups").bytes
    #expect(
      try shop.machine.run("jq", "-c", "[.history[] | [.backup, .value]]", input: history).line
        == #"[[null,9],["b",1.5]]"#)
    #expect(Files.files(below: shop.data) == ["notes.json"])
    shop.server.answer { _, _ in .status(500) }
    try shop.okit("diff", "b", status: 75)
    #expect(try shop.okit("diff", "@1").line == "notes:text \"hi\" -> \"new\"")
  }

  @Test func migrationsAreSeenWithoutACopy() throws {
    let shop = try RemoteShop()
    try shop.okit("migrate", "apply")
    let classes = RemoteShop.classes.replacing(
      "var price: Double = 0;", with: "var price: Double = 0; var stock: Int = 5;")
    try Files.write(classes, to: shop.root + "/okit/model/Shop.swift")
    try Files.makeFolder(shop.root + "/okit/migrations")
    try Files.write(
      #"{"version":1,"steps":[{"set":"Book.stock","value":7}]}"#, to: shop.root + "/okit/migrations/0001-stock.json")
    try shop.okit("migrate", "apply")
    #expect(try shop.served("[.books[].stock]") == "[7,7]")
    let status = try shop.okit("migrate", "status")
    #expect(!status.errors.contains("missing"), "\(status.errors)")
  }

  /// Taking it would drop the history of the copy, and it could not be sent again.
  @Test func aModelThatBecameEncryptedOnItsServerIsNotTaken() throws {
    let shop = try RemoteShop()
    try shop.okit("remote", "pull")
    try shop.okit("key", "generate")
    try shop.okit("set", "books[0]/name", "Mine")
    let recipient = try shop.machine.run("jq", "-r", ".recipients[0]", shop.configuration).line
    shop.server["/api/shop.json"] = try shop.machine.run(
      "age", "-r", recipient, input: Array(RemoteShop.shop.replacing("One", with: "Theirs").utf8)
    ).bytes
    let refused = try shop.okit("remote", "pull", "--theirs", status: 78)
    #expect(refused.errors.contains("is encrypted, but the kind of model shop is http"))
    #expect(try shop.okit("get", "books[0]/name").line == "Mine")
    try shop.okit("undo")
    #expect(try shop.okit("get", "books[0]/name").line == "One")
  }

  @Test func aConflictShowsWhatDiffers() throws {
    let shop = try RemoteShop()
    try shop.okit("remote", "pull")
    try shop.okit("set", "books[0]/name", String(repeating: "x", count: 200))
    try shop.okit("remote", "push")
    try shop.okit("remove", "books[0]", "--force")
    shop.server["/api/shop.json"] = Array(try shop.served(".books[0].price = 99").utf8)
    let conflict = try shop.okit("remote", "pull", status: 75).text
    #expect(conflict.contains("-> none") && conflict.contains("99"), "\(conflict)")
  }

  @Test func onlyLocalCopiesAreWatched() throws {
    let shop = try RemoteShop()
    for words in [["watch", "-m", "shop"], ["watch", "shop:books[0]/price"], ["watch", "books[0]/price"]] {
      #expect(try shop.okit(words, status: 69).errors.contains("okit remote pull shop"), "\(words)")
    }
    try shop.okit("model", "create", "notes", "text:String=hi")
    let watcher = try Watcher(shop.machine, shop.root, [])
    try shop.okit("set", "notes:text", "new")
    #expect(try watcher.line() == #"notes:text "hi" -> "new""#)
    watcher.send(SIGHUP)
    #expect(try watcher.end() == .signal(SIGHUP))
  }

  @Test func deletingAModelRemovesOnlyItsLocalCopy() throws {
    let shop = try RemoteShop()
    let entry = #"{"endpoint":"\#(shop.server.url("/api"))"}"#
    try Files.write(
      try shop.machine.run("jq", ".models.shop = \(entry)", shop.configuration).bytes, to: shop.configuration)
    try shop.okit("remote", "pull")
    try shop.okit("set", "books[0]/price", "9")
    shop.server.answer { request, _ in request.method == "POST" ? .status(422) : nil }
    let refused = try shop.okit("remote", "push", status: 65)
    #expect(refused.errors.contains("okit model delete shop") && refused.errors.contains("okit undo"))
    #expect(try shop.okit("model", "delete", "shop", "--yes").errors.contains("stays on its server"))
    #expect(Files.files(below: shop.data) == [])
    #expect(try shop.okit("get", "books[0]/price").line == "1.50")
    #expect(try shop.machine.run("jq", "-c", ".models.shop", shop.configuration).line == entry)
    #expect(!shop.requests().contains { $0.hasPrefix("DELETE") })
    try shop.okit("undo")
    #expect(try shop.okit("get", "books[0]/price").line == "9")
    try shop.okit("model", "delete", "shop", "--yes")
    try shop.okit("remote", "pull")
    #expect(try shop.okit("remote", "status").text.contains("same"))
  }

  @Test func anAbsentModelDoesNotKeepTheOthersFromBeingRead() throws {
    let shop = try RemoteShop()
    for path in shop.server.paths { shop.server[path] = nil }
    try shop.okit("model", "create", "notes", "text:String=hi")
    #expect(try shop.okit("check").errors.contains("1 model"))
    #expect(try shop.okit("search", "hi").text.contains("notes:text"))
    try shop.okit("export", "-o", shop.machine.path("out"))
    #expect(try Files.names(in: shop.machine.path("out")).contains("notes.json"))
  }

  @Test func aCopyOfAnotherCommandIsNotUsed() throws {
    let shop = try RemoteShop()
    try Files.makeFolder(shop.root + "/okit/hooks")
    // While a backup has its copy, an edit waits, and a read asks the server.
    let hook = """
      #!/bin/sh
      test -f '\(shop.data)/shop.json' && '\(Machine.okit)' -C '\(shop.root)' get 'shop:books[0]/name' >'\(shop.root)/read'
      '\(Machine.okit)' -C '\(shop.root)' --wait 0 set 'shop:books[0]/name' X 2>'\(shop.root)/error'
      echo $? >'\(shop.root)/status'
      exit 0
      """
    try Files.write(hook, to: shop.root + "/okit/hooks/before-backup", mode: 0o700)
    shop.server["/api/shop.json"] = Array(RemoteShop.shop.utf8)
    try shop.okit("backup", "create", "b", "--format", "directory")
    #expect(try Files.text(shop.root + "/read") == "One\n")
    #expect(try Files.text(shop.root + "/status") == "75\n")
    #expect(try Files.text(shop.root + "/error").contains("another okit is exchanging model shop"))
    #expect(Files.files(below: shop.data) == [])
  }

  @Test func theEndpointCanBeInTheAppsInfoPlist() throws {
    let shop = try RemoteShop()
    let text = try shop.machine.run(
      "jq", "del(.endpoint) | .models.shop = {class: \"Shop\", kind: \"http\"}", shop.configuration
    ).bytes
    try Files.write(text, to: shop.configuration)
    #expect(try shop.okit("get", "books[0]/name", status: 69).errors.contains("set 'endpoint'"))
    let plist = """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
      <plist version="1.0"><dict><key>OKitModelEndpointUrl</key><string>\(shop.server.url("/api"))</string></dict></plist>
      """
    for place in ["/okit/model/Info.plist", "/okit/Info.plist"] {
      try Files.write(plist, to: shop.root + place)
      #expect(try shop.okit("get", "books[0]/name").line == "One")
      try Files.remove(shop.root + place)
    }
    try Files.write(plist.replacing("</dict>", with: ""), to: shop.root + "/okit/model/Info.plist")
    #expect(try shop.okit("remote", "status", status: 65).errors.contains("Info.plist:3: not well-formed XML"))
  }
}
