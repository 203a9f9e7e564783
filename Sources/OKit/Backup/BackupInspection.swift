/// Looks into backups without restoring them.
public struct BackupInspection {
  private let unlock: BackupUnlock
  private let observer: any Observer

  /// Inspections with what is at hand to open backups.
  public init(unlock: BackupUnlock, observer: any Observer = SilentObserver()) {
    self.unlock = unlock
    self.observer = observer
  }

  /// The manifest of the backup at `path`; what it says is proven only by `verify`.
  ///
  /// Throws errors of kind `notFound`, `locked` and `malformed`.
  public func manifest(of path: String) throws -> BackupManifest {
    try BackupReader(path, unlock: unlock).manifest
  }

  /// Reads all of the backup at `path` and checks every size and sum, and that no file is missing or added.
  ///
  /// Throws errors of kind `notFound`, `locked` and `malformed`.
  public func verify(_ path: String) throws -> BackupManifest {
    let reader = try BackupReader(path, unlock: unlock)
    try reader.requireSealed()
    try observer.step("verifying \(Path.name(of: path))", totalBytes: reader.manifest.totalSize) {
      try reader.readAll { _, source in
        try forEachPiece(of: source) { try observer.advanced(byBytes: Int64($0.count)) }
      }
    }
    return reader.manifest
  }
}
