import CommandKit
import OKitStorage

struct HelpCommand: Command {
  static let configuration = CommandConfiguration(
    "help",
    abstract: "Show the help of a command, or about a topic.",
    discussion: """
      Without a word it is the overview, with the names of all commands and topics. On a terminal, help that is longer than the screen is \
      shown by $OKIT_PAGER, $PAGER or less.
      """,
    examples: [
      Example("okit help backup create", "as 'okit backup create --help'"), Example("okit help quoting", "a topic"),
    ])

  @Argument(
    help: "The command, or the topic.", valueName: "command", completion: .command(or: HelpTopic.all.map(\.name)))
  var words: [String] = []
  @OptionGroup var global: GlobalOptions

  func run(_ console: Console) throws {
    try OKitTool.tool.showHelp(for: words, console)
  }
}
