import CommandKit
import JSONDocument
import OKitMigrations
import OKitModels
import OKitStorage

struct MigratePlanCommand: Command {
  static let configuration = CommandConfiguration(
    "plan",
    abstract: "Show what a migration would change.",
    discussion: """
      Compares the definitions that the data conforms to with those of the app's sources, and includes the migrations \
      in okit/migrations that are not applied yet. Shows each change with counts and examples from the data: how many \
      objects get a property, and how many values are converted or lost. Changes nothing and runs no program; the \
      values that a program produces are checked only by 'okit migrate apply'.
      """,
    examples: [
      Example("okit migrate plan", "show all changes"),
      Example("okit migrate plan --rename Book.name=title --json", "show what changes with this rename, for a script"),
    ],
    statuses: [ManualEntry("78", "a decision (--rename, --allow-loss) is missing")])

  /// The most decisions listed in full.
  private static let maximumListed = 10
  /// Decisions shown before the last one if there are more.
  private static let shownOfMore = 2

  @OptionGroup var answers: AnswerOptions
  @OptionGroup var last: LastOption
  @OptionGroup var keys: KeyOptions
  @OptionGroup var global: GlobalOptions

  func run(_ console: Console) throws {
    let session = Session(console, global)
    let workspace = try session.readingWorkspace(keys)
    let plan = try Migration(
      workspace, answers: answers.answers, upTo: last.last
    ).plan()
    let violations = try workspace.violations()
    if console.json {
      try console.writeJSON { writer in
        plan.write(to: &writer)
        writer.array("violations") { writer in
          for violation in violations { writer.object { violation.write(to: &$0) } }
        }
      }
    } else {
      try plan.write(to: console)
      if plan.isEmpty { console.note("the data matches the definitions") }
      for violation in violations.prefix(Self.maximumListed) { console.warn(violation.description) }
      if violations.count > Self.maximumListed {
        console.warn("\(count(violations.count, "value")) violate rules; run 'okit check' to list them all")
      }
    }
    let decisions = plan.decisions
    guard let latest = decisions.last else {
      if !plan.isEmpty { console.suggest("run 'okit migrate apply' to migrate the data") }
      return
    }
    let isCut = decisions.count > Self.maximumListed
    for decision in isCut ? decisions.prefix(Self.shownOfMore) : decisions.dropLast() {
      console.warn(decision.error.message)
      console.hint("use \(decision.choices)")
    }
    if isCut {
      console.warn("\(decisions.count - Self.shownOfMore - 1) more decisions are missing; use --json to list them")
    }
    throw latest.error
  }
}
