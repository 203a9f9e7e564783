import Bindings
import Testing

@Suite struct ParsingTests {
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

  @Test(arguments: [
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
  func aPathIsParsed(_ sample: Sample) throws {
    let binding = try Binding(parsing: sample.text)
    #expect(binding.model == sample.model)
    #expect(binding.segments.map(\.step) == sample.steps)
    #expect(binding.description == sample.text)
  }

  struct Mistake: CustomTestStringConvertible, Sendable {
    let text: String
    let description: String
    let place: Range<Int>
    let candidates: [String]
    var testDescription: String { text }

    init(_ text: String, _ place: Range<Int>, _ description: String, candidates: [String] = []) {
      self.text = text
      self.description = description
      self.place = place
      self.candidates = candidates
    }
  }

  private static let operators = [
    "@count", "@sum", "@avg", "@min", "@max", "@distinctUnionOfObjects", "@unionOfObjects", "@distinctUnionOfArrays",
    "@unionOfArrays",
  ]

  @Test(arguments: [
    Mistake("", 0..<0, "an empty path; the root of a model is '.'"),
    Mistake("   ", 0..<3, "an empty path; the root of a model is '.'"),
    Mistake(">authors", 0..<1, "missing model before '>'"),
    Mistake(" :authors", 1..<2, "missing model before ':'"),
    Mistake("books[0", 5..<6, "'[' without ']'"),
    Mistake("books[name", 5..<6, "'[' without ']'"),
    Mistake("books[name=x", 5..<6, "'[' without ']'"),
    Mistake("books[name=\"x\"", 5..<6, "'[' without ']'"),
    Mistake("books]", 5..<6, "']' without '['"),
    Mistake("books[x]", 5..<8, "'x' is neither an index nor a comparison"),
    Mistake("books[]", 5..<7, "an index must be a whole number"),
    Mistake("books[1.5]", 5..<10, "an index must be a whole number"),
    Mistake("books[-]", 5..<8, "an index must be a whole number"),
    Mistake("books[99999999999999999999]", 5..<27, "an index must be a whole number"),
    Mistake("books[=x]", 6..<7, "missing path before '='"),
    Mistake("books[name=\"x]", 11..<14, "a quoted text must be a JSON string"),
    Mistake("books[0]name", 8..<9, "expected '/' after ']'"),
    Mistake("f()x", 3..<4, "expected '/' after ')'"),
    Mistake("f(a", 1..<2, "'(' without ')'"),
    Mistake("f(a(b)", 1..<2, "'(' without ')'"),
    Mistake("f)", 1..<2, "')' without '('"),
    Mistake("a/(b)", 2..<3, "missing function before '('"),
    Mistake("a.(b)", 2..<3, "missing function before '('"),
    Mistake("f(a,b)", 3..<4, "a parameter must be a single path"),
    Mistake("books[name=\"a\" or type=0]", 15..<17, Self.noOperator("or", "&&", "||")),
    Mistake("books[copies=0 and type=0]", 15..<18, Self.noOperator("and", "&&")),
    Mistake("books[copies=0 AND name CONTAINS x]", 15..<18, Self.noOperator("AND", "&&")),
    Mistake("books[a && b=0]", 8..<10, "missing comparison before this operator"),
    Mistake("books[a=1 && b]", 14..<15, "missing comparison before ']'"),
    Mistake("books[a=1 && ]", 13..<14, "missing comparison before ']'"),
    Mistake("books[(a=1]", 6..<7, "'(' without ')'"),
    Mistake("books[(a)]", 8..<9, "missing comparison before ')'"),
    Mistake("books[a>]", 8..<8, "missing value after '>'"),
    Mistake("books[a in ()]", 11..<12, "missing value in the list"),
    Mistake("books[a in (1]", 11..<12, "'(' without ')'"), Mistake("x[{a} in", 8..<8, "missing '(' after 'in'"),
    Mistake("x[{a} in#5)]", 8..<9, "missing '(' after 'in'"), Mistake("x[{a} inx5)]", 8..<9, "missing '(' after 'in'"),
    Mistake("books[{a=1]", 6..<7, "'{' without '}'"), Mistake("books[a=1 || b=2)]", 16..<17, "')' without '('"),
    Mistake("books[(a>9))]", 11..<12, "')' without '('"), Mistake("books[a>1)]", 9..<10, "')' without '('"),
    Mistake("books[{a=1", 6..<7, "'{' without '}'"),
    Mistake("books[{}=1]", 6..<8, "an empty path in braces"),
    Mistake("books[a=\"x\" b=1]", 12..<13, "expected '&&', '||' or the end of the condition"),
    Mistake("books[copies==0]", 12..<14, Self.noOperator("==", "=")),
    Mistake("books[copies=>0]", 12..<14, Self.noOperator("=>", ">=")),
    Mistake("books[copies=<0]", 12..<14, Self.noOperator("=<", "<=")),
    Mistake("books[copies<>0]", 12..<14, Self.noOperator("<>", "!=")),
    Mistake("books[name~=x]", 10..<12, Self.noOperator("~=", "~")),
    Mistake("books[name CONTAINS \"x\"]", 11..<19, Self.noOperator("CONTAINS", "~")),
    Mistake("books[NOT marked=true]", 6..<9, Self.noOperator("NOT", "!(…)")),
    Mistake("books[ANY tags=x]", 6..<9, Self.noOperator("ANY", nil)),
    Mistake("a[b=0, c=1]", 8..<9, "a comparison has only one '='; put a text that contains '=' in quotes"),
    Mistake("a/#b", 2..<3, "'#' can only be at the beginning of the whole path"),
    Mistake("a/%b", 2..<3, "'%' can only be at the beginning of the whole path"),
    Mistake("a/!b", 2..<3, "'!' can only be at the beginning of the whole path"),
    Mistake("!!b", 1..<2, "'!' can only be at the beginning of the whole path"),
    Mistake("!", 0..<1, "missing path after '!'"),
    Mistake("a,! ,b", 2..<3, "missing path after '!'"),
    Mistake("a/$", 2..<3, "missing path after '$'"),
    Mistake("@/a", 0..<1, "missing id after '@'"),
    Mistake("~a", 0..<1, "the root '~' must be a step of its own"),
    Mistake("a>b>c", 3..<4, "'>' can only follow a model"),
    Mistake("a..b", 2..<3, "missing name next to '.'"),
    Mistake("a.", 1..<2, "missing name next to '.'"),
    Mistake(".a", 0..<1, "missing name next to '.'"),
    Mistake("x[0].", 4..<5, "missing name next to '.'"),
    Mistake("books.@size", 6..<11, "no operator '@size'", candidates: Self.operators),
    Mistake("me@home", 2..<7, "no operator '@home'", candidates: Self.operators),
    Mistake("books.@count.x", 12..<14, "nothing can follow '@count'"),
    Mistake("ä/\\u{zz}", 3..<9, "an escape must be \\u{…} with a hexadecimal number"),
    Mistake("#C:\\x", 1..<5, "an escape must be \\u{…} with a hexadecimal number"),
  ])
  func aMalformedBindingIsAnErrorWithItsPosition(_ mistake: Mistake) {
    let error = #expect(throws: BindingError.self) { try Binding(parsing: mistake.text) }
    #expect(error?.kind == .syntax)
    #expect(error?.description == mistake.description)
    #expect(error?.range == mistake.place)
    #expect(error?.candidates == mistake.candidates)
    #expect(error?.binding == mistake.text)
  }

  private static func noOperator(_ name: String, _ better: String?, _ other: String? = nil) -> String {
    let use = better.map { "; use '\(other ?? $0)'" } ?? ""
    return "no operator '\(name)'\(use), or put a text that contains it in quotes"
  }

  @Test(arguments: [
    ("a[b=Pride and Prejudice]", "Pride and Prejudice"), ("a[b=NOT IN]", "NOT IN"), ("a[b=R&B]", "R&B"),
    ("a[b=1 < 2]", "1 < 2"), (#"a[b="x && y = z"]"#, "x && y = z"),
    (#"a[b="= 1 or c=2"]"#, "= 1 or c=2"), ("a[IN=AND]", "AND"), (#"a[b="a] \" && c"]"#, #"a] " && c"#),
    (#"a[x[y="]&&"]=z]"#, "z"), ("a[m:b=x]", "x"), ("a[b=c (d)]", "c (d)"), ("a[b=c)]", "c)"),
    (#"a[b={"c":1}]"#, #"{"c":1}"#), (#"a[b="null"]"#, "null"),
  ])
  func comparedTextsMayContainSyntax(_ text: String, _ compared: String) throws {
    let binding = try Binding(parsing: text)
    guard case .matching(.comparison(let comparison))? = binding.segments.last?.step,
      comparison.right == [.init(.text(compared))]
    else {
      Issue.record("\(text) is \(binding.segments)")
      return
    }
    let made = Binding(parts: binding.parts).description
    #expect(try Binding(parsing: made) == binding, "\(made)")
  }

  @Test(arguments: [
    "a && b", "NOT x", "a OR b", "x||y", "&&", "a IN b", "== 1", "1 or x = 2", "<", "~", "a and b",
    "a in (b)", "{a}", "a}b", "\"a\"", "^=", "a$=b", "!(a)",
  ])
  func operatorsInNamesArePrintedToParseTheSame(_ name: String) throws {
    let left = Binding.Operand(.parts([.init(content: .path(.init(segments: [.init(.property(name))])))]))
    let condition = Binding.Segment(.matching(.comparison(.init(left, .equals, [.init(.text(name))]))))
    let made = Binding(parts: [.init(content: .path(.init(segments: [.init(.property("a")), condition])))])
    #expect(try Binding(parsing: made.description) == made, "\(made)")
  }

  @Test(arguments: [
    ("price>9 && type=paperback", "price>9 && type=paperback"),
    ("a=1 || b=2 && c=3", "a=1 || (b=2 && c=3)"), ("(a=1 || b=2) && c=3", "(a=1 || b=2) && c=3"),
    ("!(a=1)", "!(a=1)"), ("! ( a = 1 ) && b=2", "!(a=1) && b=2"),
    ("!a=1 && b=2", "!(a=1) && b=2"), ("{!a}=1 && b=2", "{!a}=1 && b=2"),
    ("((a=1))", "a=1"), ("a in (1, \"x,y\", null)", "a in (1, \"x,y\", null)"), ("a  in(1)", "a in (1)"),
    ("{a, b}=c d && e=f", "{a,b}=c d && e=f"), ("a={b/c} && d!={e}", "a={b/c} && d!={e}"),
    ("{x[a>1].@count}>=2", "{x[a>1]/@count}>=2"), ("x[a>1].@count>=2", "{x[a>1]/@count}>=2"),
    ("a/$b.refKey ^= x", "{a/$b.refKey}^=x"), ("name$=x && y~z", "name$=x && y~z"), ("</a=1 && b=1", "{</a}=1 && b=1"),
    ("a=null", "a=null"), ("a=", "a="), ("a= && b=1", "a= && b=1"), ("a=\"\"", "a=\"\""), ("a!=null", "a!=null"),
    ("a<null", "a<\"null\""), ("a=\"\" && b=1", "a=\"\" && b=1"),
    ("f(#a>b)=1 && c=1", "{f(#a>b)}=1 && c=1"), ("check in=3", "{check in}=3"), ("m:a>1", "{m:a}>1"),
    ("a=b && c=Tom & Jerry", "a=b && c=\"Tom & Jerry\""), ("date>=-7d && a=-1", "date>=-7d && a=-1"),
  ])
  func conditionsHaveTheirStructure(_ text: String, _ canonical: String) throws {
    let binding = try Binding(parsing: "x[\(text)]")
    #expect(Binding(parts: binding.parts).description == "x[\(canonical)]")
    #expect(try Binding(parsing: "x[\(canonical)]") == binding)
    let condition = try BindingCondition(parsing: text)
    guard case .matching(condition.predicate)? = binding.segments.last?.step else {
      Issue.record("\(condition.predicate)")
      return
    }
  }

  @Test func segmentsHaveTheirRange() throws {
    let binding = try Binding(parsing: "modèle> Straße /books[ -1 ]/x")
    #expect(binding.segments.map(\.range) == [9..<16, 18..<23, 23..<29, 30..<31])
  }

  @Test func nestingBeyondAHundredLevelsIsRefused() {
    let opening = String(repeating: "f(", count: 10_000)
    let error = #expect(throws: BindingError.self) { try Binding(parsing: opening) }
    #expect(error?.description == "nested more than 100 levels deep")
    #expect(error?.range == 201..<202)
    for nested in ["f(", "[", "a.@sum.", "[f("] {
      #expect(throws: BindingError.self) { try Binding(parsing: String(repeating: nested, count: 200_000)) }
    }
  }

  @Test func parsingTakesTimeInProportion() throws {
    let count = 200_000
    for piece in [
      "a/", "a.", "[1]", "a,", "(", ")", "#(", "$", "a:", "\\u{61}", "..", " ", "a[b=", "\"", "[a=b]", "[a && ",
      "[AND ", "[a=b and ", "[a[b=\"", "[(", "[!(a=1)&&", "[a in (b,", "[{", "[a={",
    ] {
      _ = try? Binding(parsing: String(repeating: piece, count: count) + "a")
    }
    #expect(try Binding(parsing: String(repeating: "a/", count: count) + "a").segments.count == count + 1)
  }
}
