import TestSupport
import Testing
import WorkspaceTestSupport
import XcodeFiles

@testable import OKitChecks
@testable import OKitModels

/// What storyboards say about values, and the rules that become of it.
struct StoryboardRuleTests {
  private typealias XML = StoryboardXML

  /// Returns a list of books that opens a screen with these rows.
  private func book(_ rows: String..., attributes: [String] = []) throws -> Storyboard {
    try XML.storyboard(
      XML.screen("list", "List", ["dataPath=books"], [XML.row("Table", segue: "book", isPrototype: true)]),
      XML.screen("book", "Detail", attributes, rows))
  }

  private func expect(
    _ storyboard: Storyboard, _ rules: [String], _ skipped: [String] = [], location: SourceLocation = #_sourceLocation
  ) throws {
    let found = try Scene.forms().imported(storyboard)
    #expect(found.rules == rules, sourceLocation: location)
    #expect(found.skipped == skipped, sourceLocation: location)
  }

  @Test func slidersAndSteppersHaveBoundsAndSteps() throws {
    try expect(
      book(XML.row("Slider", ["valuePath=price", "minValuePath=#-5.5", "maxValuePath=#100"])),
      ["Book.price minimum -5.5", "Book.price maximum 100"])
    // The framework's own bounds count if there are no others.
    try expect(book(XML.row("Slider", ["valuePath=price"])), ["Book.price minimum 0", "Book.price maximum 1"])
    try expect(
      book(XML.row("Stepper", ["valuePath=copies", "stepValuePath=#1"])),
      ["Book.copies minimum 0", "Book.copies maximum 100"])
    try expect(
      book(XML.row("Stepper", ["valuePath=copies", "maxValuePath=#10", "stepValuePath=#5"])),
      ["Book.copies minimum 0", "Book.copies maximum 10", "Book.copies multipleOf 5"])
    try expect(
      book(XML.row("Stepper", ["valuePath=price", "minValuePath=#1", "stepValuePath=#0.3"])),
      ["Book.price minimum 1", "Book.price maximum 100"],
      ["the steps of Book.price start from 1, which is not a multiple of 0.3; skipped"])
    try expect(
      book(XML.row("Slider", ["valuePath=price", "minValuePath=#x", "maxValuePath=#.5"])), ["Book.price maximum 0.5"],
      ["minValuePath: \"x\" is not a number; skipped"])
  }

