/// A lock held on a workspace, together with the owner file of its temporary files.
package final class HeldLock {
  /// The lock.
  package let lock: WorkspaceLock
  private var mark: StagingOwnerFile?
  private var isMarked = false
  /// The number of changes that were made under the lock.
  package var changes = 0 {
    didSet {
      files = KeptFiles()
      listings = [:]
    }
  }
  /// The entries of folders that were listed under the lock.
  var listings: [FilePath: FolderListing] = [:]
  /// The files that were opened under the lock.
  var files = KeptFiles()

  package init(_ lock: WorkspaceLock) {
    self.lock = lock
  }

  /// Creates the owner file with `make` before the first temporary file. It shows other processes that this one is running.
  package func mark(_ make: () -> StagingOwnerFile?) {
    guard !isMarked else { return }
    isMarked = true
    mark = make()
  }

  /// Removes the owner file and releases the lock.
  package func end() {
    mark?.end()
    mark = nil
    files = KeptFiles()
    listings = [:]
    lock.release()
  }
}
