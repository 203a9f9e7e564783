import Bindings
import CommandKit
import OKitStorage

/// The help topic on paths, which is also part of the manual.
enum BindingsText {
  static var sections: [ManualSection] {
    [
      ManualSection(
        "",
        .text(
          """
          A path is a binding, the expression that the screens of OKit apps use for a value. It starts at the root of a model: the one \
          named in the path or with -m, otherwise the model 'default' or the only model. Each step goes to a property, an element or a \
          referenced entity: 'books[0]/name' is the name of the first book, and 'directory:authors[0]/name' is the name of an author in \
          the model directory. Shells interpret some characters of paths, so put paths in single quotes.
          """)),
      ManualSection("Steps", .entries(steps)),
      ManualSection("Conditions", .text(conditions), .entries(comparisons)),
      ManualSection("Many values at once", .entries(collections)),
      ManualSection("Text and functions", .entries(expressions)),
      ManualSection("Functions", .entries(functions)),
    ]
  }

  private static let steps = [
    ManualEntry("x/y", "the property y of x; in a dictionary, the value for the key y"),
    ManualEntry("model:x", "x in the model with this name; model>x is the same, but must be quoted in a shell"),
    ManualEntry("@ID", "the entity with this id, in any model"),
    ManualEntry(".", "the root; after a value, the entity that contains it"),
    ManualEntry("/x", "x at the root, also inside the parameter of a function"),
    ManualEntry("x/..", "the parent of the entity x: the shop of a book, skipping the array between them"),
    ManualEntry("x/<, x/~", "the root of the model that contains x"),
    ManualEntry("x[0], x/0", "the first element of an array; no value if the array is empty"),
    ManualEntry("x[-1]", "the last element"),
    ManualEntry("x[*]", "every element, in order"),
    ManualEntry("x[p=v]", "the elements with the value v at the path p; see the section on conditions"),
    ManualEntry("x/ref", "the entity that the reference x points to"),
    ManualEntry("$x", "the entity whose id is the text at the path x: books[0]/$genre.refKey/name"),
    ManualEntry(
      "x/group",
      "the entity of the stand-in x; the stand-in's class defines the name, here 'group'; without a definition, it is 'partial'"
    ),
    ManualEntry("x/parent, x/model", "the same as x/.. and x/<"),
    ManualEntry("x/key, x/modelName", "the id of the entity, and the name of its model"),
  ]

  private static let conditions = """
    A condition in brackets selects elements: 'books[price>9 && type=paperback]/name'. It consists of comparisons, '&&', '||', \
    parentheses, and '!' before a comparison or a parenthesis for the opposite; '&&' binds closer than '||'. 'okit list --where' and the member 'where' of migration \
    steps take the same without brackets.

    The left side is a path that starts from the element, through references and partials, also with a function or an operator \
    such as tags.@count. If it contains a sign of a comparison or a comma, put it in braces: '{dates[date>2026-01-01].@count}>1'.

    The right side is a text that takes the type of the left one: a number, a date (ISO 8601, 'now', or relative to now such as -7d \
    or +1h30m, with the units w, d, h, m and s), true or false, the name or raw value of an enumeration's case, or the id of a \
    reference's entity. A text ends at '&&', '||', the bracket or the parenthesis of its group; a JSON string may contain any \
    character. A single comparison with '=' takes everything up to the bracket; without a space before '=', spaces before the bracket belong to the text. A second '=' after a space or one of , ; & | \
    is an error, because it looks like another comparison; put such a text in quotes. Another path is written in braces: \
    'books[copies<{reserved}]'; it starts from the element, or with '/' from the root of the model.

    Numbers and dates are compared by value, texts by their code points, references by the id that they refer to. A missing value \
    equals only null, and an empty right side. '~', '^=' and '$=' examine the name and the raw value of an enumeration's case, '<' and '>' only the raw \
    value. If the left side leads to several values, as tags[*] does, one of them must meet the \
    comparison, but with '!=' all of them. A comparison that no element can meet, such as that of a number with a word, is an error (66).
    """

  private static var comparisons: [ManualEntry] {
    ComparisonOperator.allCases.map { sign in
      ManualEntry(sign == .isIn ? "p in (v, w)" : "p\(sign.rawValue)v", sign.summary)
    }
  }

