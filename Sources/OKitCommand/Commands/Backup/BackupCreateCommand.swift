import Ciphers
import CommandKit
import Glibc
import JSONDocument
import OKitBackups
import OKitData
import OKitEditing
import OKitMigrations
import OKitModels
import OKitRemote
import OKitStorage

struct BackupCreateCommand: Command {
  static let configuration = CommandConfiguration(
    "create",
    abstract: "Create a backup.",
    discussion: """
      Without -r the backup is encrypted with a password from --password-file, --password-command, \
      $OKIT_PASSWORD_FILE, $OKIT_PASSWORD_COMMAND, $OKIT_PASSWORD or a prompt. With -r, or with "to": "recipients" in \
      okit.json and no password from these sources, it is encrypted to age recipients. A directory backup is not encrypted: it is a \
      copy of the files as stored. In the other formats, models are decrypted inside the archive; --as-stored leaves \
      them encrypted and needs no keys. Prints the path of the file. A file beside it, with \
      .record.json after the same name, has its time, workspace, tags, note and verification, because 'okit backup prune' has no key.

      A backup contains the models, okit.json, the Swift definitions, the rules and the forms. It does not contain hooks, \
      functions and migrations, which are programs: keep them in version control.

      With --if-changed, okit compares the files as stored with those of the last backup in the folder. If they are the \
      same, it makes no backup, says so, records the time, and gives the tags, the note and the pin to the last backup. It \
      makes one anyway if the last one is missing or damaged, or has another format or other recipients. It does not notice \
      a new password.

      A backup folder in okit.json that is not in the workspace, such as one on another disk, must exist, and be on the file \
      system on which it was for the last backup. Otherwise its disk may not be mounted, and all commands for backups end with 66.

      okit runs okit/hooks/before-backup and okit/hooks/after-backup before and after the backup, with JSON on \
      standard input: event, workspace, name, file and models. If the first one fails, no backup is made. after-backup does not run if nothing has changed.
      """,
    examples: [
      Example("okit backup create", "make a backup with a password from a prompt"),
      Example(
        "okit backup create -r age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p",
        "make a backup for an age recipient"
      ),
      Example(
        "okit backup create --if-changed --prune", "make a backup if there is something new, then remove old ones"),
      Example("okit backup create --repository ~/backups", "make a snapshot in a restic repository"),
      Example("okit backup create --format zip --password-file ~/.backup-password", "make a zip that 7-Zip opens"),
    ])

  @Argument(
    help: "The name. (default: the time, in UTC; a number is added if the name exists)", valueName: "name")
  var name: String?
  @Option(
    .shortAndLong,
    help:
      "A folder, a new file, or '-' for standard output. (default: okit/backup) End the path of a folder with a slash, so that a missing one is an error. Can be repeated to copy the backup to several places; if one fails, the others still get it.",
    valueName: "path", completion: .file)
  var output: [String] = []
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
  @Flag(.long, help: "Make no backup if nothing has changed since the last one.")
  var ifChanged: Bool
  @Flag(.long, help: "Then remove old backups by the rules of okit.json.")
  var prune: Bool
  @Flag(.customShort("n"), .customLong("dry-run"), help: "Show what would happen, and change nothing.")
  var dryRun: Bool
  @OptionGroup var places: PlaceOptions
  @OptionGroup var password: PasswordOptions
  @OptionGroup var hooks: HookOptions
  @OptionGroup var keys: KeyOptions
  @OptionGroup var global: GlobalOptions

  func validate() throws {
    if !recipients.isEmpty, let option = password.givenOption {
      throw UsageError("--recipient and \(option) cannot be used together", showsUsage: true)
    }
    if tags.contains(where: { RetentionRules.tags($0) == nil }) { throw UsageError("a tag is empty") }
    for (option, isGiven) in [("--prune", prune), ("--if-changed", ifChanged)] where isGiven && !output.isEmpty {
      throw UsageError("\(option) is for the place of backups, not for --output", showsUsage: true)
    }
    if !output.isEmpty, let option = places.givenOption {
      throw UsageError("\(option) and --output cannot be used together", showsUsage: true)
    }
    if places.repository != nil, let option = optionOfFiles {
      throw UsageError("\(option) is for files, not for a repository", showsUsage: true)
    }
    if output.count > 1, output.contains("-") {
      throw UsageError("a stream is the only output")
    }
    if isStream, !tags.isEmpty || note != nil || pin {
      throw UsageError("a stream has no record for --tag, --note and --pin")
    }
  }

