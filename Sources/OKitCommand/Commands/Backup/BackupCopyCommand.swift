import CommandKit
import JSONDocument
import OKitBackups
import OKitModels
import OKitStorage
import Restic

struct BackupCopyCommand: Command {
  static let configuration = CommandConfiguration(
    "copy",
    abstract: "Copy backups to another folder.",
    discussion: """
      Copies backups and their records, for example to another disk. Each copy is read back and compared with the original \
      before it gets its name, so there is never half a backup. No key is needed. A backup that is already there is skipped. One that is known to be damaged, or is not what its record describes, is not copied until 'okit backup verify' has found it intact. If one fails, the others are still copied. \
      The folder must exist, so that nothing is written where a disk should be mounted. Snapshots of a restic repository are \
      copied to another one by restic.
      """,
    examples: [
      Example("okit backup copy 20261121T075014Z --to ~/usb", "copy a backup"),
      Example("okit backup copy --all --to ~/usb", "copy all backups that are not there yet"),
    ],
    statuses: [
      ManualEntry("65", "a backup is known to be damaged, or is not what its record describes"),
      ManualEntry(
        "73", "the folder has another file with the name of a backup; the status is that of the first failure"),
    ])

  @Argument(help: "The backups.", valueName: "name", completion: .workspace(.backups))
  var names: [String] = []
  @Flag(.long, help: "Copy all backups that 'okit backup list' shows.")
  var all: Bool
  @Option(
    .customLong("to"), help: "The folder, or for snapshots another repository.", valueName: "place",
    completion: .folder)
  var folder: String
  @Option(
    .customLong("to-password-file"),
    help: "A file with the password of the other repository. (default: the same password)", valueName: "file",
    completion: .file)
  var targetPasswordFile: String?
  @Flag(.customShort("n"), .customLong("dry-run"), help: "Show what would happen, and change nothing.")
  var dryRun: Bool
  @OptionGroup var places: PlaceOptions
  @OptionGroup var password: PasswordOptions
  @OptionGroup var global: GlobalOptions

  func validate() throws {
    if all, !names.isEmpty { throw UsageError("--all and named backups cannot be used together", showsUsage: true) }
    if !all, names.isEmpty { throw UsageError("name backups, or give --all", showsUsage: true) }
  }

  func run(_ console: Console) throws {
    let session = Session(console, global)
    let workspace = try session.workspace(ofBackups: names, self.places, dryRun: dryRun)
    let places = try session.places(self.places, workspace, password, dryRun: dryRun)
    let target = try target(session)
    // Every name is looked up before anything is copied.
    let found =
      try all
      ? places.backups().map(\.source) : names.map { try places.source(of: $0, from: FilePath.workingFolder()) }
    let sources = all ? found.filter(target.takes) : found
    if sources.count < found.count {
      let skipped = count(found.count - sources.count, target.isRepository ? "file or folder" : "snapshot")
      let reason = "which cannot be copied to \(Console.printable(folder))"
      // A script must notice that there is no copy.
      if sources.isEmpty { throw UsageError("nothing to copy but \(skipped), \(reason)") }
      console.warn("skipped \(skipped), \(reason)")
    }
    if sources.isEmpty { console.note("no backups to copy") }
    var copied: [String] = []
    var present: [String] = []
    for source in sources { try target.require(source, folder) }
    let status = try session.each(sources) { source in
      let name = Console.printable(source.path?.name ?? source.name)
      switch try copy(source, to: target, workspace, session) {
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

  private enum Outcome {
    case copied(String)
    case present(String)
  }

  private enum Target {
    case folder(FilePath)
    case repository(BackupRepository)

    /// Throws a usage error for a backup that cannot be copied there. `name` is the target as it was given.
    func require(_ source: BackupSource, _ name: String) throws {
      switch (self, source) {
      case (.folder, .file), (.repository, .snapshot): break
      case (.repository(let repository), .file(let path)):
        throw UsageError("\(path) is a file, which cannot be copied to the repository \(repository.name)")
      case (.folder(let folder), .snapshot(let snapshot)):
        throw UsageError(
          "\(snapshot) is a snapshot, and \(folder) is not a restic repository",
          hint: "run 'okit backup repository init --repository \(ShellWord.quoted(name))' to create it")
      }
    }

    var isRepository: Bool {
      if case .repository = self { true } else { false }
    }

    /// True for a backup that can be copied there: a snapshot to a repository, a file to a folder.
    func takes(_ source: BackupSource) -> Bool {
      switch self {
      case .folder: source.path != nil
      case .repository: source.snapshot != nil
      }
    }
  }

  private func target(_ session: Session) throws -> Target {
    let path = try session.absoluteOutput(folder)
    let isFolder = try FileStatus.of(path, followingLinks: true)?.kind == .folder
    guard
      try isFolder
        ? RepositoryLocation.isRepository(path)
        : RepositoryLocation(folder, in: FilePath.workingFolder()).mayBeRepository
    else { return .folder(path) }
    var request = password.request(isNew: false)
    if let targetPasswordFile {
      (request.file, request.command.value) = (("--to-password-file", targetPasswordFile), nil)
    }
    return .repository(try session.repository(folder, in: FilePath.workingFolder(), request))
  }

  private func copy(
    _ source: BackupSource, to target: Target, _ workspace: Workspace?, _ session: Session
  ) throws -> Outcome {
    switch (source, target) {
    case (.file(let path), .folder(let folder)):
      let copying = try BackupCopying(session.folder(of: path, workspace, dryRun: dryRun))
      switch try copying.copy(path, to: folder) {
      case .copied(let copy): return .copied(copy.text)
      case .present(let copy): return .present(copy.text)
      }
    case (.snapshot(let snapshot), .repository(let repository)):
      let isThere = try repository.has(snapshot)
      if !isThere, !dryRun { try repository.copy(snapshot) }
      let copy = "\(snapshot.name) in \(repository.name)"
      return isThere ? .present(copy) : .copied(copy)
    case (.file, .repository), (.snapshot, .folder): preconditionFailure("the target does not take this backup")
    }
  }
}
