import CommandKit
import Forms

/// The help topic on forms, which is also a page of the manual.
enum FormsText {
  static var sections: [ManualSection] {
    [
      ManualSection(
        "",
        .text(
          """
          A form asks for the values of an entity, one line after the other: 'okit edit PATH --ask', 'okit add PATH --ask' and 'okit \
          settings --ask'. Without --form it has a field for each property of the class, with the rules of the property (see 'okit help \
          rules'). The answers are stored in one step at the end, after a summary of the changes and a question. A value that is not \
          answered keeps its bytes.

          Enter keeps the present value, '?' explains the field, '<' goes back, '-' clears the value; '\\?', '\\<' and '\\-' are these \
          characters themselves. Dates are typed as 2026-01-31, 31.1.2026 in the order of the language, today, +3d, next monday, 14:30 or \
          today 14:30; days begin and times are in UTC. A choice is made by number, by name, or by a part of the name. Tab completes names.

          A wrong answer is refused at once and the former value stays. If something is still wrong at the end, the form returns to the \
          first wrong field. The answers are kept like the text of 'okit edit' until they are stored: after Ctrl-C, a kill, or if another \
          program changed the values meanwhile (75), --continue goes on with them and --discard starts again. The texts of secure fields \
          are not kept.

          For scripts, --answers FILE stores values from a JSON object with the names of fields. A string is a value as it is typed, or the whole value or label of a choice, an \
          array of strings is a choice of several, null clears a field, and an action is called with true. All wrong values are reported, \
          and nothing is changed (65). --print-form prints the fields, kinds, choices and present values.
          """)),
      ManualSection(
        "File",
        .text(
          """
          A form is a JSON object in okit/forms/NAME.json with the members title, description, class (the class of the entities), \
          sections, checks and submit; instead of sections it can have fields. A section has header, footer, visible (a condition) and \
          fields. submit has title (the last question) and function (a function of the workspace that is called for the entity after the \
          values were stored; it needs --run). A field is a path from the entity, such as "name" or "author/ref/name", or an object. \
          Conditions are written as in brackets of a path (see okit-bindings(7)). Unknown members are errors (78); 'okit form check' \
          reports them.
          """)),
      ManualSection("Members of a field", .entries(members)),
      ManualSection("Kinds of fields", .entries(kinds)),
    ]
  }

  private static let members = [
    ManualEntry(
      "path",
      "the value: a binding from the entity. Without a path, the value exists only in the form, where conditions find it by name"
    ),
    ManualEntry("name", "the name in --answers and in 'needs'; by default the path"),
    ManualEntry("kind", "the way to enter the value; by default that of its type"),
    ManualEntry("title, hint, placeholder", "texts for people"),
    ManualEntry(
      "visible, enabled",
      "conditions for showing and for changing the field. Answers of hidden and disabled fields are not stored"),
    ManualEntry("needs", "names of fields that must have valid values before this one can be changed"),
    ManualEntry("required, readOnly", "true if the field needs a value, and if it is only shown"),
    ManualEntry("default", "a value that is offered while there is none, and that a new entity gets"),
    ManualEntry("rules", "rules for the value, as in okit/rules; x-okit-candidates lists entities to choose from"),
    ManualEntry(
      "checks",
      "objects with predicate (a condition) or rules, message, and when: change (when the field is answered, the default), always "
        + "(also when others are) or end. At the end, all are checked. The checks of a form have a predicate"),
    ManualEntry("format, prefix, suffix", "the pattern of a formatted text, in which # is a digit, or texts around it"),
    ManualEntry("shown", "a binding from the entity whose text is shown for the value"),
    ManualEntry("label", "a binding from an entity that can be chosen, whose text is shown for it"),
    ManualEntry(
      "texts",
      "an object with the texts yes and no of a switch, and none (no value) and other (a value that is not among them) of a choice"
    ),
    ManualEntry("function", "the function that an action calls after the values were stored; it needs --run"),
  ]

  private static var kinds: [ManualEntry] {
    FieldKind.allCases.map { ManualEntry($0.rawValue, description(of: $0)) }
  }

  private static func description(of kind: FieldKind) -> String {
    switch kind {
    case .text: "one line of text"
    case .multiline: "lines of text, which a line with only a dot ends"
    case .secure: "text that is not shown, and typed twice"
    case .formatted: "text with a pattern (format), such as a telephone number"
    case .suggestions: "text, with the values of other entities or of rules as suggestions for Tab"
    case .number: "a number"
    case .slider: "a number between the bounds of its rules"
    case .stepper: "a number that changes by the multipleOf of its rules"
    case .duration: "a number of seconds, typed as hours and minutes: 1:30"
    case .rate: "a number of stars, at most the maximum of its rules or 5"
    case .switch: "yes or no"
    case .date: "a day"
    case .time: "a time of the day; the day stays"
    case .dateTime: "a day and a time"
    case .choice: "one of the values that the rules or the type list, or a reference to an entity"
    case .choices: "any number of them, in an array"
    case .list: "any number of texts, numbers or dates in an array, with commas between them or as JSON"
    case .picture: "an image or other file, by its path"
    case .pictures: "files in an array; those that are given are added"
    case .action: "a question whether to call a function"
    case .note: "a value that is only shown"
    }
  }
}