  func run(_ console: Console) throws {
    let session = Session(console, global)
    let workspace = try session.localWorkspace(keys, dryRun: dryRun)
    hooks.apply(to: workspace)
    let configuration = try workspace.requireConfiguration()
    let places = try session.places(self.places, workspace, password, dryRun: dryRun)
    let repository = output.isEmpty ? places.repository : nil
    if repository != nil, let option = optionOfFiles {
      throw UsageError(
        "\(option) is for files, and backups of this workspace go to a repository",
        hint: "use --folder \(ShellWord.quoted(workspace.backupFolder.text)) to make a file")
    }
    let format = repository != nil ? .archive : format ?? configuration.backup.format
    if let fault = fault(format) { throw UsageError(fault) }
    if format != .zip, let file = output.first(where: { $0.lowercased().hasSuffix(BackupFormat.zip.ending) }) {
      throw UsageError("\(PathComponent.printable(file)) would not be a zip", hint: "use --format zip, or another name")
    }
    if prune, configuration.backup.keep.isEmpty {
      throw UsageError("no rules for --prune: give \"keep\" under \"backup\" in okit.json")
    }
    if isStream, console.standardOutput.isTerminal {
      throw UsageError("cannot write a backup to a terminal; redirect standard output to a file")
    }
    let creation = BackupCreation(dryRun ? try session.withRemoteModels(workspace, keys, dryRun: true) : workspace)
    if let name { try BackupName.check(name) }
    var outputIndex = 0
    var failure: Int32?
    let (outcome, openedBy, leftOut) = try session.remoteModels(workspace).reading { leftOut in
      let protection =
        try repository == nil ? self.protection(format, configuration, workspace.keyring, session) : .none
      let openedBy = repository.map { "in \(Console.printable($0.name))" } ?? self.openedBy(protection, format)
      while true {
        do {
          let destination = try repository.map { .repository($0) } ?? destination(outputIndex, session, console, places)
          let outcome = try creation.create(
            name, format: format, to: destination, asStored: asStored, protection: protection,
            label: label, created: session.sourceDate(), onlyIfChanged: ifChanged, isSeries: output.isEmpty)
          return (outcome, openedBy, leftOut)
        } catch  where output.count > 1 && Self.mayBeFaultOfOutput(error) {
          // The backup is needed most if one of its places fails.
          let problem = describe(error)
          console.report(problem)
          failure = failure ?? problem.status
          outputIndex += 1
          if outputIndex == output.count { throw ExitStatus(failure ?? problem.status) }
        }
      }
    }
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
          places, of: workspace, configuration.backup.keep, after: outcome)
      }
    }
    // A dry run has made no backup to copy.
    let others = dryRun ? [] : Array(output.dropFirst(outputIndex + 1))
    let (copies, status) = try outcome.path.map { try copy($0, to: others, workspace, session) } ?? ([], nil)
    try report(outcome, repository, removed, copies, openedBy, console)
    try pruning.get()
    if let status = failure ?? status { throw ExitStatus(status) }
    // Whoever watches the backups must learn that this one is not complete.
    if let status = leftOut.values.map({ describe($0).status }).min() { throw ExitStatus(status) }
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
    case .zip where isStream: "a zip cannot be written to a stream; name a file"
    case .directory where !recipients.isEmpty: "a directory is a copy of the files as stored and takes no recipients"
    case .directory where password.givenOption != nil:
      "a directory is a copy of the files as stored and takes no password"
    case .directory where isStream: "a directory cannot be written to a stream; name a folder"
    default: nil
    }
  }

  private func protection(
    _ format: BackupFormat, _ configuration: Configuration, _ keyring: Keyring, _ session: Session
  ) throws -> BackupProtection {
    if format == .directory { return .none }
    if !recipients.isEmpty { return .recipients(try recipients.parsedRecipients()) }
    let request = password.request(isNew: true)
    let isToRecipients = format == .archive && configuration.backup.toRecipients
    if isToRecipients, !session.secrets.isGiven(request) {
      guard !configuration.recipients.isEmpty else {
        throw OKitError(
          .configuration, "okit.json says that backups are encrypted to recipients, but the workspace has none",
          remedy: try keyring.remedyWithoutRecipients())
      }
      return .recipients(configuration.recipients)
    }
    if isToRecipients, password.givenOption == nil {
      session.console.warn(
        "the backup is encrypted with the password from the environment, although okit.json says \"to\": \"recipients\""
      )
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

  /// An option that only files allow; nil if none is given.
  private var optionOfFiles: String? {
    if format != nil { return "--format" }
    return recipients.isEmpty ? nil : "--recipient"
  }

  /// Returns the place that the output with this number names.
  private func destination(
    _ number: Int, _ session: Session, _ console: Console, _ places: BackupPlaces
  ) throws -> BackupCreation.Destination {
    if output.isEmpty { return .folder(places.folder?.isOwn == false ? places.folder?.path : nil) }
    if isStream {
      return .stream { bytes in
        do {
          try console.standardOutput.write(bytes)
        } catch is OutputClosed {
          // A partial backup is useless, so this must not end quietly.
          throw SystemError("write", "standard output", code: EPIPE)
        }
      }
    }
    let (path, isFolder) = try place(output[number], session, own: places.folder)
    if path == places.folder?.path, places.folder?.isOwn == true { return .folder(nil) }
    return isFolder ? .folder(path) : .file(path)
  }

  /// Returns the path of an output, and true if it is a folder in which the backup gets its own name. `own` is the workspace's folder of backups, which
  /// may not exist yet.
  private func place(_ output: String, _ session: Session, own: BackupFolder?) throws -> (
    path: FilePath, isFolder: Bool
  ) {
    let path = try session.absoluteOutput(output)
    if let own, own.isOwn, path.resolvingExistingPrefix == own.path.resolvingExistingPrefix { return (own.path, true) }
    let isFolder = try FileStatus.of(path, followingLinks: true)?.kind == .folder
    // It tells a folder that is missing from a file that is new.
    if output.hasSuffix("/"), !isFolder { throw OKitError(.notFound, "no such folder: \(path)") }
    return (path, isFolder)
  }

  private static func mayBeFaultOfOutput(_ error: any Error) -> Bool {
    guard Signals.pending == nil else { return false }
    guard let error = error as? OKitError else { return error is SystemError }
    return [.notFound, .exists, .inputOutput].contains(error.kind)
  }

  private var isStream: Bool { output == ["-"] }

  /// Copies the backup to `outputs`. Returns the paths of the copies, and the status of the first failure.
  private func copy(
    _ backup: FilePath, to outputs: [String], _ workspace: Workspace, _ session: Session
  ) throws -> ([FilePath], Int32?) {
    var copies: [FilePath] = []
    let status = try session.each(outputs) { output in
      let own = BackupFolder(of: workspace)
      let (path, isFolder) = try place(output, session, own: own)
      if path == own.path {
        try workspace.requireTrusted()
        _ = try workspace.storage.ensureFolder(path, mode: FileSystem.privateFolder)
      }
      if path == backup || isFolder && path == backup.parent { return }
      let outcome = try BackupCopying(own).copy(
        backup, to: isFolder ? path : path.parent, as: isFolder ? nil : path.name)
      switch outcome {
      case .copied(let copy), .present(let copy): copies.append(copy)
      }
    }
    return (copies, status)
  }

  private func report(
    _ outcome: BackupCreation.Outcome, _ repository: BackupRepository?, _ removed: [String]?, _ copies: [FilePath],
    _ openedBy: String,
    _ console: Console
  ) throws {
    let contents = "\(count(outcome.models.count, "model")), \(count(outcome.files, "file"))"
    let path = outcome.path
    if path == nil, repository == nil {
      console.note("\(contents); \(openedBy)")
      return noteContents(outcome, console)
    }
    if console.json {
      return try console.writeJSON { writer in
        writer.member("name", outcome.name)
        writer.member("path", path)
        writer.member("repository", repository?.name)
        writer.array("copies", of: copies.map(\.text))
        writer.member("size", Int(outcome.size))
        writer.member("models", outcome.models.count)
        writer.member("files", outcome.files)
        writer.member("decrypted", outcome.isDecrypted)
        writer.member("unchanged", outcome.isUnchanged)
        writer.array("missing", of: outcome.missing.map(\.description))
        writer.array("remote", of: outcome.remoteModels.map(\.description))
        if let removed { writer.array("removed", of: removed) }
        writer.member("dryRun", dryRun)
      }
    }
    if outcome.isUnchanged {
      return console.note(
        "nothing has changed since \(Console.printable(outcome.name)), so no backup was made")
    }
    for result in [path?.text ?? outcome.name] + copies.map(\.text) { try console.writeResult(result) }
    console.note(
      dryRun
        ? "would back up \(contents); \(openedBy)"
        : "\(contents), \(sizeInNote(outcome.size, console)); \(openedBy)")
    noteContents(outcome, console)
    if dryRun { return }
    let file = output.isEmpty ? "" : path.map { " \(ShellWord.quoted($0.text))" } ?? ""
    console.suggest("run 'okit backup verify\(file)' to check that it can be restored")
  }

  private func noteContents(_ outcome: BackupCreation.Outcome, _ console: Console) {
    if !outcome.outsideDefinitions.isEmpty {
      console.note("included the definitions from \(outcome.outsideDefinitions.joined(separator: ", "))")
    }
    console.noteRemote(outcome.remoteModels, in: "the backup")
  }
}
