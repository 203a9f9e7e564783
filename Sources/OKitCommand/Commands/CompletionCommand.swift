import CommandKit

struct CompletionCommand: Command {
  static let configuration = CommandConfiguration(
    "completion",
    abstract: "Print the script that completes command lines.",
    discussion: """
      Commands, options, models, backups, paths and what else okit knows are completed by a shell that has read the script. It calls okit \
      back, which looks into the workspace of the line, asks for no secret, runs no program and waits for nobody. Debian's shells find the \
      scripts that 'make install' puts below /usr by themselves.
      """,
    examples: [
      Example(
        "okit completion bash >~/.local/share/bash-completion/completions/okit", "for bash, with bash-completion"),
      Example("eval \"$(okit completion zsh)\"", "for zsh, in ~/.zshrc behind compinit"),
      Example("okit completion fish >~/.config/fish/completions/okit.fish", "for fish"),
    ],
    seeAlso: ["bash(1)", "zshcompsys(1)", "fish(1)"])

  @Argument(help: "The shell: bash, zsh or fish.", valueName: "shell")
  var shell: CompletionShell
  @OptionGroup var global: GlobalOptions

  func run(_ console: Console) throws {
    try console.standardOutput.write(OKitTool.tool.completionScript(for: shell))
  }
}
