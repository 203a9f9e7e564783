import TestSupport
import Testing

/// The bindings of a real app's screens, on the example.
@Suite struct ScreenTests {
  @Test(arguments: FormedShop.Form.allCases) func bindingsOfAnAppsScreensAreEvaluated(form: FormedShop.Form) throws {
    let shop = try FormedShop(form)
    try shop.okit("set", "books[1]/date", "now")
    let table: [(binding: String, text: String)] = [
      ("books.@count", "4"), ("books[0]/copies/suffixPlural(#piece)", "3 pieces"),
      ("books[1]/copies/suffixPlural(#piece)", "1 piece"), ("authors.@count/suffixPlural(#entry)", "4 entrys"),
      ("%Price: ,books[0]/price/round2, %EUR", "Price: 9.99 EUR"),
      ("%Price: ,books[2]/price/round2, %EUR", "Price: 12 EUR"),
      ("books[2]/genre/ref/name", "Fantasy"), ("settings:protectionTimeout/ref/name", "5 Minutes"),
      ("books[1]/author/ref/name/initial", "S"), ("books[2]/author/ref/name/initial", "村"),
      ("books[1]/date/formatRelativeDate", "Today"), ("books[0]/date/formatRelativeDate", "29 August 2015"),
      ("directory>/", try shop.text("directory.json")), ("settings>/", try shop.text("settings.json")),
      (
        "/genres",
        #"[{"id":"FANTASY","name":"Fantasy"},{"id":"SCIENCE_FICTION","name":"Science Fiction"},{"id":"HORROR","name":"Horror"}]"#
      ),
      ("!books[0]/marked", "false"), ("!books[1]/marked", "true"), (",!books[0]/marked", "false"),
      ("#2019-01-01T00:00:00+0000", "2019-01-01T00:00:00+0000"), ("books[0]/date.formatDate", "29 August 2015"),
      ("directory:groups[0]/group", try shop.text("directory/10A3D6B2-AA05-411A-B271-5945795E8229.json")),
      ("directory:groups[0]/group/authors[0]/name", "Guest 0"),
    ]
    for (binding, text) in table {
      #expect(try shop.shop.okit("get", binding, with: ["TZ": "UTC"]).text == text + "\n", "\(binding)")
    }
    let all = try shop.shop.machine.okit(["get"] + table.map(\.binding), with: ["TZ": "UTC"], in: shop.shop.root)
    #expect(all.text == table.map { $0.text + "\n" }.joined())
  }
}
