import Bindings
import OKitModels
import OKitStorage

/// The files from which a change was made when the hook `before-change` approved it.
struct ApprovedChange: Equatable {
  /// The number of times that the hook runs because files have changed meanwhile.
  static let maximumRounds = 5

  private let stamps: [WorkspacePath: FileStamp]

  /// True if the files are still the same.
  func isCurrent(in workspace: Workspace) throws -> Bool {
    try stamps.allSatisfy { path, stamp in try workspace.storage.snapshot(path)?.stamp == stamp }
  }

  /// The change in a store.
  init(_ store: EntityStore) {
    stamps = Dictionary(store.readDocuments.map { ($0.path, $0.opened.file.stamp) }) { first, _ in first }
  }
}

/// Thrown to release the lock while the hook `before-change` runs.
struct UnapprovedChange: Error {
  let change: ApprovedChange
  let versions: DocumentVersions
}

/// The values that a change does not get from its input. They are the same when the change is made again, so that a hook sees what is stored.
final class RepeatedValues {
  /// The time of the change, in seconds since 2001-01-01T00:00:00Z.
  let now: Double
  private let makeID: () -> String
  private var ids: [String] = []
  private var next = 0

  /// Values with the current time and ids from `newID`.
  init(newID: @escaping () -> String) {
    now = DateText.now
    makeID = newID
  }

  /// Begins with the first value again.
  func rewind() { next = 0 }

  /// Returns the next id.
  func newID() -> String {
    if next == ids.count { ids.append(makeID()) }
    defer { next += 1 }
    return ids[next]
  }
}