  private static let collections = [
    ManualEntry("x/y, x.y", "if x is an array, the array of each element's y"),
    ManualEntry("x.@count", "the number of elements"),
    ManualEntry(
      "x[*].@count, x[p=v].@count", "the number of matches; the other operators work on matches, too"),
    ManualEntry("x.@sum.y, x.@avg.y", "the sum and the average of each element's y; a missing value counts as 0"),
    ManualEntry("x.@min.y, x.@max.y", "the smallest and the largest y; missing values are ignored"),
    ManualEntry("x.@unionOfObjects.y", "all values; @distinctUnionOfObjects removes duplicates"),
    ManualEntry(
      "x.@unionOfArrays.y", "the elements of all arrays; @distinctUnionOfArrays removes duplicates"),
  ]

  private static let expressions = [
    ManualEntry("#text", "the text itself, up to the next comma or the end"),
    ManualEntry("%text", "the text in the reader's language, from Localizable.strings; otherwise the text itself"),
    ManualEntry("x,y", "several values, joined by a space; missing values are left out"),
    ManualEntry(
      "!x, x/not",
      "the opposite: true for false, for the texts '', 'false', 'no' and '0', for 0 and for a missing value"),
    ManualEntry("x/f, x/f()", "the result of the function f for x"),
    ManualEntry(
      "x/f(y)",
      "the same with a parameter: a path y that starts where the whole path starts, or a text #text"),
    ManualEntry("\\u{2c}", "the character with this hexadecimal number, here a comma without its special meaning"),
  ]

  private static var functions: [ManualEntry] {
    Binding.functionSummaries.map { ManualEntry($0.takesParameter ? "\($0.name)(x)" : $0.name, $0.text) }
  }

  /// Sections that appear only in the manual, not in the help.
  static var details: [ManualSection] {
    [
      ManualSection(
        "Output",
        .text(
          """
          Text is printed unchanged, and a boolean as true or false. A number is printed with the digits that are stored, even if it is \
          large. A value that the definition declares as a Date is printed as the next section describes. Objects and arrays are \
          printed as stored, as one line of JSON; on a terminal they are indented. With --json all output is JSON: null for a missing \
          value, an array for a path with [*] or [p=v], and for several paths an array of their results.

          An optional property without a value, an element beyond the end of an array, and everything after a missing value are missing \
          values. A missing value prints an empty line. An unknown name is an error (66) that lists the known names. A malformed path is an \
          error (64) that marks the position.
          """)),
      ManualSection(
        "Dates",
        .text(
          """
          A date is stored as a number, the seconds since 2001-01-01T00:00:00Z. A path to a date prints it in ISO 8601 and UTC, with all \
          digits of its fraction. --json, --raw, --lines and objects that contain dates print the stored number. 'okit set' and 'okit add' \
          accept both: 2026-01-31, 2026-01-31T08:30, 2026-01-31T08:30:15.5+01:00 (UTC without an offset), now, and the number. In JSON, \
          write an ISO 8601 date as a string. A bare number that looks like a calendar date, such as 2026 or 20260131, is an error; with \
          --type number it means seconds. If you set a value exactly as okit printed it, the data does not change.
          """)),
      ManualSection(
        "What can be changed",
        .text(
          """
          'okit set', 'okit remove' and 'okit move' take paths to stored values. A path can go through references and \
          partials into other files. The result of a function cannot be changed, nor can a text constant. A path that \
          matches several values needs --all. Paths that okit prints can be used as input.
          """)),
      ManualSection(
        "Dates and languages",
        .text(
          """
          Functions that format dates and numbers follow LC_ALL, LC_TIME, LC_NUMERIC or LANG, and TZ. okit formats them with the ICU library, or in ISO 8601 if \
          ICU is not installed. Texts are looked up in okit/strings/LANGUAGE.lproj/Localizable.strings, in the languages of LANGUAGE, \
          LC_ALL, LC_MESSAGES or LANG, then in Base.lproj and en.lproj. Today, Yesterday and Tomorrow are keys in this file, too.
          """)),
      ManualSection(
        "Functions of a workspace",
        .text(
          """
          Any other function name refers to a program, okit/functions/NAME, which 'okit get --run' and 'okit call --run' run, or to a \
          computed property: the value of the binding in okit/functions/NAME.json, which starts from the entity. Functions without a \
          parameter can be written without parentheses; a property with the same name takes precedence. okit-format(5) describes both.
          """)),
    ]
  }
}
