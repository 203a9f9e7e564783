import OKitModels
package import OKitStorage

/// A verification of a backup, to be recorded with it.
package struct BackupVerification {
  enum Subject {
    case file(FilePath, FileStamp)
    case snapshot(BackupSnapshot)
  }

  /// The outcome of a verification.
  enum Outcome: Hashable {
    case damaged
    /// The backup is not damaged. The outcome of its restore test; nil without one.
    case intact(RestoreOutcome?)
  }

  /// The outcome of a restore test.
  package struct RestoreOutcome: Hashable {
    /// The number of problems that `okit check` would report after the restore.
    let problems: Int
    /// The number of files in the backup that were already unreadable when it was made; nil if that is unknown.
    let unreadableFiles: Int?

    package init(problems: Int, unreadableFiles: Int?) {
      self.problems = problems
      self.unreadableFiles = unreadableFiles
    }
  }

  let subject: Subject
  /// The time at which it began, in seconds since 1970.
  let time: Int64
  private(set) var outcome = Outcome.damaged
  /// The manifest of an intact backup.
  private(set) var manifest: BackupManifest?

  /// A verification that begins now. Until ``intact(_:restored:)`` is called, its outcome is that the backup is damaged. Nil if there is no backup.
  package init?(of source: BackupSource) throws {
    time = Timestamp.now()
    switch source {
    case .file(let path):
      guard let status = try FileStatus.of(path) else { return nil }
      subject = .file(path, status.stamp)
    case .snapshot(let snapshot): subject = .snapshot(snapshot)
    }
  }

  /// Returns the record of a backup that has none: what an intact one says. A damaged one says neither its time nor whose it is.
  func newRecord(_ status: FileStatus) -> BackupRecord {
    let modified = Int64(status.stamp.modified / 1_000_000_000)
    return BackupRecord(
      created: manifest?.created ?? modified, workspace: manifest?.workspace ?? BackupRecord.unknownWorkspace,
      size: BackupRecord.size(of: status))
  }

  /// Returns the verification of an intact backup. `restored` is the outcome of its restore test; nil without one.
  package func intact(_ manifest: BackupManifest, restored: RestoreOutcome? = nil) -> BackupVerification {
    var verification = self
    verification.outcome = .intact(restored)
    verification.manifest = manifest
    return verification
  }
}

extension BackupVerification.Outcome {
  /// Changes the record of the backup. What is unknown stays as an earlier verification recorded it.
  func apply(to record: inout BackupRecord, at time: Int64) {
    switch self {
    case .damaged: record.verification = .init(time: time, isIntact: false)
    case .intact(let restored):
      record.verification = .init(time: time, isIntact: true)
      guard let restored else { return }
      record.unreadableFiles = restored.unreadableFiles ?? record.unreadableFiles
      record.restoreTest = .init(time: time, problems: restored.problems)
    }
  }
}

/// Records verifications. A file gets its record at once. Each call of restic takes about a second, so verifications of snapshots are collected for some
/// time and recorded together.
package struct VerificationRecording {
  /// The maximum age of a verification that is not recorded. It is lost if okit is killed.
  private static let longestDelay = Duration.seconds(20)

  private let places: BackupPlaces
  /// Returns the folder of a file that is not in these places.
  private let folder: (FilePath) throws -> BackupFolder
  private var unrecorded: [BackupVerification] = []
  private var deadline: Deadline?

  /// Records verifications of backups in `places`, and of files elsewhere that have a record, whose folder `folder` returns.
  package init(in places: BackupPlaces, folder: @escaping (FilePath) throws -> BackupFolder) {
    self.places = places
    self.folder = folder
  }

  /// Records verifications that have waited long enough. Call it before the next verification, which can take long.
  package mutating func recordDue() throws {
    if deadline?.isPast == true { try finish() }
  }

  /// Records a verification, or keeps it for later.
  package mutating func add(_ verification: BackupVerification) throws {
    switch verification.subject {
    case .file(let path, _):
      try places.record([verification])
      // Verifying a file elsewhere must not create another one beside it.
      if places.folder?.contains(path) != true, (try? BackupRecord(beside: path)) != nil {
        try folder(path).record([verification])
      }
    case .snapshot:
      unrecorded.append(verification)
      deadline = deadline ?? Deadline(after: Self.longestDelay)
    }
  }

  /// Records all that are left.
  package mutating func finish() throws {
    let verifications = unrecorded
    (unrecorded, deadline) = ([], nil)
    try places.record(verifications)
  }
}
