import TestSupport
import Testing

@Suite struct GetTests {
  @Test(arguments: [
    ("books.@count", "24\n"), ("books[0]/copies/suffixPlural(#piece)", "0 pieces\n"),
    ("books[0]/authors.@count/suffixPlural(#entry)", "1 entry\n"),
    ("%Price: ,books[1]/price/round2, %EUR", "Price: 1.2 EUR\n"), ("books[0]/genre/ref/name", "Fantasy\n"),
    ("settings>protectionTimeout/ref/name/initial", "5\n"), ("/genres[0]/id", "FANTASY\n"),
    ("!books[0]/marked", "false\n"), (",!books[0]/marked", "false\n"),
    ("#2019-01-01T00:00:00+0000", "2019-01-01T00:00:00+0000\n"), ("books[0]/date.formatDate", "29 August 2015\n"),
    ("books[0]/date", "2015-08-29T18:54:22.25Z\n"), ("directory:groups[0]/group/name", "Group 0\n"),
    ("directory:groups[0]/group/../color", "#0000FF\n"), ("@FANTASY/name", "Fantasy\n"),
    ("books[0]/$genre.refKey/name", "Fantasy\n"), ("books.@sum.price", "306.0000123\n"),
    ("books[name=Solaris 1]/price", "1.2\n"), ("directory:groups[*]/group/name", "Group 0\nGroup 1\nGroup 2\n"),
    ("books[name=none]/price", ""),
  ])
  func aBindingIsPrinted(_ binding: String, _ text: String) throws {
    let shop = try Bookshop()
    try shop.define()
    #expect(try shop.okit("get", binding).text == text)
  }

  @Test func jsonIsAnArrayForSeveralMatchesAndAsStored() throws {
    let shop = try Bookshop()
    try shop.define()
    #expect(
      try shop.okit("get", "--json", "genres[*]/id", "books[0]/date").line
        == #"[["FANTASY","SCIENCE_FICTION","WESTERNS","ROMANCE","THRILLER","MYSTERY"],462567262.25]"#)
    #expect(try shop.okit("get", "--json", "genres[name=Fantasy]/id").line == #"["FANTASY"]"#)
    #expect(try shop.okit("get", "--json", "genres[name=none]/id").line == "[]")
    #expect(try shop.okit("get", "--raw", "books[0]/date", "books[0]/name/initial").text == "462567262.25\n\"D\"\n")
  }

