import Glibc
import JSONDocument

extension Storage {
  /// Runs `body` under a shared lock: other processes may read but not write. First finishes a change that a crash interrupted.
  ///
  /// Takes no lock if okit may not write here and cannot open the lock file, or if there is no `okit.json`. Throws an error of kind `busy` if a
  /// writer holds the workspace for longer than the lock timeout. A change that cannot be finished here only causes a warning.
  package func reading<Result>(_ body: () throws -> Result) throws -> Result {
    guard owner != nil, isWritable || access(lockPath.text, R_OK) == 0 else {
      try warnOfJournal(atMost: lockTimeout)
      return try body()
    }
    var canFinish = true
    while true {
      let lock = try lock(.shared)
      if !isWritable { try warnOfJournal(atMost: .zero) }
      if try !canFinish || !isWritable || FileStatus.of(journalPath) == nil { return try holding(lock, body) }
      lock.release()
      do {
        try finishCrashedChange()
      } catch let unfinished as UnfinishedChange {
        warnOfHalfChange(unfinished)
        canFinish = false
      }
    }
  }

  /// Runs `body` under an exclusive lock: no other process reads or writes. First finishes a change that a crash interrupted.
  ///
  /// Throws an error of kind `busy` if another process holds the workspace for longer than the lock timeout.
  package func writing<Result>(_ body: () throws -> Result) throws -> Result {
    try requireOwner()
    try requireTrusted()
    return try holding(lock(.exclusive)) {
      do {
        try recover()
      } catch let unfinished as UnfinishedChange {
        throw unfinished.error
      }
      return try body()
    }
  }

  /// Finishes a change that a crash interrupted, before any file is read. Takes no lock if there is nothing to finish.
  package func finishPendingChange() throws {
    guard try FileStatus.of(journalPath) != nil else { return }
    guard owner != nil, isWritable else { return try warnOfJournal(atMost: lockTimeout) }
    do {
      try finishCrashedChange()
    } catch let unfinished as UnfinishedChange {
      warnOfHalfChange(unfinished)
    }
  }

  private func finishCrashedChange() throws {
    try requireOwner()
    try holding(lock(.exclusive)) { try recover() }
  }

  /// Only warns, because data can be read and backed up even if a change can be neither finished nor undone.
  private func warnOfHalfChange(_ unfinished: UnfinishedChange) {
    observer.warned("\(unfinished.error.message); the data may be partly changed")
  }

  /// Runs `body` while `lock` is held and temporary files count as owned by this process.
  func holding<Result>(_ lock: WorkspaceLock, _ body: () throws -> Result) throws -> Result {
    let hold = HeldLock(lock)
    heldLock = hold
    // The owner can have changed since it was read without the lock.
    foreignOwner = .unknown
    defer {
      heldLock = nil
      hold.end()
    }
    return try body()
  }

  /// True if okit may write here. Otherwise a reader leaves the journal and the lock file as they are.
  var isWritable: Bool { access(okitFolder.text, W_OK) == 0 && (try? isTrusted()) == true }

  func lock(_ mode: WorkspaceLock.Mode, timeout: Duration? = nil) throws -> WorkspaceLock {
    try WorkspaceLock(lockPath, mode, timeout: timeout ?? lockTimeout) {
      if isWritable { try prepareLockFile() }
    } whileWaiting: {
      try observer.advanced(byBytes: 0)
    }
  }

  /// Throws an error of kind `busy` if the lock file was removed or replaced, because another process may hold the new one.
  func requireLocked() throws {
    guard let heldLock, try !heldLock.lock.isInPlace else { return }
    throw OKitError(.busy, "\(lockPath) was removed while okit was running")
  }

  /// Creates the lock file if it is missing, and makes it readable only by those who may write to the workspace.
  ///
  /// Whoever can read the file can take the lock and block everybody else. Earlier versions made it readable to all.
  private func prepareLockFile() throws {
    guard let folder = try FileStatus.of(okitFolder, followingLinks: true) else { return }
    let mode = FileSystem.lockableMode(in: folder)
    do {
      if let status = try FileStatus.of(lockPath) {
        let isOpenToOthers = status.kind == .file && status.mode & 0o077 & ~mode != 0
        if isOpenToOthers, status.raw.st_uid == geteuid() { try? system.setMode(mode, of: system.openFile(lockPath)) }
        return
      }
      _ = try system.createLockableFile(lockPath, in: folder)
    } catch let error as SystemError where error.code == EEXIST {}
  }

  /// Warns of a change that only others can finish. Without the lock, a change in progress looks the same, so this first waits for it to end.
  private func warnOfJournal(atMost timeout: Duration) throws {
    let deadline = Deadline(after: min(timeout, .seconds(1)))
    while try FileStatus.of(journalPath) != nil {
      guard !deadline.isPast else {
        return observer.warned(
          "a change to \(root) was interrupted, and only a user who can write there can finish it; the data may be partly changed"
        )
      }
      try observer.advanced(byBytes: 0)
      usleep(20_000)
    }
  }

  /// Returns a new name for a temporary file or folder.
  package func stagedName() -> String {
    heldLock?.createOwnerFileOnce { StagingOwnerFile(in: okitFolder, system) { StagedName.new(stagedNameOwner) } }
    return StagedName.new(stagedNameOwner)
  }

  var stagedNameOwner: StagedName.Owner { owner ?? .nobody }

  /// Runs `body` under an exclusive lock and returns its result; nil, without calling it, if the lock cannot be taken at once.
  ///
  /// Takes no lock in a folder without `okit.json` or without a readable lock file: then nobody can lock it.
  package func whileAlone<Result>(_ body: () throws -> Result) throws -> Result? {
    guard owner != nil, access(lockPath.text, R_OK) == 0 else { return try body() }
    guard let lock = try? lock(.exclusive, timeout: .zero) else { return nil }
    return try holding(lock, body)
  }

  /// True if `name` is the name of a temporary file of okit.
  package static func isStaged(_ name: String) -> Bool {
    StagedName.matches(name) || OutsideStaging.isNote(name) || StagingOwnerFile.matches(name)
  }
}
