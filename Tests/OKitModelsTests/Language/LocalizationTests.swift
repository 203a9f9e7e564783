import Bindings
import TestSupport
import Testing
import WorkspaceTestSupport

@testable import OKitModels
@testable import OKitStorage

@Suite struct LocalizationTests {
  private let scene: Scene

  init() throws {
    scene = try Scene.empty()
  }

  private func write(_ text: String, _ language: String) throws {
    try Files.write(text, to: "\(scene.root)/okit/strings/\(language).lproj/Localizable.strings")
  }

  private func localization(
    _ language: String = "en_US", offset: @escaping (Double) -> Int = { _ in 0 }
  ) throws -> Localization {
    let locale = try #require(LocaleName(language))
    return Localization(
      try scene.workspace(for: LocalePreferences(languages: [locale], dates: locale, clockOffset: offset)))
  }

  private func text(_ key: String, _ language: String) throws -> String? { try localization(language).text(key) }

  @Test func aTextFallsBackToTheBaseAndEnglish() throws {
    #expect(try text("k", "de_AT") == nil)
    for name in ["en", "Base", "de", "de_AT", "de-AT"] {
      try write("k = \"\(name)\"; empty = \"\";", name)
      #expect(try text("k", "de_AT.UTF-8") == name)
    }
    #expect(try text("k", "de_CH") == "de")
    #expect(try text("k", "fr_FR") == "Base")
    #expect(try text("empty", "de") == nil)
    #expect(try text("other", "de") == nil)
  }

  @Test func severalLanguagesAreTriedInTurn() throws {
    try write("k = French;", "fr")
    try write("k = English;", "en")
    let languages = try ["gsw_CH", "fr_CH", "en"].map { try #require(LocaleName($0)) }
    let workspace = try scene.workspace(for: LocalePreferences(languages: languages))
    #expect(try Localization(workspace).text("k") == "French")
  }

  @Test func keysAreComparedByBytes() throws {
    try write("\"\u{e9}\" = composed;", "en")
    #expect(try text("\u{e9}", "en") == "composed")
    #expect(try text("e\u{301}", "en") == nil)
  }

  @Test func aStringsFileIsReadOnce() throws {
    try write("k = v;", "en")
    let localization = try localization()
    #expect(try localization.text("k") == "v")
    try write("k = w", "en")
    #expect(try localization.text("k") == "v")
    #expect(throws: OKitError.self) { try text("k", "en") }
  }

  @Test func linksWithinTheWorkspaceAreFollowed() throws {
    try Files.write("k = v;", to: scene.root + "/App/de.lproj/Localizable.strings")
    try Files.link(scene.root + "/okit/strings", to: "../App")
    #expect(try text("k", "de") == "v")
    try Files.write("k = v;", to: scene.folder + "/Localizable.strings")
    try Files.link(scene.root + "/App/fr.lproj", to: scene.folder)
    let error = try #require(throws: OKitError.self) { try text("k", "fr") }
    #expect(error.kind == .malformed)
    #expect(
      error.message.hasSuffix(
        "fr.lproj/Localizable.strings is a symbolic link out of the workspace, which is not followed"))
  }

  @Test func specialAndLargeFilesAreIgnored() throws {
    try Files.write("", to: scene.root + "/okit/strings/de.lproj/Localizable.strings/x")
    #expect(try #require(throws: OKitError.self) { try text("k", "de") }.kind == .malformed)
    try write(String(repeating: " ", count: StringsFile.maximumSize + 1), "fr")
    let error = try #require(throws: OKitError.self) { try text("k", "fr") }
    #expect(error.message.hasSuffix("is too large for a strings file"))
  }

  // MARK: - Dates

  /// 2019-11-21T08:00:00Z.
  private static let now = 596_016_000.0

  private func date(
    _ days: Double, _ style: BindingDateStyle, _ language: String = "en_US", offset: Int = 0
  ) throws -> String {
    try localization(language, offset: { _ in offset }).text(of: Self.now + days * 86_400, as: style, now: Self.now)
  }

