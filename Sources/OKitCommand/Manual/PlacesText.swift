import CommandKit
import OKitStorage

/// Files and variables, for the manual.
enum PlacesText {
  static let environment =
    [
      ManualEntry("OKIT_ROOT", "the workspace, where -C does not name one"),
      ManualEntry("XDG_CONFIG_HOME, HOME", "where the folders of keys are: $XDG_CONFIG_HOME/okit, else ~/.config/okit"),
    ] + KeyOptions.environment + PasswordOptions.environment + Pager.variables + [
      ManualEntry(
        "SOURCE_DATE_EPOCH",
        "seconds since 1970 that 'backup create' and 'key generate' take for now, so that what they make can be made again"
      ),
      ManualEntry("NO_COLOR", "no colours, where it is set and not empty and --color does not say otherwise"),
      ManualEntry("TERM", "without it, or where it is dumb: no colours, no progress, no pager"),
      ManualEntry("COLUMNS, LINES", "the size of the screen, else what the terminal says"),
    ] + Session.readerVariables + [
      ManualEntry("TZDIR", "where the descriptions of time zones are"),
      ManualEntry("PATH", "where a pager and what commands name are looked for"),
      ManualEntry(
        "SUDO_UID", "for root, the user who called sudo: workspaces of this user count as root's own"),
      ManualEntry("OKIT_HOOK", "set for hooks; where it is set, no hook runs"),
      ManualEntry("OKIT_MODEL, OKIT_PATH, OKIT_ID", "set for functions, besides of OKIT_ROOT: what they are called on"),
    ]

  static let files =
    [
      ManualEntry("okit/okit.json", "what the workspace is set to"),
      ManualEntry("okit/data", "the models"),
      ManualEntry("okit/model", "Swift files with the classes of models, and applied.json, what the data conform to"),
    ] + backupFiles + [
      ManualEntry("okit/export", "what 'okit export' wrote; plain text, until 'okit export --clear'")
    ] + migrationFiles + [
      ManualEntry(
        "okit/functions, okit/hooks", "programs that 'okit get --run' and 'okit call --run' run, and that run at events"
      ),
      ManualEntry("okit/.lock", "what okit waits for when another one is at work; it stays"),
    ] + keyFiles + [
      ManualEntry(
        "/etc/okit/config.json, ~/.config/okit/config.json",
        "settings of the machine and of the user: safe.folder lists the folders that are trusted though others own them"
      )
    ]

  static let backupFiles = [ManualEntry("okit/backup", "the backups, unless okit.json names another folder")]

  static let migrationFiles = [
    ManualEntry("okit/migrations", "migrations, NUMBER-NAME.json, and the programs that they run"),
    ManualEntry("okit/history.json", "what was migrated on this machine"),
  ]

  static let keyFiles = [
    ManualEntry("~/.config/okit/ID/identity.txt", "the age identity of the workspace with this id"),
    ManualEntry("~/.config/okit/ID/okit-cbc.json", "the key of the app's own cipher"),
  ]

  static let attachmentFiles = [
    ManualEntry("okit/data/_image/ID.FORMAT", "the bytes of an image"),
    ManualEntry("okit/data/_data/ID.raw", "the bytes of other data"),
  ]
}
