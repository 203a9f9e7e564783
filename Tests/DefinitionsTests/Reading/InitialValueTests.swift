import Definitions
import Testing

/// The value of the property `value` in a new `Thing`.
@Suite struct InitialValueTests {
  private static let types = """
    enum Unit: String, Codable { case gram = "g", piece }
    struct Amount: Codable { var value: Double; var unit: Unit; init(value: Double = 1, unit: Unit = .piece) {
      self.value = value; self.unit = unit } }
    struct Plain: Codable { var a: Int; var b: Int }
    struct Ex: Codable { var a: Int; var b: Int }
    extension Ex { init(both: Int) { self.init(a: both, b: both) } }
    struct Mixed: Codable { var a = 1; var b = 2; init() { b = 5 }; init(a: Int) { self.a = a } }
    struct Fixed: Codable { let a: Int; init() { a = 3 } }
    struct Computes: Codable { var a: Int; init() { a = Int(getpid()) } }
    struct Token: RawRepresentable, Codable, Hashable { var rawValue: String; static let a = Token(rawValue: "x") }
    struct Loud: RawRepresentable, Codable { var rawValue: String
      init(rawValue: String) { self.rawValue = rawValue.uppercased() } }
    struct Small: RawRepresentable, Codable { let rawValue: Int8 }
    struct Opt: OptionSet, Codable { let rawValue: Int
      static let a = Opt(rawValue: 1), b = Opt(rawValue: 4), all: Opt = [.a, .b] }
    struct Tag: Codable { var name: String; init(_ name: String) { self.name = name }
      static let a = Tag("a"), b = Tag("b")
      static let defaults = [a, Tag.b, .init("c")] }
    struct Food: CodingKeyRepresentable, Codable, Hashable { var name: String }
    """

  /// The initial value of a property `value` in a class with these members.
  private func initial(_ members: String) throws -> InitialValue? {
    let definitions = try read(Self.types, "class Thing: ModelEntity, Codable {\n\(members)\n}")
    return definitions.classes["Thing"]?.properties.first { $0.name == "value" }?.defaultValue?.value
  }

  private static func instance(_ name: String, _ members: KeyValuePairs<String, String>) -> InitialValue {
    .instance(of: name, with: members.map { .init(name: $0.key, value: .json($0.value)) })
  }

  @Test(arguments: [
    ("Amount()", instance("Amount", [:])),
    ("Amount(value: 2)", instance("Amount", ["unit": "\"piece\"", "value": "2"])),
    ("Plain(a: 1, b: 2)", instance("Plain", ["a": "1", "b": "2"])),
    ("Ex(a: 1, b: 2)", instance("Ex", ["a": "1", "b": "2"])),
    ("Ex(both: 3)", instance("Ex", ["a": "3", "b": "3"])),
    ("Mixed()", instance("Mixed", [:])),
    ("Mixed(a: 3)", instance("Mixed", ["a": "3", "b": "2"])),
    ("Fixed()", instance("Fixed", ["a": "3"])),
    ("Computes()", .unknown),
    ("Token(rawValue: \"a\")", .json("\"a\"")), ("Token.a", .json("\"x\"")), ("Loud(rawValue: \"a\")", .unknown),
    ("Small(rawValue: 5)", .json("5")), ("Small(rawValue: 500)", .unknown),
    ("Opt.b", .json("4")), ("Opt.all", .json("5")),
    (
      "Tag.defaults",
      .array([
        instance("Tag", ["name": "\"a\""]), instance("Tag", ["name": "\"b\""]), instance("Tag", ["name": "\"c\""]),
      ])
    ),
    ("2 * -3", .json("-6")), ("1 - -(2 + 3)", .json("6")), ("-(2)", .json("-2")), ("2 - 3 - 4", .json("-5")),
  ])
  func expressionsAreEvaluated(_ text: String, _ expected: InitialValue) throws {
    #expect(try initial("  var value = \(text)") == expected)
  }

