import Bindings
import CommandKit
import JSONDocument
import OKitEditing
import OKitModels
import OKitStorage

struct CallCommand: Command {
  static let configuration = CommandConfiguration(
    "call",
    abstract: "Run a function and store its changes.",
    discussion: """
      The path ends in a function of the workspace, which is a program okit/functions/NAME and runs only with --run. \
      \(FormatText.functionInput) The program prints the changed entity, with the same id, or prints nothing to leave \
      it unchanged. okit checks the result against the definitions and stores only the differences, in the file that \
      contains the entity. okit does not lock the workspace while the program runs; if another program changes the \
      entity in the meantime, nothing is stored. The program and every folder up to / must belong to you or root, and \
      nobody else may write to them; a sticky folder above the workspace, such as /tmp, is allowed. The environment \
      has OKIT_ROOT, OKIT_MODEL, OKIT_PATH and OKIT_ID, but no passwords.
      """,
    examples: [
      Example("okit call --run 'books[0]/reprice()'", "replace a book with the output of okit/functions/reprice"),
      Example("okit call --run 'books[0]/reprice(#1.2)'", "call a function with a parameter"),
      Example("okit call -n 'books[0]/reprice()'", "show which program would run for which entity"),
    ])

  @Argument(help: "A path that ends in a function.", valueName: "path", completion: .workspace(.paths))
  var path: String
  @OptionGroup var start: StartOption
  @Flag(.customLong("run"), help: "Allow functions that are programs of the workspace.")
  var runsPrograms: Bool
  @Flag(.customShort("n"), .customLong("dry-run"), help: "Show which program would run.")
  var dryRun: Bool
  @OptionGroup var sync: SyncOption
  @OptionGroup var removal: RemovalConfirmationOption
  @OptionGroup var rules: RuleOptions
  @OptionGroup var keys: KeyOptions
  @OptionGroup var global: GlobalOptions

  func run(_ console: Console) throws {
    let session = Session(console, global)
    let binding = try Binding(parsing: path)
    let workspace = try session.workspace(keys, dryRun: dryRun, confirmingRemovals: !removal.yes)
    rules.apply(to: workspace)
    let call = EntityCall(
      workspace, model: try start.name,
      programs: runsPrograms ? ProgramLauncher(console) : nil)
    let outcome = try session.explaining([binding], in: workspace) {
      try call.run(binding, syncsPartials: !sync.noSync)
    }
    if console.json {
      return try console.writeJSON { writer in
        writer.member("model", outcome.model.description)
        writer.member("path", outcome.path)
        writer.member("id", outcome.id)
        writer.member("changed", outcome.isChanged)
        writer.member("kept", outcome.backup)
        writer.member("dryRun", dryRun)
      }
    }
    if dryRun {
      console.note("would run \(outcome.program) for \(outcome.path)")
    } else {
      console.note(outcome.isChanged ? "\(outcome.path) changed" : "\(outcome.path) did not change")
    }
  }
}
