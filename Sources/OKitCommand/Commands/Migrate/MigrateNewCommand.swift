import CommandKit
import JSONDocument
import OKitMigrations
import OKitStorage

struct MigrateNewCommand: Command {
  static let configuration = CommandConfiguration(
    "new",
    abstract: "Begin a migration.",
    discussion: """
      Writes okit/migrations/NUMBER-NAME.json with the next number. It holds the answers that are given, so that 'okit migrate apply' alone \
      does it later and elsewhere, and the definitions that the data conform to after it, those of the app's sources as they are now. \
      Further steps are added to "steps" by hand, in the order in which they are to be done:

        {"rename": "Book.title", "to": "name"}          also a class, or a model as "shop:"
        {"move": "Book.city", "to": "Book.address.city"}
        {"copy": "Book.name", "to": "Book.sortName"}
        {"set": "Book.rating", "value": 5}              or "binding": "authors[0]/name"
        {"remove": "Book.subtitle"}
        {"convert": "Book.price", "to": "Double", "map": {"free": 0}, "otherwise": 0}
        {"split": "Author.name", "to": ["firstName", "lastName"], "at": " "}
        {"merge": ["Author.firstName", "lastName"], "to": "name", "with": " "}
        {"extract": "Directory.groups", "keep": ["name"]}   entities into partials
        {"inline": "Directory.groups"}                      and back
        {"run": "reprice", "class": "Book"}                 the program okit/migrations/reprice

      move, copy, set, remove and convert take "where", a binding that says of each object whether it is meant. A program reads a line of \
      JSON for each object, {"old": …, "new": …}, what it was before the migrations and what it is by now, and prints a line for each: the \
      object as it is to be, or an empty line where it stays. Where an object on the way to a property is missing it is made, with the defaults \
      of its class; nothing else is overwritten by move, copy, split and merge.
      """,
    examples: [
      Example("okit migrate new titles --rename Book.name=title", "okit/migrations/0001-titles.json"),
      Example("okit migrate new cleanup --allow-loss Book.marked", "with a consent to lose values"),
    ])

  @Argument(help: "What it is called, behind its number.", valueName: "name")
  var name: String
  @OptionGroup var answers: AnswerOptions
  @Flag(.customShort("n"), .customLong("dry-run"), help: "Only say which file would be written.")
  var dryRun: Bool
  @OptionGroup var global: GlobalOptions

  func run(_ console: Console) throws {
    let session = Session(console, global)
    let path = try MigrationCreation(session.workspace())
      .create(name, answers: answers.answers, dryRun: dryRun)
    if console.json {
      return try console.writeJSON { writer in
        writer.member("file", path)
        writer.member("dryRun", dryRun)
      }
    }
    if dryRun { return console.note("\(path) would be written") }
    try console.writeResult(path)
    console.suggest("'okit migrate plan' shows what it changes, 'okit migrate apply' does it")
  }
}