  @Test(arguments: [
    ("Token = .a", InitialValue.json("\"x\"")), ("Token? = .init(rawValue: \"b\")", .json("\"b\"")),
    ("[Token] = [.a, Token(rawValue: \"b\")]", .json(#"["x","b"]"#)),
    ("Opt = .b", .json("4")), ("Opt = []", .json("0")), ("Opt = [.a, .b]", .json("5")),
    ("[Token: Int] = [:]", .json("[]")), ("[Token: Int] = [.a: 1]", .json(#"["x",1]"#)),
    ("[Food: Int] = [:]", .json("{}")), ("[String: Int] = [:]", .json("{}")),
    ("Set<Int> = Set([1, 1])", .json("[1]")), ("[Int] = Array([1, 1])", .json("[1,1]")),
    ("Tag = .a", instance("Tag", ["name": "\"a\""])),
  ])
  func aLiteralGetsTheDeclaredType(_ text: String, _ expected: InitialValue) throws {
    #expect(try initial("  var value: \(text)") == expected)
  }

  /// Initializers that do more than assign a constant.
  @Test(arguments: [
    ("var value: [Int] = []; init() { value.append(1) }", InitialValue.unknown),
    ("var value: [String: Int] = [:]; init() { value[\"a\"] = 1 }", .unknown),
    ("var value = Plain(a: 1, b: 2); init() { self.value.a = 5 }", .unknown),
    (
      "var value = Plain(a: 1, b: 2); var a = 1; init() { super.init(); a = 2 }",
      instance("Plain", ["a": "1", "b": "2"])
    ),
    ("var value = 1; var b = 2; init() { (value, b) = (3, 4) }", .unknown),
    ("var value = 1; init() { setUp() }; func setUp() { value = 2 }", .unknown),
    ("var value = 1; init() { self.setUp() }; func setUp() { value = 2 }", .unknown),
    ("var value = 1; init() { print(\"x\") }; func setUp() { value = 2 }", .json("1")),
    ("var value = 1; init() { value = next() }; func next() -> Int { 2 }", .unknown),
    ("var value = 1; init() { value += 1 }", .unknown),
    ("var value = 1; init() { self[keyPath: path] = 2 }", .unknown),
    ("var value = 1; init() { fill(&value) }", .unknown),
    ("var value = 1; init() { fill(&self.value) }", .unknown),
    ("var value = 1; init() { guard isReady else { return }; value = 2 }", .unknown),
    ("var value = 1; init() { if value == 1 { print(value) }; assert(value != 2) }", .json("1")),
    ("var value = 1; init() { value = 2 }", .json("2")),
    ("var value = 1; init() { value += 1; value = 3 }", .json("3")),
    ("var value = \"\"; var all: String { get { value } set { value = newValue } }; init() { all = \"a\" }", .unknown),
    (
      "var value = \"\"; var all: String { get { value } set { value = newValue } }; init() { all = \"a\"; value = \"z\" }",
      .json("\"z\"")
    ),
    (
      "var value = \"\"; init(title: String) { value = title }; convenience init() { self.init(title: NSUserName()) }",
      .unknown
    ),
    (
      "var value = \"\"; init(title: String) { value = title }; convenience init() { self.init(title: \"a\") }",
      .json("\"a\"")
    ),
    ("var value = 1; init() { self.init(other: 1) }", .unknown),
    (
      "var value = \"\"; init(name: String) { let name = name.uppercased(); value = name }; convenience init() { self.init(name: \"a\") }",
      .unknown
    ),
    (
      "var value: String; var w: Double; init(w: Double, value: String = \"n\") { self.value = value; self.w = w }",
      .json("\"n\"")
    ),
    ("var value = 1; var w: Int; convenience init(w: Int) { self.init(); self.value = 4 }", .json("1")),
  ])
  func initializersDecideInitialValues(_ members: String, _ expected: InitialValue) throws {
    #expect(try initial(members.replacing("; ", with: "\n")) == expected)
  }

  /// An initializer that sets a property of a superclass calls its observers.
  @Test(arguments: [
    ("value = 2", InitialValue.unknown), ("value.round()", .unknown), ("fill(&value)", .unknown),
    ("update()", .unknown),
    ("other = 2", .unknown), ("print(name)", .json("1")), ("size = 3", .json("1")),
  ])
  func anObserverOfASuperclassChangesTheInitialValue(_ body: String, _ expected: InitialValue) throws {
    let base = """
      class Base: ModelEntity, Codable {
        var value = 1
        var size = 1
        var name = "" { didSet { \(body) } }
        var other = 1 { willSet { value = newValue } }
        func update() { value = 2 }
      }
      """
    for assignment in ["name = \"a\"", "name += \"a\"", "self.name.append(\"a\")"] {
      let definitions = try read(base, "class Thing: Base {\n  init() { super.init(); \(assignment) }\n}")
      let value = definitions.classes["Thing"]?.properties.first { $0.name == "value" }?.defaultValue?.value
      #expect(value == expected, "\(assignment)")
    }
  }

  /// In an initializer, Swift calls the observers only of properties that the class inherits or overrides.
  @Test func anInitializerDoesNotCallObserversOfItsOwnClass() throws {
    let own = "var value = 1; var name = \"\" { didSet { value = 2 } }; init() { name = \"a\" }"
    #expect(try initial(own.replacing("; ", with: "\n")) == .json("1"))
    let definitions = try read(
      "class Base: ModelEntity, Codable {\n  var value = 1\n  var name = \"\"\n}",
      "class Thing: Base {\n  override var name: String { didSet { value = 2 } }\n  init() { super.init(); name = \"a\" }\n}"
    )
    #expect(
      definitions.classes["Thing"]?.properties.first { $0.name == "value" }?.defaultValue?.value == .unknown)
  }

  @Test func aPropertyThatEveryInitializerTakesHasNoInitialValue() throws {
    #expect(try initial("var value: Double\ninit(value: Double) { self.value = value }") == nil)
  }

  /// A default that takes too many steps does not lose the defaults of other properties.
  @Test func initialValuesDoNotDependOnTheOrderOfProperties() throws {
    let chain = (0..<200).map { "static let s\($0) = Chain.s\($0 + 1)" } + ["static let s200 = 7"]
    let text = "enum Chain {\n\(chain.joined(separator: "\n"))\n}"
    for order in ["var deep: Int = Chain.s0\nvar value: Int = Chain.s190", "var value: Int = Chain.s190"] {
      let definitions = try read(text, "class Thing: ModelEntity, Codable {\n\(order)\n}")
      let value = definitions.classes["Thing"]?.properties.first { $0.name == "value" }?.defaultValue?.value
      #expect(value == .json("7"))
    }
  }

  @Test func aStructureWithARawValueIsNotAnObjectKey() throws {
    let lines = try read(
      Self.types,
      "class Thing: ModelEntity, Codable {\nvar a: [Token: Int] = [:]\nvar b: [Small: Int] = [:]\nvar c: [Token]\n}"
    )["Thing"]
    #expect(lines == ["a: [Token: Int] = []", "b: [Int8: Int] = []", "c: [String]"])
  }
}
