import Bindings
import JSONDocument
import Testing

@Suite struct LanguageTests {
  /// A binding and its text, one match per line; nil if absent.
  struct Sample: CustomTestStringConvertible, Sendable {
    let binding: String
    let text: String?
    var testDescription: String { binding }

    init(_ binding: String, _ text: String?) {
      self.binding = binding
      self.text = text
    }
  }

  private func check(_ sample: Sample, from context: (Shop) -> JSONValue? = { _ in nil }) throws {
    let shop = try Shop()
    let matches = try Binding(parsing: sample.binding).matches(in: shop, from: context(shop))
    #expect(matches.map(\.content.text).joined(separator: "\n") == sample.text ?? "")
    if sample.text == nil { #expect(matches.map(\.content.isAbsent) == [true]) }
  }

  @Test(arguments: [
    Sample("#true", "true"), Sample("# a/b[0].c ", "a/b[0].c"), Sample("#f(a, b)", "f(a, b)"), Sample("#:)", ":)"),
    Sample(#"#a\u{2c}b"#, "a,b"), Sample("#", ""), Sample("%EUR", "€"), Sample("%xyz", "xyz"),
    Sample("%empty", "empty"),
    Sample("#2019-01-01T00:00:00+0000", "2019-01-01T00:00:00+0000"),
  ])
  func constantsAreTexts(_ sample: Sample) throws { try check(sample) }

  @Test(arguments: [
    Sample("directory>/authors[0]/name", "Gaiman"), Sample("directory:authors[0]/name", "Gaiman"),
    Sample("/name", "Corner"), Sample("books[0]/./name", "the Dispossessed"), Sample("books[0]/name/./id", "B1"),
    Sample("books//name", "Corner"), Sample("books/./name", "Corner"),
    Sample("books[0]/../name", "Corner"), Sample("books[0]/name/../name", "Corner"),
    Sample("authors/../id", nil), Sample("books[0]/genre/ref/../id", "SHOP"), Sample("books[0]/dates[1]/../id", "B1"),
    Sample("shelves/top/../id", "SHOP"), Sample("..", nil), Sample("directory>groups[0]/group/name", "Readers"),
    Sample("directory>groups[0]/group/../id", "G1"), Sample("directory>groups[0]/group/authors[0]/../../id", "G1"),
    Sample("directory>groups[0]/group/~/authors[0]/id", "A4"), Sample("directory>authors[0]/</groups[0]/id", "G1"),
    Sample("books[0]/parent/id", "SHOP"), Sample("books[0]/model/id", "SHOP"), Sample("books[0]/key", "B1"),
    Sample("books[0]/modelName", "default"), Sample("directory>groups[0]/group/modelName", "directory"),
    Sample("books[0]/genre/ref/name", "Science Fiction"), Sample("books[1]/genre/ref/name", nil),
    Sample("books[2]/genre/ref/name", nil), Sample("books[0]/$genre.refKey/name", "Science Fiction"),
    Sample("books[1]/$genre.refKey", nil), Sample("books[0]/$#FANTASY/name", "Fantasy"), Sample("$#NONE/name", nil),
    Sample("@FANTASY/name", "Fantasy"), Sample("@A4.name", "Gaiman"), Sample("directory:@A4/name", "Gaiman"),
    Sample("@A3/../../id", "G1"), Sample("settings>protectionTimeout/ref/name", "5 minutes"),
  ])
  func modelsRootsParentsAndEntitiesAreFollowed(_ sample: Sample) throws { try check(sample) }

  @Test(arguments: [
    Sample("name", "Solaris"), Sample("./id", "B2"), Sample("../id", "SHOP"), Sample("../name", "Corner"),
    Sample("/name", "Corner"), Sample("~/name", "Corner"), Sample("copies/suffix(name)", "12 Solaris"),
    Sample("genre/id/../copies/suffix(/name)", "12 Corner"),
    Sample("genre/describe(name)", #"R2:{"id":"R2","refKey":""}:Solaris"#),
  ])
  func relativePathsStartAtTheirContext(_ sample: Sample) throws { try check(sample) { $0.entity("B2", near: nil) } }

  @Test(arguments: [
    Sample("books.@count", "3"), Sample("books/@count", "3"), Sample("books@count", "3"),
    Sample("books.@sum.price", "12.6"), Sample("books.@avg.price", "4.2"),
    Sample("books@avg.copies", "4.333333333333333"),
    Sample("books.@min.price", "0.1"), Sample("books.@max.price", "12.30"),
    Sample("books.@max.name", "the Dispossessed"),
    Sample("books.@sum.marked", "1"), Sample("books.@min.comment", "sea"), Sample("books.@sum.tags.@count", "3"),
    Sample("books.@max.date", "2019-11-20T08:00:00Z"), Sample("books.@sum.name.length", "30"),
    Sample("books.@unionOfObjects.genre.refKey", #"["SF","","GONE"]"#),
    Sample("books.@unionOfArrays.tags", #"["utopia","novel","novel"]"#),
    Sample("books.@distinctUnionOfArrays.tags", #"["utopia","novel"]"#),
    Sample("books.@distinctUnionOfObjects.comment", #"["sea"]"#), Sample("books[2]/tags.@sum.self", "0"),
    Sample("books[2]/tags.@avg.self", "0"), Sample("books[2]/tags.@max.self", nil),
    Sample("authors.name", #"["Le Guin","Lem"]"#), Sample("authors/name", #"["Le Guin","Lem"]"#),
    Sample("authors/name/initial", #"["L","L"]"#), Sample("authors/name[-1]", "Lem"), Sample("authors/name/1", "Lem"),
    Sample("books/comment", #"[null,"sea",null]"#), Sample("books/tags", #"[["utopia","novel"],["novel"],[]]"#),
    Sample("books/tags/length", "[[6,5],[5],[]]"), Sample("books[0].genre.ref.name", "Science Fiction"),
    Sample("counts/a.b", "dotted"), Sample("counts/a/b", "inner"), Sample("shelves/top/name", "Top"),
    Sample("shelves/nothing", nil), Sample("books[0].name.initial", "t"),
  ])
  func keyPathsAndOperatorsAreEvaluated(_ sample: Sample) throws { try check(sample) }

  @Test(arguments: [
    Sample("!books[0]/marked", "true"), Sample("!books[1]/marked", "false"), Sample("books[1]/marked/not", "false"),
    Sample("books[1]/comment/not", "false"), Sample("books[0]/comment/not", "true"),
    Sample("!books[0]/comment", "true"),
    Sample("!#", "true"), Sample("!#false", "true"), Sample("!#no", "true"), Sample("!#0", "true"),
    Sample("!#No", "false"),
    Sample("!#0.0", "false"), Sample("!books[2]/copies", "true"), Sample("!books[0]/copies", "false"),
    Sample("!books[2]/tags", "false"), Sample("books[2]/tags/not", "false"), Sample("books[0]/not", "false"),
    Sample("books[0]/not()", "false"), Sample("books[0]/comment/not()", "true"), Sample("!books.@count", "false"),
  ])
  func booleansAreNegated(_ sample: Sample) throws { try check(sample) }

  @Test(arguments: [
    Sample("name,books.@count", "Corner 3"), Sample("name,books[0]/comment,name", "Corner Corner"),
    Sample(",!books[0]/marked", "true"), Sample(",", ""),
    Sample("%Price: ,books[0]/price/round2, %EUR", "Preis: 12.3 €"),
    Sample("books[1]/tags,#x", #"["novel"] x"#),
  ])
  func severalBindingsAreOneText(_ sample: Sample) throws { try check(sample) }

  @Test(arguments: [
    Sample("books[*].@count", "3"), Sample("books[comment=].@count", "2"), Sample("books[comment=]/@count", "2"),
    Sample("books[name=nothing].@count", "0"), Sample("books[name=Solaris].@count", "1"),
    Sample("books[copies=0].@sum.price", "0.2"), Sample("books[*].@max.price", "12.30"),
    Sample("books[*]/tags[*].@count", "3"), Sample("books[*]/tags.@count", "2\n1\n0"),
    Sample("books[name=nothing].@max.price", nil),
    Sample("books[comment=].@unionOfObjects.name", #"["the Dispossessed","Kindred"]"#),
    Sample("books[comment=].@count/suffix(#x)", "2 x"), Sample("!books[name=nothing].@count", "true"),
  ])
  func anOperatorBehindAMatchCollectsTheMatches(_ sample: Sample) throws {
    try check(sample)
    let binding = try Binding(parsing: sample.binding)
    #expect(binding.mayMatchSeveral == sample.binding.contains("]/tags.@"))
  }

  @Test(arguments: [
    Sample("books[*]/name", "the Dispossessed\nSolaris\nKindred"), Sample("books[name=Solaris]/id", "B2"),
    Sample(#"books[ name = "Solaris" ]/id"#, "B2"), Sample("books[genre/refKey=SF]/../name", "Corner"),
    Sample("books[comment=]/id", "B1\nB3"), Sample("books[name=nothing]", ""),
    Sample("books[0]/tags[.=novel]", "novel"),
    Sample("books[!marked=true]/id", "B1\nB3"), Sample("books[*]/tags[*]", "utopia\nnovel\nnovel"),
    Sample("books[date=2019-11-20T08:00:00Z]/id", "B1"),
    Sample("books/name[*]", "the Dispossessed\nSolaris\nKindred"),
    Sample("shelves[*]/name", "Top\nLow"), Sample("books[tags[0]=novel]/id", "B2"),
    Sample("books[copies/suffix(#x)=12 x]/id", "B2"), Sample("books[0]/comment[*]", ""),
    Sample(#"books[name=So\u{6c}aris]/id"#, "B2"),
    // A date as it is stored, and the name of a case.
    Sample("books[date=595929600]/id", "B1"), Sample("books[copies=dozen]/id", "B2"),
    Sample("books[copies=12]/id", "B2"), Sample("books[name=dozen]/id", ""),
  ])
  func severalMatchesAreFound(_ sample: Sample) throws { try check(sample) }

  @Test(arguments: [
    Sample("books.@count", "3"), Sample("books[1]/copies/suffixPlural(#piece)", "12 Stücke"),
    Sample("authors.@count/suffixPlural(#entry)", "2 entrys"), Sample("books[0]/genre/ref/name", "Science Fiction"),
    Sample("settings>protectionTimeout/ref/name/initial", "5"),
    Sample("books[0]/date/formatRelativeDate", "2019-11-20"),
    Sample("directory>/authors[0]/id", "A4"), Sample("/genres[0]/id", "FANTASY"), Sample("!books[1]/marked", "false"),
    Sample("books[0]/date.formatDate", "2019-11-20"), Sample("directory>groups[0]/group/id", "G1X"),
  ])
  func bindingsOfScreensAreEvaluated(_ sample: Sample) throws { try check(sample) }

  @Test func oneBindingCanHaveEverything() throws {
    let binding = try Binding(parsing: "m1>/a/$b/../c()/d[1]/e(/a)/f.g.@avg.h")
    #expect(
      binding.segments.map(\.step) == [
        .property("a"), .reference([.init(.property("b"))]), .parent, .call("c", nil), .property("d"), .index(1),
        .call("e", .init(content: .path(.init(isAbsolute: true, segments: [.init(.property("a"))])))),
        .keyPath([
          .init(.property("f")), .init(.property("g")), .init(.collect(.average, [.init(.property("h"))])),
        ]),
      ])
    #expect(binding.model == "m1")
    #expect(binding.path?.isAbsolute == true)
  }

  @Test func withoutDefinitionsShapesDecide() throws {
    var shop = try Shop()
    shop.isDefined = false
    func text(_ binding: String) throws -> String { try Binding(parsing: binding).evaluate(in: shop).content.text }
    #expect(try text("books[0]/date") == "595929600")
    #expect(try text("books[0]/date/formatISO") == "2019-11-20T08:00:00")
    #expect(try text("shelves/low/../id") == "SHOP")
    #expect(try text("shelves[*]/id") == #"["S1","S2"]"#)
    #expect(try text("books[2]/dates") == "")
  }
}