  @Test func relativeDatesHaveWords() throws {
    #expect(try date(0, .relativeDate) == "Today")
    #expect(try date(-1, .relativeFullDate) == "Yesterday")
    #expect(try date(1, .relativeDateTime) == "Tomorrow, 8:00\u{202f}AM")
    #expect(try date(1, .relativeDateTime, "de_DE") == "Tomorrow, 08:00")
    #expect(try date(1, .relativeDateTime, "ja_JP") == "Tomorrow 8:00")
    #expect(try date(1, .relativeTime) == "8:00\u{202f}AM")
    #expect(try date(2, .relativeDate) == "November 23, 2019")
    #expect(try date(-2, .relativeFullDate) == "Tuesday, November 19, 2019")
    #expect(try date(-2, .relativeDateTime) == "11/19/19, 8:00\u{202f}AM")
  }

  @Test func relativeDatesAreTranslated() throws {
    try write(
      "Today = Heute; Tomorrow = \"\"; \"Day before yesterday\" = Vorgestern; \"Day after tomorrow\" = \"Übermorgen\";",
      "de")
    #expect(try date(0, .relativeDateTime, "de_DE") == "Heute, 08:00")
    #expect(try date(1, .relativeDate, "de_DE") == "Tomorrow")
    #expect(try date(-2, .relativeDate, "de_DE") == "Vorgestern")
    #expect(try date(2, .relativeDateTime, "de_DE") == "Übermorgen, 08:00")
    #expect(try date(3, .relativeDate, "de_DE") == "24. November 2019")
  }

  @Test func daysAreCountedInTheReadersTimeZone() throws {
    #expect(try date(0.6, .relativeDate) == "Today")
    #expect(try date(0.7, .relativeDate) == "Tomorrow")
    #expect(try date(0.6, .relativeDate, offset: 3 * 3600) == "Tomorrow")
    #expect(try date(-0.4, .relativeDate) == "Yesterday")
    #expect(try date(-0.4, .relativeDate, offset: 10 * 3600) == "Today")
    #expect(try date(0.9, .relativeDate, offset: -8 * 3600) == "Today")
  }

  @Test func aDayOfChangedClocksCountsAsOne() throws {
    // 2019-10-27 in Berlin has 25 hours; clocks go back at 1 o'clock UTC.
    let change = 593_830_800.0
    let localization = try localization("de_DE") { $0 < change ? 7200 : 3600 }
    let midnight = change - 3 * 3600
    func day(_ hours: Double, from now: Double) throws -> String {
      try localization.text(of: midnight + hours * 3600, as: .relativeDateTime, now: midnight + now * 3600)
    }
    #expect(try day(0, from: 24.9) == "Today, 00:00")
    #expect(try day(24.9, from: 0) == "Today, 23:54")
    #expect(try day(25, from: 0) == "Tomorrow, 00:00")
    #expect(try day(-0.1, from: 24.9) == "Yesterday, 23:54")
    #expect(try day(2.5, from: 5) == "Today, 02:30")
    #expect(try day(3.5, from: 5) == "Today, 02:30")
  }

  @Test func withoutICUDatesAreISO8601WithOneWarning() throws {
    let observer = RecordingObserver()
    let workspace = try scene.workspace(
      for: LocalePreferences(dates: #require(LocaleName("de_DE")), clockOffset: { _ in 3600 }),
      observer: observer)
    func texts(_ date: Double) throws -> [String] {
      let localization = Localization(workspace, icu: { nil })
      return try BindingDateStyle.allCases.map { try localization.text(of: date, as: $0, now: Self.now) }
    }
    #expect(
      try texts(Self.now + 3 * 86_400) == [
        "2019-11-24", "2019-11-24", "2019-11-24 09:00", "09:00", "2019-11-24", "2019-11-24", "2019-11-24 09:00",
        "09:00",
      ])
    #expect(
      try texts(Self.now) == [
        "2019-11-21", "2019-11-21", "2019-11-21 09:00", "09:00", "Today", "Today", "Today 09:00", "09:00",
      ])
    #expect(try texts(1e300) == Array(repeating: "", count: BindingDateStyle.allCases.count))
    #expect(
      observer.warnings == [
        "the ICU library is not installed (Debian package libicu72): dates are in ISO 8601, and numbers are as stored"
      ])
  }

  @Test(arguments: BindingDateStyle.allCases)
  func theFarthestDatesAreFormatted(_ style: BindingDateStyle) throws {
    let localization = try localization("de_DE")
    for date in [252_423_993_600, -63_145_699_200, 3_155_695_199_999, -3_155_695_199_999, -1e12, 4e9] {
      #expect(try localization.text(of: date, as: style, now: Self.now) != "")
    }
  }
}
