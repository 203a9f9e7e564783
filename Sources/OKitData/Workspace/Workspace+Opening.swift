import OKitBackups
package import OKitModels
package import OKitStorage

extension Workspace {
  /// Opens the workspace in the folder `root`. `reader` determines the language of texts and dates in values.
  ///
  /// `keys` returns the keys for a workspace with this configuration. By default there are no keys, and encrypted models cannot be read. Operations
  /// throw an error of kind `busy` if another process locks the workspace for longer than `lockTimeout`.
  ///
  /// Throws an error of kind `notFound` if there is neither `okit/okit.json` nor `okit/data`, and of kind `configuration` if `okit.json` is
  /// invalid, or if the data is behind a link that `trust` does not allow. Rethrows the errors of `keys`.
  package convenience init(
    at root: FilePath, keys: (Configuration?) throws -> Keyring = { _ in Keyring() }, lockTimeout: Duration = .zero,
    reader: LocalePreferences = LocalePreferences(), observer: any Observer = SilentObserver(), dryRun: Bool = false,
    trust: Trust = Trust(),
    calls: any FileSystemCalls = LiveFileSystemCalls()
  ) throws {
    try self.init(
      at: root, keys: keys, lockTimeout: lockTimeout, reader: reader, observer: observer, dryRun: dryRun, trust: trust,
      calls: calls,
      safetyBackups: SafetyBackupMaker())
  }
}
