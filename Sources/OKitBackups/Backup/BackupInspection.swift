import Ciphers
import JSONDocument
import OKitModels
package import OKitStorage

/// Reads information from backups without restoring them.
package struct BackupInspection {
  private let unlock: BackupUnlock
  private let observer: any Observer

  /// Prepares inspections with the keys and passwords that open the backups.
  package init(unlock: BackupUnlock, observer: any Observer = SilentObserver()) {
    self.unlock = unlock
    self.observer = observer
  }

  /// Returns the manifest of a backup. Only ``verify(_:)`` proves that it is correct.
  ///
  /// Throws errors of kind `notFound`, `locked` and `malformed`.
  package func manifest(of source: BackupSource) throws -> BackupManifest {
    try BackupReader(source, unlock: unlock).manifest
  }

  /// Reads a whole backup and checks all sizes and checksums, and that no file is missing or added. Returns the manifest.
  ///
  /// Throws errors of kind `notFound`, `locked` and `malformed`.
  package func verify(_ source: BackupSource) throws -> BackupManifest {
    try tryingPasswords(source) { unlock in
      let reader = try BackupReader(source, unlock: unlock)
      try reader.requireSealed()
      try observer.step("verifying \(source.name)", totalBytes: reader.manifest.totalSize) {
        try reader.readAll(observer)
      }
      return reader.manifest
    }
  }

  /// Verifies a backup in the same way, and shows its content as a workspace in memory.
  ///
  /// Throws errors of kind `notFound`, `locked` and `malformed`.
  package func view(of source: BackupSource) throws -> BackupView {
    try tryingPasswords(source) { try BackupView(mounting: source, unlock: $0, observer: observer) }
  }

  /// Opens a backup with the current password, and with each former one if that could help.
  private func tryingPasswords<Result>(_ source: BackupSource, _ open: (BackupUnlock) throws -> Result) throws -> Result
  {
    var asksForPassword = false
    func attempt(_ password: @escaping () throws -> SecretBytes) throws -> Result {
      var unlock = unlock
      unlock.password = {
        asksForPassword = true
        return try password()
      }
      return try open(unlock)
    }
    var failure: any Error
    do {
      return try attempt(unlock.password)
    } catch {
      failure = error
    }
    for password in unlock.oldPasswords where asksForPassword && Self.mayNeedAnotherPassword(failure, source) {
      do {
        return try attempt(password)
      } catch {
        // An error from a password that opened the backup says more than 'wrong password'.
        if (error as? OKitError)?.kind != .locked { failure = error }
      }
    }
    throw failure
  }

  /// True if another password could help. A wrong one passes the first test of a zip archive once in 65,536 times, and then the content is garbage.
  private static func mayNeedAnotherPassword(_ error: any Error, _ source: BackupSource) -> Bool {
    switch (error as? OKitError)?.kind {
    case .locked: true
    case .malformed: source.path?.text.withoutSuffix(BackupFormat.zip.ending) != nil
    default: false
    }
  }
}
