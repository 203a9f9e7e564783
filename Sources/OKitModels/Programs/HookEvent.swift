import OKitStorage

/// What the programs in `okit/hooks` are named after.
package enum HookEvent: String, CaseIterable, Sendable {
  /// A backup is about to be made.
  case beforeBackup = "before-backup"
  /// A backup was made.
  case afterBackup = "after-backup"
  /// A backup was checked and is about to be restored.
  case beforeRestore = "before-restore"
  /// A backup was restored.
  case afterRestore = "after-restore"
  /// Data are about to be brought to new definitions.
  case beforeMigrate = "before-migrate"
  /// Data were brought to new definitions.
  case afterMigrate = "after-migrate"
  /// Entities came.
  case managed
  /// Entities went.
  case unmanaged
  /// Entities changed.
  case changed
}
