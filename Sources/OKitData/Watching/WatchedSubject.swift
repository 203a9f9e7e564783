import OKitModels
import OKitStorage

/// What is watched: it is read at one moment, and again at the next, and tells what differs.
protocol WatchedSubject: AnyObject {
  /// Reads for the first time. Throws what reading throws.
  func begin(_ workspace: Workspace, _ reading: WatchedReading) throws

  /// Reads again what was touched, and tells what differs from the time before.
  func changes(_ workspace: Workspace, _ reading: WatchedReading, _ touched: TouchedDocuments) throws -> [EntityChange]
}

/// What subjects read with.
struct WatchedReading {
  let kept: KeptDocuments
  let warnings: OneTimeWarnings
}

/// Says what is wrong once, and again when it went away in between.
final class OneTimeWarnings {
  private var said: [String: String] = [:]
  private let observer: any Observer

  init(_ observer: any Observer) { self.observer = observer }

  /// Says `message` of `subject`, unless that was the last word on it.
  func warn(_ message: String, of subject: String) {
    if said.updateValue(message, forKey: subject) != message { observer.warned(message) }
  }

  /// Nothing is wrong with `subject` any more.
  func clear(_ subject: String) { said[subject] = nil }
}
