import Bindings
import JSONDocument
import Testing

@Suite struct FunctionTests {
  @Test(arguments: [
    ("5", "prefix(#x)", " x 5"), ("5", "suffix(#x)", "5 x"), ("5", "suffix(#EUR)", "5 EUR"),
    ("5", "prefixLocalized(#EUR)", " € 5"), ("5", "suffixLocalized(#EUR)", "5 €"),
    ("1", "suffixPlural(#piece)", "1 Stück"),
    ("1.0", "suffixPlural(#piece)", "1.0 Stück"), ("2", "suffixPlural(#piece)", "2 Stücke"),
    ("0", "suffixPluralLocalized(#piece)", "0 Stücke"), ("2", "prefixPlural(#piece)", " Stücke 2"),
    ("1", "prefixPluralLocalized(#piece)", " Stück 1"), ("3", "suffixPlural(#book)", "3 books"),
    ("2.50", "suffix(#x)", "2.50 x"), ("12.0", "round2", "12"), ("-0.005", "round2", "-0.01"),
    ("1.005", "round2", "1.01"),
    ("1.004", "round2()", "1"), ("1e2", "round2", "100"), ("0.1", "round2", "0.1"), ("-12.345", "round2()", "-12.35"),
    ("0.004999999999999999999999999", "round2", "0"), ("1e300", "round2", "1e+300"), ("2.675", "round2", "2.68"),
    ("595929600", "formatISO", "2019-11-20T08:00:00"), ("-1", "formatISO()", "2000-12-31T23:59:59"),
    ("595929600.75", "formatDate", "2019-11-20"), ("595929600", "formatFullDate", "2019-11-20"),
    ("595929600", "formatDateTime", "2019-11-20 08:00"), ("595929600", "formatTime", "08:00"),
    ("595929600", "formatRelativeDate", "2019-11-20"), ("595929600", "formatRelativeFullDate", "2019-11-20"),
    ("595929600", "formatRelativeDateTime", "2019-11-20 08:00"), ("595929600", "formatRelativeTime", "08:00"),
    ("595929600", "formatInterval", "25:01:01"), ("596019721", "formatInterval", "-00:01:00"),
    ("0", "not", "true"), ("7", "not()", "false"),
    ("1.5", "format(#0.00)", "1.5"), ("595929600", "format(#dd.MM.yyyy)", "2019-11-20 08:00"),

  ])
  func numberFunctionsCompute(_ number: String, _ function: String, _ text: String) throws {
    try check(number, function, text)
  }

  @Test(arguments: [
    ("Lem", "initial", "L"), ("", "initial()", ""), ("e\u{301}tude", "initial", "e\u{301}"), ("👩‍👧x", "initial()", "👩‍👧"),
    ("Solaris", "localized", "Sonne"), ("nothing", "localized()", "nothing"), ("le guin", "capitalize", "Le guin"),
    ("  a b\n", "trim", "a b"), ("   ", "trim()", ""),
    ("Straße", "upper", "STRASSE"), ("ÄB", "lower()", "äb"), ("a", "join(#, )", "a"),
    ("éa", "capitalize()", "Éa"), ("", "capitalize", ""), ("👩x", "length", "3"), ("Lem", "length()", "3"),
    ("Straße", "uppercaseString", "STRASSE"), ("ÄB", "lowercaseString()", "äb"), ("no", "not", "true"),
  ])
  func stringFunctionsCompute(_ string: String, _ function: String, _ text: String) throws {
    try check(JSONText.quote(string), function, text)
  }

  private func check(_ json: String, _ function: String, _ text: String) throws {
    let document = try JSONDocument(parsing: #"{"id": "R", "x": \#(json)}"#)
    var shop = try Shop()
    shop.isDefined = false
    let bound = try Binding(parsing: "x/" + function).evaluate(in: shop, from: document.root)
    #expect(bound.content.text == text)
    #expect(bound.value == nil)
    #expect(!bound.isStored)
  }

  @Test func aFunctionAppliesToEachElementAndSkipsAbsentValues() throws {
    let shop = try Shop()
    #expect(try Binding(parsing: "books[0]/comment/initial()").evaluate(in: shop).content.isAbsent)
    #expect(
      try Binding(parsing: "books/price/suffix(%EUR)").evaluate(in: shop).content.json
        == #"["12.30 €","0.1 €","0.2 €"]"#)
  }

  @Test func foreignFunctionsGetValueEntityAndParameter() throws {
    let shop = try Shop()
    func text(_ binding: String) throws -> String { try Binding(parsing: binding).evaluate(in: shop).content.text }
    #expect(try text("books[1]/copies/describe(/name)") == "B2:12:Corner")
    #expect(try text("books[1]/genre/describe()") == #"R2:{"id":"R2","refKey":""}:-"#)
    #expect(try text("genres[0]/name/describe()") == #"FANTASY:"Fantasy":-"#)
    #expect(try text("books[0]/dates[0]/describe()") == #"-:{"date":0}:-"#)
  }

  @Test(arguments: [
    ("name/shorten()", BindingError.Kind.notFound, 5..<14, "no function 'shorten'"),
    ("name/round2", .wrongKind, 5..<11, "the function 'round2' needs a number, not a string"),
    ("books[0]/price/initial()", .wrongKind, 15..<24, "the function 'initial' needs a string, not a number"),
    ("books[0]/price/formatISO", .wrongKind, 15..<24, "the function 'formatISO' needs a date, not a number"),
    ("books[0]/price/suffix()", .wrongKind, 15..<23, "the function 'suffix' needs a parameter"),
    ("name/initial(#x)", .wrongKind, 5..<16, "the function 'initial' takes no parameter"),
    ("books[0]/round2()", .wrongKind, 9..<17, "the function 'round2' needs a number, not an object"),
    ("name/suffix", .wrongKind, 5..<11, "a string has no property or function 'suffix'"),
    ("name[0]", .wrongKind, 4..<7, "a string has no elements"),
    ("name.@count", .wrongKind, 5..<11, "a string has no elements for '@count'"),
    ("books.@sum.name", .wrongKind, 6..<15, "'@sum' needs numbers, not a string"),
    ("books.@max.tags", .wrongKind, 6..<15, "'@max' needs numbers or strings, not an array"),
    ("books.@unionOfArrays.name", .wrongKind, 6..<25, "'@unionOfArrays' needs arrays, not a string"),
    ("books[0]/$price", .wrongKind, 9..<15, "a number is not an id"),
    ("@NOBODY/name", .notFound, 0..<7, "no entity has the id 'NOBODY'"),
    ("books[0]/titel", .notFound, 9..<14, "no property 'titel'"),
    ("books/titel", .notFound, 6..<11, "no property 'titel'"),
    ("copies/suffix(/nome)", .notFound, 0..<6, "no property 'copies'"),
    ("books[nome=x]", .notFound, 6..<10, "no property 'nome'"),
    ("genres[0][1]", .wrongKind, 9..<12, "an object has no elements"),
    ("genres[0][*]", .wrongKind, 9..<12, "an object has no elements"),
  ])
  func aWrongCallIsAnErrorWithItsPosition(
    _ text: String, _ kind: BindingError.Kind, _ place: Range<Int>, _ description: String
  ) throws {
    let binding = try Binding(parsing: text)
    let error = #expect(throws: BindingError.self) { try binding.evaluate(in: Shop()) }
    #expect(error?.kind == kind)
    #expect(error?.range == place)
    #expect(error?.description == description)
    #expect(error?.binding == text)
  }
}
