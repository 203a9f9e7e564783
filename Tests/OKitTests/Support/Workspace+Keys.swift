@testable import OKit

extension Workspace {
  /// The same workspace with other keys.
  func reopened(with keyring: Keyring) throws -> Workspace {
    try Workspace(at: root, keys: { _ in keyring }, observer: observer, trust: trust, calls: system.calls)
  }
}
