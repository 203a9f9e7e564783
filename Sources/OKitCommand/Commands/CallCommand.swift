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
      The parentheses can be left out if no property has the same name. 'okit actions' lists the functions; \
      okit/functions/NAME.json can describe one (see okit-format(5)). With --all, the function is called once for each entity that the \
      path matches, and all changes are stored in one step, or none. Entities for which it is not enabled are skipped. \
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
      Example("okit call --run --all 'books[*]/reprice(#1.2)'", "call a function for each book, in one step"),
      Example("okit call -n 'books[0]/reprice()'", "show which program would run for which entity"),
    ])

  @Argument(help: "A path that ends in a function.", valueName: "path", completion: .workspace(.paths))
  var path: String
  @OptionGroup var start: StartOption
  @Flag(.customLong("run"), help: "Allow functions that are programs of the workspace.")
  var runsPrograms: Bool
  @Flag(.long, help: "Call the function for all entities that the path matches.")
  var all: Bool
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
    if all {
      let batch = try session.explaining([binding], in: workspace) {
        try workspace.editing { try call.runAll(binding, syncsPartials: !sync.noSync) }
      }
      return try report(batch, console)
    }
    let outcome = try session.explaining([binding], in: workspace) {
      try workspace.editing { try call.run(binding, syncsPartials: !sync.noSync) }
    }
    if console.json {
      return try console.writeJSON { writer in
        writer.write(outcome)
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

  private func report(_ batch: EntityCall.Batch, _ console: Console) throws {
    for skipped in batch.skipped { console.warn("skipped \(skipped.path): not enabled: \(skipped.reason)") }
    if console.json {
      return try console.writeJSON { writer in
        writer.array("calls") { writer in
          for call in batch.calls { writer.object { $0.write(call) } }
        }
        writer.array("skipped") { writer in
          for skipped in batch.skipped {
            writer.object { writer in
              writer.member("model", skipped.model.description)
              writer.member("path", skipped.path)
              writer.member("id", skipped.id)
              writer.member("reason", skipped.reason)
            }
          }
        }
        writer.member("kept", batch.backup)
        writer.member("dryRun", dryRun)
      }
    }
    let rest = batch.skipped.isEmpty ? "" : ", \(batch.skipped.count) not enabled"
    if dryRun {
      for call in batch.calls { console.note("would run \(call.program) for \(call.path)") }
      if batch.calls.isEmpty { console.note("would run nothing\(rest)") }
      return
    }
    let changed = batch.calls.count(where: \.isChanged)
    console.note("\(changed) of \(batch.calls.count) entit\(batch.calls.count == 1 ? "y" : "ies") changed\(rest)")
    for call in batch.calls where call.isChanged { console.verbose("  \(call.path)") }
  }
}

extension JSONWriter {
  /// Writes the members that describe a call.
  fileprivate mutating func write(_ call: EntityCall.Outcome) {
    member("model", call.model.description)
    member("path", call.path)
    member("id", call.id)
    member("changed", call.isChanged)
  }
}
