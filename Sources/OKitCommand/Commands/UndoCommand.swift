import CommandKit
import OKitHistory

struct UndoCommand: Command {
  static let configuration = CommandConfiguration(
    "undo",
    abstract: "Undo the last change.",
    discussion: """
      Restores the files that the last change of okit replaced or removed, and removes those that it added, all or \
      none. Run it again to undo the change before; 'okit redo' reverses it. 'okit log' lists the changes.

      If another program has changed one of the files since, okit changes nothing (75). A restored file has the form \
      that it has now: if the model was encrypted or re-encrypted in the meantime, okit encrypts the file to the \
      current recipients. Undoing 'okit decrypt' encrypts again; no plain text stays, so this cannot be redone. In \
      okit.json, the entries of the restored models and the paths of definitions change, but no recipients, keys or \
      other settings.

      A change of keys or ciphers alone has no values to restore. For a restored backup and for a migration, use the \
      backup that 'okit log' names, or 'okit migrate rollback'.
      """,
    examples: [
      Example("okit undo", "undo the last change"),
      Example("okit undo --to 12", "undo all changes after step 12; 0 undoes all that are kept"),
      Example("okit undo --dry-run -v", "show which files it would change"),
    ],
    statuses: [
      ManualEntry("64", "the step changed no values, or is undone in another way"),
      ManualEntry("65", "a record or a kept file is damaged"),
      ManualEntry("66", "there is nothing to undo, or the files are no longer kept"),
      ManualEntry("75", "a file has changed since"),
      ManualEntry("77", "no key for a file that is or was encrypted"),
    ])

  @Option(.long, help: "Undo all changes after this step of 'okit log'.", valueName: "step")
  var to: Int?
  @OptionGroup var options: ReversalOptions
  @OptionGroup var global: GlobalOptions

  func validate() throws {
    if let to, to < 0 { throw UsageError("a step is a number from 0") }
  }

  func run(_ console: Console) throws {
    let session = Session(console, global)
    let history = try options.history(session)
    try options.report(history.undo(to: to), "undo", "undid", console)
  }
}
