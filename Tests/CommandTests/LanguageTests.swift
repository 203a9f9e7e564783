import Foundation
import TestSupport
import Testing

/// The effect of the language and time zone variables on the output.
@Suite struct LanguageTests {
  private let shop: Bookshop

  init() throws {
    shop = try Bookshop(keys: false)
    // 2019-11-21T08:00:00Z, and half an hour before and after New York changed its clocks in 2019.
    try model(
      #"{"date":596016000,"edges":[573982200,573985800,594538200,594541800],"far":[252423993600,-63145699200]}"#)
  }

  private func model(_ json: String) throws { try Files.write(json, to: shop.data + "/dates.json") }

  /// A value, with `LC_ALL` and `TZ` unset unless `variables` sets them.
  private func get(_ paths: String..., with variables: [String: String] = [:], status: Int32 = 0) throws -> Output {
    let words = ["env", "-u", "LC_ALL"] + variables.map { "\($0.key)=\($0.value)" } + [Machine.okit, "get"]
    let output = try shop.machine.launch(words + paths.map { "dates>" + $0 }, [], [:], shop.root)
    output.check(.status(status), words + paths, #_sourceLocation)
    return output
  }

  @Test(arguments: [
    ("de_DE.UTF-8", "21. November 2019", "Donnerstag, 21. November 2019", "21.11.19, 08:00", "08:00"),
    ("en_US.UTF-8", "November 21, 2019", "Thursday, November 21, 2019", "11/21/19, 8:00\u{202f}AM", "8:00\u{202f}AM"),
    ("en_GB", "21 November 2019", "Thursday, 21 November 2019", "21/11/2019, 08:00", "08:00"),
    ("fr_FR@euro", "21 novembre 2019", "jeudi 21 novembre 2019", "21/11/2019 08:00", "08:00"),
    ("ja_JP.eucJP", "2019年11月21日", "2019年11月21日 木曜日", "2019/11/21 8:00", "8:00"),
    ("C", "21 November 2019", "Thursday, 21 November 2019", "21/11/2019, 8:00\u{202f}AM", "8:00\u{202f}AM"),
    ("POSIX", "21 November 2019", "Thursday, 21 November 2019", "21/11/2019, 8:00\u{202f}AM", "8:00\u{202f}AM"),
    ("no;name", "21 November 2019", "Thursday, 21 November 2019", "21/11/2019, 8:00\u{202f}AM", "8:00\u{202f}AM"),
  ])
  func datesFollowTheLocale(_ locale: String, _ long: String, _ full: String, _ both: String, _ time: String)
    throws
  {
    let output = try get(
      "date/formatDate", "date/formatFullDate", "date/formatDateTime", "date/formatTime", "date/formatRelativeDateTime",
      with: ["LC_ALL": locale, "TZ": "UTC"])
    #expect(output.lines == [long, full, both, time, both])
  }

  @Test func theFirstLocaleVariableThatIsSetCounts() throws {
    func date(_ variables: [String: String]) throws -> String {
      try get("date/formatDate", with: variables).line
    }
    let (german, french, english) = ("21. November 2019", "21 novembre 2019", "November 21, 2019")
    #expect(try date([:]) == "21 November 2019")
    #expect(try date(["LANG": "de_DE"]) == german)
    #expect(try date(["LANG": "de_DE", "LC_TIME": "fr_FR"]) == french)
    #expect(try date(["LANG": "de_DE", "LC_TIME": "fr_FR", "LC_ALL": "en_US"]) == english)
    #expect(try date(["LANG": "de_DE", "LC_TIME": "", "LC_ALL": ""]) == german)
    #expect(try date(["LANG": "de_DE", "LC_MESSAGES": "fr_FR", "LANGUAGE": "fr"]) == german)
  }

  @Test(arguments: [
    "UTC", "", "America/New_York", ":America/New_York", "Asia/Tokyo", "Asia/Kathmandu", "CET-1CEST", "EST5EDT",
    "<+03>-3",
    "EST5EDT,M3.2.0,M11.1.0", "/usr/share/zoneinfo/Asia/Tokyo",
  ])
  func timesAgreeWithDateInEveryTimeZone(_ zone: String) throws {
    let output = try get("date/formatTime", "edges/formatTime", with: ["LC_ALL": "de_DE", "TZ": zone])
    #expect(output.errors == "")
    let times = try [596_016_000, 573_982_200, 573_985_800, 594_538_200, 594_541_800].map { moment in
      try shop.machine.run("date", "-d", "@\(moment + 978_307_200)", "+%H:%M", with: ["TZ": zone]).line
    }
    #expect(output.lines == [times[0], "[\(times[1...].map { "\"\($0)\"" }.joined(separator: ","))]"])
  }

  @Test(arguments: [
    ("Asia/Tokyo", "+09:00 Asia/Tokyo"), (":Asia/Tokyo", "+09:00 Asia/Tokyo"),
    ("/usr/share/zoneinfo/Asia/Tokyo", "+09:00 Asia/Tokyo"), ("CET-1CEST", "+01:00 GMT+01:00"), ("", "Z Etc/UTC"),
  ])
  func zonesInPatternsAreThoseOfTheReader(_ zone: String, _ text: String) throws {
    #expect(try get("date/format(#XXX VV)", with: ["LANG": "en_US", "TZ": zone]).line == text)
  }

  @Test func daysFollowTheTimeZone() throws {
    try model(#"{"date":596067000}"#)
    #expect(try get("date/formatDate", with: ["LANG": "en_US", "TZ": "America/New_York"]).line == "November 21, 2019")
    #expect(try get("date/formatDate", with: ["LANG": "en_US", "TZ": "Asia/Tokyo"]).line == "November 22, 2019")
  }

  @Test func anUnknownTimeZoneIsUTCWithAWarning() throws {
    let output = try get(
      "date/formatTime", "date/formatDate", with: ["LANG": "de_DE", "TZ": "Nowhere/Land"])
    #expect(output.lines == ["08:00", "21. November 2019"])
    #expect(
      output.errors == "okit: warning: unknown time zone 'Nowhere/Land' in TZ; dates are in UTC\n")
    #expect(try get("date", with: ["TZ": "Nowhere/Land"]).errors == "")
  }

  @Test(.enabled(if: NoICU.isPossible, "a namespace of its own cannot be made here"))
  func withoutICUDatesAreInISO8601WithAWarning() throws {
    let words = NoICU.namespace + [Machine.okit, "get", "dates>date/formatDate", "dates>edges/formatFullDate"]
    let output = try shop.machine.launch(words, [], ["LC_ALL": "de_DE", "TZ": "UTC"], shop.root)
    #expect(output.end == .status(0))
    #expect(output.lines == ["2019-11-21", #"["2019-03-11","2019-03-11","2019-11-04","2019-11-04"]"#])
    #expect(
      output.errors
        == "okit: warning: the ICU library is not installed (Debian package libicu72): dates are in ISO 8601, "
        + "and numbers are as stored\n")
    let stored = try shop.machine.launch(NoICU.namespace + [Machine.okit, "get", "dates>date"], [], [:], shop.root)
    #expect(stored.line == "596016000")
    #expect(stored.errors == "")
  }

  @Test func datesFarAwayAreShown() throws {
    #expect(
      try get("far/formatDate", with: ["LANG": "en_US", "TZ": "America/New_York"]).line
        == #"["December 31, 9999","December 31, 2"]"#)
  }

  @Test func relativeDatesNameYesterdayTodayAndTomorrow() throws {
    let now = Int(Date.now.timeIntervalSinceReferenceDate)
    // A time zone in which it is noon now, so that the days are unambiguous.
    let zone = "TST\(now / 3600 % 24 - 12)"
    try model(#"{"dates":[\#(now - 86400),\#(now),\#(now + 86400)],"now":\#(now)}"#)
    try Files.makeFolder(shop.root + "/okit/strings/de.lproj")
    try Files.write(
      #"Today = Heute; Tomorrow = "Morgen";"#, to: shop.root + "/okit/strings/de.lproj/Localizable.strings")
    let output = try get(
      "dates/formatRelativeDate", "now/formatRelativeDateTime", "now/formatTime", with: ["LANG": "de_DE", "TZ": zone])
    #expect(output.lines[0] == #"["Yesterday","Heute","Morgen"]"#)
    #expect(output.lines[1] == "Heute, " + output.lines[2])
    #expect(output.lines[2].hasPrefix("12:"))
  }

  // MARK: - Texts

  private func strings(_ bytes: some Collection<UInt8>, _ language: String) throws {
    let folder = "\(shop.root)/okit/strings/\(language).lproj"
    try Files.makeFolder(folder)
    try Files.write(bytes, to: folder + "/Localizable.strings")
  }

  @Test func textsFollowTheLanguage() throws {
    try model(#"{"count":3,"one":1,"name":"Fantasy"}"#)
    try strings(#""EUR" = "€"; pieces = "Stück"; piece = "ein Stück"; "Fantasy" = "%EUR, #x";"#.utf8, "de")
    try strings([0xff, 0xfe] + "EUR = Euros;".utf16.flatMap { [UInt8($0 & 0xff), UInt8($0 >> 8)] }, "fr")
    let paths = ["%EUR", "count/suffixPlural(#piece)", "one/suffixPlural(#piece)", "name/localized", "%none"]
    func texts(_ variables: [String: String]) throws -> [String] {
      let words =
        ["env", "-u", "LC_ALL"] + variables.map { "\($0.key)=\($0.value)" } + [Machine.okit, "get", "-m", "dates"]
      return try shop.machine.launch(words + paths, [], [:], shop.root).lines
    }
    // A text that looks like a binding is not evaluated.
    #expect(try texts(["LANG": "de_AT.UTF-8"]) == ["€", "3 Stück", "1 ein Stück", "%EUR, #x", "none"])
    #expect(try texts(["LANG": "en_US"]) == ["EUR", "3 pieces", "1 piece", "Fantasy", "none"])
    #expect(try texts(["LANG": "de", "LC_MESSAGES": "fr_FR"])[0] == "Euros")
    #expect(try texts(["LANG": "de", "LC_TIME": "fr_FR"])[0] == "€")
    #expect(try texts(["LANG": "en_US", "LANGUAGE": "it:fr:de"])[0] == "Euros")
    #expect(try texts(["LC_ALL": "C", "LANGUAGE": "fr"])[0] == "EUR")
  }

  @Test func aDamagedStringsFileExitsWith65OnlyIfNeeded() throws {
    try strings("EUR = x;\n\"a\" = b c;".utf8, "en")
    let output = try get("date/localized", status: 64)
    #expect(output.errors.contains("needs a string"))
    #expect(try get("date").line == "596016000")
    let error = try shop.okit("get", "%EUR", status: 65)
    #expect(
      error.errors
        == "okit: error: \(shop.root)/okit/strings/en.lproj/Localizable.strings:2:9: expected ';' after a text\n")
  }

  @Test func aLanguageVariableCannotLeaveTheStringsFolder() throws {
    try shop.machine.write("EUR = stolen;", "Localizable.strings")
    try Files.makeFolder(shop.root + "/okit/strings")
    for language in ["../../..", "..", "/tmp", "de/../.."] {
      #expect(try get("date/formatTime", with: ["LANG": language]).lines == ["8:00\u{202f}AM"])
      #expect(try shop.okit("get", "%EUR", with: ["LC_ALL": language]).line == "EUR")
    }
  }

  // MARK: - Computed values

  @Test func darkModeIsComputedFromTheTheme() throws {
    #expect(try shop.okit("get", "settings>darkMode").line == "false")
    let settings = try shop.jq(#".themeName = "dark""#, shop.data + "/settings.json")
    try Files.write(settings, to: shop.data + "/settings.json")
    #expect(try shop.okit("get", "settings>darkMode").line == "true")
    #expect(try shop.okit("get", "!settings>darkMode").line == "false")
    #expect(
      try shop.okit("get", "--lines", "settings>darkMode").line
        == #"{"model":"settings","path":"settings:darkMode","id":null,"value":true}"#)
    try shop.define()
    #expect(try shop.okit("get", "settings>darkMode").line == "true")
    let output = try shop.okit("get", "settings>darkmode", status: 66)
    #expect(output.errors.contains("did you mean 'darkMode'?"))
    try shop.okit("get", "dates>darkMode", status: 66)
    try shop.okit("get", "settings>timeouts[0]/darkMode", status: 66)
  }
}
