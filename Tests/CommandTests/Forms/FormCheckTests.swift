import TestSupport
import Testing

/// `okit form check` finds names that lead to nothing, without data.
@Suite struct FormCheckTests {
  @Test func unknownNamesAreFoundInAllConditionsAndPaths() throws {
    let scene = try FormScene()
    let form = """
      {"class": "Item",
       "sections": [{"visible": "isDon=true", "fields": [
         "name", "nam",
         {"name": "again", "kind": "text"},
         {"path": "note", "visible": "again=yes && {owner/nam}=x"},
         {"path": "price", "enabled": "../people[ag>1].@count>0 || cost>1", "checks": [{"predicate": "prize>0"}]},
         {"path": "count", "shown": "count,#x,cont"}]}],
       "checks": [{"predicate": "!(name=x) && nme!=y"}]}
      """
    try scene.define(form)
    let expected = [
      "2:27: Item has no property 'isDon'", "3:12: Item has no property 'nam'", "5:32: ModelRef has no property 'nam'",
      "6:33: Item has no property 'cost'", "6:82: Item has no property 'prize'", "7:31: Item has no property 'cont'",
      "8:13: Item has no property 'nme'",
    ]
    let lines = try scene.okit("form", "check", status: 1).lines
    #expect(lines.map { String($0.dropFirst("okit/forms/f.json:".utf8.count)) } == expected, "\(lines)")
    #expect(try scene.okit("check", status: 1).text.contains("f.json:2:27: invalid-form: Item has no property 'isDon'"))
  }

  @Test func allMistakesAreReportedAtOnce() throws {
    let scene = try FormScene()
    let form = """
      {"class": "Item", "titel": "x",
       "fields": [
         {"path": "name", "kind": "txt"},
         {"path": "note", "hnt": "x", "placeholder": 1},
         {"path": "count", "visible": "count>", "rules": {"minimun": 1}},
         {"path": "price", "enabled": "price=cheap", "needs": ["name"]}],
       "checks": [{"predicate": "count>0", "rules": {}}]}
      """
    try scene.define(form)
    let lines = try scene.okit("form", "check", status: 1).lines
    let places = lines.map { String($0.dropFirst("okit/forms/f.json:".utf8.count).prefix { $0 != " " }) }
    #expect(places.sorted() == ["1:19:", "3:21:", "4:21:", "4:33:", "5:22:", "6:33:", "7:13:"], "\(lines)")
    #expect(
      try scene.okit("edit", "items[0]", "--form", "f", "--print-form", status: 78).errors.contains("f.json:1:19"))
  }

  @Test func kindsThatDoNotFitAndUnknownModelsAreFound() throws {
    let scene = try FormScene()
    let form = """
      {"class": "Item", "fields": [
        {"path": "name", "kind": "switch"}, {"path": "count", "kind": "duration"}, {"path": "isDone", "kind": "date"},
        {"path": "owner", "kind": "picture"}, {"path": "photos", "kind": "pictures"}, {"path": "words", "kind": "date"},
        {"path": "lid/color", "kind": "list"}, {"path": "owner/ref/name", "kind": "choices"}, {"path": "day", "kind": "time"},
        {"path": "helpers", "rules": {"items": {"x-okit-candidates": "boxes:people"}}},
        "nme", {"path": "owner", "name": "other", "rules": {"x-okit-candidates": "box:persons"}}]}
      """
    try scene.define(form)
    let lines = try scene.okit("form", "check", status: 1).lines
    let expected = [
      "2:28: the kind switch does not fit the type String", "2:105: the kind date does not fit the type Bool",
      "3:29: the kind picture does not fit the type ModelRef",
      "3:107: the kind date does not fit the type [String]?", "4:33: the kind list does not fit the type String",
      "5:64: no model 'boxes'", "6:3: Item has no property 'nme'", "6:76: Box has no property 'persons'",
    ]
    #expect(lines.map { String($0.dropFirst("okit/forms/f.json:".utf8.count)) } == expected, "\(lines)")
  }

  /// Only a kind by which no value of the type can be entered is reported.
  @Test func kindsThatCanHoldTheValueAreAccepted() throws {
    let scene = try FormScene()
    try scene.define(
      """
      {"class": "Item", "fields": [
        {"path": "day", "kind": "choice", "rules": {"enum": [0, 86400]}}, {"path": "words", "kind": "text"},
        {"path": "count", "kind": "switch", "readOnly": true, "shown": "count/format(#0)"},
        {"path": "photos", "kind": "picture"}, {"path": "photo", "kind": "pictures"}, {"path": "owner", "kind": "text"},
        {"path": "note", "kind": "duration"}, {"path": "kind", "kind": "text"}, {"path": "isDone", "kind": "choice"},
        {"path": "owner/ref/name", "name": "person", "kind": "switch"}]}
      """)
    #expect(try scene.okit("form", "check").text == "")
  }

  @Test func missingFunctionsAndClassesAreFound() throws {
    let scene = try FormScene()
    let form = """
      {"class": "Item", "fields": [
        {"path": "name", "enabled": "{/nobody.@count}>0"},
        {"kind": "action", "function": "reprice"}],
       "submit": {"function": "publish"}}
      """
    try scene.define(form)
    let expected = [
      "3:34: no function 'reprice'", "4:25: no function 'publish'", "2:31: no model has a property 'nobody'",
    ]
    let lines = try scene.okit("form", "check", status: 1).lines
    #expect(lines.map { String($0.dropFirst("okit/forms/f.json:".utf8.count)) } == expected, "\(lines)")
    try scene.define("{\n\"class\": \"Nothing\", \"fields\": [\"name\"]}")
    #expect(try scene.okit("form", "check", status: 1).text == "okit/forms/f.json:2:10: no class 'Nothing'\n")
  }

  /// A form whose functions cannot be called stores nothing.
  @Test func aMissingFunctionChangesNothing() throws {
    let scene = try FormScene()
    try scene.define(
      #"{"class": "Item", "fields": ["name", {"kind": "action", "function": "reprice"}], "submit": {"function": "publish"}}"#
    )
    let before = try scene.okit("get", ".", "--json").line
    let answers = scene.machine.path("answers.json")
    for text in [#"{"name": "new", "reprice": true}"#, #"{"name": "new"}"#] {
      try Files.write(text, to: answers)
      let output = try scene.okit("edit", "items[0]", "--form", "f", "--answers", answers, "--run", status: 66)
      #expect(output.errors.contains("which is no function in okit/functions"), "\(output.errors)")
      #expect(try scene.okit("get", ".", "--json").line == before)
    }
  }

  @Test func whatTheDefinitionsDoNotTellIsAccepted() throws {
    let scene = try FormScene()
    try Files.makeFolder(scene.root + "/okit/functions")
    try Files.write(#"{"binding": "name"}"#, to: scene.root + "/okit/functions/titled.json")
    let form = """
      {"class": "Item", "fields": [
        {"path": "name", "visible": "{parent/partial/name}=x || titled=x || name/upper=X || photos.@count>1 || photos[0]/size>1"},
        {"path": "note", "enabled": "{parent/people.@count}>0 || {model/anything}=x || id=x || {/people.@count}>0"},
        {"path": "count", "enabled": "{box>best/name}=x || {$owner.refKey/name}=x || {@P1/name}=x"}]}
      """
    try scene.define(form)
    #expect(try scene.okit("form", "check").text == "")
  }
}
