import CommandKit
import OKitStorage

struct CompletionCommand: Command {
  static let configuration = CommandConfiguration(
    "completion",
    abstract: "Print the script that completes command lines.",
    discussion: """
      Commands, options, models, backups, paths and what else okit knows are completed by a shell that has read the script. It calls okit \
      back, which looks into the workspace of the line, asks for no secret, runs no program and waits for nobody; of large models it reads \
      the beginning. Shells of Debian find what 'make install' puts below /usr by themselves. Else a line in ~/.bashrc, or in ~/.zshrc \
      behind compinit, does it: eval "$(okit completion bash)".
      """,
    examples: [
      Example("okit completion bash >okit.bash", "for ~/.local/share/bash-completion/completions"),
      Example("okit completion zsh >_okit", "for a folder of zsh's $fpath"),
      Example("okit completion fish >okit.fish", "for ~/.config/fish/completions"),
    ],
    seeAlso: ["bash(1)", "zshcompsys(1)", "fish(1)"])

  @Argument(help: "The shell: bash, zsh or fish.", valueName: "shell")
  var shell: CompletionShell
  @OptionGroup var global: GlobalOptions

  func run(_ console: Console) throws {
    try console.standardOutput.write(OKitTool.tool.completionScript(for: shell))
  }
}
