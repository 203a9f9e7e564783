import CSystem
import CommandKit
import OKitStorage

/// The `okit` command.
@main
struct OKitTool {
  static let version = "0.1.0"
  /// When the manual was changed last; its pages say so.
  static let manualDate = "November 22, 2026"

  static let tool = Tool(
    root: Root.self,
    version: version,
    globalOptions: GlobalOptions.self,
    foreignWords: ForeignWords.ours,
    secretVariables: Secrets.variables,
    topics: HelpTopic.all,
    prepare: { options, console in options.configure(console) },
    show: { text, console in try Pager(console).show(text) },
    describeError: describe,
    completions: WorkspaceCompletion.answer
  )

  static func main() {
    // Passwords and keys pass through this process's memory.
    okit_forbid_core_dumps()
    okit_forbid_backtraces()
    tool.main()
  }
}

/// The group of all commands.
struct Root: Command {
  static let configuration = CommandConfiguration(
    "okit",
    abstract: "Manage the model data of apps built on OKit.",
    discussion: """
      okit takes over an app's data folder, looks into it, encrypts and decrypts it, checks it, and makes backups that open with a \
      password or a key. Everything it writes can be opened without it: JSON, age files, zip.
      """,
    examples: [
      Example("okit init shop --data ~/device/okit/data", "make a workspace of a device's data"),
      Example("okit status -C shop", "what is in it, and what opens"),
      Example("okit backup create -C shop", "one sealed file with everything"),
    ],
    subcommands: [
      InitCommand.self, StatusCommand.self, GetCommand.self, SetCommand.self, AddCommand.self, RemoveCommand.self,
      MoveCommand.self, CallCommand.self, WatchCommand.self, CheckCommand.self, ModelGroup.self, KeyGroup.self,
      EncryptCommand.self, DecryptCommand.self, RekeyCommand.self, RefGroup.self, PartialGroup.self,
      AttachmentGroup.self, SettingsGroup.self, MigrateGroup.self, BackupGroup.self, ExportCommand.self,
      ImportCommand.self, CompletionCommand.self, CompleteCommand.self, HelpCommand.self, VersionCommand.self,
      GenerateGroup.self,
    ],
    seeAlso: ["age(1)", "7z(1)", "jq(1)"])
}