  @Test func aBoundThatIsAPropertyOfTheSameEntityIsACondition() throws {
    try expect(
      book(XML.row("Slider", ["valuePath=price", "maxValuePath=limit"])),
      [#"Book x-okit-predicates [{"predicate":"{price}<={limit}"}]"#, "Book.price minimum 0"])
    try expect(
      book(XML.row("Slider", ["valuePath=price", "maxValuePath=/name", "minValuePath=copies/round2()"])), [],
      [
        "minValuePath: it calls the function 'round2'; skipped", "maxValuePath: '/name' depends on the data; skipped",
      ])
    try expect(
      book(XML.row("Date", ["datePath=date", "maxDatePath=until"])),
      [#"Book x-okit-predicates [{"predicate":"{date}<={until}"}]"#])
  }

  @Test func datesHaveBounds() throws {
    try expect(
      book(XML.row("Date", ["datePath=date", "minDatePath=#2019-01-01T00:00:00+0000", "maxDatePath=#2026-01-31"])),
      [#"Book.date x-okit-minimum "2019-01-01T00:00:00+0000""#, #"Book.date x-okit-maximum "2026-01-31""#])
    try expect(
      book(XML.row("Date", ["datePath=date", "minDatePath=#today", "maxDatePath=%never"])), [],
      [
        "minDatePath: \"today\" is not a date such as 2026-01-31T00:00:00Z; skipped",
        "maxDatePath: '%never' is a text for translation; skipped",
      ])
    try expect(
      book(XML.row("Date", ["datePath=price"])), [], ["Book.price is Double, not a date; skipped"])
  }

  @Test func keyboardsSayWhichTextsAreTyped() throws {
    try expect(
      book(XML.row("Text", ["textPath=mail"], keyboard: "emailAddress")),
      [#"Book.mail if {"minLength": 1}, then {"format": "email"}"#])
    try expect(
      book(XML.row("Text", ["textPath=mail", "required=#true"], keyboard: "emailAddress")),
      ["Book.mail minLength 1", #"Book.mail format "email""#])
    try expect(book(XML.row("Text", ["textPath=site"], keyboard: "URL")), [#"Book.site format "uri""#])
    try expect(book(XML.row("Text", ["textPath=code"], keyboard: "numberPad")), [#"Book.code pattern "^[0-9]*$""#])
    try expect(book(XML.row("Multiline", ["textPath=code"], keyboard: "alphabet")), [#"Book.code pattern "^[ -~]*$""#])
    try expect(book(XML.row("Text", ["textPath=price"], keyboard: "decimalPad")), ["Book.price minimum 0"])
    try expect(book(XML.row("Text", ["textPath=code"], keyboard: "twitter")), [])
    try expect(book(XML.row("Text", ["textPath=code", "secure=#true"])), [])
  }

  @Test func pickersHaveCandidates() throws {
    try expect(
      book(XML.row("Picker", ["dataPath=/genres", "selectionPath=genre", "namePath=name"])),
      [#"Book.genre x-okit-candidates "/genres""#])
    // The binding of a rule starts from the entity with the property.
    try expect(
      book(XML.row("Picker", ["dataPath=cover/genres", "selectionPath=cover/genre"])),
      [#"Cover.genre x-okit-candidates "../cover/genres""#])
    try expect(
      book(XML.row("Picker", ["dataPath=/genres", "selectionPath=name"])), [],
      ["Book.name is String, not a reference; skipped"])
    try expect(
      book(XML.row("Picker", ["dataPath=/name", "selectionPath=genre"])), [],
      ["dataPath: '/name' does not lead to a list"])
  }

  @Test func segmentsStoreTheirIndices() throws {
    try expect(
      book(XML.row("Segment", ["segmentsPath=%A,%B,%C", "selectIndexPath=copies"])),
      ["Book.copies minimum 0", "Book.copies maximum 2"])
    try expect(
      book(XML.row("Segment", ["segmentsPath=%A,%B", "selectIndexPath=code"])), [#"Book.code enum ["0", "1"]"#])
    try expect(
      book(XML.row("Segment", ["segmentsPath=%A,%B", "selectIndexPath=binding"])), [#"Book.binding enum ["0", "1"]"#])
  }

  @Test func aPropertyIsReadOnlyIfNoRowEditsIt() throws {
    try expect(book(XML.row("Text", ["textPath=code", "readOnly=#true"])), ["Book.code readOnly true"])
    try expect(
      book(XML.row("Text", ["textPath=code", "readOnly=#true"]), XML.row("Text", ["textPath=code"])), [],
      ["Book.code is read-only here, but another row edits it; skipped"])
    try expect(
      book(XML.row("Text", ["textPath=code", "readOnly=!price"])), [],
      ["readOnly of Book.code depends on the data; skipped"])
    // A row that edit mode hides edits nothing.
    try expect(book(XML.row("Slider", ["valuePath=price", "showEdit=#false"])), [])
  }

  @Test func selectionListsHaveCandidates() throws {
    let choice = XML.screen(
      "choice", "Selection", ["contextPath=directory>/", "dataPath=people", "selectionPath=genre"])
    try expect(
      XML.storyboard(
        XML.screen("list", "List", ["dataPath=books"], [XML.row("Table", segue: "book", isPrototype: true)]),
        XML.screen("book", "Detail", [], [XML.row("Table", segue: "choice")]), choice),
      [#"Book.genre x-okit-candidates "directory:/people""#])
    // Without a path, a list that opens the selection sets its own references, and an entity itself is set.
    let plain = XML.screen("choice", "Selection", ["contextPath=/", "dataPath=genres"])
    let element = [XML.row("Table", segue: "choice", isPrototype: true)]
    try expect(
      XML.storyboard(
        XML.screen("list", "List", ["dataPath=books"], [XML.row("Table", segue: "others", isPrototype: true)]),
        XML.screen("others", "Detail", [], [XML.row("Table", segue: "all")]),
        XML.screen("all", "Detail", ["contextPath=genre"], [XML.row("Table", segue: "choice")]), plain),
      [#"Book.genre x-okit-candidates "/genres""#])
    try expect(
      XML.storyboard(
        XML.screen("list", "List", ["dataPath=books"], element), XML.screen("choice", "Selection", ["dataPath=genre"])),
      [], ["dataPath: 'genre' does not lead to a list", "selectionPath: Book has no stored property 'books'"])
  }

  @Test func aNewNameMustNotBeEmpty() throws {
    try expect(
      XML.storyboard(XML.screen("list", "List", ["dataPath=books", "type=Book", "addName=name"])),
      ["Book.name minLength 1"])
    try expect(
      XML.storyboard(XML.screen("list", "List", ["dataPath=books", "addName=title"])), [],
      ["addName: Book has no stored property 'title'"])
    try expect(
      XML.storyboard(XML.screen("list", "List", ["dataPath=books", "addName=name", "add=#false"])), [])
  }

  @Test func ofTwoRowsTheWiderBoundIsTaken() throws {
    let found = try Scene.forms().imported(
      book(
        XML.row("Slider", ["valuePath=price", "maxValuePath=#10"]),
        XML.row("Slider", ["valuePath=price", "maxValuePath=#100"])))
    #expect(found.rules == ["Book.price minimum 0", "Book.price maximum 100"])
    #expect(found.skipped.count == 1 && found.skipped[0].contains("took 100, which allows more values"))
  }

  @Test func aScreenWithoutAKnownEntityIsReported() throws {
    let rows = [XML.row("Slider", ["valuePath=price"])]
    try expect(
      XML.storyboard(XML.screen("a", "Detail", ["contextPath=nothing>/"], rows)), [],
      ["skipped this screen: contextPath: the class of the model 'nothing' is not defined"])
    try expect(
      XML.storyboard(XML.screen("a", "Detail", ["contextPath=books[0]/genre/ref"], rows)), [],
      [
        "skipped this screen: contextPath: the definitions do not say which class a reference leads to"
      ])
    try expect(
      XML.storyboard(XML.screen("a", "Detail", ["contextPath=#x(("], rows)), [],
      ["skipped this screen: contextPath: it is a constant"])
  }

  @Test func namesWithDotsLeadToNothing() throws {
    try expect(
      XML.storyboard(XML.screen("a", "List", ["dataPath=../../books", "type=../../evil", "addName=name"])), [],
      ["dataPath: Shop is the root of a model and has no parent"])
    try expect(
      XML.storyboard(XML.screen("a", "List", ["dataPath=books", "type=../evil", "addName=name"])),
      ["Book.name minLength 1"])
  }

  @Test func screensOfOtherStoryboardsAreFollowed() throws {
    let list = XML.screen("list", "List", ["dataPath=books"], [XML.row("Table", segue: "other", isPrototype: true)])
    let placeholder =
      #"<scene><objects><viewControllerPlaceholder storyboardName="Other1" id="other" sceneMemberID="viewController"/></objects></scene>"#
    let other = try XML.storyboard(XML.screen("x", "Detail", [], [XML.row("Slider", ["valuePath=price"])]))
    let found = try Scene.forms().imported(XML.storyboard(list, placeholder), other)
    #expect(found.rules == ["Book.price minimum 0", "Book.price maximum 1"])
    #expect(found.skipped == [])
  }

  @Test func cyclesOfSeguesEnd() throws {
    let list = XML.screen(
      "list", "List", ["dataPath=/books"], [XML.row("Table", segue: "book", isPrototype: true)])
    let found = try Scene.forms().imported(
      XML.storyboard(list, XML.screen("book", "Detail", [], [XML.row("Table", segue: "list")])))
    #expect(found.rules == [] && found.skipped == [])
  }
}
