import Foundation
import TestSupport
import Testing

/// Values of every type, set in every form: what was typed takes the place of what was there, and no other byte changes.
@Suite struct SetValueTests {
  /// A value that is set, and the one place of a file at which `old` becomes `new`.
  struct Edit {
    let words: [String]
    var input = ""
    var file = "default.json"
    let old: String
    let new: String

    init(_ words: String..., input: String = "", file: String = "default.json", old: String, new: String) {
      self.words = words
      self.input = input
      self.file = file
      self.old = old
      self.new = new
    }
  }

  private func expect(_ edits: [Edit], _ form: FormedShop.Form) throws {
    let shop = try FormedShop(form)
    for edit in edits {
      let wanted = try FormedShop.replacing(edit.old, with: edit.new, in: shop.text(edit.file))
      let changed = try shop.changes {
        try shop.shop.machine.okit(["set"] + edit.words, input: Array(edit.input.utf8), in: shop.shop.root)
      }
      #expect(changed == ["okit/data/\(edit.file) differs"], "\(edit.words)")
      #expect(try shop.text(edit.file) == wanted, "\(edit.words)")
    }
    #expect(try shop.okit("check").text == "")
  }

  private static let texts = [
    Edit("books[0]/name", "The Left Hand", old: #""name":"The Dispossessed""#, new: #""name":"The Left Hand""#),
    Edit("books[0]/name", #"a "b" \ c/d ü€😀"#, old: "The Left Hand", new: #"a \"b\" \\ c/d ü€😀"#),
    Edit("books[0]/name", "12", old: #"a \"b\" \\ c/d ü€😀"#, new: "12"),
    Edit("books[0]/name", "null", old: #""name":"12""#, new: #""name":"null""#),
    Edit("books[0]/name", "1.50", "--type", "number", old: #""name":"null""#, new: #""name":"1.50""#),
    Edit("books[0]/name", #""J\u00e9""#, "--type", "json", old: #""name":"1.50""#, new: #""name":"J\u00e9""#),
    Edit("books[0]/name", "--type", "null", old: #""name":"J\u00e9""#, new: #""name":"""#),
    Edit(
      "books[0]/name", "-", input: "two\nlines\n\n", old: #""name":"","id":"907A"#,
      new: #""name":"two\nlines\n","id":"907A"#),
    Edit("books[0]/name", "", old: #""name":"two\nlines\n""#, new: #""name":"""#),
    // A property that is not there comes behind the others.
    Edit(
      "books[3]/comment", "null", old: #""label":"Frankenstein","size":72}"#,
      new: #""label":"Frankenstein","size":72},"comment":"null""#),
    Edit("books[3]/comment", "--type", "null", old: #","comment":"null""#, new: ""),
  ]

  private static let numbers = [
    Edit("books[0]/price", "12.50", old: #""price":9.99"#, new: #""price":12.50"#),
    Edit("books[0]/price", "1E+2", old: "12.50", new: "1E+2"),
    Edit("books[0]/price", "-0.0", old: "1E+2", new: "-0.0"),
    Edit(
      "books[0]/price", "0.1000000000000000055511151231257827", old: "-0.0", new: "0.1000000000000000055511151231257827"
    ),
    Edit("books[0]/price", "77", "--type", "number", old: "0.1000000000000000055511151231257827", new: "77"),
    Edit("books[0]/copies", "-1", old: #""copies":3"#, new: #""copies":-1"#),
    Edit("books[0]/copies", "9007199254740993", old: #""copies":-1"#, new: #""copies":9007199254740993"#),
    Edit("books[0]/copies", "1e2", old: "9007199254740993", new: "1e2"),
    Edit("books[0]/copies", "-", input: "41\n", old: "1e2", new: "41"),
  ]

  private static let others = [
    Edit("books[0]/marked", "no", old: #""marked":true"#, new: #""marked":false"#),
    Edit("books[1]/marked", "1", old: #""marked":false,"date":497"#, new: #""marked":true,"date":497"#),
    Edit("books[1]/marked", "false", "--type", "bool", old: #""marked":true"#, new: #""marked":false"#),
    Edit(
      "books[1]/marked", "true", "--type", "json", old: #""marked":false,"date":497"#, new: #""marked":true,"date":497"#
    ),
    // A case by its name, then by what is stored for it.
    Edit("books[1]/type", "electronic", old: #""type":"1""#, new: #""type":"2""#),
    Edit(
      "books[1]/type", "1", old: #""type":"2","icon":{"format":"image\/png","id":"57EE"#,
      new: #""type":"1","icon":{"format":"image\/png","id":"57EE"#),
    Edit("books[1]/type", #""paperback""#, "--type", "json", old: #""type":"1""#, new: #""type":"0""#),
    // A reference keeps its id.
    Edit(
      "books[0]/author", "B774EB52-48DB-40AF-B215-8370D269A9A5",
      old: #""author":{"id":"7F150524-34B9-45DF-9E77-69B10F4205B4","refKey":"92276658-1E27-41C0-8A6A-63EC24EDE6A4"}"#,
      new: #""author":{"id":"7F150524-34B9-45DF-9E77-69B10F4205B4","refKey":"B774EB52-48DB-40AF-B215-8370D269A9A5"}"#),
    Edit("books[1]/author/refKey", "", old: "AE97BA94-D0ED-482F-8F6D-05584EF8AA38\"},\"genre", new: "\"},\"genre"),
    Edit(
      "books[1]/author", "5AFFB229-7631-4992-B0CE-583505C6AF07",
      old: #""C7A2EA20-B2F1-4C94-AE05-319ACB5C7427","refKey":"""#,
      new: #""C7A2EA20-B2F1-4C94-AE05-319ACB5C7427","refKey":"5AFFB229-7631-4992-B0CE-583505C6AF07""#),
    Edit("settings:protectionTimeout", "10", file: "settings.json", old: #""refKey":"5""#, new: #""refKey":"10""#),
    Edit("settings:themeName", "dark", file: "settings.json", old: #""themeName":"""#, new: #""themeName":"dark""#),
    // Objects and arrays are JSON, laid out as what is around them, in which dates are written as people do; an object stays the entity that it was.
    Edit(
      "books[0]/dates", #"[ {"date": "2026-01-31"}, {"date":1.50} ]"#, old: #"[{"date":600000000}]"#,
      new: #"[{"date":791510400},{"date":1.50}]"#),
    Edit(
      "genres[0]", #"{"name":"Fables"}"#, old: #"{"id":"FANTASY","name":"Fantasy"}"#,
      new: #"{"id":"FANTASY","name":"Fables"}"#),
    Edit(
      "genres[0]", #"{"name": "Fairy tales", "id": "FANTASY"}"#, old: #"{"id":"FANTASY","name":"Fables"}"#,
      new: #"{"name":"Fairy tales","id":"FANTASY"}"#),
  ]

  private static let places = [
    Edit("books[0]/author/ref/name", "U. K. Le Guin", old: "Ursula K. Le Guin", new: "U. K. Le Guin"),
    Edit("books[0]/$author.refKey/name", "Le Guin", old: "U. K. Le Guin", new: "Le Guin"),
    Edit("$#FANTASY/name", "Phantasy", old: #""name":"Fantasy""#, new: #""name":"Phantasy""#),
    Edit("@FANTASY/name", "Fantasy", old: #""name":"Phantasy""#, new: #""name":"Fantasy""#),
    Edit("books[price=12]/copies", "4", old: #""copies":0"#, new: #""copies":4"#),
    Edit("books[-1]/copies", "8", old: #""copies":7"#, new: #""copies":8"#),
    Edit("books/1/copies", "2", old: #""copies":1"#, new: #""copies":2"#),
    Edit("books[0]/../name", "Corner", old: "The Corner Bookshop", new: "Corner"),
    Edit("~/name", "Shop", old: #""name":"Corner""#, new: #""name":"Shop""#),
    Edit(
      "directory>authors[0]/name", "Le Guin", file: "directory.json", old: "Ursula K. Le Guin", new: "Le Guin"),
    Edit("authors[1]/name", "Lem", "-m", "directory", file: "directory.json", old: "Stanisław Lem", new: "Lem"),
    // What a stand-in repeats changes with its partial, unless the edit is for one of both.
    Edit(
      "@10A3D6B2-AA05-411A-B271-5945795E8229/name", "First", "--no-sync", file: "directory.json", old: "Group 0",
      new: "First"),
    Edit("directory:groups[0]/group/status", "open", file: group, old: "closed", new: "open"),
    Edit("@5AFFB229-7631-4992-B0CE-583505C6AF07/name", "Guest", file: group, old: "Guest 0", new: "Guest"),
    Edit("directory:groups[0]/group/authors[0]/../name", "One", "--no-sync", file: group, old: "Group 0", new: "One"),
    Edit(
      "directory:groups[0]/group/../color", "#FFFFFF", "--no-sync", file: "directory.json", old: "#0000FF",
      new: "#FFFFFF"),
    Edit("directory:groups[0]/name", "One", "--no-sync", file: "directory.json", old: "First", new: "One"),
    Edit("directory:groups[0]/group/color", "#FFFFFF", "--no-sync", file: group, old: "#0000FF", new: "#FFFFFF"),
    Edit("settings:protectionTimeout/ref/name", "Soon", file: "settings.json", old: "5 Minutes", new: "Soon"),
  ]

  private static let group = "directory/10A3D6B2-AA05-411A-B271-5945795E8229.json"

  @Test(arguments: FormedShop.Form.allCases) func textsAreWhatIsTyped(form: FormedShop.Form) throws {
    try expect(Self.texts, form)
  }

  @Test(arguments: FormedShop.Form.allCases) func numbersAreStoredAsTheyAreTyped(form: FormedShop.Form) throws {
    try expect(Self.numbers, form)
  }

  @Test(arguments: FormedShop.Form.allCases) func otherTypesAreConverted(form: FormedShop.Form) throws {
    try expect(Self.others, form)
  }

  @Test(arguments: FormedShop.Form.allCases) func theFileChangesInWhichTheEntityLives(form: FormedShop.Form) throws {
    try expect(Self.places, form)
  }

  @Test func datesAreWhatDateSays() throws {
    let shop = try FormedShop(.plain)
    var stored = "462567262.25"
    for (text, fraction) in [
      ("2026-01-31", ""), ("2026-01-31T08:30", ""), ("2026-01-31T08:30:15", ""), ("2026-01-31T08:30:15Z", ""),
      ("2026-01-31 08:30:15+01:00", ""), ("2026-01-31T08:30:15-0530", ""), ("2026-01-31T08:30:15+14", ""),
      ("2026-01-31T08:30:15.5Z", ".5"), ("2026-01-31T08:30:15.125000+02:00", ".125"), ("2000-02-29T23:59:59Z", ""),
      ("1582-10-15", ""), ("1969-12-31T23:59:59.75Z", ".75"), ("9999-12-31", ""), ("2001-01-01", ""),
    ] {
      let wanted = try shop.text("default.json")
      try shop.okit("set", "books[0]/date", text)
      let seconds = try shop.shop.machine.run("date", "-u", "-d", text, "+%s").line
      let moment = try #require(Int(seconds)) - 978_307_200
      // Before 2001 a fraction makes the number smaller.
      let number =
        moment < 0 && !fraction.isEmpty ? "\(Double(moment) + Double("0" + fraction)!)" : "\(moment)\(fraction)"
      #expect(
        try shop.text("default.json") == FormedShop.replacing(":\(stored),", with: ":\(number),", in: wanted), "\(text)"
      )
      stored = number
    }
    for text in ["20260131", "2026", "202601", "20260131083000"] {
      try shop.refuses(["set", "books[0]/date", text], status: 65, "a calendar day or seconds since 2001")
      try shop.refuses(["set", "books[0]/date", text], status: 65, "--type number")
    }
    try shop.okit("set", "books[0]/date", "-12.5", "--type", "number")
    #expect(try shop.jq(".books[0].date", "default.json") == "-12.5")
    try shop.okit("set", "books[0]/date", "now")
    let now = try #require(Double(shop.jq(".books[0].date", "default.json")))
    #expect(abs(now - Date.now.timeIntervalSinceReferenceDate) < 60)
  }

  @Test(arguments: FormedShop.Form.allCases) func whatIsPrintedOfADateSetsTheSame(form: FormedShop.Form) throws {
    let shop = try FormedShop(form)
    for number in ["462567262.25", "462567262.123456789", "-0.5", "5", "20260131", "7.9e8", "1e300", "0.1234567890123"]
    {
      try shop.okit("set", "books[0]/date", number, "--type", "number")
      let stored = try shop.text("default.json")
      #expect(stored.contains(#""date":\#(number),"#))
      for words in [["get", "books[0]/date"], ["get", "books[0]/date", "--json"], ["get", "books[0]/date", "--raw"]] {
        let printed = try shop.shop.okit(words).line
        // Only this one could be meant as a day.
        if printed == "20260131" { continue }
        try shop.okit("set", "books[0]/date", printed)
        let value = try #require(Double(shop.jq(".books[0].date", "default.json")))
        #expect(value == Double(number), "\(words): \(printed)")
        try shop.okit("set", "books[0]/date", number, "--type", "number")
      }
      let lines = try shop.okit("get", "--lines", "books[0]/date").bytes
      let object = try shop.okit("get", "books[0]").line
      let changed = try shop.changes {
        try shop.okit("set", "--from", "-", input: lines)
        try shop.okit("set", "books[0]", object)
      }
      #expect(changed == [])
    }
    try shop.okit("add", "books[0]/dates", #"{"date":86400}"#)
    try shop.okit("add", "books[0]/dates", #"{"date":"2001-01-03"}"#)
    #expect(try shop.jq(".books[0].dates[-2:]", "default.json") == #"[{"date":86400},{"date":172800}]"#)
  }

  @Test func aPrettyModelChangesInOneLine() throws {
    let shop = try FormedShop(.plain)
    func git(_ words: String...) throws -> String {
      let output = try shop.shop.machine.launch(["git"] + words, [], [:], shop.shop.root)
      output.check(.status(0), words, #_sourceLocation)
      return output.line
    }
    for file in ["default.json", "directory.json", Self.group] {
      try shop.write(shop.shop.machine.run("jq", ".", shop.path(file)).bytes, file)
    }
    _ = try git("init", "-q")
    _ = try git("add", "okit/data")
    try shop.okit("set", "books[2]/price", "11.90")
    #expect(try git("diff", "--numstat") == "1\t1\tokit/data/default.json")
    #expect(try git("diff", "-U0").contains("\n-      \"price\": 12,\n+      \"price\": 11.90,"))
    try shop.okit("set", "directory:groups[0]/group/authors[0]/name", "Guest")
    #expect(
      try git("diff", "--numstat") == "1\t1\tokit/data/default.json\n1\t1\tokit/data/\(Self.group)")
    try shop.okit("set", "books[2]/price", "12", "directory:groups[0]/group/authors[0]/name", "Guest 0")
    #expect(try git("diff", "--numstat") == "")
    // What is new has lines of its own.
    try shop.okit("set", "books[2]/dates", #"[{"date":1},{"date":2}]"#)
    #expect(try git("diff", "--numstat") == "4\t1\tokit/data/default.json")
  }
}
