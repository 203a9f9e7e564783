import CSystem
import CommandKit
import OKitStorage

/// The `okit` command.
@main
struct OKitTool {
  static let version = "0.1.0"
  /// The date of the last change to the manual, printed on its pages.
  static let manualDate = "November 23, 2026"

  static let tool = Tool(
    root: Root.self,
    version: version,
    globalOptions: GlobalOptions.self,
    foreignWords: ForeignWords.suggestions,
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
      okit reads an app's data folder, edits and checks it, encrypts and decrypts it, and makes backups protected by \
      a password or a key. Everything it writes can be opened without okit: JSON, age files, zip.
      """,
    examples: [
      Example("okit init shop --data ~/device/okit/data", "create a workspace from a device's data"),
      Example("okit status -C shop", "show its models, keys and backups"),
      Example("okit backup create -C shop", "back up everything into one encrypted file"),
    ],
    subcommands: [
      InitCommand.self, StatusCommand.self, GetCommand.self, ListCommand.self, SearchCommand.self, QueryCommand.self,
      SetCommand.self,
      EditCommand.self,
      AddCommand.self, RemoveCommand.self, MoveCommand.self, CallCommand.self, ActionsCommand.self, LogCommand.self,
      DiffCommand.self,
      UndoCommand.self, RedoCommand.self,
      WatchCommand.self, ServeCommand.self,
      CheckCommand.self, RulesGroup.self, FormGroup.self, ModelGroup.self, KeyGroup.self,
      EncryptCommand.self, DecryptCommand.self, RekeyCommand.self, RefGroup.self, PartialGroup.self,
      AttachmentGroup.self, SettingsGroup.self, MigrateGroup.self, BackupGroup.self, ExportCommand.self,
      RemoteGroup.self,
      ImportCommand.self, CompletionCommand.self, CompleteCommand.self, HelpCommand.self, VersionCommand.self,
      GenerateGroup.self,
    ],
    seeAlso: ["age(1)", "7z(1)", "jq(1)"])
}
