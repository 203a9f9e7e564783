@testable import OKitData
@testable import OKitModels
@testable import OKitStorage

extension Workspace {
  /// The same workspace with other keys.
  func reopened(with keyring: Keyring) throws -> Workspace {
    try Workspace(
      at: root, keys: { _ in keyring }, observer: observer, trust: storage.trust, calls: storage.system.calls)
  }
}
