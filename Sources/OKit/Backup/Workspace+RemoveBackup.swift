extension Workspace {
  /// Removes the backups at `paths`, whatever their formats; `removed` is told of each that is gone.
  public func removeBackups(_ paths: [String], patience: Duration, removed: (String) -> Void) throws {
    try writing(patience: patience) {
      for path in paths {
        let folder = Path.parent(of: path)
        // A folder is renamed first, so that it is never half a backup under its name.
        let doomed = Path.join(folder, stagedName())
        try system.rename(path, to: doomed)
        try system.flushFolder(folder)
        try system.removeTree(doomed)
        removed(path)
      }
    }
  }
}
