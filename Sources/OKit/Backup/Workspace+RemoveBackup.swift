extension Workspace {
  /// Removes the backup at `path`, whatever its format.
  public func removeBackup(_ path: String, patience: Duration) throws {
    try writing(patience: patience) {
      let folder = Path.parent(of: path)
      // A folder is renamed first, so that it is never half a backup under its name.
      let doomed = Path.join(folder, stagedName())
      try system.nameForGood(path, doomed)
      do {
        try system.removeTree(doomed)
      } catch let error as SystemError {
        observer.warned("the backup is deleted, but still takes space until the next command that writes: \(error)")
      }
    }
  }
}
