import Bindings
import CommandKit
import OKitEditing

struct RemoveCommand: Command {
  static let configuration = CommandConfiguration(
    "remove",
    abstract: "Remove values by their path.",
    discussion: """
      An element goes out of its array, a member out of its object. With an entity go its partials and the files of its attachments, unless \
      others have them, too. An entity that something refers to stays unless it is said what becomes of the references: --nullify \
      clears them, --force leaves them as they are.
      """,
    examples: [
      Example("okit remove 'books[-1]'", "the last book"),
      Example("okit remove --all 'books[copies=0]'", "those that are sold out"),
      Example("okit remove @FANTASY --nullify", "a genre, and no book has it any more"),
    ])

  @Argument(help: "The paths.", valueName: "path", completion: .workspace(.paths))
  var paths: [String]
  @Flag(.long, help: "Remove all values that a path matches.")
  var all: Bool
  @Flag(.long, help: "Clear the references to what is removed.")
  var nullify: Bool
  @Flag(.long, help: "Leave references to what is removed.")
  var force: Bool
  @OptionGroup var sync: SyncOption
  @OptionGroup var edit: EditOptions
  @OptionGroup var global: GlobalOptions

  func validate() throws {
    if nullify && force { throw UsageError("--nullify and --force exclude each other", showsUsage: true) }
  }

  func run(_ console: Console) throws {
    let session = Session(console, global)
    let bindings = try paths.map { try Binding(parsing: $0) }
    let outcome = try edit.run(session, sync, bindings) {
      try $0.remove(bindings, all: all, references: nullify ? .clear : force ? .leave : .refuse)
    }
    try edit.report(outcome, "removed", console)
  }
}
