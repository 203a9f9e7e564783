extension FormTableRow {
  static let okit = [
    FormTableRow("Text cell, textPath", #""note""#, .stores(#"{"note": "x"}"#, ".note", #""x""#)),
    FormTableRow(
      "Multiline cell", #"{"path": "note", "kind": "multiline", "placeholder": "p"}"#,
      .asks([Prompt("  > ", "p"), Prompt("  > ", ".")], ".note", #""p""#)),
    FormTableRow(
      "secure", #"{"path": "secret", "kind": "secure", "rules": {"minLength": 4}}"#,
      .refuses(#"{"secret": "abc"}"#, "the text is not valid: it violates minLength"),
      .stores(#"{"secret": "abcd"}"#, ".secret", #""abcd""#)),
    FormTableRow("Switch cell, onPath", #""isSent""#, .stores(#"{"isSent": "no"}"#, ".isSent", "false")),
    FormTableRow(
      "Segment cell, segmentsPath, selectIndexPath", #"{"path": "size", "kind": "choice"}"#,
      .stores(#"{"size": "three"}"#, ".size", "3"),
      .asks([Prompt("size: ", "1")], ".size", "1")),
    FormTableRow(
      "Picker cell, dataPath, namePath, selectionPath",
      #"{"path": "owner", "label": "name", "rules": {"x-okit-candidates": "/people"}}"#,
      .stores(#"{"owner": "Bob"}"#, ".owner", #"{"id":"R1","refKey":"P2"}"#),
      .stores(#"{"owner": null}"#, ".owner.refKey", #""""#)),
    FormTableRow("Date cell, datePath", #""day""#, .stores(#"{"day": "2026-01-31"}"#, ".day", "791510400")),
    FormTableRow(
      "minDatePath, maxDatePath", #"{"path": "day", "checks": [{"predicate": "day>=2026-01-01 && day<2027-01-01"}]}"#,
      .refuses(#"{"day": "2025-12-31"}"#, "the condition is not met"),
      .stores(#"{"day": "2026-12-31"}"#, ".day", "820368000")),
    FormTableRow(
      "modePath #0 (time)", #"{"path": "day", "kind": "time"}"#, .stores(#"{"day": "08:15"}"#, ".day % 86400", "29700"),
      .refuses(#"{"day": "2026-01-31 08:15"}"#, "'day' is a time of the day")),
    FormTableRow(
      "modePath #1 (date)", #"{"path": "day", "kind": "date"}"#, .stores(#"{"day": "1.2.2026"}"#, ".day", "791596800")),
    FormTableRow(
      "modePath #3 (countdown)", #"{"path": "count", "kind": "duration", "rules": {"maximum": 7200}}"#,
      .prints(#".sections[0].fields[0] | .shown == "0:00:02" and .value == 2"#),
      .stores(#"{"count": "1:30"}"#, ".count", "5400"), .stores(#"{"count": "1h 5m"}"#, ".count", "3900"),
      .asks([Prompt("count [0:00:02]: ", "90m")], ".count", "5400"),
      .refuses(#"{"count": "3:00"}"#, "10800 is greater than 7200"),
      .refuses(#"{"count": "soon"}"#, "'soon' is not a duration")),
    FormTableRow(
      "modePath #2 (both)", #"{"path": "day", "kind": "dateTime"}"#,
      .stores(#"{"day": "2026-01-31 08:15"}"#, ".day", "791540100")),
    FormTableRow(
      "Slider cell, valuePath, minValuePath, maxValuePath",
      #"{"path": "price", "rules": {"minimum": 0, "maximum": 1}}"#,
      .prints(#".sections[0].fields[0].kind == "slider""#), .stores(#"{"price": "0.25"}"#, ".price", "0.25"),
      .refuses(#"{"price": 1.5}"#, "1.5 is greater than 1")),
    FormTableRow(
      "Stepper cell, stepValuePath",
      #"{"path": "count", "kind": "stepper", "rules": {"multipleOf": 2, "maximum": 100}}"#,
      .stores(#"{"count": 4}"#, ".count", "4"), .refuses(#"{"count": 3}"#, "3 is not a multiple of 2")),
    FormTableRow(
      "path, detailPath", #""note", {"name": "title", "kind": "note", "shown": "name,kind"}"#,
      .prints(#".sections[0].fields[1] | .shown == "Lamp small" and .enabled == false"#)),
    FormTableRow(
      "showEdit", #""isDone", {"path": "note", "visible": "isDone=true"}"#,
      .prints(".sections[0].fields[1].visible == false"), .stores(#"{"note": "x"}"#, ".note", "null")),
    FormTableRow(
      "readOnly", #""note", {"path": "name", "readOnly": true}"#,
      .refuses(#"{"name": "x"}"#, "'name' cannot be changed"),
      .prints(".sections[0].fields[1].enabled == false")),
    FormTableRow(
      "sectionHeaders, sectionFooters", form: #"{"sections": [{"header": "A", "footer": "B", "fields": ["name"]}]}"#,
      .prints(#".sections[0] | .header == "A" and .footer == "B""#)),
    FormTableRow(
      "sectionsShowEdit",
      form: #"{"sections": [{"visible": "isDone=true", "fields": ["note"]}, {"fields": ["isDone"]}]}"#,
      .prints(".sections[0].visible == false"), .stores(#"{"note": "x"}"#, ".note", "null"),
      .stores(#"{"note": "x", "isDone": true}"#, ".note", #""x""#)),
  ]
}
