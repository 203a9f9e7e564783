import OKitData
package import OKitModels
import OKitStorage

extension Workspace {
  /// The same workspace with other keys.
  package func reopened(with keyring: Keyring) throws -> Workspace {
    try Workspace(
      at: root, keys: { _ in keyring }, observer: observer, trust: storage.trust, calls: storage.system.calls)
  }
}
