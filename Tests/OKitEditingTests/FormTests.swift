import Bindings
import Forms
import Foundation
import JSONDocument
import OKitStorage
import TestSupport
import Testing
import WorkspaceTestSupport

@testable import OKitEditing
@testable import OKitModels

/// What a person sees of a form after some answers, and what is stored.
@Suite struct FormTests {
  /// A workspace with a form.
  private struct Shelf {
    let scene: Scene
    let file: String
    var path = "items[0]"

    init(_ fields: String? = nil, _ form: String? = nil, untyped: Bool = false) throws {
      scene = try Scene.empty()
      file = scene.data + "/box.json"
      if !untyped { try scene.define(FormTests.classes) }
      try Files.write(FormTests.box, to: file)
      try Files.makeFolder(scene.root + "/okit/forms")
      for name in ["a", "b", "c"] {
        try Files.write(SampleAttachment.pngSignature + Array(name.utf8), to: scene.folder + "/\(name).png")
      }
      if let form = form ?? fields.map({ "{\"fields\": [\($0)]}" }) { try define(form) }
    }

    func define(_ form: String) throws { try Files.write(form, to: scene.root + "/okit/forms/f.json") }

    private func request(_ isAddition: Bool, _ form: String?) throws -> FormRequest {
      let binding = try Binding(parsing: isAddition ? "items" : path)
      return FormRequest(
        DraftRequest(binding, model: .named("box"), isAddition ? .add(.end) : .edit), form.map { .file($0) } ?? .ofClass
      )
    }

    private func open(_ name: String) throws -> AttachmentContent {
      try AttachmentContent(path: FilePath(text: scene.folder + "/" + name))
    }

    func answers(_ json: String) throws -> FormAnswers { try FormAnswers(JSONDocument(parsing: json).root) }

    func state(
      _ json: String = "{}", adds: Bool = false, form: String? = "f", isEnd: Bool = false
    ) throws -> FormState {
      try scene.workspace().state(of: request(adds, form), answers(json), isEnd: isEnd, file: open)
    }

    @discardableResult
    func store(
      _ json: String, adds: Bool = false, form: String? = "f", replacing: [Draft.Target]? = nil
    ) throws -> FormState {
      try scene.workspace().store(request(adds, form), answers(json), replacing: replacing, file: open).state
    }

    /// The reasons for not storing answers, by fields; nothing is changed.
    func faults(_ json: String, adds: Bool = false, form: String? = "f") throws -> [String] {
      let before = try scene.bytes()
      let error = #expect(throws: FormFaults.self) { try store(json, adds: adds, form: form) }
      #expect(try scene.bytes() == before)
      return error?.faults.map { "\($0.field ?? "-"): \($0.message)" } ?? []
    }

    /// Expects that answers only replace `old` by `new`, each once, in the model.
    func expect(
      _ json: String, _ changes: (old: String, new: String)..., at location: SourceLocation = #_sourceLocation
    ) throws {
      var expected = FormTests.box
      for (old, new) in changes {
        #expect(expected.components(separatedBy: old).count == 2, "\(old)", sourceLocation: location)
        expected = expected.replacing(old, with: new)
      }
      try Files.write(FormTests.box, to: file)
      try store(json)
      #expect(try Files.text(file) == expected, "\(json)", sourceLocation: location)
    }
  }

  private static let classes = """
    class Box: Model, Codable { var id: String!; var items: [Item] = []; var people: [Person] = [] }
    class Item: ModelEntity, Codable {
      var id: String!
      var name: String = ""
      var note: String?
      var count: Int = 0
      var price: Double = 0
      var amount: Decimal?
      var isDone: Bool = false
      var day: Date?
      var kind: Kind = .small
      var link: URL?
      var owner = ModelRef()
      var helpers: [ModelRef]?
      var photo: ModelImage?
      var photos: [ModelImage]?
      var words: [String]?
      var table: [String: Int] = [:]
      var lid: Lid?
    }
    enum Kind: Int, Codable { case small = 1, large = 2 }
    struct Lid: Codable { var color: String = ""; var weight: Double = 0 }
    class Person: ModelEntity, Codable { var id: String!; var name: String = "" }
    func startBox() { Model.register(Box.self, name: "box") }

    """

