import CommandKit
import JSONDocument
import OKitData
import OKitEditing
import OKitMigrations
import OKitModels
import OKitRemote
import OKitStorage

struct MigrateApplyCommand: Command {
  static let configuration = CommandConfiguration(
    "apply",
    abstract: "Migrate the data to the current definitions.",
    discussion: """
      Makes the changes that 'okit migrate plan' shows, in one step: all of them, or none. The previous data is kept \
      in the backup before-migrate-TIME, a folder with the files as stored; 'okit migrate rollback' restores it. The \
      new data is compared with the new definitions before it replaces the old data.

      okit never guesses a rename, and drops values only if you allow it. Use --rename and --allow-loss, a comment \
      '// okit: was title' in the definition, or a migration written by 'okit migrate new'. On a terminal okit asks \
      about renames.

      okit runs okit/hooks/before-migrate and okit/hooks/after-migrate before and after the migration, with JSON on \
      standard input: event, workspace, action, migrations and backup. If the first one fails, nothing is migrated.
      """,
    examples: [
      Example("okit migrate apply", "apply all pending changes"),
      Example(
        "okit migrate apply --rename Book.name=title --allow-loss Book.marked",
        "apply all pending changes with these decisions"),
      Example("okit migrate apply --to 1 --dry-run", "show what would happen up to migration 0001"),
    ],
    statuses: [ManualEntry("78", "a decision (--rename, --allow-loss) is missing")])

  @OptionGroup var answers: AnswerOptions
  @OptionGroup var last: LastOption
  @Flag(.customShort("n"), .customLong("dry-run"), help: "Show what would happen, change nothing and run no program.")
  var dryRun: Bool
  @OptionGroup var hooks: HookOptions
  @OptionGroup var keys: KeyOptions
  @OptionGroup var global: GlobalOptions

  func run(_ console: Console) throws {
    let session = Session(console, global)
    let workspace = try session.workspace(keys, dryRun: dryRun)
    hooks.apply(to: workspace)
    func migration(_ answers: MigrationAnswers) -> Migration {
      Migration(workspace, answers: answers, upTo: last.last)
    }
    var answers = answers.answers
    let outcome = try session.remoteModels(workspace).sending(nil) { _ in
      if !dryRun && console.isInteractive { try ask(console, &answers) { try migration($0).plan() } }
      return try migration(answers).apply()
    }
    try report(outcome, console)
  }

  /// Asks about each possible rename.
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
    guard !outcome.plan.isEmpty else { return console.note("nothing to do: the data matches the definitions") }
    if dryRun || console.isVerbose { try outcome.plan.write(to: console) }
    let migrations = outcome.plan.migrations.map { " \($0)" }.joined(separator: ",")
    let models = count(outcome.plan.models.count, "model")
    console.note(
      "\(dryRun ? "would migrate" : "migrated") \(models)\(migrations.isEmpty ? "" : " with\(migrations)")")
    if let backup = outcome.backup { console.noteKept(backup, undoneBy: "okit migrate rollback") }
  }
}