  @Test func linesNameTheStoredPathOfAValue() throws {
    let shop = try Bookshop()
    try shop.define()
    let lines = try shop.okit(
      "get", "--lines", "books[0]/$genre.refKey/name", "directory:groups[1]/group/../name", "books[0]/price/round2"
    ).lines
    #expect(
      lines == [
        #"{"model":"default","path":"default:genres[0]/name","id":"FANTASY","value":"Fantasy"}"#,
        #"{"model":"directory","path":"directory:groups[1]/name","id":"5C2C359D-E698-B612-04D1-C71A496E84FF","value":"Group 1"}"#,
        #"{"model":"default","path":null,"id":"90DCD659-AE99-8B81-2955-1201B17838AF","value":0.1}"#,
      ])
  }

  @Test func anAbsentOrFalseValueExitsWith1IfAsked() throws {
    let shop = try Bookshop()
    for binding in ["!books[0]/marked", "books[name=none]", "books[0]/comment", "books[0]/comment/initial()"] {
      try shop.okit("get", "-e", binding, status: 1)
      try shop.okit("get", binding)
    }
  }

  @Test(arguments: [
    ("books[0]/nme", 66, "no property 'nme'", "did you mean 'name'?"),
    ("books[0]/name/initail()", 66, "no function 'initail'", "did you mean 'initial'?"),
    ("books.@cuont", 64, "no operator '@cuont'", "did you mean '@count'?"),
    ("@NOBODY/name", 66, "no entity has the id 'NOBODY'", ""),
    ("books[0", 64, "'[' without ']'", ""),
    ("books[0]/name/round2", 64, "the function 'round2' needs a number, not a string", ""),
    ("nobody>name", 66, "no such model: 'nobody'", ""),
  ])
  func aWrongBindingIsAnErrorWithItsPosition(_ binding: String, _ status: Int32, _ message: String, _ hint: String)
    throws
  {
    let output = try Bookshop().okit("get", binding, status: status)
    #expect(output.bytes == [])
    #expect(output.errors.contains("okit: error: \(message)\n"), "\(output.errors)")
    #expect(output.errors.contains(hint))
  }

  @Test(arguments: FormedShop.Form.allCases) func conditionsAcceptCaseNamesLikeSet(form: FormedShop.Form) throws {
    let shop = try FormedShop(form)
    let paperbacks = try shop.okit("get", "books[type=0]/name").text
    #expect(paperbacks != "")
    #expect(try shop.okit("get", "books[type=paperback]/name").text == paperbacks)
    #expect(
      try shop.okit("get", "books[type=leather]/name", status: 66).errors.contains(
        "'leather' is not a case of BookType"))
    #expect(try shop.okit("get", "books[name=paperback]/name").text == "")
    let wanted = try shop.jq(#"(.books[] | select(.type == "0")).copies = 7"#, "default.json")
    try shop.okit("set", "--all", "books[type=paperback]/copies", "7")
    #expect(try shop.jq(".", "default.json") == wanted)
    #expect(
      try shop.okit("get", "books[type=paperback].@count", "books[copies=8].@count", "books[*].@count").lines
        == [try shop.jq(#".books | map(select(.type == "0")) | length"#, "default.json"), "0", "4"])
    #expect(try shop.okit("get", "--json", "books[copies=7].@count").line == "2")
  }

  @Test func aConditionThatIsNotSupportedIsShown() throws {
    let shop = try FormedShop(.plain)
    for condition in ["copies==0", "name CONTAINS \"x\"", "copies=0 or type=0"] {
      try shop.refuses(["set", "--all", "books[\(condition)]/copies", "1"], status: 64, "no operator")
      try shop.refuses(["remove", "--all", "books[\(condition)]"], status: 64, "no operator")
      try shop.refuses(["get", "missing[\(condition)]"], status: 64, "no operator")
    }
    try shop.okit("set", "books[0]/name", "Live && Let Live")
    #expect(try shop.okit("get", #"books[name="Live && Let Live"]/copies"#).lines.count == 1)
  }

  @Test func functionsFormatValues() throws {
    let shop = try FormedShop(.plain)
    #expect(
      try shop.okit("get", "--json", "books[*]/name/join(#, )").line
        == shop.jq("[.books[].name]|join(\", \")", "default.json"))
    #expect(
      try shop.okit("get", "books[0]/price/format(#000.0)", "books[0]/type/case", "books[0]/comment/default(#none)")
        .text == "010.0\npaperback\nnone\n")
    #expect(try shop.okit("get", "books[0]/date/format(#dd.MM.yyyy)").text == "29.08.2015\n")
    #expect(try shop.okit("get", "books[0]/name/format(#0)", status: 64).errors.contains("needs a number or a date"))
    #expect(
      try shop.okit("get", "books[0]/price/format(#0.0.0)", status: 64).errors.contains(
        "'0.0.0' is not a valid pattern"))
    try Files.makeFolder(shop.root + "/okit/functions")
    try Files.write("#!/bin/sh\necho yes\n", to: shop.root + "/okit/functions/isOnShelf", mode: 0o700)
    #expect(try shop.okit("get", "books[0]/isOnShelf", status: 64).errors.contains("use --run"))
    #expect(try shop.okit("get", "--run", "books[0]/isOnShelf").text == "yes\n")
    // A program does not replace a property that has no value, and is also called on texts.
    try Files.write("#!/bin/sh\necho program\n", to: shop.root + "/okit/functions/comment", mode: 0o700)
    #expect(try shop.okit("get", "books[0]/comment").text == "\n")
    #expect(try shop.okit("get", "--run", "books[0]/name/comment").text == "program\n")
  }
}
