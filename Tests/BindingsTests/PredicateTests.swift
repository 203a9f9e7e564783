import JSONDocument
import Testing

@testable import Bindings

@Suite struct PredicateTests {
  private func ids(_ condition: String, isDefined: Bool = true) throws -> String {
    var shop = try Shop()
    shop.isDefined = isDefined
    return try Binding(parsing: "books[\(condition)]/id").matches(in: shop).map(\.content.text).joined(separator: " ")
  }

  @Test(arguments: [
    ("price>0.1", "B1 B3"), ("price>=0.10", "B1 B2 B3"), ("price<1e-1", ""), ("price<=1.0e-1", "B2"),
    ("price=12.3", "B1"), ("price!=12.3", "B2 B3"), ("price in (0.1, 0.20, 7)", "B2 B3"),
    ("name>Kindred", "B1 B2"), ("name<=Kindred", "B3"), ("name~DISP", "B1"), ("name^=the ", "B1"), ("name$=s", "B2"),
    ("name^=The", ""), ("name in (Solaris, \"Kindred\")", "B2 B3"), ("name!=Solaris", "B1 B3"),
    ("marked=true", "B2"), ("marked!=true", "B1"), ("marked=null", "B3"), ("marked!=null", "B1 B2"),
    ("comment=null", "B1 B3"), ("comment!=null", "B2"), ("comment!=x", "B2"), ("comment in (null, sea)", "B1 B2 B3"),
    ("comment~e", "B2"), ("comment=\"null\"", ""), ("comment=\"\"", ""), ("comment=", "B1 B3"),
    ("comment in (\"\")", ""),
    ("copies!=0.5", "B1 B2 B3"),
    ("copies>0 && price<1", "B2"), ("copies=0 || marked=true", "B2 B3"), ("!(copies=0 || marked=true)", "B1"),
    ("copies=1 || copies=0 && price>1", "B1"), ("(copies=1 || copies=0) && price<1", "B3"),
    ("!(comment~x)", "B1 B2 B3"), ("!marked=true && copies=0", "B3"),
    ("tags.@count>1", "B1"), ("{tags[.=novel].@count}=1", "B1 B2"), ("tags[*]=novel", "B1 B2"),
    ("tags[*]!=novel", ""), ("tags[*]~UTO", "B1"), ("genre/ref/name~science", "B1"), ("genre/$refKey/name^=Sci", "B1"),
    ("genre=null", "B2"), ("genre!=null", "B1 B3"), ("genre in (null, SF)", "B1 B2"), ("genre=", "B2"),
    ("genre=SF", "B1"), ("genre!=SF", "B3"), ("genre in (SF, GONE)", "B1 B3"),
    ("{name,comment}=Solaris sea", "B2"), ("name={../books[1]/name}", "B2"), ("copies>{price}", "B2"),
    ("copies<{price} && price<5", "B3"), ("copies={/books[2]/copies}", "B3"), ("genre={/books[0]/genre}", "B1"),
    ("genre={genre}", "B1 B3"),
    ("genre/refKey={/genres[*]/id}", "B1"), ("comment={comment}", "B2"),
    ("date>2019-11-20", "B1"), ("date>-2d && date<now", "B1"), ("date>-1d", ""), ("date<=2019-11-20T09:00+01:00", "B1"),
    ("copies=dozen", "B2"), ("copies>=dozen", "B2"), ("copies!=dozen", "B1 B3"), ("copies in (dozen, 1)", "B1 B2"),
    ("../id=SHOP && price>1", "B1"), ("name/length>10", "B1"), ("{#a}=a", "B1 B2 B3"),
  ])
  func conditionsSelectElements(_ condition: String, _ expected: String) throws {
    #expect(try ids(condition) == expected)
    if !condition.contains("dozen") { #expect(try ids(condition, isDefined: false) == expected) }
  }

  @Test(arguments: [
    ("price>abc", 12..<15, "'abc' is not a number"), ("price~1", 6..<11, "'~' needs a text, not a number"),
    ("marked>true", 6..<12, "'>' needs a number, a date or a text, not a boolean"),
    ("marked=maybe", 13..<18, "'maybe' is not true or false"), ("tags~novel", 6..<10, nil),
    ("genre<x", 6..<11, nil), ("price={name}", 12..<18, "a number cannot be compared with a string"),
    ("price={comment} || copies=0", 12..<21, "a number cannot be compared with a string"),
    ("copies=0 && price>abc", 24..<27, "'abc' is not a number"),
    ("price>1 || price=abc", 23..<26, "'abc' is not a number"),
    ("!(price=abc)", 14..<17, "'abc' is not a number"), ("name='Solaris'", 11..<20, nil),
  ])
  func anImpossibleComparisonIsAnError(_ condition: String, _ place: Range<Int>, _ message: String?) throws {
    for isDefined in [true, false] {
      let error = #expect(throws: BindingError.self) { try ids(condition, isDefined: isDefined) }
      #expect(error?.range == place, "\(error as Any)")
      if let message { #expect(error?.description == message) }
    }
  }

  @Test(arguments: [
    ("date>soon", 11..<15, "'soon' is not a date; write a day as 2026-01-31"),
    ("copies>few", 13..<16, "'few' is not a case"),
    ("price={date}", 12..<18, "a number cannot be compared with a date"),
  ])
  func definedTypesDecideIfAComparisonIsPossible(_ condition: String, _ place: Range<Int>, _ message: String) throws {
    let error = #expect(throws: BindingError.self) { try ids(condition) }
    #expect(error?.range == place)
    #expect(error?.description == message)
  }

  @Test func aTypeIsKnownAlsoIfNoElementHasAValue() throws {
    struct Library: EvaluationContext {
      let document: JSONDocument
      func root(ofModel name: String?) -> JSONValue { document.root }
      func propertyNames(of object: JSONValue) -> [String]? { ["pages"] }
      func comparedType(at slot: BindingSlot) -> ComparedType? {
        if case .member("pages", of: _) = slot { .number } else { nil }
      }
    }
    let library = Library(document: try JSONDocument(parsing: #"{"x":[{"a":1},{"a":2}]}"#))
    let error = #expect(throws: BindingError.self) {
      try Binding(parsing: "x[pages>many]").matches(in: library)
    }
    #expect(error?.description == "'many' is not a number")
    #expect(try Binding(parsing: "x[pages>1]").matches(in: library).isEmpty)
  }

  /// The results for a document without definitions.
  private func texts(_ json: String, _ path: String) throws -> String {
    struct Plain: EvaluationContext {
      let document: JSONDocument
      func root(ofModel name: String?) -> JSONValue { document.root }
    }
    let plain = Plain(document: try JSONDocument(parsing: json))
    return try Binding(parsing: path).matches(in: plain).map(\.content.text).joined(separator: " ")
  }

  @Test func mixedValuesAreComparedIfPossible() throws {
    let json = #"{"x":[{"v":1},{"v":"b"},{"v":true},{},{"v":30}],"y":[3,"a",{"v":4}]}"#
    #expect(try texts(json, "x[v>5]/v") == "b 30")
    #expect(try texts(json, "x[v=30]/v") == "30")
    #expect(try texts(json, "x[v=true]/v") == "true")
    #expect(try texts(json, "y[v=4]/v") == "4")
    #expect(try texts(json, "y[.>2]") == "3 a")
  }

  @Test(arguments: [[0, 1, 2, 3], [3, 2, 1, 0], [2, 0, 3, 1]])
  func theOrderOfElementsDoesNotMatter(_ order: [Int]) throws {
    let elements = [#"{"v":5}"#, #"{"v":"x"}"#, #"{"v":6}"#, "{}"]
    let json = #"{"x":[\#(order.map { elements[$0] }.joined(separator: ","))]}"#
    func values(_ condition: String) throws -> [String] {
      try texts(json, "x[\(condition)]/v").split(separator: " ").map(String.init).sorted()
    }
    #expect(try values("v!=abc") == ["5", "6", "x"])
    #expect(try values("v!=5") == ["6", "x"])
    #expect(try values("v in (abc, 5)") == ["5"])
    #expect(try values("v in (5, x)") == ["5", "x"])
    #expect(try values("v>5") == ["6", "x"])
    #expect(try values("v~X || v=6") == ["6", "x"])
  }

  @Test func oneOfSeveralValuesIsEnough() throws {
    let json = #"{"x":[{"id":"a","t":[true,7]},{"id":"b","t":["q"]},{"id":"c","t":[]}],"names":["q",7]}"#
    #expect(try texts(json, "x[t[*]=7]/id") == "a")
    #expect(try texts(json, "x[t[*]~Q]/id") == "b")
    #expect(try texts(json, "x[t[*]={/names[*]}]/id") == "a b")
    #expect(try texts(json, "x[t[*]!=7]/id") == "b")
    #expect(try texts(json, "x[{t[0],t[1]}=null]/id") == "c")
  }

  @Test func eachValueOfAListMustBePossible() throws {
    for condition in ["price in (1, abc)", "price in (abc, 1)", "price in (0.1, abc)", "price in (null, abc)"] {
      let error = #expect(throws: BindingError.self, "\(condition)") { try ids(condition) }
      #expect(error?.description == "'abc' is not a number")
    }
  }

  @Test func aFaultIsFoundBehindElementsWithoutAValue() throws {
    let json = #"{"x":[{"a":1},{"a":1,"price":null},{"a":2,"price":3}]}"#
    for condition in ["a=7 && price>cheap", "a=1 || price>cheap"] {
      let error = #expect(throws: BindingError.self) { try texts(json, "x[\(condition)]") }
      #expect(error?.description == "'cheap' is not a number")
    }
  }

  @Test func aNumberLikeACalendarDateIsNoDate() throws {
    for condition in ["date>2019", "date<=20191120", "date>=201911"] {
      let error = #expect(throws: BindingError.self) { try ids(condition) }
      #expect(error?.description.hasSuffix("is not a date; write a day as 2026-01-31") == true)
    }
    #expect(try ids("date>=595929600") == "B1")
  }

  @Test func anAbsolutePathInAConditionStartsFromTheRootOfItsModel() throws {
    #expect(
      try Binding(parsing: "directory:authors[name={/authors[0]/name}]/id").matches(in: Shop()).map(\.content.text)
        == ["A4"])
    #expect(
      try Binding(parsing: "directory:authors[name={default:authors[0]/name}]/id").matches(in: Shop()).isEmpty)
  }

  @Test func numbersWithManyDigitsAreComparedExactly() throws {
    struct Numbers: EvaluationContext {
      let document: JSONDocument
      func root(ofModel name: String?) -> JSONValue { document.root }
    }
    let digits = "1234567890123456789012345678901234567890"
    let numbers = Numbers(
      document: try JSONDocument(parsing: "{\"x\":[\(digits)1, \(digits)2, 1e400, -1e400, 1e-400, 0, 10e399]}"))
    func values(_ condition: String) throws -> [String] {
      try Binding(parsing: "x[\(condition)]").matches(in: numbers).map(\.content.text)
    }
    #expect(try values(".=\(digits)1") == [digits + "1"])
    #expect(try values(".=\(digits)1.0") == [digits + "1"])
    #expect(try values(".>\(digits)1") == [digits + "2", "1e400", "10e399"])
    #expect(try values(".=1e400") == ["1e400", "10e399"])
    #expect(try values(".>0") == [digits + "1", digits + "2", "1e400", "1e-400", "10e399"])
    #expect(try values(".<0") == ["-1e400"])
  }
}
