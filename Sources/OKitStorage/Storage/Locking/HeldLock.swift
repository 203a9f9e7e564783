/// A lock held on a workspace, together with the owner file of its temporary files.
package final class HeldLock {
  /// The lock.
  package let lock: WorkspaceLock
  private var ownerFile: StagingOwnerFile?
  private var hasTriedOwnerFile = false
  /// The number of changes that were made under the lock.
  package var changes = 0 {
    didSet {
      files = OpenFileCache()
      listings = [:]
    }
  }
  /// The status of `okit/`, which determines who may read the files that show who uses the workspace.
  var okitFolder: FileStatus?
  /// The entries of folders that were listed under the lock.
  var listings: [FilePath: FolderListing] = [:]
  /// The files that were opened under the lock.
  var files = OpenFileCache()

  package init(_ lock: WorkspaceLock) {
    self.lock = lock
  }

  /// Creates the owner file with `make` before the first temporary file. It shows other processes that this one is running.
  package func createOwnerFileOnce(_ make: () -> StagingOwnerFile?) {
    guard !hasTriedOwnerFile else { return }
    hasTriedOwnerFile = true
    ownerFile = make()
  }

  /// Removes the owner file, and closes the files.
  package func end() {
    ownerFile?.end()
    ownerFile = nil
    files = OpenFileCache()
    listings = [:]
  }
}
