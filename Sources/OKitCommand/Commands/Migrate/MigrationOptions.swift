import CommandKit
import OKitMigrations
import OKitStorage

/// Decisions that definitions cannot express.
struct AnswerOptions: ParsableArguments {
  @Option(
    .customLong("rename"),
    help:
      "A rename of a property (Book.title=name), a class (Book=Publication) or a model (shop:=store:, with the colons).",
    valueName: "old=new", completion: .workspace(.renames))
  var renames: [RenameArgument] = []
  @Option(
    .customLong("allow-loss"), help: "A property whose values may be dropped, such as Book.subtitle.",
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

/// The last migration to apply.
struct LastOption: ParsableArguments {
  @Option(
    .customLong("to"), help: "Stop after migration N.", valueName: "n",
    completion: .workspace(.migrationNumbers))
  var last: Int?
}
