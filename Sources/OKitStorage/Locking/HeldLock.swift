/// A lock that is held on a workspace, and the mark of what is staged under it.
package final class HeldLock {
  package let lock: WorkspaceLock
  private var mark: StagingOwnerFile?
  private var isMarked = false

  package init(_ lock: WorkspaceLock) {
    self.lock = lock
  }

  /// Marks, before the first file is staged, that its process is running.
  package func mark(_ make: () -> StagingOwnerFile?) {
    guard !isMarked else { return }
    isMarked = true
    mark = make()
  }

  /// Removes the mark and releases the lock.
  package func end() {
    mark?.end()
    mark = nil
    lock.release()
  }
}
