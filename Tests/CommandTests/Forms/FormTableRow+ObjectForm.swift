extension FormTableRow {
  static let objectForm = [
    FormTableRow("StringRow", #""name""#, .stores(#"{"name": "Shelf"}"#, ".name", #""Shelf""#)),
    FormTableRow(
      "DoubleRow", #""price""#, .stores(#"{"price": "2.5"}"#, ".price", "2.5"),
      .refuses(#"{"price": "cheap"}"#, "'cheap' is not a valid number")),
    FormTableRow(
      "DecimalRow", #""amount""#, .stores(#"{"amount": "12.34"}"#, ".amount", "12.34"),
      .stores(#"{"amount": null}"#, ".amount", "null"),
      .refuses(#"{"amount": "12.34.5"}"#, "is not a valid number")),
    FormTableRow(
      "DateRow", #""day""#, .stores(#"{"day": "2026-01-31T08:30:15Z"}"#, ".day", "791541015")),
    FormTableRow("SelectRow", #""kind""#, .stores(#"{"kind": "large"}"#, ".kind", #""large""#)),
    FormTableRow(
      "listOfValues", #"{"path": "count", "rules": {"enum": [2, 4, 8]}}"#,
      .stores(#"{"count": "8"}"#, ".count", "8"),
      .refuses(#"{"count": "6"}"#, "'6' is not a choice of 'count'")),
    FormTableRow(
      "TextViewRow", #"{"path": "note", "kind": "multiline"}"#,
      .stores(#"{"note": "one\ntwo\n"}"#, ".note", #""one\ntwo\n""#)),
    FormTableRow(
      "ButtonRow, actionTag", #"{"kind": "action", "function": "ring"}"#,
      .prints(#".sections[0].fields[0] | .kind == "action" and .function == "ring""#)),
    FormTableRow(
      "title (ObjectForm)", #"{"path": "name", "title": "Article"}"#,
      .prints(#".sections[0].fields[0].title == "Article""#)),
    FormTableRow(
      "kvcKey", #"{"path": "owner/ref/name", "name": "owner"}"#,
      .stores(#"{"owner": "Anna"}"#, ".owner.refKey", #""P1""#), .prints(#".sections[0].fields[0].value == "Ann""#)),
    FormTableRow(
      "value, placeholder (ObjectForm)", #"{"path": "note", "default": "oak", "placeholder": "pine"}"#,
      .asks([Prompt("note [oak]: ", "")], ".note", #""oak""#)),
    FormTableRow(
      "validator", #"{"path": "count", "checks": [{"predicate": "count!=13", "message": "bad luck"}]}"#,
      .stores(#"{"count": 12}"#, ".count", "12"), .refuses(#"{"count": 13}"#, "bad luck")),
    FormTableRow(
      "validateData", #""name", {"path": "note", "required": true}, {"path": "price", "rules": {"maximum": 1}}"#,
      .refuses(#"{"name": "x"}"#, "'note': a value is required\n  'price': 1.50 is greater than 1")),
    FormTableRow(
      "updateItem (types)", #""count", "isDone""#,
      .refuses(#"{"count": "2.5", "isDone": "yes"}"#, "2.5 is not a valid Int"),
      .refuses(#"{"count": "two", "isDone": 1}"#, "'count'")),
  ]
}
