import CommandKit
import OKitStorage

struct HelpCommand: Command {
  static let configuration = CommandConfiguration(
    "help",
    abstract: "Show the help of a command or topic.",
    discussion: """
      Without an argument it shows the overview, with the names of all commands and topics. On a terminal, help \
      longer than the screen is shown with $OKIT_PAGER, $PAGER or less.
      """,
    examples: [
      Example("okit help backup create", "the same as 'okit backup create --help'"),
      Example("okit help quoting", "show a topic"),
    ])

  @Argument(
    help: "The command or topic.", valueName: "command", completion: .command(or: HelpTopic.all.map(\.name)))
  var words: [String] = []
  @OptionGroup var global: GlobalOptions

  func run(_ console: Console) throws {
    try OKitTool.tool.showHelp(for: words, console)
  }
}
