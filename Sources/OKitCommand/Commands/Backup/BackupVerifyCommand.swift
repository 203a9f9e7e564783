import CommandKit
import JSONDocument
import OKitBackups
import OKitChecks
import OKitData
import OKitModels
import OKitStorage
import Restic

struct BackupVerifyCommand: Command {
  static let configuration = CommandConfiguration(
    "verify",
    abstract: "Read whole backups and compare every checksum.",
    discussion: """
      Opens each backup, reads every file, and checks sizes, checksums, and that no file is missing or added. \
      Without a name it verifies the newest backup. If you may write to the folder, the result is recorded, and \
      'okit backup list' shows it; a file elsewhere must have a record already. With several backups, the last \
      line is a summary. Use --old-password-file to verify backups made with a former password.

      With --restore-test, it also restores each backup in memory, compares the models with those that the backup \
      should contain, and checks them as 'okit check' does; a model that the available keys do not open is a problem. No \
      data is written to a disk. A backup of files that were already unreadable does not count as verified for 'okit \
      backup prune --verified' and 'okit backup status --max-verified'.
      """,
    examples: [
      Example("okit backup verify", "verify the newest backup"),
      Example("okit backup verify ./shop.tar.zst.age -i identity.txt", "verify a file without a workspace"),
      Example("okit backup verify --all --password-file pass.txt", "verify all backups"),
      Example("okit backup verify --restore-test", "also restore the newest backup in memory, and check its models"),
      Example(
        "okit backup verify --all --password-file pass.txt --old-password-file old.txt",
        "verify all backups after the password was changed"),
    ],
    statuses: [
      ManualEntry("1", "with --restore-test: the backups are good, but the check found a problem in restored data"),
      ManualEntry("65", "a backup is damaged"),
      ManualEntry(
        "77",
        "a backup cannot be opened; if backups fail for different reasons, the first of 65, 74, 66, 69 and 77 that applies"
      ),
    ])

  @Argument(help: "The backups.", valueName: "name", completion: .workspace(.backups))
  var names: [String] = []
  @Flag(.long, help: "Verify all backups that 'okit backup list' shows.")
  var all: Bool
  @Flag(.customLong("restore-test"), help: "Also restore each backup in memory, and check the models.")
  var restores: Bool
  @OptionGroup var places: PlaceOptions
  @OptionGroup var password: PasswordOptions
  @OptionGroup var oldPasswords: OldPasswordOptions
  @OptionGroup var keys: KeyOptions
  @OptionGroup var global: GlobalOptions

  func validate() throws {
    if all && !names.isEmpty { throw UsageError("--all and named backups cannot be used together", showsUsage: true) }
  }

  func run(_ console: Console) throws {
    let session = Session(console, global)
    let workspace = try session.workspace(ofBackups: names, self.places)
    let places = try session.places(self.places, workspace, password)
    places.repository?.restic.bypassesCache = true
    let targets = try targets(in: places)
    if targets.isEmpty, places.damagedSnapshots == 0 { return console.note("no backups to verify") }
    let keyring = try session.keyring(keys, workspaceID: workspace?.configuration?.id)
    var unlock = session.unlock(password, keyring)
    unlock.oldPasswords = session.oldPasswords(oldPasswords)
    var hasPassword = false
    unlock.password = { [password = unlock.password] in
      let secret = try password()
      hasPassword = true
      return secret
    }
    let inspection = BackupInspection(unlock: unlock, observer: session.observer)
    var recording = VerificationRecording(in: places) { try session.folder(of: $0, workspace, dryRun: false) }
    var statuses: [Int32] = []
    // The library has warned of them.
    if places.damagedSnapshots > 0 { statuses.append(Status.malformed) }
    var hasWrongPassword = false
    var removed = 0
    var hints: Set<String> = []
    var queue = targets[...]
    while let target = queue.popFirst() {
      hasPassword = false
      try recording.recordDue()
      let verification = (try? target.source.get()).flatMap { try? BackupVerification(of: $0) }
      do {
        let source = try target.source.get()
        var report: WorkspaceCheck.Report?
        let manifest = try session.openingBackups(in: workspace) {
          guard restores else { return try inspection.verify(source) }
          let view = try inspection.view(of: source)
          defer { view.close() }
          report = try RestoreTest.run(view, in: session.workspace(in: view, keys))
          return view.manifest
        }
        if let verification {
          let restored = report.map {
            BackupVerification.RestoreOutcome(
              problems: Self.problems($0), unreadableFiles: RestoreTest.unreadableFiles(in: $0))
          }
          try recording.add(verification.intact(manifest, restored: restored))
        }
        if console.json { try write(target, nil, report, console) } else { note(target, manifest, report, console) }
        if report.map(Self.problems) ?? 0 > 0 { statuses.append(Status.found) }
      } catch let error where Self.isAboutTheBackup(error) {
        var failure = describe(error)
        // Another okit can change the record of a snapshot meanwhile, or prune.
        switch try Self.change(of: target, failure.status, in: places) {
        case .renewed(let snapshot):
          queue.insert(Target(name: target.name, source: .success(.snapshot(snapshot))), at: queue.startIndex)
          continue
        case .removed where all:
          console.note("\(Console.printable(target.name)) was removed meanwhile")
          removed += 1
          continue
        case .removed, .none: break
        }
        if failure.status == Status.malformed, !Self.isBroken(keyring), let verification {
          try recording.add(verification)
        }
        if failure.status == Status.locked, hasPassword { hasWrongPassword = true }
        // The same advice for many backups is shown once.
        if let hint = failure.hint, !hints.insert(hint).inserted { failure.hint = nil }
        if console.json { try write(target, failure.message, nil, console) }
        console.report(failure)
        statuses.append(failure.status)
      } catch {
        // A signal would end restic, too.
        if Signals.pending == nil { try? recording.finish() }
        throw error
      }
    }
    try recording.finish()
    if targets.count > 1 {
      console.note(Self.summary(of: targets.count - removed + (places.damagedSnapshots > 0 ? 1 : 0), statuses))
      if hasWrongPassword, statuses.count < targets.count, oldPasswords.files.isEmpty {
        console.hint("use --old-password-file FILE to verify backups made with a former password")
      }
    }
    if let worst = (Self.worstFirst + [Status.found]).first(where: statuses.contains) { throw ExitStatus(worst) }
  }

