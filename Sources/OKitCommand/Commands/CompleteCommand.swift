import CommandKit
import OKitStorage

/// What completion scripts call.
struct CompleteCommand: Command {
  static let configuration = CommandConfiguration(
    "complete", abstract: "Say what could follow on a command line.", isHidden: true)

  @Argument(help: "The shell that asks.", valueName: "shell")
  var shell: CompletionShell
  @Argument(help: "The line, as the script of 'okit completion' hands it over.", valueName: "word")
  var words: [String] = []

  func run(_ console: Console) throws {
    try OKitTool.tool.writeCompletions(for: shell, words, console)
  }
}
