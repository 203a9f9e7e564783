import Ciphers
import CommandKit
import JSONDocument
import OKitBackups
import OKitModels
import OKitStorage
import Restic

struct BackupCopyCommand: Command {
  static let configuration = CommandConfiguration(
    "copy",
    abstract: "Copy backups to another folder or repository.",
    discussion: """
      Copies backups and their records, for example to another disk. Each copy is read back and compared with the original \
      before it gets its name, so there is never half a backup. No key is needed for files in a folder. A backup that is already there is skipped. One that is known to be damaged, or is not what its record describes, is not copied until 'okit backup verify' has found it intact. If one fails, the others are still copied. \
      The folder must exist, so that nothing is written where a disk should be mounted. Snapshots of a restic repository are \
      copied to another one by restic. In a repository, each copy is read whole, and removed if it is damaged.

      A snapshot that is copied to a folder becomes an archive. It is encrypted to the recipients of -r, or with the password from --to-password-file, \
      or to the recipients of okit.json if it says "to": "recipients", or with a password from a prompt. A file or folder that is copied to a repository becomes a \
      snapshot, for which it must be opened. Both are read whole and checked on the way. Such a copy has the time, the tags, the note and the pin of the original, but not its verification.
      """,
    examples: [
      Example("okit backup copy 20261121T075014Z --to ~/usb", "copy a backup"),
      Example("okit backup copy --all --to ~/usb", "copy all backups that are not there yet"),
      Example("okit backup copy --all --to ~/backups", "put all backups into a restic repository"),
    ],
    statuses: [
      ManualEntry("65", "a backup is known to be damaged, or is not what its record describes"),
      ManualEntry(
        "73",
        "the target has another backup or file with the name of a backup, or a damaged copy; the status is that of the first failure"
      ),
    ])

  @Argument(help: "The backups.", valueName: "name", completion: .workspace(.backups))
  var names: [String] = []
  @Flag(.long, help: "Copy all backups that 'okit backup list' shows.")
  var all: Bool
  @Option(
    .customLong("to"), help: "The existing folder or restic repository.", valueName: "place", completion: .folder)
  var folder: String
  @Option(
    .customLong("to-password-file"),
    help:
      "A file with the password of the target repository (default: the same password), or of the archives that snapshots become.",
    valueName: "file", completion: .file)
  var targetPasswordFile: String?
  @Option(
    .customShort("r"), .customLong("recipient"),
    help: "Encrypt the archives that snapshots become to this age recipient. Can be repeated.", valueName: "age1…",
    completion: .workspace(.recipients))
  var recipients: [String] = []
  @Flag(.customShort("n"), .customLong("dry-run"), help: "Show what would happen, and change nothing.")
  var dryRun: Bool
  @OptionGroup var places: PlaceOptions
  @OptionGroup var password: PasswordOptions
  @OptionGroup var keys: KeyOptions
  @OptionGroup var global: GlobalOptions

  func validate() throws {
    if all, !names.isEmpty { throw UsageError("--all and named backups cannot be used together", showsUsage: true) }
    if !all, names.isEmpty { throw UsageError("name backups, or give --all", showsUsage: true) }
    if !recipients.isEmpty, targetPasswordFile != nil {
      throw UsageError("--recipient and --to-password-file cannot be used together", showsUsage: true)
    }
  }

