extension FormTableRow {
  static let bxInputController = bxRows + bxProperties + bxCheckers

  private static let bxRows = [
    FormTableRow("Text", #""name""#, .stores(#"{"name": "Shelf"}"#, ".name", #""Shelf""#)),
    FormTableRow(
      "TextMemo", #"{"path": "note", "kind": "multiline"}"#,
      .stores(#"{"note": "one\ntwo"}"#, ".note", #""one\ntwo""#),
      .asks([Prompt("  > ", "one"), Prompt("  > ", "?"), Prompt("  > ", ".")], ".note", #""one\n?""#)),
    FormTableRow(
      "SelectorText", #"{"path": "note", "kind": "multiline", "default": "as usual"}"#,
      .asks([Prompt("  > ", "")], ".note", #""as usual""#)),
    FormTableRow(
      "FormattedText (format)", #"{"path": "phone", "format": "+7 (###) ###-##-##"}"#,
      .stores(#"{"phone": "9123456789"}"#, ".phone", #""+7 (912) 345-67-89""#),
      .stores(#"{"phone": "+7 (912) 345-67-89"}"#, ".phone", #""+7 (912) 345-67-89""#),
      .refuses(#"{"phone": "91234"}"#, "'phone' must be like +7 (###) ###-##-##")),
    FormTableRow(
      "FormattedText (prefix, sufix)", #"{"path": "note", "prefix": "https://", "suffix": ".example.com"}"#,
      .stores(#"{"note": "shop"}"#, ".note", #""https://shop.example.com""#),
      .stores(#"{"note": ""}"#, ".note", "null")),
    FormTableRow(
      "enteredCharacters", ##"{"path": "note", "prefix": "#", "rules": {"pattern": "^#[0-9A-F]{6}$"}}"##,
      .stores(#"{"note": "FF8800"}"#, ".note", ##""#FF8800""##),
      .refuses(#"{"note": "orange"}"#, "does not match")),
    FormTableRow("Switch", #""isDone""#, .stores(#"{"isDone": "yes"}"#, ".isDone", "true")),
    FormTableRow(
      "Check", #"{"path": "isDone", "kind": "switch"}"#, .stores(#"{"isDone": true}"#, ".isDone", "true"),
      .refuses(#"{"isDone": "perhaps"}"#, "'isDone' is yes or no, not 'perhaps'")),
    FormTableRow(
      "Date", #"{"path": "day", "kind": "date"}"#, .stores(#"{"day": "2026-01-31"}"#, ".day", "791510400"),
      .refuses(#"{"day": "31 February"}"#, "is not a date")),
    FormTableRow(
      "SelectorDate", #"{"path": "day", "kind": "dateTime"}"#,
      .stores(#"{"day": "2026-01-31 14:30"}"#, ".day", "791562600"),
      .asks([Prompt("day: ", "31.1.2026 14:30")], ".day", "791562600")),
    FormTableRow(
      "Variant", #""kind""#, .stores(#"{"kind": "medium"}"#, ".kind", #""medium""#),
      .asks([Prompt("kind [small]: ", "3")], ".kind", #""large""#)),
    FormTableRow(
      "SegmentedVariant", #""size""#, .stores(#"{"size": "two"}"#, ".size", "2"),
      .refuses(#"{"size": "four"}"#, "'four' is not a case of Size")),
    FormTableRow(
      "SelectorVariant", #""owner""#, .stores(#"{"owner": "Cid"}"#, ".owner", #"{"id":"R1","refKey":"P3"}"#),
      .asks([Prompt("owner [Ann]: ", "bob")], ".owner.refKey", #""P2""#)),
    FormTableRow(
      "SearchVariant", #""owner""#,
      .asks([Prompt("owner [Ann]: ", "zed"), Prompt("owner [Ann]: ", "id")], ".owner.refKey", #""P3""#)),
    FormTableRow(
      "SelectorPictures", #""photos""#,
      .stores(#"{"photos": ["../a.png", "../b.png"]}"#, ".photos | length", "2"),
      .asks(
        [Prompt("photos: ", "../a.png"), Prompt("photos, another: ", "../b.png"), Prompt("photos, another: ", "")],
        "[.photos[]?.size]", "[13,13]"),
      .refuses(#"{"photos": ["../absent.png"]}"#, "No such file or directory")),
    FormTableRow(
      "SelectorSuggestions", #"{"path": "name", "kind": "suggestions"}"#,
      .stores(#"{"name": "Chair"}"#, ".name", #""Chair""#),
      .prints(#"[.sections[].fields[].choices[].value] == ["Lamp", "Desk"]"#)),
    FormTableRow(
      "Rate", #"{"path": "count", "kind": "rate", "rules": {"minimum": 0, "maximum": 5}}"#,
      .stores(#"{"count": "***"}"#, ".count", "3"), .stores(#"{"count": 4}"#, ".count", "4")),
    FormTableRow(
      "ActionCustom", #"{"kind": "action", "title": "Ring the bell", "function": "ring"}"#,
      .prints(#".sections[0].fields[0] | .kind == "action" and .function == "ring" and .name == "ring""#)),
  ]

  private static let bxProperties = [
    FormTableRow(
      "title, subtitle", #"{"path": "name", "title": "Article", "hint": "As in the shop"}"#,
      .prints(#".sections[0].fields[0] | .title == "Article" and .hint == "As in the shop""#),
      .asks([Prompt("Article [Lamp]: ", "?"), Prompt("  As in the shop", "Shelf")], ".name", #""Shelf""#)),
    FormTableRow(
      "placeholder", #"{"path": "note", "placeholder": "made of oak"}"#,
      .prints(#".sections[0].fields[0].placeholder == "made of oak""#),
      .asks([Prompt("note (such as made of oak): ", "x")], ".note", #""x""#)),
    FormTableRow(
      "isEnabled", #""isDone", {"path": "note", "enabled": "isDone=true"}"#,
      .stores(#"{"note": "x"}"#, ".note", "null"), .stores(#"{"note": "x", "isDone": "yes"}"#, ".note", #""x""#)),
    FormTableRow(
      "value", #"{"path": "name"}"#, .prints(#".sections[0].fields[0] | .value == "Lamp" and .shown == "Lamp""#)),
    FormTableRow(
      "maxCount", #"{"path": "note", "rules": {"maxLength": 3}}"#, .stores(#"{"note": "äöü"}"#, ".note", #""äöü""#),
      .refuses(#"{"note": "four"}"#, "is longer than 3 characters")),
    FormTableRow(
      "textSettings.isSecureTextEntry", #"{"path": "secret", "kind": "secure"}"#,
      .stores(#"{"secret": "abc"}"#, ".secret", #""abc""#),
      .asks([Prompt("secret: ", "abc"), Prompt("secret, again: ", "abc")], ".secret", #""abc""#)),
    FormTableRow(
      "minimumDate, maximumDate",
      #"{"path": "day", "kind": "date", "rules": {"x-okit-minimum": "2026-01-01", "x-okit-maximum": "2026-12-31"}}"#,
      .stores(#"{"day": "2026-12-31"}"#, ".day", "820368000"),
      .refuses(#"{"day": "2025-12-31"}"#, "is before 2026-01-01"),
      .refuses(#"{"day": "2027-01-01"}"#, "is not before")),
    FormTableRow(
      "defaultDate", #"{"path": "day", "kind": "date", "default": "2026-01-31"}"#,
      .asks([Prompt("day [2026-01-31]: ", "")], ".day", "791510400")),
    FormTableRow(
      "items", #"{"path": "note", "rules": {"enum": ["oak", "pine"]}}"#,
      .stores(#"{"note": "pine"}"#, ".note", #""pine""#),
      .refuses(#"{"note": "plastic"}"#, "is not a choice of")),
    FormTableRow(
      "isFirstShownAutoselect", #"{"path": "note", "rules": {"enum": ["oak", "pine"]}, "default": "oak"}"#,
      .asks([Prompt("note [oak]: ", "")], ".note", #""oak""#)),
    FormTableRow(
      "isOnlyOneAutoselect", #"{"path": "note", "required": true, "rules": {"enum": ["oak"]}}, "phone""#,
      .asks([Prompt("note [oak]: ", ""), Prompt("phone: ", "")], ".note", #""oak""#)),
    FormTableRow(
      "searchHandler", #"{"path": "owner", "label": "id", "rules": {"x-okit-candidates": "/people[id!=P3]"}}"#,
      .asks([Prompt("owner [P1]: ", "p"), Prompt("owner [P1]: ", "p2")], ".owner.refKey", #""P2""#)),
    FormTableRow(
      "maxSelectedCount", #"{"path": "photos", "rules": {"maxItems": 1}}"#,
      .stores(#"{"photos": ["../a.png"]}"#, ".photos | length", "1"),
      .refuses(#"{"photos": ["../a.png", "../b.png"]}"#, "the array has 2 elements, which is more than 1")),
    FormTableRow(
      "isUniqueue", #""photos""#,
      .refuses(#"{"photos": ["../a.png", "../a.png"]}"#, "'../a.png' is given twice"),
      .asks(
        [
          Prompt("photos: ", "../a.png"), Prompt("photos, another: ", "../a.png"),
          Prompt("this file is already there", ""),
        ], ".photos | length", "1")),
    FormTableRow(
      "children", #"{"path": "name", "kind": "suggestions"}"#,
      .asks([Prompt("name [Lamp]: ", "?"), Prompt("2  Desk", "Desk")], ".name", #""Desk""#)),
    FormTableRow(
      "maxValue", #"{"path": "count", "kind": "rate", "rules": {"maximum": 5}}"#,
      .refuses(#"{"count": "******"}"#, "6 is greater than 5")),
    FormTableRow(
      "handler", #"{"name": "go", "kind": "action", "function": "ring"}"#,
      .prints(#".sections[0].fields[0] | .name == "go" and .function == "ring""#)),
    FormTableRow(
      "header, rows, footer",
      form: """
        {"sections": [{"header": "Label", "footer": "Both are printed.", "fields": ["name", "note"]},
         {"header": "Shop", "fields": ["price"]}]}
        """,
      .prints(#"[.sections[] | .header, .footer] == ["Label", "Both are printed.", "Shop", null]"#),
      .prints(#"[.sections[].fields[].name] == ["name", "note", "price"]"#),
      .asks(
        [
          Prompt("Label\r\nname [Lamp]: ", "x"), Prompt("note: ", ""),
          Prompt("Both are printed.\r\n\r\nShop\r\nprice", ""),
        ],
        ".name", #""x""#)),
  ]

  private static let bxCheckers = [
    FormTableRow(
      "EmptyValueChecker", #"{"path": "note", "required": true}"#,
      .stores(#"{"note": " "}"#, ".note", #"" ""#), .refuses("{}", "a value is required"),
      .refuses(#"{"note": ""}"#, "a value is required")),
    FormTableRow(
      "EmailChecker", #"{"path": "note", "rules": {"format": "email", "pattern": "[.][A-Za-z]{2,}$"}}"#,
      .stores(#"{"note": "ann@example.com"}"#, ".note", #""ann@example.com""#),
      .refuses(#"{"note": "ann.example.com"}"#, "is not an e-mail address"),
      .refuses(#"{"note": "ann@example"}"#, "does not match")),
    FormTableRow(
      "EqualValuesChecker",
      #""note", {"name": "again", "checks": [{"predicate": "again={note}", "when": "always"}]}"#,
      .stores(#"{"note": "a", "again": "a"}"#, ".note", #""a""#),
      .refuses(#"{"note": "a", "again": "b"}"#, "the condition is not met: again={note}")),
    FormTableRow(
      "BlockChecker", #"{"path": "count", "checks": [{"predicate": "{count,price}!='2 1.5' && count<{price}"}]}"#,
      .stores(#"{"count": 1}"#, ".count", "1"), .refuses(#"{"count": 2}"#, "the condition is not met")),
    FormTableRow(
      "DependencyRowsChecker",
      #"{"path": "note", "required": true, "rules": {"minLength": 2}}, {"path": "phone", "needs": ["note"]}"#,
      .stores(#"{"note": "ab", "phone": "1"}"#, ".phone", #""1""#),
      .stores(#"{"note": "ab"}"#, ".phone", "null"),
      .refuses(#"{"note": "a", "phone": "1"}"#, "is shorter than 2 characters")),
    FormTableRow(
      "messages (placeholder, subtitle)",
      #"{"path": "count", "checks": [{"predicate": "count>2", "message": "too few"}]}"#,
      .refuses(#"{"count": 1}"#, "'count': too few")),
    FormTableRow(
      "updateRow", #"{"path": "count", "kind": "rate", "shown": "count/suffix(#stars)"}"#,
      .prints(#".sections[0].fields[0].shown == "2 stars""#)),
    FormTableRow(
      "updateValue", #"{"path": "count", "checks": [{"predicate": "count>2", "message": "too few"}]}"#,
      .asks([Prompt("count [2]: ", "1"), Prompt("error: too few", "3")], ".count", "3")),
    FormTableRow(
      "transitonRow", #"{"path": "count", "checks": [{"rules": {"minimum": 3}, "message": "few", "when": "change"}]}"#,
      .asks([Prompt("count [2]: ", "1"), Prompt("error: few", "4")], ".count", "4")),
    FormTableRow(
      "always", #""count", {"path": "price", "checks": [{"predicate": "price>{count}", "when": "always"}]}"#,
      .refuses(#"{"count": 90}"#, "'price': the condition is not met"),
      .stores(#"{"count": 90, "price": 91}"#, ".price", "91")),
    FormTableRow(
      "manualOnly", #"{"path": "count", "checks": [{"predicate": "count>2", "message": "too few", "when": "end"}]}"#,
      .asks(
        [Prompt("count [2]: ", "1"), Prompt("error: count: too few", ""), Prompt("error: count: too few", "3")],
        ".count", "3")),
    FormTableRow(
      "planPriority",
      #"{"path": "count", "checks": [{"predicate": "count>2", "when": "end"}, {"predicate": "count<9", "when": "change"}]}"#,
      .asks(
        [
          Prompt("count [2]: ", "10"), Prompt("error: the condition is not met: count<9", "1"),
          Prompt("error: count: the condition is not met: count>2", "3"),
        ], ".count", "3")),
    FormTableRow(
      "activePriority", #""count", {"path": "price", "checks": [{"predicate": "price>{count}", "when": "always"}]}"#,
      .asks(
        [Prompt("count [2]: ", "90"), Prompt("price [1.50]: ", "1"), Prompt("error: ", "91")], ".price", "91")),
    FormTableRow(
      "checkRow, checkSection, checkAllRows",
      """
      {"path": "note", "required": true}, {"path": "secret", "required": true, "enabled": "isDone=true"},
      {"path": "phone", "required": true}
      """,
      .refuses("{}", "'note': a value is required\n  'phone': a value is required")),
    FormTableRow(
      "willSelect", #""count", {"path": "note", "required": true}"#,
      .asks(
        [Prompt("count [2]: ", "3"), Prompt("note (required): ", ""), Prompt("error: note: a value is required", "x")],
        ".note", #""x""#)),
  ]
}
