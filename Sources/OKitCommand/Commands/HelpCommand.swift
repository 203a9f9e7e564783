import CommandKit

struct HelpCommand: Command {
  static let configuration = CommandConfiguration(
    "help",
    abstract: "Show the help of a command.",
    examples: [Example("okit help backup create", "as 'okit backup create --help'")])

  @Argument(help: "The command.", valueName: "command", completion: .command())
  var words: [String] = []
  @OptionGroup var global: GlobalOptions

  func run(_ console: Console) throws {
    try console.standardOutput.write(OKitTool.tool.helpText(for: words, columns: console.columns))
  }
}
