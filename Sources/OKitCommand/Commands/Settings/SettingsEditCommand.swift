import CommandKit
import OKitEditing
import OKitModels
import OKitStorage

struct SettingsEditCommand: Command {
  static let configuration = CommandConfiguration(
    "edit",
    abstract: "Change the app's settings with a form.",
    discussion: """
      Asks for the settings in the terminal, like 'okit edit --ask' (see 'okit help forms'). Encryption is only shown, \
      because switching it converts models: use 'okit settings set encryption'.
      """,
    examples: [
      Example("okit settings edit", "ask for the settings"),
      Example(#"echo '{"protection": true}' | okit settings edit --answers -"#, "change a setting with JSON"),
    ])

  @Option(
    .long, help: "Store the values in a JSON file, by the names of settings; '-' is standard input.",
    valueName: "file", completion: .file)
  var answers: String?
  @Flag(.customLong("print-form"), help: "Print the form as JSON.")
  var printsForm: Bool
  @Flag(.customShort("n"), .customLong("dry-run"), help: "Show what would happen, and change nothing.")
  var dryRun: Bool
  @OptionGroup var draft: DraftOptions
  @OptionGroup var rules: RuleOptions
  @OptionGroup var keys: KeyOptions
  @OptionGroup var global: GlobalOptions

  func validate() throws {
    if answers != nil, printsForm {
      throw UsageError("--answers and --print-form cannot be used together", showsUsage: true)
    }
    if answers != nil || printsForm, draft.continues || draft.discard {
      throw UsageError("--continue and --discard are only for the form in the terminal", showsUsage: true)
    }
    try draft.validate()
  }

  func run(_ console: Console) throws {
    let session = Session(console, global)
    let workspace = try session.workspace(keys, dryRun: dryRun)
    rules.apply(to: workspace)
    try Self.run(answers.map { .answers($0) } ?? (printsForm ? .print : .ask), draft, workspace, session)
  }

  /// Asks for the settings in the terminal.
  static func ask(_ workspace: Workspace, _ session: Session) throws {
    try run(.ask, DraftOptions(), workspace, session)
  }

  private static func run(
    _ use: FormSession.Use, _ draft: DraftOptions, _ workspace: Workspace, _ session: Session
  ) throws {
    let form = FormSession(
      session: session, workspace: workspace, shown: workspace, request: try .settings(in: workspace), use: use,
      runsPrograms: false, draft: draft,
      command: "okit settings edit", syncsPartials: true, isStrict: false)
    guard let result = try form.run() else { return }
    try EditOptions.report(result.outcome, "set", dryRun: workspace.isDryRun, session.console)
  }
}
