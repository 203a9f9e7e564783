import Foundation
import TestSupport
import Testing

/// Values of every type, set in every form: the new value replaces the old one, and no other byte changes.
@Suite struct SetValueTests {
  /// A value that is set, and the one place of a file where `old` becomes `new`.
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

  /// One value for each option; the tables of values are in the library's tests.
  private static let edits = [
    Edit("books[0]/name", "The Left Hand", old: #""name":"The Dispossessed""#, new: #""name":"The Left Hand""#),
    Edit("books[0]/name", #""J\u00e9""#, "--type", "json", old: "The Left Hand", new: #"J\u00e9"#),
    Edit("books[0]/name", "1.50", "--type", "string", old: #""name":"J\u00e9""#, new: #""name":"1.50""#),
    Edit("books[0]/name", "--type", "null", old: #""name":"1.50""#, new: #""name":"""#),
    Edit(
      "books[0]/name", "-", input: "two\nlines\n\n", old: #""name":"","id":"907A"#,
      new: #""name":"two\nlines\n","id":"907A"#),
    Edit("books[0]/price", "77", "--type", "number", old: #""price":9.99"#, new: #""price":77"#),
    Edit("books[0]/copies", "-", input: "41\n", old: #""copies":3"#, new: #""copies":41"#),
    Edit("books[0]/marked", "false", "--type", "bool", old: #""marked":true"#, new: #""marked":false"#),
    Edit("authors[1]/name", "Lem", "-m", "directory", file: "directory.json", old: "Stanisław Lem", new: "Lem"),
    Edit(
      "directory:groups[0]/color", "#FFFFFF", "--no-sync", file: "directory.json", old: "#0000FF", new: "#FFFFFF"),
    Edit("directory:groups[0]/group/color", "#FFFFFF", "--no-sync", file: group, old: "#0000FF", new: "#FFFFFF"),
    Edit("settings:themeName", "dark", file: "settings.json", old: #""themeName":"""#, new: #""themeName":"dark""#),
  ]

  private static let group = "directory/10A3D6B2-AA05-411A-B271-5945795E8229.json"

  @Test(arguments: FormedShop.Form.allCases) func theGivenValueIsStored(form: FormedShop.Form) throws {
    try expect(Self.edits, form)
  }

  @Test func datesAgreeWithDate() throws {
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

  @Test(arguments: FormedShop.Form.allCases) func aPrintedDateCanBeSetAgain(form: FormedShop.Form) throws {
    let shop = try FormedShop(form)
    for number in ["462567262.25", "462567262.123456789", "-0.5", "5", "20260131", "7.9e8", "1e300", "0.1234567890123"]
    {
      try shop.okit("set", "books[0]/date", number, "--type", "number")
      let stored = try shop.text("default.json")
      #expect(stored.contains(#""date":\#(number),"#))
      for words in [["get", "books[0]/date"], ["get", "books[0]/date", "--json"], ["get", "books[0]/date", "--raw"]] {
        let printed = try shop.shop.okit(words).line
        // This number alone could be meant as a day.
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
    // New values get lines of their own.
    try shop.okit("set", "books[2]/dates", #"[{"date":1},{"date":2}]"#)
    #expect(try git("diff", "--numstat") == "4\t1\tokit/data/default.json")
  }
}
