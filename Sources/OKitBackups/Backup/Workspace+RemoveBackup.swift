package import OKitModels
import OKitStorage

extension Workspace {
  /// Removes the backups at `paths`, whatever their formats; `removed` is called with each removed path.
  ///
  /// Throws an error of kind `busy` when another process keeps the workspace for longer than the lock timeout, and `SystemError`; those of which
  /// `removed` was told are gone then, too.
  package func removeBackups(_ paths: [String], removed: (String) -> Void) throws {
    try storage.writing {
      for path in paths {
        // It is renamed first, so that it is never half a backup under its name.
        let doomed = Path.join(Path.parent(of: path), storage.stagedName())
        try storage.system.renameIntoPlace(path, doomed)
        removed(path)
        do {
          try storage.system.removeTree(doomed)
        } catch let error as SystemError {
          observer.warned("deleted \(path), but it uses disk space until the next command that writes: \(error)")
        }
      }
    }
  }
}
