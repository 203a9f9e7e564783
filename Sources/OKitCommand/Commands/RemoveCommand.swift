import Bindings
import CommandKit
import OKitEditing

struct RemoveCommand: Command {
  static let configuration = CommandConfiguration(
    "remove",
    abstract: "Remove values by their path.",
    discussion: """
      Removes elements from arrays and members from objects. okit follows all paths before it removes anything. \
      Removing an entity also removes its partials and attachment files, unless another entity uses them. An entity \
      that is still referenced is removed only with --nullify (clear the references) or --force (keep them).
      """,
    examples: [
      Example("okit remove 'books[-1]'", "remove the last book"),
      Example("okit remove --all 'books[copies=0]'", "remove all books that are sold out"),
      Example("okit remove @FANTASY --nullify", "remove a genre, and clear the references to it"),
    ])

  @Argument(help: "The paths.", valueName: "path", completion: .workspace(.paths))
  var paths: [String]
  @Flag(.long, help: "Remove all values that a path matches.")
  var all: Bool
  @Flag(.long, help: "Clear references to removed entities.")
  var nullify: Bool
  @Flag(.long, help: "Keep references to removed entities.")
  var force: Bool
  @OptionGroup var sync: SyncOption
  @OptionGroup var edit: EditOptions
  @OptionGroup var global: GlobalOptions

  func validate() throws {
    if nullify && force { throw UsageError("--nullify and --force cannot be used together", showsUsage: true) }
  }

  func run(_ console: Console) throws {
    let session = Session(console, global)
    let bindings = try paths.map { try Binding(parsing: $0) }
    let references: ReferencePolicy = nullify ? .clear : force ? .leave : .refuse
    let workspace = try edit.workspace(session)
    let outcome = try session.explaining(bindings, in: workspace) {
      try workspace.edit("remove", model: edit.start.name, syncsPartials: !sync.noSync, references: references) {
        try $0.remove(bindings, all: all)
      }
    }
    try edit.report(outcome, "removed", console)
  }
}
