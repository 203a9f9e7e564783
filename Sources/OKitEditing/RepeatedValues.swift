import Bindings
import OKitModels

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
