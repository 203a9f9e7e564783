import OKitModels
import OKitStorage

/// A verification of a backup, to be recorded with it.
package struct BackupVerification {
  enum Subject {
    case file(FilePath, FileStamp)
    case snapshot(BackupSnapshot)
  }

  /// The outcome of a verification.
  enum Outcome: Hashable {
    case damaged
    /// The number of problems that a check of the restored data found; nil if it was not checked.
    case intact(problems: Int?)
  }

  let subject: Subject
  /// The time at which it began, in seconds since 1970.
  let time: Int64
  private(set) var outcome = Outcome.damaged
  /// The manifest of an intact backup.
  private(set) var manifest: BackupManifest?

  /// A verification that begins now. Until ``intact(_:problems:)`` is called, its outcome is that the backup is damaged. Nil if there is no backup.
  package init?(of source: BackupSource) throws {
    time = Timestamp.now()
    switch source {
    case .file(let path):
      guard let status = try FileStatus.of(path) else { return nil }
      subject = .file(path, status.stamp)
    case .snapshot(let snapshot): subject = .snapshot(snapshot)
    }
  }

  /// Returns the verification of an intact backup. `problems` is the number of problems that a check of the restored data found; nil if it was not checked.
  package func intact(_ manifest: BackupManifest, problems: Int? = nil) -> BackupVerification {
    var verification = self
    verification.outcome = .intact(problems: problems)
    verification.manifest = manifest
    return verification
  }
}

extension BackupVerification.Outcome {
  /// Returns the part of the record. An intact backup still has the problems that an earlier verification found.
  func record(at time: Int64, after former: BackupRecord.Verification?) -> BackupRecord.Verification {
    switch self {
    case .damaged: .init(time: time, isIntact: false)
    case .intact(let problems): .init(time: time, isIntact: true, problems: problems ?? former?.problems ?? 0)
    }
  }
}

/// Records verifications. A file gets its record at once. Each call of restic takes about a second, so verifications of snapshots are collected for some
/// time and recorded together.
package struct VerificationRecording {
  /// The maximum age of a verification that is not recorded. It is lost if okit is killed.
  private static let longestDelay = Duration.seconds(20)

  private let places: BackupPlaces
  private var unrecorded: [BackupVerification] = []
  private var deadline: Deadline?

  /// Records verifications of backups in `places`.
  package init(in places: BackupPlaces) {
    self.places = places
  }

  /// Records verifications that have waited long enough. Call it before the next verification, which can take long.
  package mutating func recordDue() throws {
    if deadline?.isPast == true { try finish() }
  }

  /// Records a verification, or keeps it for later.
  package mutating func add(_ verification: BackupVerification) throws {
    switch verification.subject {
    case .file: try places.record([verification])
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
