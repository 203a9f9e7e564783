import OKitModels
import OKitStorage

/// A watched part of a workspace. It is read repeatedly and reports the differences.
protocol WatchedSubject: AnyObject {
  /// Reads the subject for the first time. Throws the errors of reading.
  func begin(_ workspace: Workspace, _ reading: WatchedReading) throws

  /// Reads the touched documents again and returns the changes since the last time.
  func changes(_ workspace: Workspace, _ reading: WatchedReading, _ touched: ChangedDocuments) throws -> [EntityChange]
}

/// The shared state of subjects while they read.
struct WatchedReading {
  let kept: DocumentCache
  let warnings: OneTimeWarnings
}

/// Reports each warning only once, until its problem is solved.
final class OneTimeWarnings {
  private var lastMessages: [String: String] = [:]
  private let observer: any Observer

  init(_ observer: any Observer) { self.observer = observer }

  /// Reports `message` about `subject`, unless it was the last message about it.
  func warn(_ message: String, of subject: String) {
    if lastMessages.updateValue(message, forKey: subject) != message { observer.warned(message) }
  }

  /// Records that the problem of `subject` is solved.
  func clear(_ subject: String) { lastMessages[subject] = nil }
}
