import Ciphers
import CommandKit
import JSONDocument
import OKitBackups
import OKitModels
import OKitStorage

struct BackupRekeyCommand: Command {
  static let configuration = CommandConfiguration(
    "rekey",
    abstract: "Change the password or the recipients of backups.",
    discussion: """
      Replaces each backup in one step. From recipients to recipients it only writes a new header in front of the same \
      encrypted content, which takes as long as a copy. If a password is involved, it encrypts everything again, because \
      anybody who knew the old password could otherwise forge the backup.

      If one fails, the others are still changed.

      This revokes nothing. Those who could open a backup before can still open copies of it, and may have kept its key or \
      its content.
      """,
    examples: [
      Example(
        "okit backup rekey --all -r age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p",
        "make all backups for another recipient"),
      Example(
        "okit backup rekey 20261121T075014Z --password-file old.txt --new-password-file new.txt",
        "change the password of a backup"
      ),
    ],
    statuses: [ManualEntry("77", "a backup cannot be opened; the status is that of the first failure")])

  @Argument(help: "The backups.", valueName: "name", completion: .workspace(.backups))
  var names: [String] = []
  @Flag(.long, help: "Change all backups of the workspace except folders.")
  var all: Bool
  @Option(
    .customShort("r"), .customLong("recipient"), help: "Encrypt to this age recipient. Can be repeated.",
    valueName: "age1…", completion: .workspace(.recipients))
  var recipients: [String] = []
  @Option(.long, help: "A file with the new password.", valueName: "file", completion: .file)
  var newPasswordFile: String?
  @Flag(.customShort("n"), .customLong("dry-run"), help: "Show what would happen, and change nothing.")
  var dryRun: Bool
  @OptionGroup var places: PlaceOptions
  @OptionGroup var password: PasswordOptions
  @OptionGroup var keys: KeyOptions
  @OptionGroup var global: GlobalOptions

  func validate() throws {
    if all, !names.isEmpty { throw UsageError("--all and named backups cannot be used together", showsUsage: true) }
    if !all, names.isEmpty { throw UsageError("name backups, or give --all", showsUsage: true) }
    if recipients.isEmpty == (newPasswordFile == nil) {
      throw UsageError("give either -r or --new-password-file", showsUsage: true)
    }
  }

  func run(_ console: Console) throws {
    let session = Session(console, global)
    let workspace = try session.workspace(ofBackups: names, self.places, keys, dryRun: dryRun)
    let keyring = try workspace?.keyring ?? session.keyring(keys, workspaceID: nil)
    let unlock = session.unlock(password, keyring)
    let places = try session.places(self.places, workspace, password, dryRun: dryRun)
    // Every name is looked up before anything is changed.
    let paths =
      try all
      ? own(places, session)
      : names.map { name in
        guard let path = try places.source(of: name, from: FilePath.workingFolder()).path else {
          throw UsageError(
            "\(Console.printable(name)) is in a repository, which has one password for all backups",
            hint: "use 'restic key' to change it")
        }
        return path
      }
    if paths.isEmpty { console.note("no backups to rekey") }
    let protection = try protection(session)
    var changed: [String] = []
    let status = try session.each(paths) { path in
      let rekeying = try BackupRekeying(session.folder(of: path, workspace, dryRun: dryRun))
      let outcome = try session.openingBackups(in: workspace) {
        try rekeying.rekey(path, unlock: unlock, protection)
      }
      changed.append(BackupListing.name(of: path))
      let way = outcome == .rewrapped ? "new header" : "encrypted again"
      console.note("\(dryRun ? "would rekey" : "rekeyed") \(Console.printable(path.name)) (\(way))")
    }
    if console.json {
      try console.writeJSON { writer in
        writer.array("rekeyed", of: changed)
        writer.member("dryRun", dryRun)
      }
    }
    if let status { throw ExitStatus(status) }
  }

  /// The workspace's backups that are not folders. Other workspaces may have theirs in the same folder.
  private func own(_ places: BackupPlaces, _ session: Session) throws -> [FilePath] {
    guard let folder = places.folder else {
      throw UsageError("a repository has one password for all backups", hint: "use 'restic key' to change it")
    }
    return try folder.listing().backups.filter { backup in
      guard backup.format != .directory else { return false }
      guard let record = try? backup.record() else {
        session.console.warn(
          "skipped \(Console.printable(backup.name)), which has no record that says whose it is",
          hint: "run 'okit backup verify' to write one, or name the backup")
        return false
      }
      return places.mayBeOwn(record)
    }.compactMap(\.source.path)
  }

  private func protection(_ session: Session) throws -> BackupProtection {
    if !recipients.isEmpty { return .recipients(try recipients.parsedRecipients()) }
    let request = Secrets.Request(
      what: "new password", file: ("--new-password-file", newPasswordFile), prompt: "New password", isNew: true,
      hint: "use --new-password-file")
    return .password(try session.secrets.read(request))
  }
}
