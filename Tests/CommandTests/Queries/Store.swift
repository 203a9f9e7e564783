import TestSupport
import Testing

/// A workspace with random books and authors, whose model is plain or encrypted. jq answers the same questions on the plain data.
final class Store: CommandWorkspace, @unchecked Sendable {
  enum Form: String {
    case plain, age
    /// The data is in a backup, and the workspace has other data.
    case past

    /// The forms in which the workspace has the data.
    static let present = [plain, age]
    /// All forms, for commands that can read the past.
    static let readable = [plain, age, past]

    /// The options that read the data.
    var options: [String] { self == .past ? ["--at", "old"] : [] }
  }

  static let classes = """
    class Shop: Model, Codable { var id: String!; var books: [Book] = []; var authors: [Author] = [] }
    enum Kind: String, Codable { case paperback = "0"; case hardcover = "1"; case audio = "2" }
    class Book: ModelEntity, Codable {
      var id: String!; var name: String = ""; var kind: Kind = .paperback; var price: Double = 0; var copies: Int = 0
      var marked: Bool = false; var added: Date = Date(); var author = ModelRef(); var tags: [String] = []
      var comment: String?; var stock = Stock()
    }
    struct Stock: Codable { var shelf: String = ""; var row: Int = 0 }
    class Author: ModelEntity, Codable { var id: String!; var name: String = "" }
    func start() { Model.register(Shop.self, name: "default") }
    """

  let machine: Machine
  let root: String
  private let form: Form
  /// The plain data.
  let json: String

  init(_ form: Form = .plain, books: Int = 40) throws {
    self.form = form
    machine = try Machine()
    root = machine.path("store")
    try Files.makeFolder(machine.path("source"))
    json = machine.path("source/default.json")
    try Files.write(Self.data(books), to: json)
    try machine.write(Self.classes, "Shop.swift")
    try machine.okit("init", root, "--data", machine.path("source"), "--definitions", machine.path("Shop.swift"))
    if form == .age {
      try okit("key", "generate")
      try okit("encrypt", "default")
    }
    if form == .past {
      try okit("backup", "create", "old", "--format", "directory")
      try okit("set", "--all", "books[*]/copies", "77", "books[*]/name", "later")
      try okit("remove", "books[0]", "authors[3]", "--force")
    }
  }

  /// Runs a command that reads the data.
  @discardableResult func read(_ words: String...) throws -> Output { try okit(words + form.options) }

  private static func data(_ count: Int) -> String {
    var generator = SeededGenerator(seed: Effort.seed)
    let words = [
      "Dune", "dune", "Zorro", "Ubik", "Ångström", "Émile", "Straße", "Book 9", "Book 10", "a \\\"quoted\\\" one",
      "tab\\tand\\nline", "",
    ]
    let authors = (0..<8).map { #"{"id":"A\#($0)","name":"Author \#($0)"}"# }
    let books = (0..<count).map { number -> String in
      func pick(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &generator) }
      let comment =
        pick(3) == 0 ? #","comment":"\#(words[pick(words.count)])""# : pick(5) == 0 ? #","comment":null"# : ""
      let price = ["9.5", "9.50", "12", "1e1", "0.1", "100"][pick(6)]
      let tags = (0..<pick(3)).map { "\"t\($0)\"" }.joined(separator: ",")
      let author = pick(6) == 0 ? "" : pick(9) == 0 ? "GONE" : "A\(pick(8))"
      return #"""
        {"id":"B\#(number)","name":"\#(words[pick(words.count)])","kind":"\#(pick(3))","price":\#(price),"copies":\#(pick(5)),
         "marked":\#(pick(2) == 0),"added":\#(600_000_000 + pick(1000) * 86_400),"author":{"id":"R\#(number)","refKey":"\#(author)"},
         "tags":[\#(tags)],"stock":{"shelf":"S\#(pick(4))","row":\#(pick(3))}\#(comment)}
        """#
    }
    return #"{"id":"SHOP","books":[\#(books.joined(separator: ",\n"))],"authors":[\#(authors.joined(separator: ","))]}"#
  }

  /// The recipient that an encrypted store is encrypted to.
  var recipient: String {
    get throws { try machine.run("jq", "-r", ".recipients[0]", configuration).line }
  }

  /// The lines that jq prints for the plain data.
  func jq(_ filter: String) throws -> [String] { try machine.run("jq", "-r", filter, json).lines }
}
