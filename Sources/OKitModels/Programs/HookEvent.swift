import OKitStorage

/// The events that run hooks. The programs in `okit/hooks` have these names.
package enum HookEvent: String, CaseIterable, Sendable {
  /// A backup is about to be made.
  case beforeBackup = "before-backup"
  /// A backup was made.
  case afterBackup = "after-backup"
  /// A backup was checked and is about to be restored.
  case beforeRestore = "before-restore"
  /// A backup was restored.
  case afterRestore = "after-restore"
  /// Data is about to be migrated to new definitions.
  case beforeMigrate = "before-migrate"
  /// Data was migrated to new definitions.
  case afterMigrate = "after-migrate"
  /// Entities were added.
  case managed
  /// Entities were removed.
  case unmanaged
  /// Entities changed.
  case changed
}
