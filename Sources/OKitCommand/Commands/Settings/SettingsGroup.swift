import CommandKit

struct SettingsGroup: Command {
  static let configuration = CommandConfiguration(
    "settings",
    abstract: "Show and change the app's settings.",
    discussion: """
      The settings are the model with the framework's class ModelSettings. They are themeName, darkMode, encryption, \
      protection and protectionTimeout. darkMode is on if themeName is 'dark': 'okit settings set darkMode on' stores \
      that name. Without a subcommand, 'settings' shows the settings.
      """,
    usage: "[<subcommand>]",
    examples: [
      Example("okit settings", "show all settings"),
      Example("okit settings --ask", "ask for the settings with a form"),
      Example("okit settings set encryption off", "store every model as plain text"),
    ],
    subcommands: [SettingsGetCommand.self, SettingsSetCommand.self, SettingsEditCommand.self], defaultSubcommand: "get")
}
