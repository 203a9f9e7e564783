import CommandKit
import OKitStorage

/// The command that completion scripts call.
struct CompleteCommand: Command {
  static let configuration = CommandConfiguration(
    "complete", abstract: "Print the completions of a command line.", isHidden: true)

  @Argument(help: "The shell.", valueName: "shell")
  var shell: CompletionShell
  @Argument(help: "The line, as passed by the script of 'okit completion'.", valueName: "word")
  var words: [String] = []

  func run(_ console: Console) throws {
    try OKitTool.tool.writeCompletions(for: shell, words, console)
  }
}
