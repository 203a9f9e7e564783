import Glibc

/// A copy of the files that a change replaces; it becomes a backup when the change is committed.
///
/// It has a staged name until the change is decided, so that the next command removes the copy of a change that never came to be.
package struct SafetyCopy {
  private let staged: String
  private let backup: String
  private let folder: String
  private let system: FileSystem

  package init(_ storage: Storage, staged: String, backup: String) {
    folder = storage.backupFolder
    self.staged = Path.join(folder, staged)
    self.backup = Path.join(folder, backup)
    system = storage.system
  }

  /// Gives the copy its name as a backup, which is still to be flushed, and returns that, or another one if some program has taken it since it was chosen; nil if the copy had one before.
  package func finish() throws -> String? {
    guard try FileStatus.of(staged) != nil else { return nil }
    var name = Path.name(of: backup)
    do {
      try naming(backup, for: staged) { try system.renameExclusively(staged, to: backup) }
    } catch let error as SystemError where error.code == EEXIST {
      name = try BackupName.unused(name, in: folder)
      try system.renameExclusively(staged, to: Path.join(folder, name))
    }
    return name
  }

  /// Gives the backup `name`, which ``finish()`` made, its staged name again, if possible.
  func takeBack(_ name: String) {
    try? system.rename(Path.join(folder, name), to: staged)
  }
}
