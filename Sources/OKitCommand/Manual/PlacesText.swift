import CommandKit

/// The files and environment variables that the manual lists.
enum PlacesText {
  static let environment =
    [
      ManualEntry("OKIT_ROOT", "the workspace, if -C is not given"),
      ManualEntry("XDG_CONFIG_HOME, HOME", "locate the key folders: $XDG_CONFIG_HOME/okit, otherwise ~/.config/okit"),
    ] + KeyOptions.environment + PasswordOptions.environment + RemoteOptions.environment + Pager.variables
    + Editor.variables + [
      ManualEntry(
        "SOURCE_DATE_EPOCH",
        "seconds since 1970 that 'backup create' and 'key generate' use as the current time, for reproducible output"
      ),
      ManualEntry("NO_COLOR", "turns colors off if it is set and not empty, unless --color is given"),
      ManualEntry("TERM", "if it is unset or dumb: no colors, no progress, no pager"),
      ManualEntry("COLUMNS, LINES", "the size of the screen; default: the terminal's"),
    ] + Session.readerVariables + [
      ManualEntry("TZDIR", "the folder of the time zone files"),
      ManualEntry("PATH", "the folders that okit searches for the pager and other programs"),
      ManualEntry(
        "SUDO_UID", "the user who called sudo; if root runs okit, it trusts this user's workspaces"),
      ManualEntry("OKIT_HOOK", "set for hooks; if it is set, okit runs no hooks"),
      ManualEntry(
        "OKIT_MODEL, OKIT_PATH, OKIT_ID", "set for functions, together with OKIT_ROOT: the entity to work on"),
    ]

  static let files =
    [
      ManualEntry("okit/okit.json", "the configuration of the workspace"),
      ManualEntry("okit/data", "the models"),
      ManualEntry(
        "okit/model", "Swift files with the model classes, and applied.json, the definitions that the data conforms to"),
    ] + ruleFiles + backupFiles + [
      ManualEntry("okit/export", "the output of 'okit export': plain text, until 'okit export --clear'")
    ] + migrationFiles + [
      ManualEntry(
        "okit/functions, okit/hooks",
        "programs for 'okit get --run' and 'okit call --run' with their descriptions, and programs that run at events"
      ),
      ManualEntry("okit/.steps", "the latest changes, for 'okit undo'"),
      ManualEntry("okit/.lock", "the lock file; it is never deleted"),
    ] + DraftOptions.files + keyFiles + [
      ManualEntry(
        "/etc/okit/config.json, ~/.config/okit/config.json",
        "the settings of the machine and of the user; safe.folder lists folders of other users that okit trusts"
      )
    ]

  static let backupFiles = [ManualEntry("okit/backup", "the backups, unless okit.json names another folder")]

  static let formFiles = [
    ManualEntry("okit/forms", "forms, NAME.json"),
    ManualEntry(
      "$XDG_RUNTIME_DIR/okit/form-*", "answers until they are stored; without XDG_RUNTIME_DIR in /dev/shm/okit-UID"),
  ]
  static let ruleFiles = [ManualEntry("okit/rules", "the rules of classes, CLASS.json")]

  static let migrationFiles = [
    ManualEntry("okit/migrations", "migrations, NUMBER-NAME.json, and the programs that they run"),
    ManualEntry("okit/history.json", "the migrations applied and rolled back on this machine"),
  ]

  static let keyFiles = [
    ManualEntry("~/.config/okit/ID/identity.txt", "the age identity of the workspace with this id"),
    ManualEntry("~/.config/okit/ID/okit-cbc.json", "the app's key, for the cipher okit-cbc"),
  ]

  static let attachmentFiles = [
    ManualEntry("okit/data/_image/ID.FORMAT", "the bytes of an image"),
    ManualEntry("okit/data/_data/ID.raw", "the bytes of other data"),
  ]
}
