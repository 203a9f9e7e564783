import TestSupport
import Testing

/// Conditions in paths, with the answers of jq.
@Suite struct PathConditionTests {
  private static let questions: [(condition: String, jq: String)] = [
    ("price>9", ".price>9"), ("price=9.5", ".price==9.5"), ("price!=9.5", ".price!=9.5"), ("price<=10", ".price<=10"),
    ("kind=paperback", #".kind=="0""#), ("kind!=audio", #".kind!="2""#),
    ("kind in (paperback, 2)", #".kind=="0" or .kind=="2""#),
    ("kind~BACK", #".kind=="0""#), ("kind^=hard", #".kind=="1""#), ("name=Dune", #".name=="Dune""#),
    ("name>=a", #".name>="a""#),
    ("name~DUNE", #".name|ascii_downcase|contains("dune")"#),
    ("name^=Book", #".name|startswith("Book")"#), ("name$=9", #".name|endswith("9")"#),
    ("name~angstrom", #".name=="Ångström""#),
    ("name~STRASSE", #".name=="Straße""#), ("comment=null", ".comment==null"), ("comment!=null", ".comment!=null"),
    ("comment~u", #".comment!=null and (.comment|ascii_downcase|contains("u"))"#),
    ("marked=true && copies=0", ".marked and .copies==0"), ("copies=0 || price>50", ".copies==0 or .price>50"),
    ("!(copies=0 || price>50)", "(.copies==0 or .price>50)|not"), ("tags.@count=2", "(.tags|length)==2"),
    ("tags[*]=t1", #".tags|index("t1")!=null"#),
    ("stock/row>0 && stock/shelf=S1", #".stock.row>0 and .stock.shelf=="S1""#),
    ("added>=2021-01-01", ".added>=631152000"), ("added<2020-06-01T12:00:00+02:00", ".added<612698400"),
    ("author=A3", #".author.refKey=="A3""#), ("author=null", #".author.refKey=="""#),
    ("author!=null", #".author.refKey!="""#), ("author!=A3", #".author.refKey!="" and .author.refKey!="A3""#),
    ("!author=A3", #".author.refKey!="A3""#), ("!copies=1 && !comment=null", ".copies!=1 and .comment!=null"),
    ("!(price>9) || !name~dune", #"(.price>9|not) or (.name|ascii_downcase|contains("dune")|not)"#),
    ("copies>{stock/row}", ".copies>.stock.row"),
    ("{tags[.=t0].@count}=1", #".tags|index("t0")!=null"#),
  ]

  @Test(arguments: Store.Form.readable) func conditionsSelectWhatJqSelects(_ form: Store.Form) throws {
    let store = try Store(form)
    for (condition, filter) in Self.questions {
      let expected = try store.jq(".books[]|select(\(filter))|.id")
      #expect(try store.read("get", "books[\(condition)]/id").lines == expected, "\(condition)")
      #expect(try store.read("get", "books[\(condition)].@count").line == "\(expected.count)", "\(condition)")
      #expect(
        try store.read("list", "books", "--where", condition, "--count").line == "\(expected.count)", "\(condition)")
    }
  }

  @Test func referencesAreFollowed() throws {
    let store = try Store()
    let expected = try store.jq(
      #"(.authors|map({key:.id,value:.name})|from_entries) as $n | .books[]|select($n[.author.refKey]=="Author 3")|.id"#
    )
    try store.okit("set", "--all", "books[author/refKey=GONE]/author/refKey", "A1")
    #expect(try store.okit("get", "books[author/ref/name=Author 3]/id").lines == expected)
    #expect(try store.okit("get", "books[author/$refKey/name=Author 3]/id").lines == expected)
  }

  @Test(arguments: [true, false]) func aReferenceToNothingIsNoValue(_ isDefined: Bool) throws {
    let machine = try Machine()
    try machine.write(
      """
      class Shop: Model, Codable { var id: String!; var books: [Book] = []; var authors: [Author] = [] }
      class Book: ModelEntity, Codable { var id: String!; var author = ModelRef(); var others: [ModelRef] = [] }
      class Author: ModelEntity, Codable { var id: String!; var name = "" }
      func start() { Model.register(Shop.self, name: "default") }
      """, "Shop.swift")
    try Files.makeFolder(machine.path("source"))
    try machine.write(
      """
      {"id":"S","books":[{"id":"b1","author":{"id":"r1"},"others":[{"id":"o1"}]},\
      {"id":"b2","author":{"id":"r2","refKey":""},"others":[]},\
      {"id":"b3","author":{"id":"r3","refKey":"a1"},"others":[{"id":"o2"},{"id":"o3","refKey":"a1"}]}],\
      "authors":[{"id":"a1","name":"Ann"}]}
      """, "source/default.json")
    let definitions = isDefined ? ["--definitions", machine.path("Shop.swift")] : []
    try machine.okit(["init", machine.path("w"), "--data", machine.path("source")] + definitions)
    let root = machine.path("w")
    #expect(try machine.okit("get", "books[author=null]/id", in: root).lines == ["b1", "b2"])
    #expect(try machine.okit("get", "books[author!=null]/id", in: root).lines == ["b3"])
    #expect(try machine.okit("get", "books[!(author=null)]/id", in: root).lines == ["b3"])
    #expect(try machine.okit("get", "books[author/refKey=null]/id", in: root).lines == ["b1"])
    #expect(try machine.okit("get", "books[id=b3]/others[.=null]/id", in: root).lines == ["o2"])
    #expect(
      try machine.okit("list", "books", "--where", "author=null", "-c", "id", "--tsv", in: root).lines == [
        "id", "b1", "b2",
      ])
    #expect(
      try machine.okit("query", "SELECT id FROM Book WHERE author IS NULL ORDER BY id", "--tsv", in: root).lines == [
        "id", "b1", "b2",
      ])
  }

  @Test func editsTakeConditions() throws {
    let store = try Store()
    let wanted = try store.machine.run(
      "jq", "-c", #"(.books[]|select(.price>9 and .kind=="0")).copies = 99"#, store.json
    ).text
    try store.okit("set", "--all", "books[price>9 && kind=paperback]/copies", "99")
    #expect(try store.machine.run("jq", "-c", ".", store.data + "/default.json").text == wanted)
    let rest = try store.machine.run("jq", "-c", "[.books[]|select(.copies!=99)|.id]", store.data + "/default.json")
      .text
    try store.okit("remove", "--all", "books[copies>=99]")
    #expect(try store.machine.run("jq", "-c", "[.books[].id]", store.data + "/default.json").text == rest)
    let last = try store.jq(".books[-1].id")[0]
    try store.okit("move", "books[id=\(last)]", "books[0]")
    #expect(try store.okit("get", "books[0]/id").line == last)
  }

  @Test(arguments: [
    ("books[price>abc]", 66, "'abc' is not a number", "            ^^^"),
    ("books[kind=leather]", 66, "'leather' is not a case of Kind", "           ^^^^^^^"),
    ("books[added>soon]", 66, "'soon' is not a date; write a day as 2026-01-31", "            ^^^^"),
    ("books[price~9]", 66, "'~' needs a text, not a number", "      ^^^^^"),
    ("books[tags=t1]", 66, "'t1' is not a list; use [*] to compare each element", "           ^^"),
    ("books[added>{price}]", 66, "a date cannot be compared with a number", "            ^^^^^^^"),
    ("books[comment>{price}]", 66, "a string cannot be compared with a number", "              ^^^^^^^"),
    (
      "books[copies=0 and kind=0]", 64, "no operator 'and'; use '&&', or put a text that contains it in quotes",
      "               ^^^"
    ),
    ("books[copies==0]", 64, "no operator '=='; use '=', or put a text that contains it in quotes", "            ^^"),
    ("books[copies=0 && ]", 64, "missing comparison before ']'", "                  ^"),
  ])
  func aWrongConditionIsAnErrorWithItsPosition(_ path: String, _ status: Int32, _ message: String, _ caret: String)
    throws
  {
    let store = try Store()
    for command in [
      ["get", path], ["list", path], ["set", "--all", "\(path)/copies", "1"], ["remove", "--all", path],
    ] {
      let output = try store.machine.okit(command, status: status, in: store.root)
      #expect(output.errors.hasPrefix("okit: error: \(message)\n"), "\(command)")
      #expect(
        output.errors.split(separator: "\n", omittingEmptySubsequences: false).contains { $0 == "  " + caret },
        "\(command): \(output.errors)")
      #expect(output.bytes == [])
    }
  }

  @Test func aSingleTextIsWhole() throws {
    let machine = try Machine()
    try Files.makeFolder(machine.path("w/okit/data"))
    try Files.write(
      #"{"id":"S","cars":[{"id":"a","name":"Fiat ","n":1},{"id":"b","name":"Fiat","n":2},{"id":"c","name":"x, (y)","n":null}]}"#,
      to: machine.path("w/okit/data/default.json"))
    for (condition, id) in [
      ("name=Fiat ", "a"), ("name=Fiat", "b"), ("name = Fiat ", "b"), ("name=x, (y)", "c"), ("n=1 ", "a"),
      ("n=null ", "c"),
      ("name=Fiat && n=2 ", "b"), (#"name="Fiat ""#, "a"),
    ] {
      #expect(try machine.okit("-C", machine.path("w"), "get", "cars[\(condition)]/id").line == id, "\(condition)")
    }
  }

  @Test func containersAreNotComparedWithTexts() throws {
    let machine = try Machine()
    try Files.makeFolder(machine.path("w/okit/data"))
    try Files.write(
      #"{"id":"S","cars":[{"id":"c","tags":["a"],"icon":{"id":"i","label":"x"},"maker":{"id":"r","refKey":"m"},"kind":{"sport":{}}}],"makers":[{"id":"m","name":"F","year":1}]}"#,
      to: machine.path("w/okit/data/default.json"))
    for (condition, message) in [
      ("tags=a", "use [*] to compare each element"), ("icon=x", "compare one of its values"),
      ("maker/ref=F", "compare one of its values"),
    ] {
      #expect(
        try machine.okit("-C", machine.path("w"), "get", "cars[\(condition)]", status: 66).errors.contains(message))
    }
    for condition in ["tags[*]=a", "maker=m", "kind=sport", #"tags="[\"a\"]""#, "icon/label=x"] {
      #expect(try machine.okit("-C", machine.path("w"), "get", "cars[\(condition)]/id").line == "c", "\(condition)")
    }
  }

  /// A condition that no value can meet is an error even if there is no value to compare.
  @Test func nothingIsComparedSilently() throws {
    let store = try Store()
    for conditions in [["price>1000", "price=cheap"], ["price=cheap", "price>1000"], ["price>1000", "nmae=x"]] {
      let words = ["list", "books"] + conditions.flatMap { ["--where", $0] }
      #expect(try store.okit(words, status: 66).errors.contains("\n  "), "\(conditions)")
    }
    try store.okit("list", "books", "--where", "price>1000", "--where", "copies=0", "--csv")
    try store.okit("remove", "books[*]", "--all", "--force")
    for condition in ["price=cheap", "kind=leather", "added>soon", "price~9", "copies=1.5", "stock/row>few", "tags>1"] {
      #expect(try store.okit("get", "books[\(condition)]", status: 66).errors.contains("\n  books["), "\(condition)")
      try store.okit("list", "books", "--where", condition, status: 66)
      try store.okit("list", "--class", "Book", "--where", condition, status: 66)
    }
    for condition in [
      "price=9", "kind=audio", "author=A1", "author/ref/name=x", "comment~x", "unknown=1", "price>{copies}",
    ] {
      #expect(try store.okit("get", "books[\(condition)]").text == "", "\(condition)")
    }
  }

  @Test func referencesAreListedByConditions() throws {
    let store = try Store()
    let expected = try store.jq(#".books as $b|.authors[]|select(.id=="A3")|$b[]|select(.author.refKey=="A3")|.id"#)
    let found = try store.okit("ref", "who", "authors[name=Author 3]").lines.filter { $0.contains("books[") }
    #expect(!expected.isEmpty && found.count == expected.count)
    #expect(try store.okit("ref", "resolve", "books[id=\(expected[0])]/author").text.contains("Author 3"))
  }

  @Test func migrationsTakeConditions() throws {
    let store = try Store()
    let wanted = try store.machine.run(
      "jq", "-c", #"[.books[]|if .price>9 and .kind=="0" then 7 else .copies end]"#, store.json
    ).text
    try Files.makeFolder(store.root + "/okit/migrations")
    try Files.write(
      #"{"version":1,"steps":[{"set":"Book.copies","value":7,"where":"price>9 && kind=paperback"}]}"#,
      to: store.root + "/okit/migrations/0001-copies.json")
    try Files.write(
      #"{"version":1,"steps":[{"set":"Book.stock","value":{"shelf":"folded","row":9},"where":"name~angstrom"}]}"#,
      to: store.root + "/okit/migrations/0002-folded.json")
    try store.okit("migrate", "apply")
    let folded = try store.machine.run(
      "jq", "-c", #"[.books[]|select(.name=="Ångström")|.stock.row]|unique"#, store.data + "/default.json"
    ).line
    #expect(folded == "[9]")
    #expect(try store.machine.run("jq", "-c", "[.books[].copies]", store.data + "/default.json").text == wanted)
  }

  @Test(arguments: [
    ("price>", "missing value after '>'", 6), ("price>9 && kind=soft", "'soft' is not a case of Kind", 16),
    ("copies=many", "'many' is not a number", 7),
  ])
  func faultsInConditionsOfMigrationsHaveACaret(_ condition: String, _ message: String, _ caret: Int) throws {
    let store = try Store()
    try Files.makeFolder(store.root + "/okit/migrations")
    try Files.write(
      #"{"version":1,"steps":[{"set":"Book.copies","value":7,"where":"\#(condition)"}]}"#,
      to: store.root + "/okit/migrations/0001-copies.json")
    let output = try store.okit("migrate", "apply", status: 78)
    let excerpt = "\n  \(condition)\n  \(String(repeating: " ", count: caret))^"
    #expect(output.errors.contains(message) && output.errors.contains(excerpt), "\(output.errors)")
  }
}
