import Bindings
import JSONDocument
import Rules
import Testing

@testable import Forms

/// The description of a form.
@Suite struct FormParserTests {
  private func form(_ json: String) throws -> Form {
    try FormParser(RuleSource(path: "form.json", document: JSONDocument(parsing: json))).form()
  }

  @Test func readsAllMembers() throws {
    let form = try form(
      """
      {"title": "Order", "description": "What to send", "class": "Order", "checks": [{"predicate": "count > 0",
       "message": "nothing to send", "when": "always"}], "submit": {"title": "Send it?", "function": "send"},
       "sections": [{"header": "Who", "footer": "We write to you.", "visible": "count > 0", "fields": ["name",
        {"path": "$author/name", "name": "author", "kind": "suggestions", "title": "Author", "hint": "Who wrote it",
         "placeholder": "Stanisław Lem", "enabled": "name != \\"\\"", "needs": ["name"], "required": true,
         "rules": {"minLength": 2}, "checks": [{"rules": {"maxLength": 9}, "when": "end"}], "default": "Lem"},
        {"name": "phone", "format": "+# ###"}, {"kind": "action", "function": "reprice"}]}]}
      """)
    #expect(form.title == "Order" && form.description == "What to send" && form.className == "Order")
    #expect(form.checks.map(\.message) == ["nothing to send"] && form.checks.map(\.time) == [.always])
    #expect(form.submit?.title == "Send it?" && form.submit?.function == "send")
    let section = try #require(form.sections.first)
    #expect(section.header == "Who" && section.footer == "We write to you." && section.visible != nil)
    #expect(section.fields.map(\.name) == ["name", "author", "phone", "reprice"])
    let author = section.fields[1]
    #expect(author.path?.description == "$author/name" && author.kind == .suggestions && author.title == "Author")
    #expect(author.hint == "Who wrote it" && author.placeholder == "Stanisław Lem" && author.needs == ["name"])
    #expect(author.isRequired && author.enabled != nil && author.rules != nil && author.proposal?.string == "Lem")
    #expect(author.checks.map(\.time) == [.end])
    #expect(section.fields[2].kind == .formatted && section.fields[2].path == nil)
  }

  @Test(arguments: [
    ("[]", "a form must be an object", 1, 1),
    (#"{"titel": "x"}"#, "unknown member \"titel\" of a form", 1, 2),
    (#"{"fields": [{"title": "x"}]}"#, "a field needs a 'path', or a 'name' if its value is not stored", 1, 13),
    (#"{"fields": ["a", "a"]}"#, "two fields have the name \"a\"", 1, 18),
    (#"{"fields": [{"path": "a", "needs": ["b"]}]}"#, "no field has the name \"b\"", 1, 27),
    (#"{"fields": [{"path": "a", "kind": "tekst"}]}"#, "\"tekst\" is not a kind of field: text,", 1, 27),
    (#"{"fields": [{"path": "a", "kind": "action"}]}"#, "an action needs a 'function'", 1, 13),
    (#"{"fields": [{"path": "a", "required": 1}]}"#, "'required' must be true or false", 1, 27),
    (#"{"fields": [{"path": "a", "rules": {"minimun": 1}}]}"#, "unknown keyword \"minimun\"", 1, 37),
    (
      #"{"fields": [{"path": "a", "rules": {"x-okit-unique": "model"}}]}"#, "x-okit-unique is a rule for a class", 1, 37
    ),
    (#"{"fields": [{"path": "a", "checks": [{}]}]}"#, "a check has either a 'predicate' or 'rules'", 1, 38),
    (#"{"fields": [], "sections": []}"#, "a form has either 'sections' or 'fields'", 1, 2),
    (#"{"fields": [{"path": "a", "visible": "= ="}]}"#, "", 1, 27),
  ])
  func namesThePlaceOfAnError(_ json: String, _ message: String, _ line: Int, _ column: Int) throws {
    let error = #expect(throws: RuleError.self) { try form(json) }
    let found = try #require(error)
    #expect(found.message.hasPrefix(message))
    #expect(found.source.position(of: found.json) == (line, column))
  }
}
