import Bindings
import CommandKit
import JSONDocument
import OKitEditing
import OKitModels
import OKitStorage

struct CallCommand: Command {
  static let configuration = CommandConfiguration(
    "call",
    abstract: "Run a function for what it changes.",
    discussion: """
      The path ends in a function of the workspace, an executable okit/functions/NAME, which --run allows to run. It reads one JSON \
      object on standard input: entity, the last one on the path; value, where it is called on something else than that; and parameter. \
      It prints the entity as it is to be, with the same id, and nothing where nothing is to change. Only what differs is changed in the \
      file where the entity lives, and it has to fit the definitions. While the program runs nothing is locked; where the entity is \
      changed by somebody else meanwhile, nothing is stored. The program and all folders from it up to the workspace must belong to the \
      caller or root, and nobody else may write them. In its environment are OKIT_ROOT, OKIT_MODEL, OKIT_PATH and OKIT_ID, but no \
      passwords.
      """,
    examples: [
      Example("okit call --run 'books[0]/reprice()'", "what okit/functions/reprice prints becomes the book"),
      Example("okit call --run 'books[0]/reprice(#1.2)'", "with a parameter"),
      Example("okit call -n 'books[0]/reprice()'", "what would run, for which entity"),
    ])

  @Argument(help: "The path, which ends in a function.", valueName: "path", completion: .workspace(.paths))
  var path: String
  @OptionGroup var start: StartOption
  @Flag(.customLong("run"), help: "Run functions that are programs of the workspace.")
  var runsPrograms: Bool
  @Flag(.customShort("n"), .customLong("dry-run"), help: "Only say what would be run.")
  var dryRun: Bool
  @OptionGroup var sync: SyncOption
  @OptionGroup var removal: RemovalConfirmationOption
  @OptionGroup var keys: KeyOptions
  @OptionGroup var global: GlobalOptions

  func run(_ console: Console) throws {
    let session = Session(console, global)
    let binding = try Binding(parsing: path)
    let workspace = try session.workspace(keys, confirmingRemovals: !removal.yes)
    let call = EntityCall(
      workspace, model: try start.name,
      programs: runsPrograms ? ProgramLauncher(console) : nil)
    let outcome = try session.explaining([binding], in: workspace) {
      try call.run(binding, dryRun: dryRun, syncsPartials: !sync.noSync)
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
      console.note(outcome.isChanged ? "\(outcome.path) changed" : "\(outcome.path) is as it was")
    }
  }
}
