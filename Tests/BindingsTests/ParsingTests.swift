import Bindings
import Testing

@Suite("Parsing bindings")
struct ParsingTests {
  typealias Step = Binding.Segment.Step

  struct Sample: CustomTestStringConvertible, Sendable {
    let text: String
    let model: String?
    let steps: [Step]
    var testDescription: String { text }

    init(_ text: String, model: String? = nil, _ steps: Step...) {
      self.text = text
      self.model = model
      self.steps = steps
    }
  }

  @Test(
    "what a path says",
    arguments: [
      Sample(".", .current),
      Sample("/"),
      Sample("books", .property("books")),
      Sample("/books", .property("books")),
      Sample("books/name", .property("books"), .property("name")),
      Sample("books//name", .property("books"), .current, .property("name")),
      Sample("books/./name", .property("books"), .current, .property("name")),
      Sample("books[0]", .property("books"), .index(0)),
      Sample("books[-1]/name", .property("books"), .index(-1), .property("name")),
      Sample("books/0/name", .property("books"), .property("0"), .property("name")),
      Sample("grid[1][2]", .property("grid"), .index(1), .index(2)),
      Sample("[1]", .index(1)),
      Sample("directory>authors", model: "directory", .property("authors")),
      Sample("directory>/authors[ 3 ]", model: "directory", .property("authors"), .index(3)),
      Sample("directory:authors", model: "directory", .property("authors")),
      Sample("directory:", model: "directory"),
      Sample("directory:.", model: "directory", .current),
      Sample(" books / name ", .property("books"), .property("name")),
      Sample("\tdirectory > authors", model: "directory", .property("authors")),
      Sample("Straße/名前", .property("Straße"), .property("名前")),
      Sample("a:b", model: "a", .property("b")),
      Sample("x/a:b", .property("x"), .property("a:b")),
      Sample("first name/last-name", .property("first name"), .property("last-name")),
    ])
  func parses(_ sample: Sample) throws {
    let binding = try Binding(parsing: sample.text)
    #expect(binding.model == sample.model)
    #expect(binding.segments.map(\.step) == sample.steps)
    #expect(binding.description == sample.text)
  }

  struct Mistake: CustomTestStringConvertible, Sendable {
    let text: String
    let kind: BindingError.Kind
    let place: Range<Int>
    var testDescription: String { text }

    init(_ text: String, _ kind: BindingError.Kind, _ place: Range<Int>) {
      self.text = text
      self.kind = kind
      self.place = place
    }
  }

  @Test(
    "what is no path, and where",
    arguments: [
      Mistake("", .syntax, 0..<0),
      Mistake("   ", .syntax, 0..<3),
      Mistake(">authors", .syntax, 0..<1),
      Mistake(" :authors", .syntax, 0..<2),
      Mistake("books[0", .syntax, 5..<6),
      Mistake("books]", .syntax, 5..<6),
      Mistake("books[x]", .syntax, 5..<8),
      Mistake("books[]", .syntax, 5..<7),
      Mistake("books[1.5]", .syntax, 5..<10),
      Mistake("books[0]name", .syntax, 8..<9),
      Mistake("books[*]", .unsupported, 5..<8),
      Mistake("books[name=x]/id", .unsupported, 5..<13),
      Mistake("books/../name", .unsupported, 6..<8),
      Mistake("#true", .unsupported, 0..<1),
      Mistake("%Price", .unsupported, 0..<1),
      Mistake("!marked", .unsupported, 0..<1),
      Mistake("a/$genre", .unsupported, 2..<3),
      Mistake("price/round2()", .unsupported, 12..<13),
      Mistake("name,price", .unsupported, 4..<5),
      Mistake("books.@count", .unsupported, 6..<7),
      Mistake("@FANTASY/name", .unsupported, 0..<1),
      Mistake("<", .unsupported, 0..<1),
      Mistake("~/a", .unsupported, 0..<1),
      Mistake("a>b>c", .unsupported, 3..<4),
      Mistake("ä/\\u{zz}", .syntax, 3..<9),
    ])
  func refuses(_ mistake: Mistake) {
    let error = #expect(throws: BindingError.self) { try Binding(parsing: mistake.text) }
    #expect(error?.kind == mistake.kind)
    #expect(error?.range == mistake.place)
    #expect(error?.binding == mistake.text)
    #expect(error?.description.isEmpty == false)
    #expect(error?.description.hasSuffix(".") == false)
  }

  @Test("segments know their place in bytes")
  func ranges() throws {
    let binding = try Binding(parsing: "modèle> Straße /books[ -1 ]/x")
    #expect(binding.segments.map(\.range) == [9..<16, 18..<23, 23..<29, 30..<31])
  }
}
