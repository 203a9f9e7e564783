extension FormTableRow {
  static let beacon = [
    FormTableRow(
      "key path", #""lid/color""#, .refuses(#"{"lid/color": "red"}"#, "an object on its path is missing")),
    FormTableRow(
      "@sum and other operators", #""name", {"name": "heads", "kind": "note", "shown": "/people.@count"}"#,
      .prints(#".sections[0].fields[1].shown == "3""#)),
    FormTableRow(
      "scopes $data, $root", #""name", {"path": "/people[0]/name", "name": "first"}"#,
      .stores(#"{"name": "x", "first": "Anna"}"#, ".name", #""x""#)),
    FormTableRow(
      "constants", ##"{"path": "count", "default": 12}, {"name": "n", "kind": "note", "shown": "#text"}"##,
      .prints(#".sections[0].fields[1].shown == "text""#)),
    FormTableRow(
      "enum", #""kind", {"path": "note", "visible": "kind=large"}"#,
      .stores(#"{"kind": "large", "note": "x"}"#, "[.kind, .note]", #"["large","x"]"#)),
    FormTableRow(
      "options, arrays", #"{"path": "words", "rules": {"items": {"enum": ["a", "b", "c"]}}}"#,
      .stores(#"{"words": ["a", "c"]}"#, ".words", #"["a","c"]"#),
      .asks([Prompt("words: ", "2, 3")], ".words", #"["b","c"]"#),
      .refuses(#"{"words": ["a", "d"]}"#, "'d' is not a choice of")),
    FormTableRow(
      "escapes in texts", #""isDone", {"path": "note", "visible": "name=\"Lamp\" && name!=\"a\\n\\\"\""}"#,
      .stores(#"{"note": "x\t\"y\""}"#, ".note", #""x\t\"y\"""#)),
    FormTableRow(
      "$when, $whenNot, $else",
      #"{"path": "note", "visible": "isDone=true"}, {"path": "phone", "visible": "!(isDone=true)"}"#,
      .stores(#"{"note": "x", "phone": "1"}"#, "[.note, .phone]", #"[null,"1"]"#)),
    FormTableRow(
      "numberFormatter", #"{"path": "price", "shown": "price/format(#0.000)"}"#,
      .prints(#".sections[0].fields[0].shown == "1.500""#), .stores(#"{"price": "2.5"}"#, ".price", "2.5")),
    FormTableRow(
      "dateFormatter", #"{"path": "day", "shown": "day/format(#yyyy)", "default": "2026-01-31"}"#,
      .stores(#"{"day": "2026-02-01"}"#, ".day", "791596800")),
    FormTableRow(
      "formatter", #"{"path": "name", "shown": "name/upper"}"#,
      .prints(#".sections[0].fields[0].shown == "LAMP""#),
      .asks([Prompt("name [LAMP]: ", "Shelf")], ".name", #""Shelf""#)),
    FormTableRow(
      "textForYes, textForNo", #"{"path": "isDone", "texts": {"yes": "ready", "no": "open"}}"#,
      .prints(#".sections[0].fields[0].shown == "open""#), .stores(#"{"isDone": "Ready"}"#, ".isDone", "true"),
      .asks([Prompt("isDone [open]: ", "?"), Prompt("Type ready or open.", "ready")], ".isDone", "true"),
      .refuses(#"{"isDone": "perhaps"}"#, "is 'ready' or 'open', not 'perhaps'")),
    FormTableRow(
      "titleForUndefinedValue", #"{"path": "owner", "texts": {"none": "nobody"}}"#,
      .asks([Prompt("owner [Ann]: ", "nobody")], ".owner.refKey", #""""#),
      .stores(#"{"owner": "nobody"}"#, ".owner.refKey", #""""#),
      .stores(#"{"owner": "Bob"}"#, ".owner.refKey", #""P2""#)),
    FormTableRow(
      "titleForOtherValue", #"{"path": "name", "rules": {"enum": ["Chair", "Desk"]}, "texts": {"other": "something"}}"#,
      .prints(#".sections[0].fields[0] | .shown == "something" and .value == "Lamp""#),
      .stores(#"{"name": "Desk"}"#, ".name", #""Desk""#)),
    FormTableRow(
      "textForUndefinedValue", #"{"path": "note", "placeholder": "nothing yet"}"#,
      .prints(#".sections[0].fields[0] | .shown == "" and .placeholder == "nothing yet""#)),
    FormTableRow(
      "treatEmptyTextAsUndefined", #""note""#, .stores(#"{"note": ""}"#, ".note", "null"),
      .stores(#"{"note": null}"#, ".note", "null")),
    FormTableRow(
      "liveModelUpdates", #""isDone", {"path": "note", "visible": "isDone=true"}"#,
      .asks([Prompt("isDone [no]: ", "yes"), Prompt("note: ", "x")], ".note", #""x""#)),
    FormTableRow(
      "text that does not convert", #""count""#,
      .asks([Prompt("count [2]: ", "many"), Prompt("error: ", "")], ".count", "2")),
    FormTableRow(
      "validate<Key>", #"{"path": "name", "rules": {"pattern": "^[A-Z]"}}"#,
      .refuses(#"{"name": "lamp"}"#, "does not match"), .stores(#"{"name": "Lump"}"#, ".name", #""Lump""#)),
    FormTableRow(
      "choices", #"{"path": "helpers", "rules": {"items": {"x-okit-candidates": "/people"}}}"#,
      .stores(
        #"{"helpers": ["Bob"]}"#, ".helpers", #"[{"id":"R3","refKey":"P2"}]"#)),
    FormTableRow(
      "title (Beacon)", #"{"path": "owner", "label": "name/upper"}"#,
      .prints(#"[.sections[0].fields[0].choices[].label] == ["ANN", "BOB", "CID"]"#),
      .stores(#"{"owner": "BOB"}"#, ".owner.refKey", #""P2""#)),
    FormTableRow(
      "minimumValue, maximumValue", #"{"path": "count", "kind": "slider", "rules": {"minimum": 1, "maximum": 5}}"#,
      .prints(#".sections[0].fields[0] | .minimum == "1" and .maximum == "5""#),
      .refuses(#"{"count": 6}"#, "6 is greater than 5"), .stores(#"{"count": 5}"#, ".count", "5")),
    FormTableRow(
      "stepValue", #"{"path": "count", "kind": "stepper", "rules": {"multipleOf": 5}}"#,
      .prints(#".sections[0].fields[0].step == "5""#), .refuses(#"{"count": 6}"#, "6 is not a multiple of 5"),
      .stores(#"{"count": 10}"#, ".count", "10")),
  ]
}