  private static let box = """
    {"id":"BOX","items":[{"id":"I1", "name":"La\\u006dp","count":2,"price":1.50,"isDone":false,"kind":1,\
    "owner":{"id":"R1","refKey":"P1"},"helpers":[{"id":"R2","refKey":"P1"}, {"refKey":"P2","id":"R3"}],\
    "day":791562600.5,"lid":{"color":"red","weight":1},"table":{}}],
    "people":[{"id":"P1","name":"Ann"},{"id":"P2","name":"Bob"},{"id":"P3","name":"Cid"}]}

    """

  private func kinds(_ state: FormState) -> [String] {
    state.sections.flatMap(\.fields).map { "\($0.name) \($0.kind.rawValue)" }
  }

  // MARK: - Fields

  @Test func theClassGivesTheKinds() throws {
    let state = try Shelf().state(form: nil)
    #expect(state.title == "Item")
    #expect(state.sections.map(\.header) == [nil, "lid"])
    #expect(
      kinds(state) == [
        "name text", "note text", "count number", "price number", "amount number", "isDone switch", "day dateTime",
        "kind choice", "link text", "owner choice", "helpers choices", "photo picture", "photos pictures", "words list",
        "table note", "lid/color text", "lid/weight number",
      ])
    let fields = state.sections.flatMap(\.fields)
    #expect(fields[0].shown == "Lamp" && fields[0].json == #""La\u006dp""#)
    #expect(fields[6].shown == "2026-01-31 14:30:00")
    #expect(fields[7].choices?.map(\.text) == ["small", "large"] && fields[7].shown == "small")
    #expect(fields[9].choices?.map(\.label) == ["Ann", "Bob", "Cid"])
    #expect(fields[9].choices?.map(\.isChosen) == [true, false, false])
    #expect(fields[10].choices?.map(\.isChosen) == [true, true, false])
    #expect(fields[13].isEnabled && !fields[14].isEnabled)
  }

  @Test func rulesRefineTheKinds() throws {
    let state = try Shelf(
      """
      {"path": "count", "rules": {"minimum": 0, "maximum": 9}}, {"path": "note", "rules": {"enum": ["a", "b"]}},
      {"path": "words", "rules": {"items": {"enum": ["x", "y"]}}}, {"path": "name", "rules": {"minLength": 1}},
      {"path": "day", "rules": {"format": "date"}}
      """
    ).state()
    #expect(kinds(state) == ["count slider", "note choice", "words choices", "name text", "day date"])
    let fields = state.visibleFields
    #expect(fields[0].limits.minimum == "0" && fields[0].limits.maximum == "9")
    #expect(fields[2].choices?.map(\.text) == ["x", "y"])
    #expect(fields[3].isRequired && !fields[1].isRequired)
  }

  @Test func withoutClassesTheValuesGiveTheKinds() throws {
    var shelf = try Shelf(untyped: true)
    #expect(
      kinds(try shelf.state(form: nil)) == [
        "name text", "count number", "day dateTime", "helpers choices", "isDone switch", "kind number", "owner choice",
        "price number", "lid/color text", "lid/weight number",
      ])
    shelf.path = "items[0]/lid"
    try shelf.store(#"{"color": "12"}"#, form: nil)
    #expect(try Files.text(shelf.file) == Self.box.replacing(#""color":"red""#, with: #""color":"12""#))
    shelf.path = "items[0]"
    try shelf.define(#"{"fields": ["owner", {"path": "day", "kind": "date"}, "count", "nothing"]}"#)
    #expect(throws: BindingError.self) { try shelf.state() }
    try shelf.define(#"{"fields": ["owner", {"path": "day", "kind": "date"}, "count"]}"#)
    try shelf.store(#"{"owner": "Cid", "day": "2026-02-01", "count": "7"}"#)
    #expect(
      try Files.text(shelf.file).contains(
        #""count":7,"price":1.50,"isDone":false,"kind":1,"owner":{"id":"R1","refKey":"P3"}"#))
    #expect(try Files.text(shelf.file).contains(#""day":791596800"#))
  }

  @Test func hintsAndTitlesAreThoseOfTheForm() throws {
    let state = try Shelf(
      nil,
      """
      {"title": "Thing", "description": "Of the box.", "class": "Item", "submit": {"title": "Keep?", "function": "f"},
       "sections": [{"header": "H", "footer": "F", "fields": [{"path": "name", "title": "T", "hint": "I",
       "placeholder": "P", "shown": "name/upper"}]}]}
      """
    ).state()
    #expect(state.title == "Thing" && state.description == "Of the box." && state.question == "Keep?")
    #expect(state.functions == ["f"])
    #expect(state.sections[0].header == "H" && state.sections[0].footer == "F")
    let field = state.visibleFields[0]
    #expect(field.title == "T" && field.hint == "I" && field.placeholder == "P" && field.shown == "LAMP")
    #expect(field.path == "box:items[0]/name")
  }

  // MARK: - Conditions

  @Test func sectionsAndFieldsAreShownByConditions() throws {
    let shelf = try Shelf(
      nil,
      """
      {"sections": [{"fields": ["kind"]}, {"visible": "kind=large", "fields": ["note", {"path": "count",
       "visible": "note!=null"}]}, {"fields": [{"path": "price", "enabled": "kind=small"}]}]}
      """)
    #expect(try shelf.state().visibleFields.map(\.name) == ["kind", "price"])
    #expect(try shelf.state(#"{"kind": "large"}"#).visibleFields.map(\.name) == ["kind", "note", "price"])
    let state = try shelf.state(#"{"kind": "large", "note": "x"}"#)
    #expect(state.visibleFields.map(\.name) == ["kind", "note", "count", "price"])
    #expect(state.visibleFields.map(\.isEnabled) == [true, true, true, false])
    // Answers that cannot be given now are ignored, also if this hides others.
    let ignored = try shelf.state(#"{"note": "x", "count": 5, "price": 3}"#)
    #expect(ignored.ignored.sorted() == ["count", "note"])
    try shelf.expect(#"{"kind": "small", "note": "x", "count": 5, "price": 3}"#, (#""price":1.50"#, #""price":3"#))
    #expect(try shelf.store(#"{"kind": "large", "price": 4}"#).ignored == ["price"])
  }

  @Test func aFieldWaitsForOthers() throws {
    let shelf = try Shelf(
      #"{"path": "note", "rules": {"minLength": 2}}, {"path": "count", "needs": ["note"]}"#)
    #expect(try shelf.state().visibleFields.map(\.isEnabled) == [true, false])
    #expect(try shelf.state(#"{"note": "a"}"#).visibleFields.map(\.isEnabled) == [true, false])
    #expect(try shelf.state(#"{"note": "ab"}"#).visibleFields.map(\.isEnabled) == [true, true])
    #expect(try shelf.state(#"{"note": "a", "count": 9}"#).ignored == ["count"])
    try shelf.expect(
      #"{"note": "ab", "count": 9}"#, (#""count":2"#, #""count":9"#), (#""table":{}}"#, #""table":{},"note":"ab"}"#))
  }

  @Test func aValueOfTheFormIsNotStored() throws {
    let shelf = try Shelf(
      """
      {"name": "again", "checks": [{"predicate": "again={name}", "message": "differs"}]}, "name",
      {"name": "how", "rules": {"enum": ["a", "b"]}, "default": "a"}, {"path": "note", "visible": "how=b"}
      """)
    let state = try shelf.state()
    #expect(state.visibleFields.map(\.name) == ["again", "name", "how"])
    #expect(state.visibleFields[2].kind == .choice && state.visibleFields[2].shown == "a")
    #expect(try shelf.faults(#"{"again": "Desk"}"#) == ["again: differs"])
    #expect(try shelf.faults(#"{"how": "c"}"#).first?.hasPrefix("again: differs") == true)
    try shelf.expect(
      #"{"again": "Desk", "name": "Desk", "how": "b", "note": "n"}"#, (#""name":"La\u006dp""#, #""name":"Desk""#),
      (#""table":{}}"#, #""table":{},"note":"n"}"#))
    // The name of a property cannot be another value.
    try shelf.define(#"{"fields": [{"name": "count"}]}"#)
    #expect(throws: OKitError.self) { try shelf.state() }
  }

  // MARK: - Faults

  @Test func allFaultsAreFound() throws {
    let shelf = try Shelf(
      nil,
      """
      {"fields": [{"path": "note", "required": true}, {"path": "count", "rules": {"maximum": 5}},
       {"path": "price", "checks": [{"rules": {"minimum": 2}, "message": "too cheap"},
        {"predicate": "price<100", "when": "end"}]}, "isDone"],
       "checks": [{"predicate": "isDone=true", "message": "not done"}]}
      """)
    #expect(try shelf.state().visibleFields.allSatisfy(\.faults.isEmpty))
    #expect(
      try shelf.faults(#"{"count": 6, "price": 1}"#) == [
        "note: a value is required", "count: 6 is greater than 5", "price: too cheap", "-: not done",
      ])
    #expect(
      try shelf.faults(#"{"note": "", "count": "x", "price": 100, "isDone": true}"#).map { $0.prefix(12) } == [
        "note: a valu", "count: 'x' i", "price: the c",
      ])
    #expect(try shelf.state(#"{"price": 100}"#).visibleFields[2].faults == [])
    #expect(try shelf.state(#"{"price": 100}"#, isEnd: true).visibleFields[2].faults.count == 1)
  }

  @Test func rulesOfTheClassBelongToTheirFields() throws {
    let shelf = try Shelf(#""price", "count", {"path": "name", "visible": "count=2"}"#)
    try Files.makeFolder(shelf.scene.root + "/okit/rules")
    try Files.write(
      #"{"properties": {"price": {"maximum": 5}, "name": {"minLength": 1}}, "x-okit-predicates": [{"predicate": "price<{count}"}]}"#,
      to: shelf.scene.root + "/okit/rules/Item.json")
    #expect(try shelf.state().visibleFields.map(\.isRequired) == [false, false, true])
    #expect(try shelf.faults(#"{"price": 6, "count": 9}"#) == ["price: 6 is greater than 5"])
    let faults = try shelf.faults(#"{"price": 4}"#)
    #expect(faults.count == 1 && faults[0].contains("price<{count}"), "\(faults)")
    try shelf.store(#"{"price": 4, "count": 5}"#)
  }

  @Test func requiredMeansAValueThatPeopleSee() throws {
    for (field, empty, full) in [
      ("note", #""""#, #""x""#), ("owner", "null", #""Bob""#), ("helpers", "[]", #"["Bob"]"#),
      ("photo", "null", #""a.png""#), ("photos", "null", #"["a.png"]"#), ("day", "null", #""today""#),
    ] {
      let shelf = try Shelf(#"{"path": "\#(field)", "required": true}"#)
      #expect(try shelf.faults("{\"\(field)\": \(empty)}") == ["\(field): a value is required"])
      try shelf.store("{\"\(field)\": \(full)}")
      try shelf.store("{}")
    }
  }

  @Test func anUnknownAnswerIsAnError() throws {
    let shelf = try Shelf(#""name", {"path": "price", "readOnly": true}, {"path": "count", "kind": "note"}"#)
    let error = #expect(throws: OKitError.self) { try shelf.state(#"{"nam": "x"}"#) }
    #expect(error?.kind == .notFound)
    #expect(try shelf.faults(#"{"price": 1}"#) == ["price: 'price' cannot be changed"])
    #expect(try shelf.faults(#"{"count": 1}"#) == ["count: the field 'count' has no value to enter"])
  }

  @Test func aSecretIsInNoMessage() throws {
    let shelf = try Shelf(
      #"{"path": "note", "kind": "secure", "rules": {"maxLength": 9, "pattern": "^[a-z]+$"}}, {"path": "count", "kind": "secure"}"#
    )
    for answers in [#"{"note": "hushhush00"}"#, #"{"note": "hush0"}"#, #"{"count": "hush"}"#] {
      let faults = try shelf.faults(answers)
      #expect(faults.count == 1 && !faults[0].contains("hush") && faults[0].contains("the text is not valid"))
    }
    try shelf.store(#"{"note": "hush"}"#)
    let field = try shelf.state().visibleFields[0]
    #expect(field.shown == "••••" && field.proposal == nil)
  }

  // MARK: - Conflicts and additions

  @Test func anotherChangeIsAConflict() throws {
    let shelf = try Shelf(#""name", "price""#)
    let stored = try shelf.state().stored
    try shelf.store(#"{"price": 7}"#)
    let before = try shelf.scene.bytes()
    let error = #expect(throws: OKitError.self) { try shelf.store(#"{"name": "Desk"}"#, replacing: stored) }
    #expect(error?.kind == .busy && error?.message.contains("items[0]/price") == true)
    #expect(try shelf.scene.bytes() == before)
    try shelf.store(#"{"name": "Desk"}"#, replacing: shelf.state().stored)
    // Another entity can have the path, and the same values.
    let former = try shelf.state().stored
    try Files.write(Files.text(shelf.file).replacing(#""id":"I1""#, with: #""id":"I2""#), to: shelf.file)
    #expect(throws: OKitError.self) { try shelf.store(#"{"name": "Stool"}"#, replacing: former) }
    // A value that is not in the form may change.
    try Files.write(Files.text(shelf.file).replacing(#""count":2"#, with: #""count":3"#), to: shelf.file)
    try shelf.store(#"{"name": "Sofa"}"#, replacing: shelf.state().stored)
    #expect(try Files.text(shelf.file).contains(#""name":"Sofa","count":3,"price":7"#))
  }

  @Test func aNewEntityGetsTheProposals() throws {
    let shelf = try Shelf(
      """
      {"path": "name", "default": "Stool"}, {"path": "kind", "default": "large"}, {"path": "day", "default":
      "2026-01-31"}, {"path": "owner", "default": "Bob"}, {"path": "helpers", "default": ["Ann", "Cid"]}, "count"
      """)
    #expect(
      try shelf.state(adds: true).visibleFields.map(\.shown) == [
        "Stool", "large", "2026-01-31 00:00:00", "Bob", "Ann, Cid", "0",
      ])
    try shelf.store(#"{"count": 4, "kind": "small"}"#, adds: true)
    let added = try JSONDocument(parsing: Files.text(shelf.file)).root["items"]?[1]
    #expect(added?["name"]?.string == "Stool" && added?["count"]?.int == 4 && added?["kind"]?.int == 1)
    #expect(added?["owner"]?["refKey"]?.string == "P2" && added?["day"]?.rawText == "791510400")
    #expect(added?["helpers"]?.elements.map { $0["refKey"]?.string } == ["P1", "P3"])
    #expect(try Files.text(shelf.file).hasPrefix(String(Self.box.prefix(200))))
  }

  @Test func anUnknownFormIsAnError() throws {
    let shelf = try Shelf(nil, #"{"class": "Person", "fields": ["name"]}"#)
    #expect(throws: OKitError.self) { try shelf.state() }
    #expect(throws: OKitError.self) { try shelf.state(form: "g") }
    try shelf.define(#"{"class": "Item", "fields": ["name"]"#)
    #expect(throws: OKitError.self) { try shelf.state() }
  }

  // MARK: - Values

  @Test func onlyTheEnteredBytesDiffer() throws {
    let shelf = try Shelf(#""name", "count", "price", "amount", "isDone", "kind", "lid/color", "link""#)
    try shelf.expect("{}")
    try shelf.expect(#"{"price": "1.50", "kind": "small", "isDone": "no"}"#)
    try shelf.expect(#"{"name": "12"}"#, (#""La\u006dp""#, #""12""#))
    try shelf.expect(#"{"price": "2.5", "count": "-3"}"#, ("1.50", "2.5"), (#""count":2"#, #""count":-3"#))
    try shelf.expect(#"{"price": 1e3, "isDone": "on"}"#, ("1.50", "1e3"), ("false", "true"))
    try shelf.expect(#"{"kind": "large", "lid/color": "blue"}"#, (#""kind":1"#, #""kind":2"#), ("red", "blue"))
    try shelf.expect(
      #"{"amount": "1234.56", "link": "https://example.com/a b"}"#,
      (#""table":{}}"#, #""table":{},"amount":1234.56,"link":"https://example.com/a b"}"#))
    for amount in ["1234,56", "1.234,56", "1,500"] {
      #expect(try shelf.faults(#"{"amount": "\#(amount)"}"#).count == 1, "\(amount)")
    }
    #expect(try shelf.faults(#"{"price": "1,2,3"}"#).count == 1)
  }

  @Test func datesAndTimes() throws {
    let shelf = try Shelf(#"{"path": "day", "kind": "date"}"#)
    try shelf.expect(#"{"day": "2026-02-01"}"#, ("791562600.5", "791596800"))
    try shelf.expect(#"{"day": "1.2.2026"}"#, ("791562600.5", "791596800"))
    #expect(try shelf.state().visibleFields[0].shown == "2026-02-01")
    try shelf.define(#"{"fields": [{"path": "day", "kind": "time"}]}"#)
    // A time keeps the day.
    try shelf.expect(#"{"day": "8:15"}"#, ("791562600.5", "791540100"))
    #expect(try shelf.state().visibleFields[0].shown == "08:15")
    try shelf.define(#"{"fields": ["day"]}"#)
    try shelf.expect(#"{"day": "2026-01-31 08:15"}"#, ("791562600.5", "791540100"))
    try shelf.expect(#"{"day": null}"#, (#","day":791562600.5"#, ""))
    #expect(try shelf.faults(#"{"day": "soon"}"#) == ["day: 'soon' is not a date"])
  }

  @Test func references() throws {
    let shelf = try Shelf(#""owner", "helpers""#)
    try shelf.expect(#"{"owner": "Cid"}"#, (#"R1","refKey":"P1"#, #"R1","refKey":"P3"#))
    try shelf.expect(#"{"owner": "P2"}"#, (#"R1","refKey":"P1"#, #"R1","refKey":"P2"#))
    try shelf.expect(#"{"owner": ""}"#, (#"R1","refKey":"P1"#, #"R1","refKey":""#))
    try shelf.expect(#"{"helpers": ["Bob", "Ann", "Bob"]}"#)
    try shelf.expect(#"{"helpers": "Bob"}"#, (#"{"id":"R2","refKey":"P1"}, "#, ""))
    try shelf.expect(#"{"helpers": []}"#, (#"[{"id":"R2","refKey":"P1"}, {"refKey":"P2","id":"R3"}]"#, "[]"))
    try Files.write(Self.box, to: shelf.file)
    try shelf.store(#"{"helpers": "Bob, Cid"}"#)
    let text = try Files.text(shelf.file)
    #expect(text.contains(#"[{"refKey":"P2","id":"R3"},"#), "a reference that stays keeps its bytes")
    #expect(text.contains(#""refKey":"P3""#))
    #expect(
      try shelf.faults(#"{"helpers": ["Bob", "Zed"]}"#) == ["helpers: 'Zed' is not a choice of 'helpers'"])
    // A property of the referenced entity.
    try shelf.define(#"{"fields": [{"path": "owner/ref/name", "name": "who"}]}"#)
    try shelf.expect(#"{"who": "Anna"}"#, (#""Ann""#, #""Anna""#))
  }

  @Test func equalNamesNeedAnID() throws {
    let shelf = try Shelf(#""owner""#)
    try Files.write(Self.box.replacing("Bob", with: "Ann"), to: shelf.file)
    let faults = try shelf.faults(#"{"owner": "Ann"}"#)
    #expect(faults == ["owner: 2 choices of 'owner' are called 'Ann'"])
    try shelf.store(#"{"owner": "P2"}"#)
  }

  @Test func pictures() throws {
    let shelf = try Shelf(#""photo", {"path": "photos", "rules": {"maxItems": 2}}"#)
    func images() throws -> Int { Files.namesIfPresent(in: shelf.scene.data + "/_image").count }
    try shelf.store(#"{"photo": "a.png", "photos": ["a.png", "b.png"]}"#)
    #expect(try images() == 3)
    #expect(try shelf.state().visibleFields.map(\.shown) == ["image/png, 9 bytes", "2 files"])
    #expect(try shelf.faults(#"{"photos": ["c.png"]}"#).first?.contains("more than 2") == true)
    #expect(try images() == 3)
    try shelf.store(#"{"photo": "b.png"}"#)
    #expect(try images() == 3)
    try shelf.store(#"{"photo": null, "photos": null}"#)
    #expect(try images() == 0)
    #expect(try shelf.faults(#"{"photo": "absent.png"}"#).first?.contains("No such file") == true)
    #expect(try shelf.scene.allFindings() == [])
  }

  @Test func formattedTexts() throws {
    let shelf = try Shelf(#"{"path": "note", "format": "+# (###) ##"}"#)
    try shelf.expect(#"{"note": "123456"}"#, (#""table":{}}"#, #""table":{},"note":"+1 (234) 56"}"#))
    #expect(try shelf.faults(#"{"note": "12345"}"#) == ["note: 'note' must be like +# (###) ##"])
    try shelf.define(#"{"fields": [{"path": "name", "prefix": "<", "suffix": ">"}]}"#)
    try shelf.expect(#"{"name": "x"}"#, (#""La\u006dp""#, #""<x>""#))
  }

  @Test(arguments: StoredForm.allCases) func everyStoredFormIsEdited(_ form: StoredForm) throws {
    let scene = try Scene.exampleShop(form)
    let text = try scene.open(scene.data + "/default.json").text
    let request = FormRequest(DraftRequest(try Binding(parsing: "books[0]")))
    let answers = try FormAnswers(JSONDocument(parsing: #"{"price": "12.50"}"#).root)
    let state = try scene.workspace().store(request, answers) { _ in AttachmentContent([]) }.state
    #expect(state.isSecret == form.isEncrypted)
    let parts = text.components(separatedBy: #""price":9.99"#)
    #expect(try scene.open(scene.data + "/default.json").text == parts.joined(separator: #""price":12.50"#))
    #expect(try scene.allFindings() == [])
  }
}
