import TestSupport
import Testing

/// Completions of arguments on the Bookshop example.
@Suite struct CompletionSourceTests {
  /// The example with its definitions and keys.
  static func shop() throws -> Bookshop {
    let shop = try Bookshop(Machine(), data: Fixture.example + "/data", key: Fixture.example + "/cryptinfo.json")
    try shop.define()
    return shop
  }

  private func offers(_ shop: Bookshop, _ words: String...) throws -> [String] {
    let output = try shop.okit(["complete", "fish", "--"] + words)
    #expect(output.errors == "")
    #expect(output.lines.first == "words")
    return Array(output.lines.dropFirst())
  }

  private func texts(_ shop: Bookshop, _ words: String...) throws -> [String] {
    let output = try shop.okit(["complete", "fish", "--"] + words)
    return output.lines.dropFirst().map { String($0.prefix { $0 != "\t" }) }
  }

  @Test func pathsAreCompletedStepByStep() throws {
    let shop = try Self.shop()
    #expect(
      try offers(shop, "get", "") == [
        "id\tString?", "name\tString?", "books/\t[Book]", "genres/\t[Genre]", "authors/\t[Author]?",
        "note/\tModelData?",
        "default:\tShop", "directory:\tDirectory", "settings:\tModelSettings",
      ])
    #expect(
      try offers(shop, "get", "books[") == [
        "books[0]/\tThe Dispossessed", "books[1]/\tSolaris", "books[2]/\tKafka on the Shore – 海辺のカフカ",
        "books[3]/\tFrankenstein", "books[*]/\tevery element", "books[id=\tString?", "books[name=\tString",
        "books[type=\tBookType", "books[price=\tDouble", "books[copies=\tInt", "books[date=\tDate",
        "books[dates.@\t[Delivery]", "books[marked=\tBool", "books[author/\tModelRef",
        "books[authors.@\t[ModelRef]?", "books[genre/\tModelRef", "books[icon/\tModelImage?",
        "books[comment=\tString?",
      ])
    #expect(try offers(shop, "get", "books/1") == ["books/1/\tSolaris"])
    #expect(try offers(shop, "get", "books[0]") == ["books[0]/"])
    #expect(try offers(shop, "get", "books[0]/na") == ["books[0]/name\tString"])
    #expect(try offers(shop, "get", "books[name=So") == ["books[name=Solaris]/"])
    #expect(
      try texts(shop, "get", "books[price")
        == ["=", "!=", "<", "<=", ">", ">=", " in ("].map { "books[price\($0)" })
    #expect(try texts(shop, "get", "books[name").contains("books[name~"))
    #expect(try texts(shop, "get", "books[price>{co") == ["books[price>{copies}", "books[price>{comment}"])
    #expect(try texts(shop, "get", "books[{genre/re") == ["books[{genre/refKey}", "books[{genre/ref/"])
    #expect(try texts(shop, "get", "books[price>9 && {na") == ["books[price>9 && {name}"])
    #expect(try texts(shop, "get", "books[genre=FAN") == ["books[genre=FANTASY]/"])
    #expect(try texts(shop, "get", "books[price>9].@co") == ["books[price>9].@count"])
    #expect(try texts(shop, "get", "books[0]/type/cas") == ["books[0]/type/case"])
    #expect(try texts(shop, "get", "books[0]/name/def") == ["books[0]/name/default(#"])
    #expect(try texts(shop, "list", "--class", "Book", "-c", "pri") == ["price"])
    #expect(try texts(shop, "list", "--class", "Book", "--where", "pri") == ["price="])
    #expect(try texts(shop, "get", "books[price>9 && co") == ["books[price>9 && copies=", "books[price>9 && comment="])
    #expect(try offers(shop, "get", "books[type=pa") == ["books[type=paperback]/\t\"0\""])
    #expect(try texts(shop, "get", "books[price>9 && type!=ha") == ["books[price>9 && type!=hardcover]/"])
    #expect(try texts(shop, "get", "books[(marked=true || na") == ["books[(marked=true || name="])
    #expect(try texts(shop, "list", "books", "--where", "price>9 && ty") == ["price>9 && type="])
    #expect(try texts(shop, "list", "books", "--where", "type=pa") == ["type=paperback"])
    #expect(try texts(shop, "list", "books", "-c", "Genre=genre/re") == ["Genre=genre/refKey", "Genre=genre/ref/"])
    #expect(try texts(shop, "list", "--class", "Au") == ["Author"])
    #expect(try texts(shop, "import", "x.csv", "--into", "bo") == ["books/"])
    #expect(try texts(shop, "import", "x.csv", "--into", "books", "--key", "pri") == ["price"])
    #expect(try texts(shop, "import", "x.csv", "--into", "books", "--map", "Title=na") == ["Title=name"])
    #expect(try texts(shop, "import", "x.csv", "--into", "books", "--match", "gen") == ["genre/"])
    #expect(try texts(shop, "import", "x.csv", "--into", "books", "--match", "genre=na") == ["genre=name"])
    // An array is set as a whole, and gets elements one by one.
    #expect(try texts(shop, "set", "books[1]/authors", "") == [])
    #expect(try texts(shop, "add", "books[1]/authors", "").contains("92276658-1E27-41C0-8A6A-63EC24EDE6A4"))
    #expect(try texts(shop, "get", "books[dat") == ["books[date=", "books[dates.@"])
    #expect(try texts(shop, "get", "books[price>9 && dates.@co") == ["books[price>9 && dates.@count"])
    #expect(try texts(shop, "get", "books[price>9 ") == ["books[price>9 && ", "books[price>9 || "])
    #expect(
      try texts(shop, "get", "books[type=paperback ").suffix(2) == ["&& ", "|| "].map { "books[type=paperback \($0)" })
    #expect(try texts(shop, "get", "books[price ").last == "books[price in (")
    #expect(try texts(shop, "get", "books[!mar") == ["books[!marked="])
    #expect(try texts(shop, "get", "books[price>9 && !ma") == ["books[price>9 && !marked="])
    #expect(
      try texts(shop, "get", "books[dates.@count")
        == ["=", "!=", "<", "<=", ">", ">=", " in ("].map { "books[dates.@count\($0)" })
    #expect(try texts(shop, "get", "books[genre/re") == ["books[genre/refKey", "books[genre/ref/"])
    #expect(try texts(shop, "get", "books[price>9 && genre/ref/na") == ["books[price>9 && genre/ref/name"])
    #expect(try texts(shop, "get", "books[genre/ref/name").contains("books[genre/ref/name^="))
    #expect(try texts(shop, "get", "books[genre/ref/name=Fan") == ["books[genre/ref/name=Fantasy]/"])
    #expect(try texts(shop, "get", "books[type in (ha") == ["books[type in (hardcover"])
    #expect(try texts(shop, "get", "books[type in (hardcover, pa") == ["books[type in (hardcover, paperback"])
    #expect(try texts(shop, "get", "books[date>2016") == ["books[date>2016-10-02T18:54:22.25Z]/"])
    #expect(try texts(shop, "get", "--in", "books[0]", "na") == ["name"])
    #expect(try texts(shop, "list", "books", "--where", "").allSatisfy { $0.first?.isLetter ?? false })
    #expect(try offers(shop, "get", "books[name=Solaris]/pr") == ["books[name=Solaris]/price\tDouble"])
    #expect(
      try texts(shop, "get", "default:books[-1]/author/")
        == ["id", "refKey", "ref/"].map { "default:books[-1]/author/\($0)" })
    #expect(try texts(shop, "get", "default>books/0/author/ref/na") == ["default>books/0/author/ref/name"])
    #expect(try texts(shop, "get", "books.@co") == ["books.@count"])
    #expect(try texts(shop, "get", "books.@m") == ["books.@min.", "books.@max."])
    #expect(try texts(shop, "get", "books.@sum.pr") == ["books.@sum.price"])
    #expect(try texts(shop, "get", "books.na") == ["books.name"])
    #expect(try texts(shop, "get", "!books/0/ma") == ["!books/0/marked"])
    #expect(try texts(shop, "get", "name,books/0/na") == ["name,books/0/name"])
    #expect(try texts(shop, "get", "books/0/par") == ["books/0/parent/"])
    #expect(try texts(shop, "get", "books/0/parent/boo") == ["books/0/parent/books/"])
  }

  @Test func idsAfterAReferenceAreThoseThatFit() throws {
    let shop = try Self.shop()
    let genres = try shop.okit("get", "genres[*]/id").lines
    #expect(try texts(shop, "list", "books", "--where", "genre=") == genres.map { "genre=\($0)" })
    #expect(try texts(shop, "set", "books[0]/genre", "") == genres)
    #expect(try texts(shop, "set", "books/0/genre", "") == genres)
    // Attachments also have ids.
    let icons = try shop.okit("get", "books[*]/icon/id").lines.filter { !$0.isEmpty }
    try shop.okit("set", "--all", "books[*]/genre/refKey", "")
    let all = try texts(shop, "set", "books[0]/genre", "")
    #expect(!icons.isEmpty && Set(all).isSuperset(of: genres) && Set(all).isDisjoint(with: icons))
    // Rules say which ones are allowed.
    try Files.makeFolder(shop.root + "/okit/rules")
    try Files.write(
      """
      {"properties": {
        "genre": {"x-okit-candidates": "/genres[id=FANTASY]"}, "name": {"enum": ["One", "Two"]}, "type": {"enum": ["0"]}
      }}
      """, to: shop.root + "/okit/rules/Book.json")
    #expect(try texts(shop, "list", "books", "--where", "genre=") == ["genre=FANTASY"])
    #expect(try texts(shop, "set", "books[0]/genre", "") == ["FANTASY"])
    #expect(try texts(shop, "list", "books", "--where", "name=") == ["name=One", "name=Two"])
    #expect(try texts(shop, "list", "books", "--where", "type=") == ["type=paperback"])
  }

  @Test func joinIsOfferedForSeveralValues() throws {
    let shop = try Self.shop()
    #expect(try texts(shop, "get", "books[*]/name/jo") == ["books[*]/name/join(#"])
    #expect(try texts(shop, "get", "books[price>9]/name/").contains("books[price>9]/name/join(#"))
    #expect(try !texts(shop, "get", "books[0]/name/").contains("books[0]/name/join(#"))
  }

  @Test func completedPathsCanBeEvaluated() throws {
    let shop = try Self.shop()
    for path in try texts(shop, "get", "books/0/") + texts(shop, "get", "books[") + texts(shop, "get", "") {
      // In brackets, a comparison is not complete yet.
      if !path.hasPrefix("books[") || path.contains("]") { try shop.okit("get", path) }
    }
    #expect(try shop.okit("get", "books/0/").text == shop.okit("get", "books[0]").text)
    #expect(try shop.okit("ref", "resolve", "books/0/author/").line.contains("Ursula K. Le Guin"))
  }

  @Test func pathsOfOtherModelsAndPartialsAreCompleted() throws {
    let shop = try Self.shop()
    #expect(try texts(shop, "get", "directory:g") == ["directory:groups/"])
    #expect(try texts(shop, "get", "-m", "directory", "g") == ["groups/"])
    #expect(try offers(shop, "get", "directory:groups/0/g") == ["directory:groups/0/group/\tGroup"])
    #expect(try offers(shop, "get", "directory:groups/0/group/st") == ["directory:groups/0/group/status\tGroupStatus"])
    #expect(try texts(shop, "get", "settings:d") == ["settings:darkMode"])
    #expect(try texts(shop, "get", "nowhere:") == [])
  }

  @Test func withoutDefinitionsPathsAreCompletedFromTheData() throws {
    let shop = try Bookshop(Machine(), data: Fixture.example + "/data", key: Fixture.example + "/cryptinfo.json")
    #expect(try offers(shop, "get", "na") == ["name\tstring"])
    #expect(try offers(shop, "get", "boo") == ["books/\tarray"])
    #expect(
      try texts(shop, "get", "directory:groups/0/pa") == ["directory:groups/0/partial/", "directory:groups/0/parent/"])
    #expect(try texts(shop, "get", "directory:groups/0/partial/st") == ["directory:groups/0/partial/status"])
    #expect(try offers(shop, "get", "books/0/price/r") == ["books/0/price/round2"])
  }

  @Test func functionsAreCompleted() throws {
    let shop = try Self.shop()
    #expect(
      try texts(shop, "get", "books/0/price/").prefix(3).map(\.self)
        == ["round2", "prefix(#", "prefixLocalized(#"].map { "books/0/price/\($0)" })
    #expect(
      try texts(shop, "get", "books/0/date/formatI") == ["books/0/date/formatISO", "books/0/date/formatInterval"])
    #expect(try texts(shop, "get", "books/0/name/up") == ["books/0/name/upper", "books/0/name/uppercaseString"])
    try Files.makeFolder(shop.root + "/okit/functions")
    try Files.write("#!/bin/sh\ntouch ran\n", to: shop.root + "/okit/functions/reprice", mode: 0o755)
    #expect(try texts(shop, "call", "books/0/rep") == ["books/0/reprice()"])
    #expect(try texts(shop, "call", "books/0/reprice()/") == [])
    #expect(!Files.exists(shop.root + "/ran"))
  }

  @Test func entitiesAreCompleted() throws {
    let shop = try Self.shop()
    #expect(try offers(shop, "get", "@FAN") == ["@FANTASY/\tFantasy"])
    #expect(try offers(shop, "get", "@FANTASY/") == ["@FANTASY/id\tString?", "@FANTASY/name\tString"])
    #expect(try offers(shop, "ref", "who", "FAN") == ["FANTASY\tFantasy"])
    #expect(try offers(shop, "ref", "who", "@FAN") == ["@FANTASY\tFantasy"])
    #expect(try offers(shop, "ref", "who", "book") == ["books/\t[Book]"])
    #expect(try offers(shop, "ref", "who", "92276658") == ["92276658-1E27-41C0-8A6A-63EC24EDE6A4\tUrsula K. Le Guin"])
  }

  @Test func valuesAreCompleted() throws {
    let shop = try Self.shop()
    #expect(
      try offers(shop, "set", "books/0/type", "") == ["paperback\t\"0\"", "hardcover\t\"1\"", "electronic\t\"2\""])
    #expect(try offers(shop, "set", "name", "x", "books/0/marked", "") == ["true", "false"])
    #expect(try offers(shop, "set", "books/0/genre", "F") == ["FANTASY\tFantasy"])
    #expect(try offers(shop, "set", "name", "") == [])
    #expect(try offers(shop, "set", "name", "x", "na") == ["name\tString?"])
  }

  @Test func namesOfModelsBackupsAndKeysAreCompleted() throws {
    let shop = try Self.shop()
    try shop.okit("backup", "create", "first", "--format", "directory")
    #expect(try offers(shop, "model", "show", "d") == ["default\tShop", "directory\tDirectory"])
    #expect(try offers(shop, "check", "default", "d") == ["directory\tDirectory"])
    #expect(try texts(shop, "backup", "restore", "") == ["first"])
    #expect(try texts(shop, "backup", "restore", "first", "sett") == ["settings"])
    #expect(try shop.okit("complete", "fish", "--", "backup", "show", "./").text == "files\n\n")
    #expect(try offers(shop, "key", "remove", "") == [shop.recipient])
    #expect(try offers(shop, "backup", "create", "-r", "") == [shop.recipient])
    #expect(try texts(shop, "help", "backup", "cr") == ["create"])
    #expect(try texts(shop, "completion", "") == ["bash", "zsh", "fish"])
    #expect(try texts(shop, "get", "name", "--color=n") == ["--color=never"])
    #expect(try texts(shop, "settings", "get", "enc") == ["encryption"])
    #expect(try texts(shop, "").contains("complete") == false)
  }

  @Test func migrationsAreCompleted() throws {
    let shop = try Self.shop()
    try Files.makeFolder(shop.root + "/okit/migrations")
    for name in ["0001-titles", "0002-names-and-stock"] {
      try Files.write(
        Files.read("\(Fixture.example)/migrations/\(name).json"), to: "\(shop.root)/okit/migrations/\(name).json")
    }
    #expect(try texts(shop, "migrate", "accept", "") == ["0001-titles", "0002-names-and-stock"])
    #expect(try offers(shop, "migrate", "apply", "--to", "") == ["1\t0001-titles", "2\t0002-names-and-stock"])
  }

  @Test func answersToMigrationsAreCompleted() throws {
    let shop = try Self.shop()
    #expect(try texts(shop, "migrate", "plan", "--rename", "") == [])
    try shop.okit("migrate", "apply")
    let classes = try FormedShop.replacing(
      "var marked: Bool = false", with: "var sold: Bool = false",
      in: Files.text(Fixture.definitions + "/Bookshop.swift")
    ).replacing("Delivery", with: "Arrival")
    try Files.write(classes, to: shop.root + "/okit/model/Bookshop.swift")
    try Files.write(shop.jq(".definitions = [\"okit/model/*.swift\"]", shop.configuration), to: shop.configuration)
    #expect(try texts(shop, "migrate", "plan", "--rename", "") == ["Book.marked=", "Delivery="])
    #expect(try texts(shop, "migrate", "plan", "--rename", "Book.marked=") == ["Book.marked=sold"])
    #expect(try texts(shop, "migrate", "new", "x", "--rename=Delivery=") == ["--rename=Delivery=Arrival"])
    #expect(try texts(shop, "migrate", "apply", "--allow-loss", "B") == ["Book.marked"])
    #expect(try texts(shop, "migrate", "plan", "--rename", "Book.nothing.at.all=") == [])
  }

  @Test func classesAndTypesOfNewModelsAreCompleted() throws {
    let shop = try Self.shop()
    #expect(try texts(shop, "model", "create", "other", "--class", "") == ["Directory", "Shop"])
    #expect(try texts(shop, "model", "create", "other", "na") == [])
    let types = try texts(shop, "model", "create", "other", "name:")
    #expect(types.prefix(2) == ["name:String", "name:Int"] && types.contains("name:Genre"))
    #expect(types.contains("name:BookType") && !types.contains("name:Shop"))
    #expect(
      try texts(shop, "model", "create", "other", "name:String", "issues:[Bo") == [
        "issues:[Bool]", "issues:[Book]", "issues:[BookType]",
      ])
    #expect(try texts(shop, "partial", "extract", "books[0]", "--keep", "na") == ["name"])
    #expect(try texts(shop, "partial", "extract", "books[0]", "--keep", "name,na") == [])
    #expect(try texts(shop, "partial", "extract", "books[0]", "--keep", "name,pri") == ["name,price"])
    #expect(try texts(shop, "settings", "set", "encryption", "") == ["on", "off"])
    #expect(try texts(shop, "settings", "set", "themeName", "") == [])
    #expect(try texts(shop, "import", "x.json", "--as", "dir") == ["directory"])
    #expect(try texts(shop, "attachment", "put", "books[0]/icon", "x", "--format", "image/p") == ["image/png"])
  }

  @Test func completionUsesTheWorkspaceOfTheLine() throws {
    let shop = try Self.shop()
    func elsewhere(_ words: String..., with variables: [String: String] = [:]) throws -> [String] {
      try shop.machine.okit(["complete", "fish", "--"] + words, with: variables, in: "/").lines
    }
    #expect(try elsewhere("get", "na") == ["words"])
    #expect(try elsewhere("-C", shop.root, "get", "na") == ["words", "name\tString?"])
    #expect(try elsewhere("get", "--root=\(shop.root)", "na") == ["words", "name\tString?"])
    #expect(try elsewhere("get", "na", with: ["OKIT_ROOT": shop.root]) == ["words", "name\tString?"])
    #expect(
      try elsewhere("-C", "~/shop", "get", "na", with: ["HOME": shop.machine.folder]) == ["words", "name\tString?"])
    #expect(try elsewhere("-C", shop.root, "--", "get", "--") == ["words"])
  }
}
