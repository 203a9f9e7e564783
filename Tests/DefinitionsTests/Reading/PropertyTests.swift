import Definitions
import Testing

@Suite struct PropertyTests {
  @Test func declaredTypesAreRead() throws {
    let text = """
      var a: String
      var b: Int?
      var c: Bool!
      var d: [Book]
      var e: Array<Book>
      var f: Set<String>
      var g: [String: [Int]]
      var h: Dictionary<UInt8, Optional<Date>>
      var i: Swift.String
      var j: Foundation.Date
      var k: CGFloat
      var l: TimeInterval
      var m: Decimal
      var n: Data
      var o: URL
      var p: UUID
      var q: Float
      var r: Character
      var s: (String)
      var t: [String?]?
      var u: OKit.ModelRef
      var v: Int64 = 1
      var w : Float32
      var x: UIColor
      var y: (Int, String)
      var z: (Int) -> Void
      """
    #expect(
      try members(text, after: "class Book: ModelEntity, Codable {}") == [
        "a: String", "b: Int?", "c: Bool!", "d: [Book]", "e: [Book]", "f: Set<String>", "g: [String: [Int]]",
        "h: [UInt8: Date?]", "i: String", "j: Date", "k: Double", "l: Double", "m: Decimal", "n: Data", "o: URL",
        "p: UUID", "q: Float", "r: String", "s: String", "t: [String?]?", "u: ModelRef", "v: Int64 = 1", "w: Float",
        "x: UIColor", "y: (Int, String)", "z: (Int) -> Void",
      ])
  }

  @Test func otherTypesAreKeptAsText() throws {
    let text = """
      var a: ((Int) async throws -> [String: Int])?
      var b: some View
      var c: any Entity & Codable
      var d: Box<[Int]>
      var e: Combine.AnyPublisher<Int, Never>
      var f: @Sendable (Int) -> String = { _ in "" }
      var g: Book.Type
      var h: A & B
      """
    #expect(
      try members(text) == [
        "a: ((Int) async throws -> [String: Int])?", "b: some View", "c: any Entity & Codable", "d: Box<[Int]>",
        "e: Combine.AnyPublisher<Int, Never>", #"f: @Sendable (Int) -> String = {{ _ in "" }}"#, "g: Book.Type",
        "h: A & B",
      ])
  }

  @Test func typesAreInferredFromValues() throws {
    let text = """
      var a = 1
      var b = -1.5
      var c = "x"
      var d = "x\\(1)"
      var e = true
      var f = [1, 2.5]
      var g = ["a": [true]]
      var h = Date()
      var i = [String]()
      var j = [String: Int]()
      var k = Set<String>()
      var l = ModelRef()
      var m = Genre.fantasy
      var n = UUID().uuidString
      var o = 60 * 60 * 24
      var p = 0.5 as Float
      var q = nil as String?
      var r = URL(string: "https://example.com")
      var s = URL(string: "https://example.com")!
      var t = Int.max
      var u = Limits.copies
      var v = Array<Book>()
      var w = [Book(), Book()]
      var x = UIColor.red
      var y = NSLocalizedString("title", comment: "")
      var z = Dictionary<String, [Int]>()
      var aa = Double(3), ab = Int("5"), ac = Date().timeIntervalSince1970
      var ad = Book(name: "x") { $0.y = 1 }
      """
    let code = """
      class Book: ModelEntity, Codable {}
      enum Genre: String, Codable { case fantasy }
      enum Limits { static let copies = 100 }
      """
    #expect(
      try members(text, after: code) == [
        "a: Int = 1", "b: Double = -1.5", #"c: String = "x""#, #"d: String = {"x\(1)"}"#, "e: Bool = true",
        "f: [Double] = [1,2.5]", #"g: [String: [Bool]] = {"a":[true]}"#, "h: Date = {Date()}", "i: [String] = []",
        "j: [String: Int] = {}", "k: Set<String> = []", "l: ModelRef = {ModelRef()}", #"m: Genre = "fantasy""#,
        "n: String = {UUID().uuidString}", "o: Int = 86400", "p: Float = 0.5",
        "q: String? = {nil as String?}", #"r: URL? = "https://example.com""#,
        #"s: URL = "https://example.com""#, "t: Int = 9223372036854775807", "u: Int = 100",
        "v: [Book] = []", "w: [Book] = {[Book(), Book()]}", "x: UIColor = {UIColor.red}",
        #"y: String = "title""#, "z: [String: [Int]] = {}",
        "aa: Double = 3", #"ab: Int? = {Int("5")}"#, "ac: Double = {Date().timeIntervalSince1970}",
        #"ad: Book = {Book(name: "x") { $0.y = 1 }}"#,
      ])
  }

  @Test func backticksAreDropped() throws {
    #expect(try members("var `default`: Int = 1, `class` = 2") == ["default: Int = 1", "class: Int = 2"])
  }

  @Test func severalPropertiesInOneDeclarationAreRead() throws {
    #expect(
      try members("var a = 1, b: String = \"x\"\n var x, y: Int, z: Bool\n let p = Foo<Int, Int>(), q = 2; var r = 3")
        == [
          "a: Int = 1", #"b: String = "x""#, "x: Int", "y: Int", "z: Bool", "let p: Foo<Int, Int> = {Foo<Int, Int>()}",
          "let q: Int = 2", "r: Int = 3",
        ])
  }

  @Test func modifiersAreSkippedAndWrappersDecide() throws {
    let text = """
      @objc dynamic public private(set) var a: Int = 1
      @Published(key: "}") var b = 2
      @UserDefault<String>("k", default: "d")
      final internal let c: String
      weak var d: Book?
      unowned(unsafe) var e: Book
      nonisolated(unsafe) var f = 3
      @available(iOS 13, *) open var g = 4
      @A @B.C package var h = 5
      """
    #expect(
      try members(text, after: "class Book: ModelEntity, Codable {}") == [
        "a: Int = 1", "let c: @UserDefault<String> String", "d: Book?", "e: Book", "f: Int = 3", "g: Int = 4",
        "h: @A = {5}",
      ])
    // A class that encodes itself stores the wrapped value, even if Swift could not encode the wrapper.
    let coding = "\ninit(from decoder: any Decoder) throws {}\nfunc encode(to encoder: any Encoder) throws {}"
    #expect(
      try members(text + coding, after: "class Book: ModelEntity, Codable {}") == [
        "a: Int = 1", "b: Int = 2", "let c: String", "d: Book?", "e: Book", "f: Int = 3", "g: Int = 4", "h: Int = 5",
      ])
  }

  @Test func observedPropertiesAreStored() throws {
    let text = """
      var a: Int = 1 { didSet { print("}") } }
      var b = [1, 2] {
        willSet(new) { if new.isEmpty { return } }
        didSet { }
      }
      var c: String
      {
        didSet { }
      }
      var d = 5
      {
        @MainActor didSet { }
      }
      var e: [String] = [] { didSet {} }
      """
    #expect(try members(text) == ["a: Int = 1", "b: [Int] = [1,2]", "c: String", "d: Int = 5", "e: [String] = []"])
  }

  @Test func computedLazyAndStaticPropertiesAreNotStored() throws {
    let text = """
      var a: Int { 5 }
      var b: Int { get { 5 } set { } }
      var c: String
      {
        return ""
      }
      lazy var d: Foo = { Foo() }()
      lazy var e = compute()
      static var f = compute()
      class var g: Int { 5 }
      override var h: Int { didSet { } }
      override var i: Int { 5 }
      static let j = 1, k = 2
      public static func == (left: Thing, right: Thing) -> Bool { left === right }
      var l = 1
      """
    #expect(try members(text) == ["l: Int = 1"])
  }

  @Test func longValuesAreKeptWhole() throws {
    let text = """
      var a: Foo = {
        let x = 5
        return Foo(x)
      }()
      var b: Int =
        5
      var c: Int = 1 +
        2
      var d: String = "a"
        + "b"
      var e: String = Foo()
        .bar()
        .baz
      var f: Bool = x
        ? true
        : false
      var g: Foo = Foo(
        1, 2
      )
      var h: Int = if x { 1 }
        else { 2 }
      var i: Foo = a < b, j: Int = 1
      var k: Foo = value!
      var l: Foo = try! make() as! Foo
      """
    #expect(
      try members(text) == [
        "a: Foo = {{\n  let x = 5\n  return Foo(x)\n}()}", "b: Int = 5", "c: Int = 3",
        #"d: String = "ab""#, "e: String = {Foo()\n  .bar()\n  .baz}", "f: Bool = {x\n  ? true\n  : false}",
        "g: Foo = {Foo(\n  1, 2\n)}", "h: Int = {if x { 1 }\n  else { 2 }}", "i: Foo = {a < b}", "j: Int = 1",
        "k: Foo = {value!}", "l: Foo = {try! make() as! Foo}",
      ])
  }

  @Test func propertiesHaveTheirPosition() throws {
    let definitions = try read("class Book: ModelEntity {\r\n  /* äöü */ var a: Int, b = \"é\", c = 1\r  var d = 2\n}")
    let places = definitions.classes["Book"]?.properties.map { "\($0.place?.line ?? 0):\($0.place?.column ?? 0)" }
    #expect(places == ["2:17", "2:25", "2:34", "3:7"])
    #expect(definitions.classes["Book"]?.place == SourcePlace(path: "A.swift", line: 1, column: 7))
  }

  @Test(arguments: [
    ("true ? 1 : 2", "Int"), ("a ? 1 : 2.5", "Double"), ("a ? nil : \"x\"", "String?"), ("a ?? 5", "Int"),
    ("a ?? b ?? \"x\"", "String"), ("Int(\"5\") ?? 0", "Int"), ("x as Int", "Int"), ("a ? b ? 1 : 2 : 3", "Int"),
    ("a ?? 1 > 2 ? \"x\" : \"y\"", "String"), ("try! Date()", "Date"), ("try? Date()", "Date?"),
    ("a?.b == 1 ? [1] : [2]", "[Int]"),
  ])
  func choicesHaveTheTypeOfTheirBranches(value: String, type: String) throws {
    #expect(try members("var v = \(value)") == ["v: \(type) = {\(value)}"])
  }

  @Test func closuresHaveTheTypeOfTheirResult() throws {
    #expect(try members("var a = { 5 }()\nvar b = { return [\"x\"] }()") == ["a: Int = 5", #"b: [String] = ["x"]"#])
    #expect(try members("var a: Int = { let b = 5; return b }()") == ["a: Int = {{ let b = 5; return b }()}"])
  }

  @Test(arguments: [
    "a ? 1 : b", ".init()", "#selector(a)", "{ let a = 5; return a }()", "await f()", "\\A.b",
    "if a { 1 } else { 2 }", "a ?? b",
    "a ? 1 :",
    "? : ?", "a ??", "try",
  ])
  func aPropertyWithoutAKnownTypeIsAnError(value: String) {
    #expect(failure("class A: ModelEntity { var v = \(value)\n}")?.place.line == 1)
  }
}
