import Ciphers
import CommandKit
import Glibc
import JSONDocument
import OKitBackups
import OKitData
import OKitEditing
import OKitMigrations
import OKitModels
import OKitStorage

struct BackupCreateCommand: Command {
  static let configuration = CommandConfiguration(
    "create",
    abstract: "Create a backup.",
    discussion: """
      Without -r the backup is encrypted with a password from --password-file, --password-command, \
      $OKIT_PASSWORD_FILE, $OKIT_PASSWORD_COMMAND, $OKIT_PASSWORD or a prompt. With -r, or with "to": "recipients" in \
      okit.json, it is encrypted to age recipients and needs no password. A directory backup is not encrypted: it is a \
      copy of the files as stored. In the other formats, models are decrypted inside the archive; --as-stored leaves \
      them encrypted and needs no keys. Prints the path of the file. Beside it, NAME.record.json \
      stores time, workspace, tags, note and verification for 'okit backup prune', which has no key.

      okit runs okit/hooks/before-backup and okit/hooks/after-backup before and after the backup, with JSON on \
      standard input: event, workspace, name, file and models. If the first one fails, no backup is made.
      """,
    examples: [
      Example("okit backup create", "make a backup with a password from a prompt"),
      Example(
        "okit backup create -r age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p",
        "make a backup for an age recipient"
      ),
      Example("okit backup create --format zip --password-file ~/.backup-password", "make a zip that 7-Zip opens"),
    ])

  @Argument(
    help: "The name. (default: the time, in UTC; a number is added if the name exists)", valueName: "name")
  var name: String?
  @Option(
    .shortAndLong, help: "A folder, a new file, or '-' for standard output. (default: okit/backup)",
    valueName: "path", completion: .file)
  var output: String?
  @Option(.long, help: "The format; by default the workspace's, otherwise age.", valueName: "format")
  var format: BackupFormat?
  @Option(
    .customShort("r"), .customLong("recipient"), help: "Encrypt the backup to this age recipient. Can be repeated.",
    valueName: "age1…", completion: .workspace(.recipients))
  var recipients: [String] = []
  @Flag(.long, help: "Leave models as stored; needs no identity.")
  var asStored: Bool
  @Option(
    .customLong("tag"), help: "Give the backup this tag, or these, separated by commas. Can be repeated.",
    valueName: "tag")
  var tags: [String] = []
  @Option(.long, help: "Give the backup a note.", valueName: "text")
  var note: String?
  @Flag(.long, help: "Protect the backup from 'backup prune'.")
  var pin: Bool
  @Flag(.long, help: "Then remove old backups by the rules of okit.json.")
  var prune: Bool
  @Flag(.customShort("n"), .customLong("dry-run"), help: "Show what would happen, and change nothing.")
  var dryRun: Bool
  @OptionGroup var password: PasswordOptions
  @OptionGroup var keys: KeyOptions
  @OptionGroup var global: GlobalOptions

  func validate() throws {
    if !recipients.isEmpty, let option = password.givenOption {
      throw UsageError("--recipient and \(option) cannot be used together", showsUsage: true)
    }
    if tags.contains(where: { RetentionRules.tags($0) == nil }) { throw UsageError("a tag is empty") }
    if prune, output != nil { throw UsageError("--prune is for the backup folder, not for --output", showsUsage: true) }
    if output == "-", !tags.isEmpty || note != nil || pin {
      throw UsageError("a stream has no record for --tag, --note and --pin")
    }
  }

  func run(_ console: Console) throws {
    let session = Session(console, global)
    let workspace = try session.workspace(keys, dryRun: dryRun)
    let configuration = try workspace.requireConfiguration()
    let format = format ?? configuration.backup.format
    if let fault = fault(format) { throw UsageError(fault) }
    if prune, configuration.backup.keep.isEmpty {
      throw UsageError("no rules for --prune: give \"keep\" under \"backup\" in okit.json")
    }
    if output == "-", console.standardOutput.isTerminal {
      throw UsageError("cannot write a backup to a terminal; redirect standard output to a file")
    }
    let creation = BackupCreation(workspace)
    let protection = try protection(format, configuration, workspace.keyring, session)
    let openedBy = openedBy(protection, format)
    let outcome = try creation.create(
      name, format: format, to: destination(session, console), asStored: asStored, protection: protection,
      label: label, created: session.sourceDate())
    // A stream counts as written only after all of its bytes have left this process.
    do {
      try console.standardOutput.flush()
    } catch is OutputClosed {
      throw SystemError("write", "standard output", code: EPIPE)
    }
    var removed: [String]?
    // The backup is reported even if this fails.
    let pruning = Result { () throws(any Error) in
      if prune {
        removed = try PruneReport(session, dryRun: dryRun).removeOutdated(
          workspace, configuration.backup.keep, outcome.path)
      }
    }
    try report(outcome, removed, openedBy, console)
    try pruning.get()
  }

