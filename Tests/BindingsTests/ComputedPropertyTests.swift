import Bindings
import JSONDocument
import Testing

/// Properties whose values are bindings.
@Suite struct ComputedPropertyTests {
  /// The place of an error in a binding, as a context reports it.
  struct Fault: Error, Equatable {
    let property: String
    let message: String
  }

  /// Books with computed properties.
  struct Context: EvaluationContext {
    let document: JSONDocument
    let bindings: [String: Binding]

    init(_ bindings: [String: String]) throws {
      document = try JSONDocument(
        parsing: #"""
          {"id":"SHOP","name":"Corner","top":{"id":"T","name":"Top"},"books":[
            {"id":"B1","name":"Solaris","price":9.5,"copies":2,"tags":["a","b"]},
            {"id":"B2","name":"Kindred","price":4,"copies":1,"tags":[]}]}
          """#)
      self.bindings = try bindings.mapValues { try Binding(parsing: $0) }
    }

    func root(ofModel name: String?) -> JSONValue { document.root }

    func functionNames() -> [String] { bindings.keys + ["program", "foreign"] }

    func describedFunction(_ name: String, of entity: JSONValue?) -> DescribedFunction? {
      if name == "foreign" { return .unsuitable("the function 'foreign' applies to Author, not to Book") }
      return bindings[name].map { binding in
        .binding(ComputedProperty(binding) { Fault(property: name, message: $0.description) })
      }
    }

    func call(_ function: String, on value: BindingValue, of entity: JSONValue?, parameter: BindingValue?)
      -> BindingValue?
    {
      function == "program" ? .text("ran") : nil
    }
  }

  private static let bindings = [
    "label": "name,#by,../name", "cents": "price/round2", "shop": "..", "first": "/books[0]", "all": "tags[*]",
    "name": "price", "chain": "label/upper", "both": "chain,cents", "sum": "books.@sum.price",
    "loop": "loop", "one": "two()", "two": "one", "wrong": "prise", "tags": "name", "called": "program()",
  ]

  @Test(
    arguments: [
      ("books[0]/label", "Solaris by Corner"), ("books[0]/label()", "Solaris by Corner"), ("books[0]/cents", "9.5"),
      ("books[0]/name", "Solaris"), ("books[0]/tags", #"["a","b"]"#), ("books[0]/shop/name", "Corner"),
      ("books[0]/first/price", "9.5"), ("books[0]/chain", "SOLARIS BY CORNER"),
      ("books[0]/both", "SOLARIS BY CORNER 9.5"),
      ("books[label~kin]/name", "Kindred"), ("books[0]/all", #"["a","b"]"#), ("sum", "13.5"),
      ("books[0]/price/sum()", nil), ("books[0]/tags/label()", "Solaris by Corner"), ("books.@count", "2"),
      ("books[0]/called", "ran"), ("books[1]/all", "[]"), ("first/id", "B1"),
      ("books[0]/label/length", "17"),
    ] as [(String, String?)])
  func aComputedPropertyIsTheValueOfItsBinding(_ path: String, _ value: String?) throws {
    let context = try Context(Self.bindings)
    guard let value else {
      #expect(throws: Fault.self) { try Binding(parsing: path).evaluate(in: context) }
      return
    }
    #expect(try Binding(parsing: path).evaluate(in: context).content.text == value)
  }

  @Test(arguments: [
    ("books[0]/loop", "loop", "the computed property 'loop' uses itself"),
    ("books[0]/one", "one", "the computed property 'one' uses itself"),
    ("books[*]/loop", "loop", "the computed property 'loop' uses itself"),
    ("books[loop=x]/name", "loop", "the computed property 'loop' uses itself"),
    ("books[0]/wrong", "wrong", "no property 'prise'"),
  ])
  func anErrorInABindingNamesItsDefinition(_ path: String, _ property: String, _ message: String) throws {
    let context = try Context(Self.bindings)
    #expect(throws: Fault(property: property, message: message)) {
      try Binding(parsing: path).evaluate(in: context)
    }
  }

  @Test func manyNestedPropertiesAreAnError() throws {
    var bindings = Dictionary(uniqueKeysWithValues: (0..<100).map { ("p\($0)", "p\($0 + 1)") })
    bindings["p100"] = "price"
    let context = try Context(bindings)
    #expect(try Binding(parsing: "books[0]/p50").evaluate(in: context).content.text == "9.5")
    #expect(throws: Fault.self) { try Binding(parsing: "books[0]/p0").evaluate(in: context) }
  }

  @Test(.timeLimit(.minutes(1))) func definitionsThatMultiplyEnd() throws {
    var bindings = Dictionary(uniqueKeysWithValues: (0..<40).map { ("p\($0)", "p\($0 + 1),p\($0 + 1)") })
    bindings["p40"] = "price"
    let context = try Context(bindings)
    let fault = #expect(throws: Fault.self) { try Binding(parsing: "books[0]/p0").evaluate(in: context) }
    #expect(fault?.message == "too many values to evaluate")
  }

  @Test(arguments: [
    ("books[0]/label(#x)", BindingError.Kind.wrongKind, "the function 'label' takes no parameter"),
    ("books[0]/foreign", .notFound, "the function 'foreign' applies to Author, not to Book"),
    ("books[0]/foreign()", .notFound, "the function 'foreign' applies to Author, not to Book"),
    ("books[0]/name/label", .wrongKind, "has no property or function 'label'"),
    ("books[0]/other", .notFound, "no property 'other'"),
  ])
  func aCallThatDoesNotFitIsAnError(_ path: String, _ kind: BindingError.Kind, _ message: String) throws {
    let context = try Context(Self.bindings)
    let error = #expect(throws: BindingError.self) { try Binding(parsing: path).evaluate(in: context) }
    #expect(error?.kind == kind && error?.description.contains(message) == true, "\(String(describing: error))")
  }

  @Test func aComputedPropertyCannotBeSetButItsMembersCan() throws {
    let context = try Context(Self.bindings)
    func bound(_ path: String) throws -> BoundValue { try Binding(parsing: path).evaluate(in: context) }
    #expect(try bound("books[0]/label").slot == nil && bound("books[0]/label").isStored == false)
    #expect(try bound("books[1]/first").slot == nil)
    #expect(try bound("books[1]/first/name").slot != nil)
    #expect(try bound("books[1]/first/name").entity?["id"]?.string == "B1")
  }

  @Test func rowsHaveComputedValues() throws {
    let context = try Context(Self.bindings)
    let reader = try BindingReader(Binding(parsing: "label"), in: context)
    let books = context.document.root["books"]!.elements.map { $0 }
    #expect(try reader.column(of: books, check: {})[1].text == "Kindred by Corner")
    let condition = try ConditionEvaluation(BindingCondition(parsing: "cents>5 && label~corner"), in: context)
    #expect(try condition.matching(books, check: {}).map { $0["id"]?.string } == ["B1"])
  }
}
