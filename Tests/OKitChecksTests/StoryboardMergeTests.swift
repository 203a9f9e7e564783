import TestSupport
import Testing
import WorkspaceTestSupport
import XcodeFiles

@testable import OKitChecks
@testable import OKitModels
@testable import OKitStorage

/// Rules of storyboards are added to files that people wrote.
struct StoryboardMergeTests {
  private typealias XML = StoryboardXML

  private func shop(_ rows: String...) throws -> Storyboard {
    try XML.storyboard(
      XML.screen("list", "List", ["dataPath=books"], [XML.row("Table", segue: "book", isPrototype: true)]),
      XML.screen("book", "Detail", [], rows))
  }

  private let price = StoryboardXML.row("Slider", ["valuePath=price", "maxValuePath=#100"])

  @Test func aNewFileHasTheRules() throws {
    let scene = try Scene.forms()
    _ = try scene.imported(shop(price, XML.row("Text", ["textPath=mail"], keyboard: "emailAddress")))
    #expect(
      try scene.rules(of: "Book") == """
        {
          "properties": {
            "price": {
              "minimum": 0,
              "maximum": 100
            },
            "mail": {
              "if": {
                "minLength": 1
              },
              "then": {
                "format": "email"
              }
            }
          }
        }

        """)
  }

  @Test func existingRulesStayAsTheyAre() throws {
    let scene = try Scene.forms()
    let old = """
      {
          "title": "A book",
          "properties": {
              "price": {"maximum": 50, "multipleOf": 0.01},
              "name": {"minLength": 2}
          }
      }
      """
    try Files.write(old, to: scene.root + "/okit/rules/Book.json")
    let found = try scene.imported(shop(price))
    #expect(found.rules == ["Book.price minimum 0"])
    #expect(found.skipped == ["Book.price should be maximum 100, but okit/rules/Book.json:4:19 says 50"])
    #expect(
      try scene.rules(of: "Book")
        == old.replacing(#""multipleOf": 0.01}"#, with: #""multipleOf": 0.01, "minimum": 0}"#))
    let replaced = try scene.imported(shop(price), replacing: true)
    #expect(replaced.skipped == [])
    #expect(try scene.rules(of: "Book").contains(#""maximum": 100"#))
  }

  @Test func aSecondImportChangesNothing() throws {
    let scene = try Scene.forms()
    let storyboard = try shop(
      price, XML.row("Slider", ["valuePath=copies", "maxValuePath=shelf"]),
      XML.row("Text", ["textPath=mail"], keyboard: "emailAddress"))
    _ = try scene.imported(storyboard)
    let before = try scene.rules(of: "Book")
    let outcome = try StoryboardRuleImport(scene.workspace()).run(
      [StoryboardFile(name: "Main.storyboard", storyboard)], replacing: false)
    #expect(outcome.files == [] && outcome.skipped.isEmpty)
    #expect(outcome.rules.allSatisfy { !$0.isNew })
    #expect(try scene.rules(of: "Book") == before)
  }

  @Test func commentsInTheSourceStay() throws {
    let found = try Scene.forms().imported(
      shop(XML.row("Stepper", ["valuePath=shelf", "maxValuePath=#7"])), replacing: true)
    #expect(found.rules == ["Book.shelf minimum 0"])
    #expect(found.skipped.count == 1 && found.skipped[0].hasPrefix("Book.shelf should be maximum 7, but "))
    #expect(found.skipped[0].hasSuffix("okit/model/Shop.swift:9:12 says 5"))
  }

  @Test func aBoundThatExcludesAnExistingOneIsReported() throws {
    let scene = try Scene.forms()
    let old = #"{"properties": {"price": {"minimum": 200}}}"#
    try Files.write(old, to: scene.root + "/okit/rules/Book.json")
    let found = try scene.imported(shop(price))
    #expect(found.rules == [])
    #expect(
      found.skipped == [
        "Book.price should be minimum 0, but okit/rules/Book.json:1:27 says 200",
        "Book.price should be maximum 100, but okit/rules/Book.json:1:27 says 200",
      ])
    #expect(try scene.rules(of: "Book") == old)
  }

  @Test func aDryRunWritesNothing() throws {
    let scene = try Scene.forms()
    let found = try scene.imported(shop(price), dryRun: true)
    #expect(found.rules.count == 2)
    #expect(!Files.exists(scene.root + "/okit/rules"))
  }

  @Test func aDateBoundThatExcludesAnExistingOneIsReported() throws {
    let scene = try Scene.forms()
    let old = #"{"properties": {"date": {"x-okit-maximum": "2020-01-01"}}}"#
    try Files.write(old, to: scene.root + "/okit/rules/Book.json")
    let found = try scene.imported(shop(XML.row("Date", ["datePath=date", "minDatePath=#2020-01-02"])))
    #expect(found.rules == [])
    #expect(
      found.skipped == [
        #"Book.date should be x-okit-minimum "2020-01-02", but okit/rules/Book.json:1:26 says "2020-01-01""#
      ])
    #expect(try scene.rules(of: "Book") == old)
  }

  @Test(arguments: [false, true]) func ofTwoBoundsThatExcludeEachOtherTheFirstIsTaken(_ isReplacing: Bool) throws {
    let scene = try Scene.forms()
    let found = try scene.imported(
      shop(
        XML.row("Date", ["datePath=date", "minDatePath=#2026-02-01", "maxDatePath=#2026-01-31"]),
        XML.row("Date", ["datePath=until", "minDatePath=#2026-01-31T08:00Z", "maxDatePath=#2026-01-31"]),
        XML.row("Slider", ["valuePath=price", "minValuePath=#9", "maxValuePath=#3"])), replacing: isReplacing)
    #expect(
      found.rules == [
        #"Book.date x-okit-minimum "2026-02-01""#, "Book.price minimum 9",
        #"Book.until x-okit-minimum "2026-01-31T08:00Z""#, #"Book.until x-okit-maximum "2026-01-31""#,
      ])
    #expect(
      found.skipped.map { $0.split(separator: ":")[0] } == [
        #"Book.date should be x-okit-maximum "2026-01-31", but Main.storyboard"#,
        "Book.price should be maximum 3, but Main.storyboard",
      ])
  }

  @Test(arguments: [
    "[]", #"{"properties": []}"#, #"{"properties": 5}"#, #"{"properties": "#, #"{"minimun": 1}"#,
    #"{"properties": {"price": {}, "price": {}}}"#,
  ])
  func invalidRulesAreAnError(_ text: String) throws {
    let scene = try Scene.forms()
    try Files.write(text, to: scene.root + "/okit/rules/Book.json")
    #expect {
      _ = try scene.imported(shop(price))
    } throws: { error in
      (error as? OKitError)?.kind == .configuration && "\(error)".contains("okit/rules/Book.json")
    }
    #expect(try scene.rules(of: "Book") == text)
  }
}