  private var label: BackupRecord.Label {
    var label = BackupRecord.Label()
    label.tags = tags.compactMap(RetentionRules.tags).flatMap(\.self)
    label.note = note
    label.isPinned = pin
    return label
  }

  private func fault(_ format: BackupFormat) -> String? {
    switch format {
    case .zip where !recipients.isEmpty: "a zip takes a password, not recipients"
    case .zip where output == "-": "a zip cannot be written to a stream; name a file"
    case .directory where !recipients.isEmpty: "a directory is a copy of the files as stored and takes no recipients"
    case .directory where password.givenOption != nil:
      "a directory is a copy of the files as stored and takes no password"
    case .directory where output == "-": "a directory cannot be written to a stream; name a folder"
    default: nil
    }
  }

  private func protection(
    _ format: BackupFormat, _ configuration: Configuration, _ keyring: Keyring, _ session: Session
  ) throws -> BackupProtection {
    if format == .directory { return .none }
    if !recipients.isEmpty { return .recipients(try recipients.parsedRecipients()) }
    let request = password.request(isNew: true)
    if format == .archive, configuration.backup.toRecipients, !session.secrets.isGiven(request) {
      guard !configuration.recipients.isEmpty else {
        throw OKitError(
          .configuration, "okit.json says that backups are encrypted to recipients, but the workspace has none",
          remedy: try keyring.remedyWithoutRecipients())
      }
      return .recipients(configuration.recipients)
    }
    // A dry run needs no secret.
    return dryRun ? .none : .password(try session.secrets.read(request))
  }

  private func openedBy(_ protection: borrowing BackupProtection, _ format: BackupFormat) -> String {
    switch protection {
    case .recipients(let recipients):
      "can be opened with an identity for \(recipients.map(\.description).joined(separator: ", "))"
    case .password: "can be opened with its password"
    case .none:
      format == .directory ? "not protected; encrypted models stay encrypted" : "protected by a password"
    }
  }

  private func destination(_ session: Session, _ console: Console) throws -> BackupCreation.Destination {
    guard let output else { return .folder(nil) }
    if output == "-" {
      return .stream { bytes in
        do {
          try console.standardOutput.write(bytes)
        } catch is OutputClosed {
          // A partial backup is useless, so this must not end quietly.
          throw SystemError("write", "standard output", code: EPIPE)
        }
      }
    }
    let path = try session.absoluteOutput(output)
    var status = stat()
    let isFolder = stat(path.text, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    return isFolder ? .folder(path) : .file(path)
  }

  private func report(
    _ outcome: BackupCreation.Outcome, _ removed: [String]?, _ openedBy: String, _ console: Console
  ) throws {
    let contents = "\(count(outcome.models, "model")), \(count(outcome.files, "file"))"
    guard let path = outcome.path else {
      console.note("\(contents); \(openedBy)")
      return noteContents(outcome, console)
    }
    if console.json {
      return try console.writeJSON { writer in
        writer.member("path", path)
        writer.member("size", Int(outcome.size))
        writer.member("models", outcome.models)
        writer.member("files", outcome.files)
        writer.member("decrypted", outcome.isDecrypted)
        writer.array("missing", of: outcome.missing.map(\.description))
        writer.array("remote", of: outcome.remoteModels.map(\.description))
        if let removed { writer.array("removed", of: removed) }
        writer.member("dryRun", dryRun)
      }
    }
    try console.writeResult(path.text)
    console.note(
      dryRun
        ? "would back up \(contents); \(openedBy)"
        : "\(contents), \(sizeInNote(outcome.size, console)); \(openedBy)")
    noteContents(outcome, console)
    if dryRun { return }
    let file = output == nil ? "" : " \(ShellWord.quoted(path.text))"
    console.suggest("run 'okit backup verify\(file)' to check that it can be restored")
  }

  private func noteContents(_ outcome: BackupCreation.Outcome, _ console: Console) {
    if !outcome.outsideDefinitions.isEmpty {
      console.note("included the definitions from \(outcome.outsideDefinitions.joined(separator: ", "))")
    }
    console.noteRemote(outcome.remoteModels, in: "the backup")
  }
}
