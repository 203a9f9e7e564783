package import OKitModels
package import OKitStorage

extension Workspace {
  /// Removes the backups at `paths`, in any format. Calls `removed` with each removed path.
  ///
  /// Throws an error of kind `busy` if another process locks the workspace for longer than the lock timeout, and `SystemError`. Backups already
  /// passed to `removed` stay removed.
  package func removeBackups(_ paths: [FilePath], removed: (FilePath) -> Void) throws {
    try storage.writing {
      for path in paths {
        // The backup is renamed first, so that there is never half a backup under its name.
        let doomed = path.parent.appending(storage.stagedName())
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
