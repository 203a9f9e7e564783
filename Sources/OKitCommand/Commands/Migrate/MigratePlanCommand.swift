import CommandKit
import OKitMigrations
import OKitModels
import OKitStorage

struct MigratePlanCommand: Command {
  static let configuration = CommandConfiguration(
    "plan",
    abstract: "Show what a migration would change.",
    discussion: """
      Compares the definitions that the data conform to with those of the app's sources, goes through the migrations in okit/migrations \
      that were not applied yet, and shows each change with its count from the data: how many objects get a property, how many values are \
      converted or lost, with examples. Changes nothing and runs no program: what one would make of values is not shown, and compared with \
      the definitions only when it is applied.
      """,
    examples: [
      Example("okit migrate plan", "every change"),
      Example("okit migrate plan --rename Book.name=title --json", "with an answer, for a script"),
    ],
    statuses: [ManualEntry("78", "somebody has to decide something before")])

  /// The most decisions listed in full.
  private static let mostListed = 10
  /// Decisions shown before the last one if there are more.
  private static let shownOfMore = 2

  @OptionGroup var answers: AnswerOptions
  @OptionGroup var last: LastOption
  @OptionGroup var keys: KeyOptions
  @OptionGroup var global: GlobalOptions

  func run(_ console: Console) throws {
    let session = Session(console, global)
    let workspace = try session.workspace(keys)
    let plan = try Migration(
      workspace, answers: answers.answers, upTo: last.last
    ).plan()
    if console.json {
      try console.writeJSON { plan.write(to: &$0) }
    } else {
      try plan.write(to: console)
      if plan.isEmpty { console.note("data and definitions agree") }
    }
    let decisions = plan.decisions
    guard let latest = decisions.last else {
      if !plan.isEmpty { console.suggest("'okit migrate apply' does it") }
      return
    }
    let isCut = decisions.count > Self.mostListed
    for decision in isCut ? decisions.prefix(Self.shownOfMore) : decisions.dropLast() {
      console.warn(decision.error.message)
      console.hint(decision.choices)
    }
    if isCut { console.warn("\(decisions.count - Self.shownOfMore - 1) others have to be decided, which --json lists") }
    throw latest.error
  }
}
