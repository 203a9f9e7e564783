import Bindings
import JSONDocument
import Testing

/// A few models on which bindings are evaluated.
struct Shelf: EvaluationContext {
  struct NoModel: Error, Equatable {
    let name: String
  }

  static let text = #"""
    {"id": "SHOP", "name": "Corner", "open": true, "owner": null, "rating": 12345678901234567890,
     "books": [
       {"id": "B1", "name": "Solaris", "comment": "good", "tags": ["x", "y"], "author": {"name": "Lem"}},
       {"id": "B2", "name": "Kindred", "0": "zero"},
       5
     ],
     "grid": [[1, 2], [3, 4]], "counts": {"1": "one", "two": {"id": 7}}, "empty": []}
    """#

  let shop: JSONDocument
  let directory: JSONDocument

  init() throws {
    shop = try JSONDocument(parsing: Self.text)
    directory = try JSONDocument(parsing: #"{"authors": [{"id": "A", "name": "Le Guin"}]}"#)
  }

  func root(ofModel name: String?) throws -> JSONValue {
    switch name {
    case nil, "shop": return shop.root
    case "directory": return directory.root
    default: throw NoModel(name: name ?? "")
    }
  }
}

@Suite struct EvaluationTests {
  /// A path, the raw text of its value (nil if absent), the path as okit prints it, and the entity's `id`.
  struct Sample: CustomTestStringConvertible, Sendable {
    let path: String
    let value: String?
    let resolved: String
    let entity: String?
    var testDescription: String { path }

    init(_ path: String, _ value: String?, _ resolved: String, entity: String? = "SHOP") {
      self.path = path
      self.value = value
      self.resolved = resolved
      self.entity = entity
    }
  }

  @Test(arguments: [
    Sample("name", #""Corner""#, "m:name"),
    Sample("books[3]", nil, "m:books[3]"),
    Sample("books[-4]", nil, "m:books[-4]"),
    Sample("books/3/name", nil, "m:books[3]"),
    Sample("empty[0]", nil, "m:empty[0]"),
    Sample("/name", #""Corner""#, "m:name"),
    Sample("shop>name", #""Corner""#, "m:name"),
    Sample("rating", "12345678901234567890", "m:rating"),
    Sample("open", "true", "m:open"),
    Sample("owner", "null", "m:owner"),
    Sample("empty", "[]", "m:empty"),
    Sample("books[0]/name", #""Solaris""#, "m:books[0]/name", entity: "B1"),
    Sample("books/0/name", #""Solaris""#, "m:books[0]/name", entity: "B1"),
    Sample("books[-2]/name", #""Kindred""#, "m:books[1]/name", entity: "B2"),
    Sample("books/-1", "5", "m:books[2]"),
    Sample("books[1]/0", #""zero""#, "m:books[1]/0", entity: "B2"),
    Sample("books[0]/author/name", #""Lem""#, "m:books[0]/author/name", entity: "B1"),
    Sample("books[0]/./name", #""Solaris""#, "m:books[0]/name", entity: "B1"),
    Sample("grid[1][0]", "3", "m:grid[1][0]"),
    Sample("grid/1/-1", "4", "m:grid[1][1]"),
    Sample("counts/1", #""one""#, "m:counts/1"),
    Sample("counts/two", #"{"id": 7}"#, "m:counts/two"),
    Sample("books[1]/comment", nil, "m:books[1]/comment", entity: "B2"),
    Sample("owner/name", nil, "m:owner"),
    Sample("books[1]/author/name", nil, "m:books[1]/author", entity: "B2"),
    Sample("directory>authors[0]/name", #""Le Guin""#, "m:authors[0]/name", entity: "A"),
    Sample("directory:authors/0", #"{"id": "A", "name": "Le Guin"}"#, "m:authors[0]", entity: "A"),
    Sample("directory:authors", #"[{"id": "A", "name": "Le Guin"}]"#, "m:authors", entity: nil),
  ])
  func aPathLeadsToItsValuePathAndEntity(_ sample: Sample) throws {
    let bound = try Binding(parsing: sample.path).evaluate(in: Shelf())
    #expect(bound.value?.rawText == sample.value)
    #expect(BoundValue.Step.text(of: bound.path, model: "m") == sample.resolved)
    #expect(bound.entity?["id"]?.string == sample.entity)
  }

  struct Mistake: CustomTestStringConvertible, Sendable {
    let path: String
    let kind: BindingError.Kind
    let place: Range<Int>
    let candidates: [String]
    var testDescription: String { path }

    init(_ path: String, _ kind: BindingError.Kind, _ place: Range<Int>, candidates: [String] = []) {
      self.path = path
      self.kind = kind
      self.place = place
      self.candidates = candidates
    }
  }

  private static let functions = [
    "capitalize", "case", "formatDate", "formatDateTime", "formatFullDate", "formatISO", "formatInterval",
    "formatRelativeDate",
    "formatRelativeDateTime", "formatRelativeFullDate", "formatRelativeTime", "formatTime", "initial", "length",
    "localized", "lower", "lowercaseString", "not", "round2", "trim", "upper", "uppercaseString",
  ]

  @Test(arguments: [
    Mistake(
      "nome", .notFound, 0..<4,
      candidates: ["id", "name", "open", "owner", "rating", "books", "grid", "counts", "empty"]),
    Mistake("books[0]/title", .notFound, 9..<14, candidates: ["id", "name", "comment", "tags", "author"]),
    Mistake("counts/3", .notFound, 7..<8, candidates: ["1", "two"]),
    Mistake("name/first", .wrongKind, 5..<10, candidates: Self.functions),
    Mistake("rating/x", .wrongKind, 7..<8, candidates: Self.functions),
    Mistake("open/x", .wrongKind, 5..<6, candidates: Self.functions),
    Mistake("name[0]", .wrongKind, 4..<7),
    Mistake("counts[0]", .wrongKind, 6..<9),
    Mistake("books/title", .notFound, 6..<11, candidates: ["id", "name", "comment", "tags", "author"]),
  ])
  func aWrongPathIsAnErrorWithItsPosition(_ mistake: Mistake) throws {
    let binding = try Binding(parsing: mistake.path)
    let error = #expect(throws: BindingError.self) { try binding.evaluate(in: Shelf()) }
    #expect(error?.kind == mistake.kind)
    #expect(error?.range == mistake.place)
    #expect(error?.candidates == mistake.candidates)
    #expect(error?.binding == mistake.path)
  }

  @Test func anUnknownModelIsTheContextsError() throws {
    let binding = try Binding(parsing: "nobody>name")
    #expect(throws: Shelf.NoModel(name: "nobody")) { try binding.evaluate(in: Shelf()) }
  }
}
