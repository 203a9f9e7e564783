import TestSupport
import Testing

@Suite struct SearchTests {
  @Test(arguments: Store.Form.present) func textsAreFoundLikeByJq(_ form: Store.Form) throws {
    let store = try Store(form)
    for (text, options, filter) in [
      ("dune", [String](), #"ascii_downcase|contains("dune")"#), ("Dune", ["--exact"], #"contains("Dune")"#),
      ("b1", [], #"ascii_downcase|contains("b1")"#), ("\"quoted\"", [], #"contains("\"quoted\"")"#),
      ("and\nline", [], #"contains("and\nline")"#), ("^BOOK [0-9]+$", ["--regex"], #"test("^Book [0-9]+$")"#),
      ("^angstrom$", ["--regex"], #"contains("Ångström")"#),
      ("^Book [0-9]+$", ["--regex", "--exact"], #"test("^Book [0-9]+$")"#),
      ("angstrom", [], #"contains("Ångström")"#), ("STRASSE", [], #"contains("Straße")"#),
      ("ÉMILE", [], #"contains("Émile")"#),
    ] {
      let expected = try store.jq(#"[paths(strings) as $p|select(getpath($p)|\#(filter))|$p|join("/")]|.[]"#)
      let found = try store.okit(["search", text] + options).lines.map { line in
        String(line.prefix { $0 != " " }.dropFirst("default:".count).dropLast()).replacing("[", with: "/").replacing(
          "]", with: "")
      }
      #expect(found == expected, "\(text)")
      #expect(try store.okit(["search", "--count", text] + options).line == "\(expected.count)")
    }
  }

  @Test func aSearchCanBeLimited() throws {
    let store = try Store()
    let names = try store.jq(#".books[].name|select(ascii_downcase|contains("dune"))"#)
    let found = try store.okit("search", "dune", "--property", "name", "--class", "Book").lines
    #expect(found.count == names.count)
    #expect(try store.okit("search", "dune", "--class", "Author", status: 1).text == "")
    #expect(
      try store.okit("search", "t0", "--property", "tags").lines.count
        == store.jq(#"[.books[].tags[]|select(.=="t0")]|length"#).first.flatMap { Int($0) })
    #expect(try store.okit("search", "dune", "-m", "nothing", status: 66).errors.contains("no such model"))
    try store.okit("search", "x", "--class", "Nothing", status: 66)
    try store.okit("search", "", status: 64)
    try store.okit("search", "(", "--regex", status: 64)
  }

  @Test func missingPartialsAreReported() throws {
    let shop = try Bookshop()
    try shop.define()
    let rows = try shop.okit("list", "--class", "Group").lines
    let file = try #require(Files.names(in: shop.root + "/okit/data/directory").first)
    try Files.remove(shop.root + "/okit/data/directory/" + file)
    let message = "warning: the file of the partial 'directory:groups["
    #expect(try shop.okit("search", "Guest 99", status: 1).errors.contains(message))
    let left = try shop.okit("list", "--class", "Group")
    #expect(left.errors.contains(message) && left.lines.count == rows.count - 1)
  }

  @Test func severalTextsMustAllBeFound() throws {
    let store = try Store(books: 2)
    try store.okit("set", "books[0]/comment", "The sea and the shore", "books[1]/comment", "The shore")
    #expect(try store.okit("search", "SHORE", "sea").lines == ["default:books[0]/comment: The sea and the shore"])
  }

  @Test func partialsAndFileNamesAreSearched() throws {
    let shop = try FormedShop(.age)
    #expect(try shop.okit("search", "guest 0").lines == ["directory:groups[0]/group/authors[0]/name: Guest 0"])
    let image = try #require(try Files.names(in: shop.data + "/_image").sorted().first)
    #expect(try shop.okit("search", image).lines == ["okit/data/_image/\(image)"])
    #expect(try shop.okit("search", image, "--json").text == "[{\"file\":\"okit/data/_image/\(image)\"}]\n")
  }

  @Test func nothingIsWrittenToADisk() throws {
    let store = try Store(.age)
    let before = try FileTree(store.root).without { $0 == "okit/.lock" }
    try store.okit("search", "dune")
    try store.okit("list", "books", "--sort", "name")
    #expect(try FileTree(store.root).without { $0 == "okit/.lock" }.differences(from: before) == [])
  }

  @Test func aLockedModelIsSkippedWithAWarning() throws {
    let store = try Store(.age)
    let output = try store.okit("search", "dune", status: 77, with: ["XDG_CONFIG_HOME": "/nonexistent"])
    #expect(output.errors.contains("skipped model default"))
    #expect(output.errors.contains("cannot find the text in the readable models, and cannot open 'default'"))
    try store.okit("search", "dune", "-m", "default", status: 77, with: ["XDG_CONFIG_HOME": "/nonexistent"])
  }

  @Test func matchesAreEmphasizedOnATerminal() throws {
    let store = try Store(books: 1)
    try store.okit("set", "books[0]/comment", "On the Ångström scale")
    let output = try store.okit("search", "--color", "always", "ANGSTROM").text
    let line = try #require(output.split(separator: "\n").last { $0.contains("comment") })
    #expect(
      line
        == "\u{1B}[36mdefault:books[0]/comment\u{1B}[0m: On the \u{1B}[1m\u{1B}[31mÅngström\u{1B}[0m\u{1B}[0m scale")
    // A letter that is folded to several is emphasized as a whole.
    try store.okit("set", "books[0]/comment", "Große ﬁsche")
    for (words, value) in [
      (["osse f"], "Gr\u{1B}[1m\u{1B}[31moße ﬁ\u{1B}[0m\u{1B}[0msche"),
      (["--regex", "s+e\\s"], "Gro\u{1B}[1m\u{1B}[31mße \u{1B}[0m\u{1B}[0mﬁsche"),
    ] {
      let output = try store.okit(["search", "--color", "always"] + words)
      #expect(output.lines.last?.hasSuffix(value) == true, "\(words): \(output.text)")
    }
  }

  @Test func withoutDefinitionsClassesFollowTheData() throws {
    let machine = try Machine()
    try Files.makeFolder(machine.path("w/okit/data"))
    try Files.write(
      #"{"id":"S","cars":[{"id":"c1","name":"Fiat"}],"makers":[{"id":"m","name":"Fiat"}]}"#,
      to: machine.path("w/okit/data/default.json"))
    let shop = ["-C", machine.path("w")]
    #expect(try machine.okit(shop + ["search", "fiat", "--class", "Maker"]).text == "default:makers[0]/name: Fiat\n")
    #expect(try machine.okit(shop + ["list", "--class", "Car", "--csv"]).text == "name,id\nFiat,c1\n")
    #expect(
      try machine.okit(shop + ["list", "--class", "Bus"], status: 66).errors.contains("known names: Car, "))
  }
}
