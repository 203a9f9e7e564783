import Bindings
import Foundation
import OKitModels
import OKitStorage
import TestSupport
import Testing
import WorkspaceTestSupport

@testable import OKitEditing

/// Values of every type, set in every form: the new value replaces the old one, and no other byte changes.
@Suite struct SetValueTests {
  /// A value that is set, and the one place of a file where `old` becomes `new`.
  private struct Edit {
    let item: (path: String, value: EditItem.Value)
    let model: String?
    let syncs: Bool
    let file: String
    let old: String
    let new: String

    init(
      _ path: String, _ text: String, type: ValueType? = nil, model: String? = nil, syncs: Bool = true,
      file: String = "default.json", old: String, new: String
    ) {
      item = (path, type.map { .typed(text, $0) } ?? .text(text))
      self.model = model
      self.syncs = syncs
      self.file = file
      self.old = old
      self.new = new
    }
  }

  private func expect(_ edits: [Edit], _ form: StoredForm) throws {
    let scene = try Scene.exampleShop(form)
    for edit in edits {
      let path = scene.data + "/" + edit.file
      let parts = try scene.open(path).text.components(separatedBy: edit.old)
      try #require(parts.count == 2, "\(edit.old) is there \(parts.count - 1) times")
      let before = try scene.bytes()
      _ = try scene.workspace().edit("set", model: edit.model.map(ModelName.named), syncsPartials: edit.syncs) {
        try $0.set([EditItem(Binding(parsing: edit.item.path), edit.item.value)])
      }
      let after = try scene.bytes()
      let changed = Set(before.keys).union(after.keys).filter { before[$0] != after[$0] }
      #expect(changed == ["data/" + edit.file], "\(edit.item)")
      #expect(try scene.open(path).text == parts.joined(separator: edit.new), "\(edit.item)")
    }
    #expect(try scene.allFindings() == [])
  }

  private static let texts = [
    Edit("books[0]/name", "The Left Hand", old: #""name":"The Dispossessed""#, new: #""name":"The Left Hand""#),
    Edit("books[0]/name", #"a "b" \ c/d ü€😀"#, old: "The Left Hand", new: #"a \"b\" \\ c/d ü€😀"#),
    Edit("books[0]/name", "12", old: #"a \"b\" \\ c/d ü€😀"#, new: "12"),
    Edit("books[0]/name", "null", old: #""name":"12""#, new: #""name":"null""#),
    Edit("books[0]/name", "1.50", type: .number, old: #""name":"null""#, new: #""name":"1.50""#),
    Edit("books[0]/name", #""J\u00e9""#, type: .json, old: #""name":"1.50""#, new: #""name":"J\u00e9""#),
    Edit("books[0]/name", "", type: .null, old: #""name":"J\u00e9""#, new: #""name":"""#),
    Edit(
      "books[0]/name", "two\nlines\n", old: #""name":"","id":"907A"#,
      new: #""name":"two\nlines\n","id":"907A"#),
    Edit("books[0]/name", "", old: #""name":"two\nlines\n""#, new: #""name":"""#),
    // A missing property is added after the others.
    Edit(
      "books[3]/comment", "null", old: #""label":"Frankenstein","size":72}"#,
      new: #""label":"Frankenstein","size":72},"comment":"null""#),
    Edit("books[3]/comment", "", type: .null, old: #","comment":"null""#, new: ""),
  ]

  private static let numbers = [
    Edit("books[0]/price", "12.50", old: #""price":9.99"#, new: #""price":12.50"#),
    Edit("books[0]/price", "1E+2", old: "12.50", new: "1E+2"),
    Edit("books[0]/price", "-0.0", old: "1E+2", new: "-0.0"),
    Edit(
      "books[0]/price", "0.1000000000000000055511151231257827", old: "-0.0", new: "0.1000000000000000055511151231257827"
    ),
    Edit("books[0]/price", "77", type: .number, old: "0.1000000000000000055511151231257827", new: "77"),
    Edit("books[0]/copies", "-1", old: #""copies":3"#, new: #""copies":-1"#),
    Edit("books[0]/copies", "9007199254740993", old: #""copies":-1"#, new: #""copies":9007199254740993"#),
    Edit("books[0]/copies", "1e2", old: "9007199254740993", new: "1e2"),
    Edit("books[0]/copies", "41", old: "1e2", new: "41"),
  ]

  private static let others = [
    Edit("books[0]/marked", "no", old: #""marked":true"#, new: #""marked":false"#),
    Edit("books[1]/marked", "1", old: #""marked":false,"date":497"#, new: #""marked":true,"date":497"#),
    Edit("books[1]/marked", "false", type: .bool, old: #""marked":true"#, new: #""marked":false"#),
    Edit(
      "books[1]/marked", "true", type: .json, old: #""marked":false,"date":497"#, new: #""marked":true,"date":497"#
    ),
    // A case by its name, and then by its stored value.
    Edit("books[1]/type", "electronic", old: #""type":"1""#, new: #""type":"2""#),
    Edit(
      "books[1]/type", "1", old: #""type":"2","icon":{"format":"image\/png","id":"57EE"#,
      new: #""type":"1","icon":{"format":"image\/png","id":"57EE"#),
    Edit("books[1]/type", #""paperback""#, type: .json, old: #""type":"1""#, new: #""type":"0""#),
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
    // Objects and arrays are JSON in the style of the text around them, in which dates can be written as text. An object stays the same entity.
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
    Edit("authors[1]/name", "Lem", model: "directory", file: "directory.json", old: "Stanisław Lem", new: "Lem"),
    // A property that a stand-in shares changes with its partial, unless synchronization is off.
    Edit(
      "@10A3D6B2-AA05-411A-B271-5945795E8229/name", "First", syncs: false, file: "directory.json", old: "Group 0",
      new: "First"),
    Edit("directory:groups[0]/group/status", "open", file: group, old: "closed", new: "open"),
    Edit("@5AFFB229-7631-4992-B0CE-583505C6AF07/name", "Guest", file: group, old: "Guest 0", new: "Guest"),
    Edit("directory:groups[0]/group/authors[0]/../name", "One", syncs: false, file: group, old: "Group 0", new: "One"),
    Edit(
      "directory:groups[0]/group/../color", "#FFFFFF", syncs: false, file: "directory.json", old: "#0000FF",
      new: "#FFFFFF"),
    Edit("directory:groups[0]/name", "One", syncs: false, file: "directory.json", old: "First", new: "One"),
    Edit("directory:groups[0]/group/color", "#FFFFFF", syncs: false, file: group, old: "#0000FF", new: "#FFFFFF"),
    Edit("settings:protectionTimeout/ref/name", "Soon", file: "settings.json", old: "5 Minutes", new: "Soon"),
  ]

  private static let group = "directory/10A3D6B2-AA05-411A-B271-5945795E8229.json"

  @Test(arguments: StoredForm.allCases) func textsAreStoredAsGiven(_ form: StoredForm) throws {
    try expect(Self.texts, form)
  }

  @Test(arguments: StoredForm.allCases) func numbersKeepTheirText(_ form: StoredForm) throws {
    try expect(Self.numbers, form)
  }

  @Test(arguments: StoredForm.allCases) func otherTypesAreConverted(_ form: StoredForm) throws {
    try expect(Self.others, form)
  }

  @Test(arguments: StoredForm.allCases) func theFileThatContainsTheEntityChanges(_ form: StoredForm) throws {
    try expect(Self.places, form)
  }
}
