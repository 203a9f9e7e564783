package import OKitStorage

/// A backup that is made before a change removes data.
package struct SafetyBackup {
  /// The name of the backup after the change is committed.
  package let name: String
  /// The temporary name in the folder of backups until then.
  package let staged: String
  /// The stamps of the copied files, by their paths in the workspace.
  package let stamps: [WorkspacePath: FileStamp]

  package init(name: String, staged: String, stamps: [WorkspacePath: FileStamp]) {
    self.name = name
    self.staged = staged
    self.stamps = stamps
  }
}

/// Creates and finds the backups that changes need. The backup module depends on this one, so whoever opens a workspace passes the implementation in.
package protocol SafetyBackupMaking {
  /// Copies the stored data of `workspace` to a backup named after `command`. It needs the exclusive lock but no key. The backup has a temporary name
  /// until the transaction of the change commits it.
  func makeSafetyBackup(before command: String, in workspace: Workspace) throws -> SafetyBackup

  /// Warns of the backups that contain one of the models unencrypted, after they were encrypted. A folder of backups that cannot be read is worth only a
  /// warning, too.
  func warnOfPlainCopies(of models: [ModelName], in workspace: Workspace) throws
}
