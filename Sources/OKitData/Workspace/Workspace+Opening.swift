import OKitBackups
package import OKitModels
package import OKitStorage

extension Workspace {
  /// Opens the workspace in the folder `root`; texts and dates in values are those for `reader`.
  ///
  /// `keys` gives the keys of a workspace with this configuration; by default there are none, and encrypted models cannot be read. Operations throw an error
  /// of kind `busy` if another process keeps the workspace locked for longer than `lockTimeout`.
  ///
  /// Throws an error of kind `notFound` where there is neither `okit/okit.json` nor `okit/data`, and of kind `configuration` where
  /// `okit.json` cannot be understood, and if the data lie behind a link that `trust` does not allow. Throws what `keys` throws.
  package convenience init(
    at root: String, keys: (Configuration?) throws -> Keyring = { _ in Keyring() }, lockTimeout: Duration = .zero,
    reader: Reader = Reader(), observer: any Observer = SilentObserver(), dryRun: Bool = false, trust: Trust = Trust(),
    calls: any FileSystemCalls = LiveFileSystemCalls()
  ) throws {
    try self.init(
      at: root, keys: keys, lockTimeout: lockTimeout, reader: reader, observer: observer, dryRun: dryRun, trust: trust,
      calls: calls,
      safetyBackups: WorkspaceBackups())
  }
}
