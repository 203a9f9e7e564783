import CommandKit
import JSONDocument
import OKitMigrations
import OKitStorage

struct MigrateNewCommand: Command {
  static let configuration = CommandConfiguration(
    "new",
    abstract: "Create a migration.",
    discussion: """
      Writes okit/migrations/NUMBER-NAME.json with the next number. The file contains the decisions given as options, \
      so that 'okit migrate apply' needs none of these options, even on other machines. It also contains the current \
      definitions of the app's sources, which the data conforms to after the migration. Add further steps to "steps" \
      by hand, in order:

      \(MigrationSteps.help.split(separator: "\n").map { "  \($0)" }.joined(separator: "\n"))

      move, copy, set, remove and convert accept "where", which selects objects: a condition such as price>9, or a binding. A program reads one line of \
      JSON per object, {"old": …, "new": …}, with the object as it was before the migrations and as it is now. It \
      prints one line per object: the new object, or an empty line to leave it unchanged. If the path of a property \
      leads through a missing object, okit creates the object with the defaults of its class. move, copy, split and \
      merge never overwrite a value.
      """,
    examples: [
      Example("okit migrate new titles --rename Book.name=title", "write okit/migrations/0001-titles.json"),
      Example("okit migrate new cleanup --allow-loss Book.marked", "allow the loss of values"),
    ])

  @Argument(help: "The migration's name.", valueName: "name")
  var name: String
  @OptionGroup var answers: AnswerOptions
  @Flag(.customShort("n"), .customLong("dry-run"), help: "Show which file would be written.")
  var dryRun: Bool
  @OptionGroup var global: GlobalOptions

  func run(_ console: Console) throws {
    let session = Session(console, global)
    let path = try MigrationCreation(session.localWorkspace(dryRun: dryRun))
      .create(name, answers: answers.answers)
    if console.json {
      return try console.writeJSON { writer in
        writer.member("file", path)
        writer.member("dryRun", dryRun)
      }
    }
    if dryRun { return console.note("would write \(path)") }
    try console.writeResult(path.text)
    console.suggest("run 'okit migrate plan' to see what it changes, and 'okit migrate apply' to apply it")
  }
}
