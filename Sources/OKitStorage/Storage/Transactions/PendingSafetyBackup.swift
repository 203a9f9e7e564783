import Glibc

/// A copy of the files that a change replaces. It becomes a backup when the change is committed.
///
/// It has a staged name until the change is committed, so that the next command removes the copy of an abandoned change.
package struct PendingSafetyBackup {
  private let staged: FilePath
  private let backup: FilePath
  private let folder: FilePath
  private let system: FileSystem

  /// Creates the copy with the names of a journal entry ``Journal/Entry/keep(staged:backup:)``.
  package init(_ storage: Storage, staged: String, backup: String) {
    folder = storage.backupFolder
    self.staged = folder.appending(staged)
    self.backup = folder.appending(backup)
    system = storage.system
  }

  /// Renames the copy to its backup name, or to a similar one if that is taken by now, and returns the name; nil if it was renamed before.
  ///
  /// The caller flushes the backup folder.
  package func finish() throws -> String? {
    guard try FileStatus.of(staged) != nil else { return nil }
    var name = backup.name
    do {
      try naming(backup, for: staged) { try system.renameExclusively(staged, to: backup) }
    } catch let error as SystemError where error.code == EEXIST {
      name = try BackupName.unused(name, in: folder)
      try system.renameExclusively(staged, to: folder.appending(name))
    }
    return name
  }

  /// Undoes ``finish()``, if possible: renames the backup `name` to its staged name.
  func undoFinish(_ name: String) {
    try? system.rename(folder.appending(name), to: staged)
  }
}
