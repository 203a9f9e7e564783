import CommandKit
import OKitHistory

struct RedoCommand: Command {
  static let configuration = CommandConfiguration(
    "redo",
    abstract: "Reverse the last undo.",
    discussion: """
      Makes the changes again that 'okit undo' undid. That is no longer possible after another change.
      """,
    examples: [Example("okit redo", "reverse the last undo")],
    statuses: [
      ManualEntry("66", "there is nothing to redo, or the files are no longer kept"),
      ManualEntry("75", "a file has changed since"),
    ])

  @OptionGroup var options: ReversalOptions
  @OptionGroup var global: GlobalOptions

  func run(_ console: Console) throws {
    let session = Session(console, global)
    let history = try options.history(session)
    try options.report(history.redo(), "redo", "redid", console)
  }
}
