import CommandKit

struct SettingsGroup: Command {
  static let configuration = CommandConfiguration(
    "settings",
    abstract: "Show and change the app's settings.",
    discussion: """
      The settings are the model with the framework's class ModelSettings. They are themeName, darkMode (turns the \
      dark theme on or off), encryption, protection and protectionTimeout. Without a subcommand, 'settings' shows \
      them.
      """,
    usage: "[<subcommand>]",
    examples: [
      Example("okit settings", "show all settings"),
      Example("okit settings set encryption off", "store every model as plain text"),
    ],
    subcommands: [SettingsGetCommand.self, SettingsSetCommand.self], defaultSubcommand: "get")
}
