import CommandKit
import JSONDocument
import OKitEditing
import OKitModels
import OKitStorage

struct SettingsGetCommand: Command {
  static let configuration = CommandConfiguration(
    "get",
    abstract: "Show the app's settings.",
    examples: [
      Example("okit settings get", "show all settings"),
      Example("okit settings get encryption", "print one setting, for a script"),
    ])

  @Argument(help: "Only this setting.", valueName: "setting", completion: .values(SettingsEdit.names))
  var name: String?
  @Flag(.customLong("ask"), help: "Ask for the settings in the terminal, like 'okit settings edit'.")
  var asks: Bool
  @OptionGroup var keys: KeyOptions
  @OptionGroup var global: GlobalOptions

  func validate() throws {
    if asks, name != nil { throw UsageError("--ask cannot be used with a setting", showsUsage: true) }
  }

  func run(_ console: Console) throws {
    let session = Session(console, global)
    if asks { return try SettingsEditCommand.ask(session.workspace(keys), session) }
    let workspace = try session.readingWorkspace(keys)
    let (model, settings) = try SettingsEdit(workspace)
      .all()
    if let name { return try write(name, settings, console) }
    if console.json {
      return try console.writeJSON { writer in
        writer.member("model", model.description)
        for setting in settings { writer.member(setting.name, JSONText(setting.json)) }
      }
    }
    var table = TextTable([.init("SETTING", cutting: .never), .init("VALUE"), .init("", cutting: .early)])
    for setting in settings { table.add([setting.name, text(setting), setting.words ?? ""]) }
    try table.write(to: console)
  }

  private func write(_ name: String, _ settings: [SettingsEdit.Setting], _ console: Console) throws {
    guard let setting = settings.first(where: { $0.name == name }) else {
      throw OKitError(
        .notFound, "no setting '\(name)'", remedy: .candidates(settings.map(\.name), insteadOf: name))
    }
    if console.json {
      try console.writeEscaped(json: Array(setting.json.utf8))
      return try console.standardOutput.writeLine()
    }
    try console.standardOutput.writeLine(console.shown(text(setting)))
  }

  private func text(_ setting: SettingsEdit.Setting) -> String {
    (try? JSONDocument(parsing: setting.json).root.string) ?? setting.json
  }
}
