import Bindings
import CommandKit
import OKitStorage

/// The language of paths, for help and manual.
enum BindingsText {
  static var sections: [ManualSection] {
    [
      ManualSection(
        "",
        .text(
          """
          A path is a binding, the language by which the screens of OKit's apps name their values. It begins at the root of a model: \
          the one that it or -m names, otherwise the model 'default', or the only model if there is just one. It goes through properties, elements and references: 'books[0]/name' is the name \
          of the first book, 'directory:authors[0]/name' that of an author in the model directory. A shell takes some of its signs for \
          itself: put paths in single quotes.
          """)),
      ManualSection("Steps", .entries(steps)),
      ManualSection("Many values at once", .entries(collections)),
      ManualSection("Texts and functions", .entries(expressions)),
      ManualSection("Functions", .entries(functions)),
    ]
  }

  private static let steps = [
    ManualEntry("x/y", "the property y of x; of a dictionary what it has under the key y"),
    ManualEntry("model:x", "x in this model; model>x is the same, which a shell needs quoted"),
    ManualEntry("@ID", "the entity of this id, in whatever model it is"),
    ManualEntry(".", "the root; behind a value, the entity that it belongs to"),
    ManualEntry("/x", "x at the root, in the parameter of a function as well"),
    ManualEntry("x/..", "what holds the entity x: of a book the shop, whatever array is in between"),
    ManualEntry("x/<, x/~", "the root of the model that x is in"),
    ManualEntry("x[0], x/0", "the first element of an array; where there is none there is no value"),
    ManualEntry("x[-1]", "the last element"),
    ManualEntry("x[*]", "every element, one after the other"),
    ManualEntry(
      "x[p=v]",
      "the elements whose value p is v: as it is printed, as 'okit set' takes it, or the same number; v goes up to the bracket or is a JSON string"
    ),
    ManualEntry("x/ref", "the entity that the reference x leads to"),
    ManualEntry("$x", "the entity whose id is the text at x: books[0]/$genre.refKey/name"),
    ManualEntry("x/group", "the entity of a partial, under the name that its class has for it, else 'partial'"),
    ManualEntry("x/parent, x/model", "as x/.. and as the root of the model"),
    ManualEntry("x/key, x/modelName", "the id of the entity, and the name of its model"),
  ]

  private static let collections = [
    ManualEntry("x/y, x.y", "over an array, the array of what each element has as y"),
    ManualEntry("x.@count", "how many elements there are"),
    ManualEntry(
      "x[*].@count, x[p=v].@count", "how many matches there are; so do the other operators with what is matched"),
    ManualEntry("x.@sum.y, x.@avg.y", "sum and average of what the elements have as y; what is absent counts 0"),
    ManualEntry("x.@min.y, x.@max.y", "the least and the greatest; what is absent is passed over"),
    ManualEntry("x.@unionOfObjects.y", "all of them; with @distinctUnionOfObjects each once"),
    ManualEntry("x.@unionOfArrays.y", "the elements of all arrays; with @distinctUnionOfArrays each once"),
  ]

  private static let expressions = [
    ManualEntry("#text", "the text itself, up to the next comma or the end"),
    ManualEntry("%text", "the text in the reader's language, from Localizable.strings, else itself"),
    ManualEntry("x,y", "several, joined by a space; what is absent is left out"),
    ManualEntry(
      "!x, x/not", "the opposite: true of false, of the texts '', 'false', 'no' and '0', of 0 and of what is absent"),
    ManualEntry("x/f, x/f()", "what the function f makes of x"),
    ManualEntry(
      "x/f(y)", "the same with a parameter, which is a path, too, from where the whole began; text is written #text"),
    ManualEntry("\\u{2c}", "the character of this number in hexadecimal digits, here a comma, which would be a sign"),
  ]

  private static var functions: [ManualEntry] {
    Binding.functionSummaries.map { ManualEntry($0.takesParameter ? "\($0.name)(x)" : $0.name, $0.text) }
  }

  /// What only the manual tells.
  static var details: [ManualSection] {
    [
      ManualSection(
        "What is printed",
        .text(
          """
          Text is printed as it is and a boolean as true or false. A number is printed with the digits that it is stored with, whatever its \
          size. What a definition says is a date is printed as the next section says. Objects and arrays are one line of JSON as they are stored, \
          indented on a terminal. With --json everything is JSON: null for what is absent, an array for a path with [*] or [p=v], \
          and an array of all where there is more than one path.

          What could be there and is not is absent: an optional property, an element beyond the end, whatever comes after something absent. \
          It is printed as an empty line. A name that nothing can have is an error (66) with the names that there are, and so is a path that \
          cannot be read (64), shown with a mark below the place. A condition in brackets is one comparison with '='; anything more, as \
          '&&', 'or', '!=', '<' or a second '=', is such an error, unless it is part of a text in quotes. A condition that no value can meet, \
          such as one with an unknown case of an enumeration, is an error (66).
          """)),
      ManualSection(
        "Dates",
        .text(
          """
          A date is stored as a number, the seconds since 2001-01-01T00:00:00Z. A path that leads to a date prints it in ISO 8601 and UTC, \
          with all digits of its fraction. --json, --raw, --lines and objects that contain dates print the number as it is stored. \
          'okit set' and 'okit add' accept both: 2026-01-31, 2026-01-31T08:30, 2026-01-31T08:30:15.5+01:00 (UTC unless it says otherwise), \
          now, and the number. In JSON the first ones are strings. A bare number that reads like a day of the calendar, such as 2026 or \
          20260131, is refused; with --type number it is seconds. Values set from what okit prints stay as they were.
          """)),
      ManualSection(
        "What can be changed",
        .text(
          """
          'okit set', 'okit remove' and 'okit move' take paths of what is stored, also through references and partials into the files \
          where it is stored. What a function made cannot be changed, nor a text. A path that matches several values needs --all. Paths that \
          okit prints can be given to it as they are.
          """)),
      ManualSection(
        "Dates and languages",
        .text(
          """
          Functions that format dates follow LC_ALL, LC_TIME or LANG, and TZ. The library ICU writes them; if it is not installed, they are \
          in ISO 8601. Texts are looked up in \
          okit/strings/LANGUAGE.lproj/Localizable.strings, in the languages of LANGUAGE, LC_ALL, LC_MESSAGES or LANG, then in Base.lproj and \
          en.lproj. Today, Yesterday and Tomorrow are keys of it as well.
          """)),
      ManualSection(
        "Functions of a workspace",
        .text(
          """
          A name that is none of the functions above can be that of a program, okit/functions/NAME, which 'okit get --run' and \
          'okit call --run' run. What it reads and prints is told in okit-format(5).
          """)),
    ]
  }
}
