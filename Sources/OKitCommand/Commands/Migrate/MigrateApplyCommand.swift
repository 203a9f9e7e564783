import CommandKit
import JSONDocument
import OKitBackups
import OKitData
import OKitEditing
import OKitMigrations
import OKitModels
import OKitStorage

struct MigrateApplyCommand: Command {
  static let configuration = CommandConfiguration(
    "apply",
    abstract: "Bring the data to what the definitions say.",
    discussion: """
      Does what 'okit migrate plan' shows, in one step: all of it, or nothing. What was there is kept before as a backup \
      before-migrate-TIME, a folder as stored, which 'okit migrate rollback' brings back. The new data are compared with the new \
      definitions before anything counts.

      A rename is never guessed, and nothing is lost unless somebody said so: with --rename and --allow-loss, with a comment \
      '// okit: was title' in the definition, or in a migration that 'okit migrate new' has written. On a terminal renames are asked for.

      The programs okit/hooks/before-migrate and okit/hooks/after-migrate run before and after it, with JSON on standard input: event, \
      workspace, action, migrations and backup. When the first one fails nothing is done.
      """,
    examples: [
      Example("okit migrate apply", "everything that is pending"),
      Example("okit migrate apply --rename Book.name=title --allow-loss Book.marked", "with answers"),
      Example("okit migrate apply --to 1 --dry-run", "what would be done up to the migration 0001"),
    ],
    statuses: [ManualEntry("78", "somebody has to decide something before")])

  @OptionGroup var answers: AnswerOptions
  @OptionGroup var last: LastOption
  @Flag(.customShort("n"), .customLong("dry-run"), help: "Only say what would be done; runs no program.")
  var dryRun: Bool
  @OptionGroup var keys: KeyOptions
  @OptionGroup var global: GlobalOptions

  func run(_ console: Console) throws {
    let session = Session(console, global)
    let workspace = try session.workspace(keys)
    func migration(_ answers: MigrationAnswers) -> Migration {
      Migration(workspace, answers: answers, upTo: last.last)
    }
    var answers = answers.answers
    if !dryRun && console.isInteractive { try ask(console, &answers) { try migration($0).plan() } }
    try report(migration(answers).apply(dryRun: dryRun), console)
  }

  /// Asks what was renamed, until nothing is left to be asked.
  private func ask(
    _ console: Console, _ answers: inout MigrationAnswers, _ plan: (MigrationAnswers) throws -> MigrationPlan
  ) throws {
    var asked: Set<String> = []
    while true {
      let questions = try plan(answers).decisions.flatMap { decision -> [(subject: String, name: String)] in
        guard case .rename(let subject, let candidates) = decision else { return [] }
        return candidates.map { (subject, $0) }
      }
      guard let question = questions.first(where: { asked.insert("\($0.subject)=\($0.name)").inserted }) else { return }
      if try console.confirm("Was \(question.subject) renamed to \(question.name)?") {
        answers.renames.append(.init(subject: question.subject, name: question.name))
      }
    }
  }

  private func report(_ outcome: Migration.Outcome, _ console: Console) throws {
    if console.json {
      return try console.writeJSON { writer in
        outcome.plan.write(to: &writer)
        writer.member("backup", outcome.backup)
        writer.member("dryRun", dryRun)
      }
    }
    guard !outcome.plan.isEmpty else { return console.note("data and definitions agree; there is nothing to do") }
    if dryRun || console.isVerbose { try outcome.plan.write(to: console) }
    let migrations = outcome.plan.migrations.map { " \($0)" }.joined(separator: ",")
    let models = count(outcome.plan.models.count, "model")
    console.note(
      "\(models) \(dryRun ? "would be migrated" : "migrated")\(migrations.isEmpty ? "" : " by\(migrations)")")
    if let backup = outcome.backup { console.noteKept(backup, undoneBy: "okit migrate rollback") }
  }
}
