import OKitModels
import OKitStorage

/// The copies that one command made, with the locks that keep others from exchanging their models.
final class CopySet {
  /// True while a command uses copies.
  var isUsed = false
  /// The files of each copy before the command changed it.
  var files: [ModelName: [DataPath: Journal.Fingerprint]] = [:]
  /// The copies that an earlier command had not sent. Their changes stay if this one fails.
  var unsent: Set<ModelName> = []
  /// True once a server has a change of the command.
  var hasSent = false
  /// True if changes of the copies are steps of the history.
  var recordsSteps = true
  private var locks: [WorkspaceLock] = []

  /// The models, sorted by name.
  var models: [ModelName] { files.keys.sorted() }

  /// Keeps a lock until ``release()``.
  func hold(_ lock: WorkspaceLock) { locks.append(lock) }

  /// Forgets the copies and releases the locks.
  func release() {
    for lock in locks { lock.release() }
    (isUsed, files, unsent, hasSent, locks) = (false, [:], [], false, [])
  }
}