  func run(_ console: Console) throws {
    let session = Session(console, global)
    let workspace = try session.workspace(ofBackups: names, self.places, keys, dryRun: dryRun)
    let places = try session.places(self.places, workspace, password, dryRun: dryRun)
    let target = try target(workspace, session)
    // Every name is looked up before anything is copied.
    let sources =
      try all
      ? places.backups().map(\.source) : names.map { try places.source(of: $0, from: FilePath.workingFolder()) }
    if sources.isEmpty { console.note("no backups to copy") }
    var copied: [String] = []
    var present: [String] = []
    // Two snapshots can have one name, and then one archive would be taken for both.
    var archives: [String: String] = [:]
    // A wrong password of the target is reported once, and not for each backup.
    if case .repository(let repository) = target, !sources.isEmpty { _ = try repository.backups(of: nil) }
    let keyring = try workspace?.keyring ?? session.keyring(keys, workspaceID: nil)
    let unlock = session.unlock(password, keyring)
    let protection = try protection(of: sources, in: target, workspace, session)
    let status = try session.each(sources) { source in
      let name = Console.printable(source.path?.name ?? source.name)
      let outcome = try session.openingBackups(in: workspace) {
        try copy(source, to: target, unlock, protection, workspace, session)
      }
      if let snapshot = source.snapshot, case .folder = target,
        let other = archives.updateValue(snapshot.id, forKey: outcome.copy), other != snapshot.id
      {
        throw OKitError(
          .exists, "\(snapshot) is not copied: another backup with this name is",
          remedy: .words("copy it by its id, \(snapshot.id.prefix(8)), to another folder"))
      }
      switch outcome {
      case .copied(let copy):
        copied.append(copy)
        console.note("\(dryRun ? "would copy" : "copied") \(name)")
      case .present(let copy):
        present.append(copy)
        console.note("\(name) is already there")
      }
    }
    if console.json {
      try console.writeJSON { writer in
        writer.array("copied", of: copied)
        writer.array("present", of: present)
        writer.member("dryRun", dryRun)
      }
    }
    if let status { throw ExitStatus(status) }
  }

  private enum Target {
    case folder(BackupFolder)
    case repository(BackupRepository)
  }

  private func target(_ workspace: Workspace?, _ session: Session) throws -> Target {
    let path = try session.absoluteOutput(folder)
    let isFolder = try FileStatus.of(path, followingLinks: true)?.kind == .folder
    guard
      try isFolder
        ? RepositoryLocation.isRepository(path)
        : RepositoryLocation(folder, in: FilePath.workingFolder()).mayBeRepository
    else { return .folder(try session.backupFolder(folder, workspace, dryRun: dryRun)) }
    var request = password.request(isNew: false)
    if let targetPasswordFile {
      (request.file, request.command.value) = (("--to-password-file", targetPasswordFile), nil)
    }
    return .repository(try session.repository(folder, in: FilePath.workingFolder(), request))
  }

  /// Returns the protection of the archives that snapshots become. No secret is read for other copies.
  private func protection(
    of sources: [BackupSource], in target: Target, _ workspace: Workspace?, _ session: Session
  ) throws -> BackupProtection {
    guard case .folder = target, sources.contains(where: { $0.snapshot != nil }) else {
      if sources.isEmpty { return .none }
      if !recipients.isEmpty { throw UsageError("no snapshot becomes an archive, so there is nothing for --recipient") }
      if case .folder = target, targetPasswordFile != nil {
        throw UsageError("the backups keep their passwords, so there is nothing for --to-password-file")
      }
      return .none
    }
    if !recipients.isEmpty { return .recipients(try recipients.parsedRecipients()) }
    if targetPasswordFile == nil, let configuration = workspace?.configuration, configuration.backup.toRecipients,
      !configuration.recipients.isEmpty
    {
      return .recipients(configuration.recipients)
    }
    if dryRun, targetPasswordFile == nil { return .none }
    let request = Secrets.Request(
      what: "password for the archives", file: ("--to-password-file", targetPasswordFile),
      prompt: "Password for the archives", isNew: true, hint: "use --to-password-file, or -r for recipients")
    return .password(try session.secrets.read(request))
  }

  private func copy(
    _ source: BackupSource, to target: Target, _ unlock: BackupUnlock, _ protection: borrowing BackupProtection,
    _ workspace: Workspace?, _ session: Session
  ) throws -> BackupConversion.Outcome {
    func conversion() -> BackupConversion {
      BackupConversion(of: source, unlock: unlock, observer: session.observer)
    }
    switch (source, target) {
    case (.file(let path), .folder(let folder)):
      let copying = try BackupCopying(session.folder(of: path, workspace, dryRun: dryRun))
      switch try copying.copy(path, to: folder.path) {
      case .copied(let copy): return .copied(copy.text)
      case .present(let copy): return .present(copy.text)
      }
    case (.snapshot(let snapshot), .repository(let repository)):
      let isCopied = try repository.copy(snapshot, isDryRun: dryRun, observer: session.observer)
      let copy = "\(snapshot.name) in \(repository.name)"
      return isCopied ? .copied(copy) : .present(copy)
    case (.snapshot, .folder(let folder)):
      return try conversion().copy(to: folder, protection)
    case (.file, .repository(let repository)):
      return try conversion().copy(to: repository, timeout: session.lockTimeout, isDryRun: dryRun)
    }
  }
}
