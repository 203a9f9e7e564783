import OKitStorage

/// Records the outcomes of verifications: in a folder one by one, in a repository those of some seconds together, because each call of restic takes about
/// one. If the command is interrupted, only the last of them are lost.
package struct VerificationRecording {
  /// The time after which outcomes are recorded.
  private static let patience = Duration.seconds(20)

  private let places: BackupPlaces
  private var open: [BackupPlaces.Verification] = []
  private var deadline = Deadline(after: Self.patience)

  /// Records verifications of backups in `places`.
  package init(in places: BackupPlaces) {
    self.places = places
  }

  /// Records a verification, or keeps it for later.
  package mutating func add(_ verification: BackupPlaces.Verification) throws {
    open.append(verification)
    if !verification.isOfSnapshot || deadline.isPast { try finish() }
  }

  /// Records what is left.
  package mutating func finish() throws {
    let verifications = open
    open = []
    try places.record(verifications)
    deadline = Deadline(after: Self.patience)
  }
}
