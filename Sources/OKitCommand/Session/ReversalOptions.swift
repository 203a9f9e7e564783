import CommandKit
import JSONDocument
import OKitHistory

/// Options of `undo` and `redo`.
struct ReversalOptions: ParsableArguments {
  @Flag(.customShort("n"), .customLong("dry-run"), help: "Show what would happen, and change nothing.")
  var dryRun: Bool
  @Flag(.shortAndLong, help: "Do not ask, even if this cannot be reversed.")
  var yes: Bool
  @OptionGroup var hooks: HookOptions
  @OptionGroup var keys: KeyOptions

  /// Opens the workspace and returns its history.
  func history(_ session: Session) throws -> History {
    session.isAgreed = yes
    let workspace = try session.workspace(keys, dryRun: dryRun)
    hooks.apply(to: workspace)
    return History(workspace)
  }

  /// Reports the reversed steps; `verb` is an infinitive and `past` its past tense.
  func report(_ plan: UndoPlan, _ verb: String, _ past: String, _ console: Console) throws {
    if console.json {
      try console.writeJSON { writer in
        writer.array("steps", of: plan.changes.map(\.number))
        writer.array("files", of: plan.paths)
        writer.member("dryRun", dryRun)
      }
    }
    let steps = plan.changes.map { change in
      "\(change.number)" + (change.command.map { " (\(Console.printable($0)))" } ?? "")
    }
    console.note(
      "\(dryRun ? "would \(verb)" : past) step\(steps.count == 1 ? "" : "s") \(steps.joined(separator: ", ")): \(count(plan.paths.count, "file"))"
    )
    for path in plan.paths { console.verbose("  \(path)") }
    if plan.changes.contains(where: { $0.command?.hasPrefix("remote ") == true }) {
      console.suggest("the next 'okit remote push' or 'sync' sends this to the server, too")
    }
  }
}
