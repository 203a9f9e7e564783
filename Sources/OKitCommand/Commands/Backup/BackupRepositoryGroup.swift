import CommandKit
import JSONDocument
import OKitBackups
import OKitModels
import OKitStorage
import Restic

struct BackupRepositoryGroup: Command {
  static let configuration = CommandConfiguration(
    "repository",
    abstract: "Create and check a restic repository.",
    discussion: """
      With "repository" under "backup" in okit.json, or with --repository, backups are snapshots in a repository of \
      restic 0.14 or newer, which stores only what has changed, compressed and encrypted, in a folder or on another \
      machine. A snapshot has one file, a tar archive with the models as a whole. okit passes the password to restic; \
      other credentials are in restic's own variables, such as AWS_ACCESS_KEY_ID and RESTIC_REST_PASSWORD. For anything else, such as other \
      passwords, use restic itself.
      """,
    examples: [
      Example("okit backup repository init --repository ~/backups", "create a repository"),
      Example("okit backup repository check", "check the repository of okit.json"),
    ],
    subcommands: [RepositoryInitCommand.self, RepositoryCheckCommand.self, RepositoryUnlockCommand.self])
}

struct RepositoryInitCommand: Command {
  static let configuration = CommandConfiguration(
    "init",
    abstract: "Create a restic repository.",
    discussion: "If the password is lost, nobody can open the backups.",
    examples: [Example("okit backup repository init --repository ~/backups", "create a repository in a folder")],
    statuses: [ManualEntry("73", "there is a repository")])

  @OptionGroup var selection: RepositoryOptions
  @OptionGroup var global: GlobalOptions

  func run(_ console: Console) throws {
    let session = Session(console, global)
    let repository = try selection.repository(session, isNew: true)
    if let folder = repository.restic.location.folder, let workspace = session.workspaceIfAnyQuietly() {
      try workspace.storage.requireBackupsAllowed(in: folder)
    }
    try repository.restic.initialize()
    try selection.report("created the repository", repository, console)
  }
}

struct RepositoryCheckCommand: Command {
  static let configuration = CommandConfiguration(
    "check",
    abstract: "Check the structure of a restic repository.",
    discussion: """
      Runs 'restic check'. To read and verify backups themselves, use 'okit backup verify'. restic stores each piece \
      of data once, so a file that is damaged in the repository damages each backup that needs it, new ones too. \
      --read-data finds such a file; docs/backups.md says how to replace it.
      """,
    examples: [
      Example("okit backup repository check", "check the repository of okit.json"),
      Example("okit backup repository check --read-data", "read all of it, and name a damaged file"),
    ],
    statuses: [ManualEntry("65", "the repository is damaged")])

  @Flag(.long, help: "Also read all data, which takes long.")
  var readData: Bool
  @OptionGroup var selection: RepositoryOptions
  @OptionGroup var global: GlobalOptions

  func run(_ console: Console) throws {
    let repository = try selection.repository(Session(console, global))
    let problems = try repository.restic.check(readingData: readData)
    for problem in problems where !console.json { try console.standardOutput.writeLine(problem) }
    if console.json {
      try console.writeJSON { writer in
        writer.member("repository", repository.name)
        writer.array("problems", of: problems)
      }
    } else if problems.isEmpty {
      try selection.report("no problems in the repository", repository, console)
    }
    guard problems.isEmpty else {
      throw OKitError(.malformed, "the repository \(repository.name) is damaged")
    }
  }
}

struct RepositoryUnlockCommand: Command {
  static let configuration = CommandConfiguration(
    "unlock",
    abstract: "Remove locks that ended programs left in a restic repository.",
    discussion: "Runs 'restic unlock', which leaves the locks of programs that still run.",
    examples: [Example("okit backup repository unlock", "remove old locks from the repository of okit.json")])

  @OptionGroup var selection: RepositoryOptions
  @OptionGroup var global: GlobalOptions

  func run(_ console: Console) throws {
    let repository = try selection.repository(Session(console, global))
    try repository.restic.unlock()
    try selection.report("removed old locks, if there were any, from the repository", repository, console)
  }
}

/// The options of the commands for repositories.
struct RepositoryOptions: ParsableArguments {
  @Option(
    .long,
    help: "The repository. (default: \"repository\" under \"backup\" in okit.json)", valueName: "repository",
    completion: .folder)
  var repository: String?
  @OptionGroup var password: PasswordOptions

  /// Returns the repository. Throws a usage error if none is named.
  func repository(_ session: Session, isNew: Bool = false) throws -> BackupRepository {
    if let repository {
      return try session.repository(repository, in: FilePath.workingFolder(), password.request(isNew: isNew))
    }
    guard let workspace = try session.workspaceIfAny(), let location = workspace.configuration?.backup.repository else {
      throw UsageError("no repository: give --repository, or \"repository\" under \"backup\" in okit.json")
    }
    try workspace.requireTrusted()
    return try session.repository(location, in: workspace.root, password.request(isNew: isNew))
  }

  /// Reports what was done with a repository.
  func report(_ done: String, _ repository: BackupRepository, _ console: Console) throws {
    if console.json { return try console.writeJSON { $0.member("repository", repository.name) } }
    console.note("\(done) \(Console.printable(repository.name))")
  }
}
