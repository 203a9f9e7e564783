package import OKitStorage

/// A backup made before a change takes something away.
package struct SafetyBackup {
  /// The name of the backup that it becomes.
  package let name: String
  /// Its name among the backups until then.
  package let staged: String
  /// The files in it, as they were, by their paths relative to the workspace.
  package let stamps: [ExactText: FileStamp]

  package init(name: String, staged: String, stamps: [ExactText: FileStamp]) {
    self.name = name
    self.staged = staged
    self.stamps = stamps
  }
}

/// Makes and finds the backups that changes need. Changes do not know how backups are made, so whoever opens a workspace passes this in.
package protocol SafetyBackups {
  /// Copies the data of `workspace` as stored to a backup named after `command`; needs the exclusive lock and no key. It has a staged name until the
  /// transaction of the change, which takes it over, is committed.
  func keep(before command: String, in workspace: Workspace) throws -> SafetyBackup

  /// The names of the backups that hold one of the models in plain text. Throws `SystemError` if the folder of backups cannot be read.
  func namesHoldingPlain(_ models: [ModelName], in workspace: Workspace) throws -> [String]
}
