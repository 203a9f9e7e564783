/// What the library tells of its work while it goes on; the command turns it into progress and notes.
public protocol Observer: AnyObject {
  /// A step of `totalBytes` (where known) begins, perhaps within another one; the label is a phrase such as `encrypting default`.
  func stepBegan(_ label: String, totalBytes: Int64?)
  /// So many more bytes are done, none where there was only time to ask whether to go on; outside of a step as well. Throwing stops the work, which then leaves everything as it was.
  func advanced(byBytes count: Int64) throws
  /// The step is over, whether it succeeded or not.
  func stepEnded()
  /// Something a careful user wants to know, such as what was repaired after a crash.
  func noted(_ message: String)
  /// Something that a user should act on.
  func warned(_ message: String)
  /// A large removal is about to be committed; this backup holds the data before it.
  func keptBackup(_ name: String)
}

extension Observer {
  /// Ignored.
  public func keptBackup(_ name: String) {}
}

extension Observer {
  /// Runs `body` as a step.
  package func step<Result>(_ label: String, totalBytes: Int64? = nil, _ body: () throws -> Result) rethrows -> Result {
    stepBegan(label, totalBytes: totalBytes)
    defer { stepEnded() }
    return try body()
  }
}

/// An observer that ignores everything.
package final class SilentObserver: Observer {
  /// An observer that ignores everything.
  package init() {}
  /// Ignored.
  package func stepBegan(_ label: String, totalBytes: Int64?) {}
  /// Ignored.
  package func advanced(byBytes count: Int64) throws {}
  /// Ignored.
  package func stepEnded() {}
  /// Ignored.
  package func noted(_ message: String) {}
  /// Ignored.
  package func warned(_ message: String) {}
}
