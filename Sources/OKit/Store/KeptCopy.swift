import Glibc

/// The copy of what a change replaces, on its way to become a backup.
///
/// It has a staged name until the change is decided, so that the next command removes the copy of a change that never came to be.
struct KeptCopy {
  private let staged: String
  private let backup: String
  private let folder: String
  private let system: FileSystem

  init(_ workspace: Workspace, staged: String, backup: String) {
    folder = workspace.backupFolder
    self.staged = Path.join(folder, staged)
    self.backup = Path.join(folder, backup)
    system = workspace.system
  }

  /// Makes it a backup. It can be one already.
  func finish() throws {
    guard try FileStatus.of(staged) != nil else { return }
    do {
      try naming(backup, for: staged) { try system.renameExclusively(staged, to: backup) }
    } catch let error as SystemError where error.code == EEXIST {
      // Another program has taken the name since it was chosen.
      try system.renameExclusively(staged, to: Path.join(folder, BackupName.unused(Path.name(of: backup), in: folder)))
    }
    try system.flushFolder(folder)
  }

  /// Makes it no backup again, as far as that is possible.
  func takeBack() {
    try? system.rename(backup, to: staged)
  }
}
