import Glibc
import JSONDocument

extension Storage {
  /// Runs `body` under a shared lock: other processes may read but not write. First finishes a change that a crash interrupted.
  ///
  /// With `recovering`, it also removes leftover files, as a writer would, unless another process is using the workspace. This is for commands that
  /// only read but may be the only ones ever run, such as backups by cron.
  ///
  /// Takes no lock if the caller holds it already, if the lock file is unreadable and okit may not write to the folder, or if there is no
  /// `okit.json`. Throws an error of kind `busy` if a writer holds the workspace for longer than the lock timeout. A change that cannot be finished
  /// here only causes a warning.
  package func reading<Result>(recovering: Bool = false, _ body: () throws -> Result) throws -> Result {
    if heldLock != nil { return try body() }
    let isWritable = isWritable
    guard owner != nil, isWritable || access(lockPath.text, R_OK) == 0 else {
      try warnOfJournal(atMost: lockTimeout)
      return try body()
    }
    return try holding(lockAfterRecovery(isWritable: isWritable, recovering: recovering), body)
  }

  /// Takes a shared lock while no change is pending, if it can be finished.
  private func lockAfterRecovery(isWritable: Bool, recovering: Bool = false) throws -> WorkspaceLock {
    var recovered = recovering && isWritable ? try recoverIfAlone() : nil
    var canFinish = true
    while true {
      let lock = try recovered ?? lock(.shared)
      recovered = nil
      if !isWritable { try warnOfJournal(atMost: .zero) }
      if try !canFinish || !isWritable || FileStatus.of(journalPath) == nil { return lock }
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

  /// Takes a shared lock that lasts until the process ends, for files that are not read through this storage. First finishes a change that a crash
  /// interrupted. Returns the lock; nil if the caller may not take one. The last reference releases it.
  package func lockForReading() throws -> WorkspaceLock? {
    let isWritable = isWritable
    guard owner != nil, isWritable || access(lockPath.text, R_OK) == 0 else {
      try warnOfJournal(atMost: lockTimeout)
      return nil
    }
    let lock = try lockAfterRecovery(isWritable: isWritable)
    // Whoever reads tries to finish the change again, which this lock would block.
    guard try FileStatus.of(journalPath) == nil else {
      lock.release()
      return nil
    }
    return lock
  }

  /// Finishes a change that a crash interrupted, unless another process is using the workspace, which finishes it or is making it. Never waits.
  ///
  /// Throws the errors of finishing it.
  package func finishPendingChangeIfAlone() throws {
    guard try FileStatus.of(journalPath) != nil, owner != nil, isWritable,
      let lock = try? lock(.exclusive, timeout: .zero)
    else { return }
    try holding(lock) {
      do { try recover() } catch let unfinished as UnfinishedChange { warnOfHalfChange(unfinished) }
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

  /// Runs `body` while `lock` is held and temporary files count as owned by this process. Then releases the lock, unless `keepsLock` is true.
  func holding<Result>(_ lock: WorkspaceLock, keepsLock: Bool = false, _ body: () throws -> Result) throws -> Result {
    let hold = HeldLock(lock)
    heldLock = hold
    // The owner can have changed since it was read without the lock.
    (foreignOwner, initialOwners) = (.unknown, nil)
    defer {
      heldLock = nil
      hold.end()
      if !keepsLock { lock.release() }
    }
    return try body()
  }

  /// True if okit may write here. Otherwise a reader leaves the journal and the lock file as they are.
  package var isWritable: Bool { access(okitFolder.text, W_OK) == 0 && (try? isTrusted()) == true }

  func lock(_ mode: WorkspaceLock.Mode, timeout: Duration? = nil) throws -> WorkspaceLock {
    try WorkspaceLock(lockPath, mode, timeout: timeout ?? lockTimeout) { status in
      try prepareLockFile(status)
    } whileWaiting: {
      try observer.advanced(byBytes: 0)
    }
  }

  /// Throws an error of kind `busy` if the lock file was removed or replaced, because another process may hold the new one.
  func requireLocked() throws {
    guard let heldLock, try !heldLock.lock.isInPlace else { return }
    throw OKitError(.busy, "\(lockPath) was removed while okit was running")
  }

  /// Creates the lock file, or makes the one with this status readable only by those who may write to the workspace.
  ///
  /// Whoever can read the file can take the lock and block everybody else. Earlier versions made it readable to all.
  private func prepareLockFile(_ status: FileStatus?) throws {
    if let status, status.mode & 0o077 == 0 || status.raw.st_uid != CurrentUser.id { return }
    guard isWritable, let folder = try FileStatus.of(okitFolder, followingLinks: true) else { return }
    do {
      if let status {
        let mode = FileSystem.lockableMode(in: folder)
        if status.mode & 0o077 & ~mode != 0 { try? system.setMode(mode, of: system.openFile(lockPath)) }
      } else {
        _ = try system.createLockableFile(lockPath, in: folder)
      }
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
    heldLock?.createOwnerFileOnce {
      guard let status = try? okitFolderStatus() else { return nil }
      return StagingOwnerFile(in: okitFolder, status, system) { StagedName.new(stagedNameOwner) }
    }
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
