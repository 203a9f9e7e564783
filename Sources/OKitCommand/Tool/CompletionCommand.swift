import CommandKit
import OKitStorage

struct CompletionCommand: Command {
  static let configuration = CommandConfiguration(
    "completion",
    abstract: "Print the completion script of a shell.",
    discussion: """
      After a shell has read the script, it completes commands, options, models, backups, paths and other names. The \
      script calls okit, which reads the workspace of the command line, never asks for a secret, never runs a \
      program and never waits for a lock. It reads only the beginning of large models. On Debian, shells find the \
      script by themselves after 'make install' below /usr. Otherwise add this line to ~/.bashrc, or to ~/.zshrc \
      after compinit: eval "$(okit completion bash)", with the name of your shell.
      """,
    examples: [
      Example("okit completion bash >okit.bash", "write a file for ~/.local/share/bash-completion/completions"),
      Example("okit completion zsh >_okit", "write a file for a folder in zsh's $fpath"),
      Example("okit completion fish >okit.fish", "write a file for ~/.config/fish/completions"),
    ],
    seeAlso: ["bash(1)", "zshcompsys(1)", "fish(1)"])

  @Argument(help: "The shell.", valueName: "shell")
  var shell: CompletionShell
  @OptionGroup var global: GlobalOptions

  func run(_ console: Console) throws {
    try console.standardOutput.write(OKitTool.tool.completionScript(for: shell))
  }
}
