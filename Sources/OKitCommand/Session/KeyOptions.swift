import CommandKit
import OKitBackups
import OKitData
import OKitModels
import OKitStorage

/// Options of commands that open encrypted models.
struct KeyOptions: ParsableArguments {
  @Option(
    .shortAndLong,
    help: "The age identity to open models with. (default: $OKIT_IDENTITY, otherwise the workspace's own)",
    valueName: "file", completion: .file)
  var identity: String?
  @Option(
    .long, help: "A file with the identity's passphrase; '-' is standard input.", valueName: "file", completion: .file)
  var passphraseFile: String?
  @Option(.long, help: "A command that prints the identity's passphrase.", valueName: "command")
  var passphraseCommand: String?

  static let environment = [
    ManualEntry("OKIT_IDENTITY", "the age identity to open models with, if -i is not given"),
    ManualEntry("OKIT_CBC_KEY", "the file with the app's key, for the cipher okit-cbc"),
    ManualEntry("OKIT_PASSPHRASE_FILE", "a file with the identity's passphrase"),
    ManualEntry("OKIT_PASSPHRASE_COMMAND", "a command that prints the identity's passphrase"),
  ]

  func request(for path: String) -> Secrets.Request {
    Secrets.Request(
      what: "passphrase", file: ("--passphrase-file", passphraseFile),
      command: ("--passphrase-command", passphraseCommand), fileVariable: "OKIT_PASSPHRASE_FILE",
      commandVariable: "OKIT_PASSPHRASE_COMMAND", prompt: "Passphrase for \(path)", isNew: false,
      hint: "use --passphrase-file, --passphrase-command or $OKIT_PASSPHRASE_FILE")
  }
}

/// Options of commands that open or create a backup with a password.
struct PasswordOptions: ParsableArguments {
  @Option(.long, help: "A file with the password; '-' is standard input.", valueName: "file", completion: .file)
  var passwordFile: String?
  @Option(.long, help: "A command that prints the password.", valueName: "command")
  var passwordCommand: String?

  static let environment = [
    ManualEntry("OKIT_PASSWORD_FILE", "a file with the password of a backup"),
    ManualEntry("OKIT_PASSWORD_COMMAND", "a command that prints the password of a backup"),
    ManualEntry("OKIT_PASSWORD", "the password of a backup; hidden from programs that okit starts"),
  ]

  /// The name of an option that was given; nil if there is none.
  var givenOption: String? {
    if passwordFile != nil { return "--password-file" }
    return passwordCommand != nil ? "--password-command" : nil
  }

  func request(isNew: Bool) -> Secrets.Request {
    Secrets.Request(
      what: "password", file: ("--password-file", passwordFile), command: ("--password-command", passwordCommand),
      fileVariable: "OKIT_PASSWORD_FILE", commandVariable: "OKIT_PASSWORD_COMMAND", valueVariable: "OKIT_PASSWORD",
      prompt: isNew ? "Password for the backup" : "Password of the backup", isNew: isNew,
      hint: isNew
        ? "use --password-file, --password-command or $OKIT_PASSWORD, or -r for recipients"
        : "use --password-file, --password-command or $OKIT_PASSWORD")
  }
}

/// Options of commands that open several backups, some of them with a former password.
struct OldPasswordOptions: ParsableArguments {
  @Option(
    .customLong("old-password-file"),
    help: "A file with a former password, to try if the password is wrong. Can be repeated.",
    valueName: "file", completion: .file)
  var files: [String] = []

  func request(for file: String) -> Secrets.Request {
    Secrets.Request(
      what: "old password", file: ("--old-password-file", file), prompt: "Old password", isNew: false,
      hint: "use --old-password-file")
  }
}
