import CommandKit
import JSONDocument
import OKitBackups
import OKitModels
import OKitStorage

struct BackupVerifyCommand: Command {
  static let configuration = CommandConfiguration(
    "verify",
    abstract: "Read backups whole and check every sum.",
    discussion: """
      Opens each backup, reads every file in it, and checks sizes, sums, and that nothing is missing or added. Without a name the newest \
      backup is verified. With several, the last line counts them. Backups that are older than the password open with \
      --old-password-file.
      """,
    examples: [
      Example("okit backup verify", "the newest"),
      Example("okit backup verify ./shop.tar.zst.age -i identity.txt", "a file anywhere, without a workspace"),
      Example("okit backup verify --all --password-file pass.txt", "all of them"),
      Example(
        "okit backup verify --all --password-file pass.txt --old-password-file old.txt",
        "after the password was changed"),
    ],
    statuses: [
      ManualEntry("65", "a backup is damaged"),
      ManualEntry(
        "77", "nothing is worse than that one cannot be opened: of several statuses the first of 65, 74, 66, 69, 77"),
    ])

  @Argument(help: "The backups.", valueName: "name", completion: .workspace(.backups))
  var names: [String] = []
  @Flag(.long, help: "All backups of the workspace.")
  var all: Bool
  @OptionGroup var password: PasswordOptions
  @OptionGroup var oldPasswords: OldPasswordOptions
  @OptionGroup var keys: KeyOptions
  @OptionGroup var global: GlobalOptions

  func validate() throws {
    if all && !names.isEmpty { throw UsageError("--all and named backups exclude each other", showsUsage: true) }
  }

  func run(_ console: Console) throws {
    let session = Session(console, global)
    let targets = try targets(session)
    if targets.isEmpty { return console.note("no backups to verify") }
    let workspaceID = session.workspaceIfAnyQuietly()?.configuration?.id
    let keyring = try session.keyring(keys, workspaceID: workspaceID)
    var unlock = session.unlock(password, keyring)
    unlock.oldPasswords = session.oldPasswords(oldPasswords)
    let inspection = BackupInspection(unlock: unlock, observer: session.observer)
    var statuses: [Int32] = []
    for target in targets {
      do {
        let manifest = try inspection.verify(target.path.get())
        let files = count(manifest.files.count, "file")
        if console.json {
          try write(target, nil, console)
        } else {
          console.note("\(Console.printable(target.name)): \(files), every sum is right")
        }
      } catch let error where Self.isAboutTheBackup(error) {
        let failure = describe(error)
        if console.json { try write(target, failure.message, console) }
        console.report(failure)
        statuses.append(failure.status)
      }
    }
    if targets.count > 1 {
      console.note(Self.summary(of: targets.count, statuses))
      if statuses.contains(Status.locked), statuses.count < targets.count, oldPasswords.files.isEmpty {
        console.hint("name a file with a former password by --old-password-file to verify older backups")
      }
    }
    if let worst = Self.worstFirst.first(where: statuses.contains) { throw ExitStatus(worst) }
  }

  private static func summary(of total: Int, _ statuses: [Int32]) -> String {
    let locked = statuses.count { $0 == Status.locked }
    let damaged = statuses.count { $0 == Status.malformed }
    let others = statuses.count - locked - damaged
    let parts = [
      (total - statuses.count, "whole"), (damaged, "damaged"), (locked, "not opened"), (others, "not read"),
    ]
    let told = parts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
    return "\(count(total, "backup")): \(told)"
  }

  /// What one backup can end with while the others are verified: damage counts most, then what could not be read at all.
  private static let worstFirst = [
    Status.malformed, Status.inputOutput, Status.notFound, Status.unsupported, Status.locked,
  ]

  /// Whatever fails after an interrupt fails because of that.
  private static func isAboutTheBackup(_ error: any Error) -> Bool {
    Signals.pending == nil && worstFirst.contains(describe(error).status)
  }

  private struct Target {
    let name: String
    let path: Result<String, any Error>
  }

  private func targets(_ session: Session) throws -> [Target] {
    if !names.isEmpty {
      // That there is no workspace is no fault of a name.
      if !names.allSatisfy(BackupListing.isPath) { _ = try session.workspace() }
      return try names.map { name in
        let path = Result { try BackupTarget(name, session).path }
        if case .failure(let error) = path, !Self.isAboutTheBackup(error) { throw error }
        return Target(name: name, path: path)
      }
    }
    let workspace = try session.workspace()
    let backups = try BackupListing(workspace).backups
    guard all || !backups.isEmpty else {
      throw OKitError(
        .notFound, "no backups in \(workspace.backupFolder)", remedy: .words("'okit backup create' makes one"))
    }
    return backups.prefix(all ? backups.count : 1).map { Target(name: $0.name, path: .success($0.path)) }
  }

  private func write(_ target: Target, _ problem: String?, _ console: Console) throws {
    var writer = JSONWriter()
    writer.object { writer in
      writer.member("name", target.name)
      writer.member("path", try? target.path.get())
      writer.member("good", problem == nil)
      writer.member("problem", problem)
    }
    try console.writeEscaped(json: writer.bytes + [UInt8(ascii: "\n")])
  }
}
