import Glibc

/// A lock held on a workspace, together with the owner file of its temporary files.
package final class HeldLock {
  /// The lock.
  package let lock: WorkspaceLock
  private var ownerFile: StagingOwnerFile?
  private var hasTriedOwnerFile = false
  /// The number of changes that were made under the lock.
  package private(set) var changes = 0
  /// The status of `okit/`, which determines who may read the files that show who uses the workspace.
  var okitFolder: FileStatus?
  /// The entries of folders that were listed under the lock.
  var listings: [FilePath: FolderListing] = [:]
  /// The folders that are no links.
  var unlinkedFolders: Set<FilePath> = []
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

  /// Forgets the files and folders that were read, after a change of them.
  func invalidate() {
    changes += 1
    files = OpenFileCache()
    listings = [:]
    unlinkedFolders = []
  }

  /// Removes the owner file, and closes the files.
  package func end() {
    ownerFile?.end()
    ownerFile = nil
    files = OpenFileCache()
    listings = [:]
    unlinkedFolders = []
  }
}

/// Files that stay open, because an operation reads them several times.
struct OpenFileCache {
  /// At most a quarter of the files that the process may have open.
  private static let limit: Int = {
    var files = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &files) == 0 else { return 0 }
    return Int(min(files.rlim_cur / 4, 128))
  }()

  /// The number of files kept open without checking the limit, to save a system call.
  private static let alwaysAllowed = 8

  private var files: [FilePath: OpenFile] = [:]

  /// Returns the file at `path` from its beginning; calls `open` if it is not open yet, or if somebody else still reads it.
  mutating func file(at path: FilePath, _ open: () throws -> OpenFile) throws -> OpenFile {
    if var known = files.removeValue(forKey: path) {
      let isFree = isKnownUniquelyReferenced(&known)
      files[path] = known
      if isFree {
        try known.rewind()
        return known
      }
    }
    let file = try open()
    if files.count < Self.alwaysAllowed || files.count < Self.limit { files[path] = file }
    return file
  }
}
