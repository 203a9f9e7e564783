import OKitStorage
import Synchronization

/// Passes on messages of operations to the operator of a server. Several threads use it.
package final class ServerObserver: Observer, Sendable {
  private let report: @Sendable (String) -> Void

  /// Calls `report` with each warning.
  package init(report: @escaping @Sendable (String) -> Void) {
    self.report = report
  }

  package func stepBegan(_ label: String, totalBytes: Int64?) {}
  package func advanced(byBytes count: Int64) throws {}
  package func stepEnded() {}
  package func noted(_ message: String) {}
  package func warned(_ message: String) { report(message) }
}
