import Definitions
import Testing

@Suite struct ErrorTests {
  @Test(arguments: [
    (
      "var a = make()", "2:5: cannot infer the type of 'a' from its value; write it after the name, as in 'a: Int'"
    ),
    ("var a = []", "2:5: cannot infer the type of 'a' from its value; write it after the name, as in 'a: Int'"),
    (
      "let (a, b) = make()", "2:5: cannot understand this tuple of properties; declare each property separately"
    ),
    (
      "let (a, b): (Int, Int, Int)",
      "2:5: cannot understand this tuple of properties; declare each property separately"
    ),
    ("var a", "2:5: property 'a' has neither a type nor a value"),
    ("var a, b = 1", "2:5: property 'a' has neither a type nor a value"),
    ("var a: [Int", "2:8: '[' is never closed"),
    ("var a: 5", "2:8: cannot understand the type of 'a'"),
    ("var a: [String:]", "2:16: cannot understand the type of 'a'"),
    ("var a: Int = ", "3:1: expected the value of 'a'"),
    ("var a: Int b", "2:12: cannot understand 'b'"),
    ("var = 5", "2:5: expected the name of a property"),
    ("  foo bar", "2:3: cannot understand 'foo'"),
    ("var a = 1\n\n /* ä */ 5", "4:10: cannot understand '5'"),
    ("enum CodingKeys: String, CodingKey { case b }; var a = 1", "2:43: 'b' is not a stored property of 'Thing'"),
    ("enum CodingKeys: String, CodingKey { case a = x }; var a = 1", "2:47: the key of 'a' must be a plain string"),
    ("enum CodingKeys: CodingKey { case a }; lazy var a = 1", "2:35: 'a' is not a stored property of 'Thing'"),
    ("var a = \"x\nvar b = 1", "2:9: a string is never closed"),
    ("/* x", "2:1: a comment is never closed"),
    ("var a: Int = (1", "2:14: '(' is never closed"),
    ("var a = 1 }\n}", "3:1: '}' without an opening bracket"),
    ("#if DEBUG\nvar a = 1", "2:1: '#if' is never closed"),
    ("#endif", "2:1: '#endif' without '#if'"),
  ])
  func anErrorNamesItsPosition(text: String, error: String) {
    let failure = failure("class Thing: Base { //\n\(text)\n}", "class Base: ModelEntity {}")
    #expect(failure?.description == "A.swift:" + error)
  }

  @Test func otherClassesAreSkipped() throws {
    let text = "var a = make()\nlet (b, c) = (1, 2)\nfoo bar\nvar d: 5\nvar = 3\nvar e"
    let definitions = try read(
      "class Other: UIView { \(text) }\n\(text)\nclass A: ModelEntity { var a = 1 }", "class Open {")
    #expect(definitions["A"] == ["a: Int = 1"])
    #expect(failure("class Open { ( \"x") == nil)
    #expect(failure("class Open { Model.register(A.self)")?.description == "A.swift:1:12: '{' is never closed")
    #expect(failure("class Open: ModelEntity {")?.message == "'{' is never closed")
  }

  @Test(arguments: [
    ("/* half", "B.swift:1:1: a comment is never closed"),
    ("final class Gone: Mod", "B.swift:1:7: 'Gone' has no body"),
  ])
  func aHalfSavedFileIsAnError(text: String, error: String) {
    #expect(failure("class A: ModelEntity { var a: [Gone] = [] }", text)?.description == error)
    #expect(failure("class A: ModelEntity { var a: [Int] = [] }", text) == nil)
  }

  @Test func anErrorInAnExtensionCounts() {
    #expect(
      failure("class A: ModelEntity {}", "\nextension A { foo }")?.description
        == "B.swift:2:15: cannot understand 'foo'")
  }

  @Test func anErrorInAnUnstoredPropertyIsIgnored() throws {
    let text = "lazy var a = make(); static var b = make(); var c: Foo { make() }; var d = make(), e = 1"
    #expect(try members(text + "\nenum CodingKeys: CodingKey { case e }") == ["e: Int = 1"])
  }

  @Test func duplicateAndCircularClassesAreErrors() {
    #expect(
      failure("class A: ModelEntity {}", "\n class A: Model {}")?.description
        == "B.swift:2:8: class 'A' is already declared in A.swift:1:7")
    #expect(failure("class A: ModelEntity {}\nstruct A {}\nextension A {}") == nil)
    #expect(
      failure("class Egg: Hen {}\nclass Hen: Egg {}")?.description == "A.swift:1:7: class 'Egg' derives from itself")
    #expect(failure("class Egg: Egg {}")?.message == "class 'Egg' derives from itself")
    let chain = (1...200).map { "class C\($0): C\($0 - 1) {}" }.joined(separator: "\n")
    #expect(
      failure(chain + "\nclass C0: ModelEntity {}")?.description
        == "A.swift:99:7: class 'C99' has more than 100 superclasses")
    #expect(failure(chain) == nil)
  }

  @Test func theFirstErrorIsReported() {
    #expect(
      failure("class A: ModelEntity { var a = b()\n foo }", "Model.register(x)\nclass B: ModelEntity { ? }")?.place
        == SourcePlace(path: "A.swift", line: 1, column: 28))
  }

  @Test func anErrorShowsItsLine() {
    let short = failure("class A: ModelEntity {\r\n\tvar ä = b()\r\n}")
    #expect(short?.lineText == "\tvar ä = b()")
    #expect(short?.caret == 5)
    #expect(short?.place.column == 6)
    let long = failure("class A: ModelEntity { /* " + String(repeating: "ä", count: 5000) + " */ var x = b() }")
    #expect(long?.place.column == 5035)
    #expect(long.map { $0.lineText.unicodeScalars.count < 200 } == true)
    #expect(long.map { Array($0.lineText.unicodeScalars)[$0.caret] } == "x")
    #expect(failure("\u{FEFF}class A: ModelEntity { var x = b() }")?.place.column == 28)
  }
}