  private func note(
    _ target: Target, _ manifest: BackupManifest, _ report: WorkspaceCheck.Report?, _ console: Console
  ) {
    let name = Console.printable(target.name)
    let files = "\(name): \(count(manifest.files.count, "file")), all checksums match"
    guard let report else { return console.note(files) }
    let number = Self.problems(report)
    let problems = number == 0 ? "no problems" : count(number, "problem")
    console.note("\(files); \(problems) in \(count(report.models, "restored model"))")
    if number == 0 { return }
    let place =
      places.folder.map { " --folder \(ShellWord.quoted($0))" }
      ?? places.repository.map { " --repository \(ShellWord.quoted($0))" } ?? ""
    console.hint("run 'okit check --at \(ShellWord.quoted(name))\(place)' to see the problems")
  }

  /// Returns the number of findings that 'okit check' would report with its status, too.
  private static func problems(_ report: WorkspaceCheck.Report) -> Int { report.findings.count { !$0.isWarning } }

  /// True if the file of a backup is gone, but not the disk on which it was.
  private static func wasRemoved(_ target: Target) throws -> Bool {
    guard let path = (try? target.source.get())?.path else { return false }
    return try FileStatus.of(path) == nil && FileStatus.of(path.parent)?.kind == .folder
      && !FolderListing(path.parent).entries.isEmpty
  }

  /// True if the identities cannot be read, so that an error may come from them and not from the backup.
  private static func isBroken(_ keyring: Keyring) -> Bool {
    do {
      _ = try keyring.identities()
      return false
    } catch let error as OKitError where error.kind == .locked || error.kind == .busy {
      return false
    } catch {
      return true
    }
  }

  private static func summary(of total: Int, _ statuses: [Int32]) -> String {
    let locked = statuses.count { $0 == Status.locked }
    let damaged = statuses.count { $0 == Status.malformed }
    let inconsistent = statuses.count { $0 == Status.found }
    let others = statuses.count - locked - damaged - inconsistent
    let parts = [
      (total - statuses.count, "intact"), (inconsistent, "intact with problems"), (damaged, "damaged"),
      (locked, "not opened"), (others, "not read"),
    ]
    let summary = parts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
    return "\(count(total, "backup")): \(summary)"
  }

  /// The statuses of a backup that do not stop the verification of the others, the worst first.
  private static let worstFirst = [
    Status.malformed, Status.inputOutput, Status.notFound, Status.unsupported, Status.locked,
  ]

  /// After an interrupt, any error is a consequence of it and not of the backup.
  private static func isAboutTheBackup(_ error: any Error) -> Bool {
    Signals.pending == nil && worstFirst.contains(describe(error).status)
  }

  /// A change by another okit, after which a backup cannot be read.
  private enum Change {
    case none
    case removed
    /// The snapshot got this id.
    case renewed(BackupSnapshot)
  }

  private static func change(of target: Target, _ status: Int32, in places: BackupPlaces) throws -> Change {
    guard let snapshot = try? target.source.get().snapshot, let repository = places.repository else {
      return try status == Status.notFound && wasRemoved(target) ? .removed : .none
    }
    do {
      guard let present = try repository.present(snapshot) else { return .removed }
      return present == snapshot ? .none : .renewed(present)
    } catch {
      return .none
    }
  }

  private struct Target {
    let name: String
    let source: Result<BackupSource, any Error>
  }

  private func targets(in places: BackupPlaces) throws -> [Target] {
    guard names.isEmpty else {
      var seen: Set<BackupSource> = []
      return try names.compactMap { name in
        let source = Result { try places.source(of: name, from: FilePath.workingFolder()) }
        switch source {
        case .failure(let error): if !Self.isAboutTheBackup(error) { throw error }
        // The verification of a snapshot changes its id.
        case .success(let found): if found.snapshot != nil, !seen.insert(found).inserted { return nil }
        }
        return Target(name: name, source: source)
      }
    }
    let backups = try places.byCreation().filter { all || places.mayBeOwn($0.record) }.map(\.backup)
    guard all || !backups.isEmpty || places.damagedSnapshots > 0 else {
      throw OKitError(
        .notFound, "no backups in \(places)", remedy: .words("run 'okit backup create' to create one"))
    }
    return backups.prefix(all ? backups.count : 1).map { Target(name: $0.name, source: .success($0.source)) }
  }

  private func write(_ target: Target, _ problem: String?, _ report: WorkspaceCheck.Report?, _ console: Console) throws
  {
    var writer = JSONWriter()
    writer.object { writer in
      writer.member("name", target.name)
      writer.member("path", (try? target.source.get())?.path)
      writer.member("good", problem == nil)
      writer.member("problem", problem)
      writer.member("findings", report.map(Self.problems))
    }
    try console.writeEscaped(json: writer.bytes + [UInt8(ascii: "\n")])
  }
}
