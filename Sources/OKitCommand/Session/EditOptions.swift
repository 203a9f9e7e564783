import Bindings
import CommandKit
import JSONDocument
import OKitBackups
import OKitData
import OKitEditing
import OKitMigrations
import OKitModels
import OKitStorage

/// Options of the commands that edit values.
struct EditOptions: ParsableArguments {
  @OptionGroup var start: StartOption
  @Flag(.customShort("n"), .customLong("dry-run"), help: "Show what would happen, and change nothing.")
  var dryRun: Bool
  @OptionGroup var removal: RemovalConfirmationOption
  @OptionGroup var rules: RuleOptions
  @OptionGroup var keys: KeyOptions

  /// Opens the workspace for edits.
  func workspace(_ session: Session) throws -> Workspace {
    let workspace = try session.workspace(keys, dryRun: dryRun, confirmingRemovals: !removal.yes)
    rules.apply(to: workspace)
    return workspace
  }

  /// The given options that also count when an edit of text or a form is continued, each after a space.
  func continued(strict: Bool, _ sync: SyncOption) -> String {
    let options = [
      start.model.map { " --model \(ShellWord.operands($0))" },
      keys.identity.map { " --identity \(ShellWord.operands($0))" },
      strict ? " --strict" : nil, sync.noSync ? " --no-sync" : nil, rules.noRules ? " --no-rules" : nil,
      rules.hooks.noHooks ? " --no-hooks" : nil,
    ]
    return options.compactMap { $0 }.joined()
  }

  /// Reports the changes; `verb` is a participle such as `set`.
  func report(_ outcome: EditOutcome, _ verb: String, _ console: Console) throws {
    try Self.report(outcome, verb, dryRun: dryRun, console)
  }

  /// Reports the changes of a command that has its own options.
  static func report(_ outcome: EditOutcome, _ verb: String, dryRun: Bool, _ console: Console) throws {
    if console.json { try writeJSON(outcome, dryRun: dryRun, console) }
    let changes = outcome.changes
    let what = changes.isEmpty ? "nothing" : changes.count == 1 ? changes[0].path : count(changes.count, "value")
    var text = "\(dryRun ? "would have " : "")\(verb) \(what)"
    let synchronized = outcome.synchronized
    if let first = synchronized.first {
      text += synchronized.count == 1 ? " and \(first.path)" : " and \(count(synchronized.count, "value")) of stand-ins"
    }
    if !outcome.removedFiles.isEmpty { text += " with \(count(outcome.removedFiles.count, "file"))" }
    if outcome.clearedReferences > 0 { text += ", cleared \(count(outcome.clearedReferences, "reference"))" }
    if dryRun, outcome.removedEntities > LargeRemoval.limit {
      text += ", removing \(outcome.removedEntities) entities after a backup of the current data"
    }
    console.note(text)
    let paths =
      (changes.count > 1 ? changes.map(\.path) : []) + (synchronized.count > 1 ? synchronized.map(\.path) : [])
    for path in paths + outcome.removedFiles.map(\.text) { console.verbose("  \(path)") }
  }

  /// Reports the changes of a text; nil if the text was not changed.
  func report(edited outcome: EditOutcome?, _ verb: String, _ console: Console) throws {
    if outcome == nil { console.note("the text is unchanged, so nothing was changed") }
    if outcome != nil || console.json { try report(outcome ?? EditOutcome(), verb, console) }
  }

  /// Reads edits from the lines of `file`; with a `binding`, the lines are only values.
  func items(from file: String, for binding: Binding? = nil, _ session: Session) throws -> [EditItem] {
    let isInput = file == "-"
    let source = try isInput ? session.standardInput("lines of edits") : session.fileInput(file)
    let lines = try EditLines(reading: source, name: isInput ? "standard input" : file)
    return try lines.items(for: binding)
  }

  private static func writeJSON(_ outcome: EditOutcome, dryRun: Bool, _ console: Console) throws {
    try console.writeJSON { writer in
      writer.array("changes", ofEdits: outcome.changes)
      writer.array("synced", ofEdits: outcome.synchronized)
      writer.array("removedFiles", of: outcome.removedFiles)
      writer.member("clearedReferences", outcome.clearedReferences)
      writer.member("removedEntities", outcome.removedEntities)
      writer.member("kept", outcome.backup)
      writer.member("dryRun", dryRun)
    }
  }

}

extension JSONWriter {
  /// Writes a member with the places of edited values.
  mutating func array(_ name: String, ofEdits changes: [EditOutcome.Change]) {
    array(name) { writer in
      for change in changes {
        writer.object { writer in
          writer.member("model", change.model.description)
          writer.member("path", change.path)
          writer.member("id", change.id)
        }
      }
    }
  }
}

/// The option that turns off synchronizing stand-ins and partials.
struct SyncOption: ParsableArguments {
  @Flag(.long, help: "Do not copy changes between a stand-in and its partial (see 'okit help partial').")
  var noSync: Bool
}

/// The option that skips the question before many entities are removed.
struct RemovalConfirmationOption: ParsableArguments {
  @Flag(
    .shortAndLong,
    help:
      "Do not ask before removing more than ten entities, or before a change that cannot be undone, which needs it without a terminal."
  )
  var yes: Bool
}

/// The option that skips the question before a change that cannot be undone.
struct ConsentOption: ParsableArguments {
  @Flag(.shortAndLong, help: "Do not ask before a change that cannot be undone, which needs it without a terminal.")
  var yes: Bool

  /// Lets `session` know whether the user agrees.
  func apply(to session: Session) { session.isAgreed = yes }
}
