/// Receives events while the library works. The command shows them as progress and messages.
public protocol Observer: AnyObject {
  /// A step begins, perhaps inside another one. The label is a phrase such as `encrypting default`; `totalBytes` is nil if it is not known.
  func stepBegan(_ label: String, totalBytes: Int64?)
  /// `count` more bytes are done, also outside of a step. A count of 0 only asks whether to go on.
  ///
  /// Throw to stop the work. The library then leaves everything as it was.
  func advanced(byBytes count: Int64) throws
  /// The step ended, successfully or not.
  func stepEnded()
  /// Reports something that a careful user wants to know, such as a repair after a crash.
  func noted(_ message: String)
  /// Reports something that a user should act on.
  func warned(_ message: String)
  /// A large removal was stored. The backup `name` contains the data before it.
  func keptBackup(_ name: String)
}

extension Observer {
  /// Ignored.
  public func keptBackup(_ name: String) {}
}

/// Something that a user should act on.
package struct Warning: Equatable, Sendable {
  /// The problem in one line.
  package let message: String
  /// A step that would help.
  package let remedy: OKitError.Remedy?
  /// The kind of the error that makes results incomplete; nil if they are complete.
  package let omission: OKitError.Kind?

  package init(_ message: String, remedy: OKitError.Remedy? = nil, omission: OKitError.Kind? = nil) {
    self.message = message
    self.remedy = remedy
    self.omission = omission
  }
}

/// An observer that can also show how to continue after a warning.
package protocol RemedyObserver: Observer {
  /// Reports something that a user should act on, with a step that would help.
  func warned(_ warning: Warning)
}

extension Observer {
  /// Reports something that a user should act on. Observers of other programs get only the message.
  package func warned(of warning: Warning) {
    if let observer = self as? any RemedyObserver { observer.warned(warning) } else { warned(warning.message) }
  }

  /// Runs `body` as a step.
  package func step<Result>(_ label: String, totalBytes: Int64? = nil, _ body: () throws -> Result) rethrows -> Result {
    stepBegan(label, totalBytes: totalBytes)
    defer { stepEnded() }
    return try body()
  }
}

/// An observer that ignores everything.
package final class SilentObserver: Observer {
  /// Creates an observer that ignores everything.
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

extension Observer {
  /// Runs `body` after a change was made. The change stays even if `body` fails, so the failure becomes a warning: `cannot <purpose>: <reason>`.
  ///
  /// Throws errors other than `OKitError` and `SystemError`, such as an interrupt.
  package func warnOnFailure(to purpose: String, _ body: () throws -> Void) throws {
    do {
      try body()
    } catch let error as OKitError {
      warned("cannot \(purpose): \(error.message)")
    } catch let error as SystemError {
      warned("cannot \(purpose): \(error)")
    }
  }
}
