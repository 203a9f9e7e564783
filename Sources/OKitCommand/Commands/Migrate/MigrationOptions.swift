import CommandKit
import OKitMigrations
import OKitStorage

/// The answers to what definitions do not say.
struct AnswerOptions: ParsableArguments {
  @Option(
    .customLong("rename"),
    help: "What was renamed: Book.title=name, a class as Book=Publication, a model as shop:=store:.",
    valueName: "old=new", completion: .workspace(.renames))
  var renames: [RenameArgument] = []
  @Option(
    .customLong("allow-loss"), help: "A property whose values may be lost, as Book.subtitle.",
    valueName: "class.property", completion: .workspace(.losses))
  var losses: [String] = []

  var answers: MigrationAnswers {
    MigrationAnswers(renames: renames.map(\.rename), losses: losses)
  }
}

/// `Book.title=name` on the command line.
struct RenameArgument: ArgumentValue {
  let rename: MigrationAnswers.Rename

  init?(argument: String) {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty }) else { return nil }
    rename = MigrationAnswers.Rename(subject: parts[0], name: parts[1])
  }
}

/// How far to go.
struct LastOption: ParsableArguments {
  @Option(
    .customLong("to"), help: "Only up to the migration of this number.", valueName: "number",
    completion: .workspace(.migrationNumbers))
  var last: Int?
}
