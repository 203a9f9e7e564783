import Glibc

extension Storage {
  /// Runs `body` under a shared lock: other processes may read but not write. First finishes a change that a crash interrupted.
  ///
  /// Takes no lock if the workspace is read-only and has no lock file. Throws an error of kind `busy` if a writer holds the workspace for longer than
  /// the lock timeout. A change that cannot be finished here only causes a warning.
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
  private func holding<Result>(_ lock: WorkspaceLock, _ body: () throws -> Result) throws -> Result {
    let hold = HeldLock(lock)
    self.hold = hold
    // Whoever may write to the folder can have replaced what was there.
    knownForeignOwner = nil
    defer {
      self.hold = nil
      hold.end()
    }
    return try body()
  }

  /// True if okit may write here. Otherwise reading changes no file and finishes no change.
  var isWritable: Bool { access(okitFolder.text, W_OK) == 0 && (try? isTrusted()) == true }

  private func lock(_ mode: WorkspaceLock.Mode, timeout: Duration? = nil) throws -> WorkspaceLock {
    try WorkspaceLock(lockPath, mode, timeout: timeout ?? lockTimeout) {
      if isWritable { try prepareLockFile() }
    } whileWaiting: {
      try observer.advanced(byBytes: 0)
    }
  }

  /// Throws an error of kind `busy` if the lock file was removed or replaced, because another process may hold the new one.
  func requireLocked() throws {
    guard let hold, try !hold.lock.isInPlace else { return }
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
          "a change of \(root) was interrupted, and only a user who can write there can finish it; the data may be partly changed"
        )
      }
      try observer.advanced(byBytes: 0)
      usleep(20_000)
    }
  }

  private func recover() throws { try finish(PendingJournal(of: self, timeout: lockTimeout)) }

  /// Finishes an interrupted change, if there is one, and removes leftover files.
  private func finish(_ pending: PendingJournal?) throws {
    do {
      try pending?.finish(in: self)
    } catch {
      // Leftovers stay while there is a journal, because the change still needs them. Without one, the change is finished: only files that
      // another program changed are in conflict.
      if pending != nil, try FileStatus.of(journalPath) == nil { try sweep() }
      throw error
    }
    try sweep()
  }

  /// Removes the leftovers of changes that were interrupted before they were committed.
  private func sweep() throws {
    var search = LeftoverSearch(of: stagedNameOwner)
    let inside = try FolderListing(okitFolder)
    search.look(in: okitFolder, inside, alsoOf: .nobody)
    let notes = inside.entries.filter { OutsideStaging.isNote($0.name) }.map { okitFolder.appending($0.name) }
    for folder in [dataFolder, modelFolder] { search.lookBelow(folder) { _ in true } }
    for folder in Set([backupFolder, absolute(WorkspaceLayout.backup)]) {
      search.lookBelow(folder) { $0.withoutPrefix(BackupName.orphansPrefix) != nil }
    }
    // A full restore writes temporary files next to the data, which may be outside okit/.
    for folder in [dataFolder.parent, absolute(WorkspaceLayout.migrations)] {
      search.lookBelow(folder) { _ in false }
    }
    let leftovers = search.found
    hold?.listings = search.listings
    guard !leftovers.isEmpty || !notes.isEmpty || inside.entries.contains(where: { StagingOwnerFile.matches($0.name) })
    else { return }
    // A process writes its owner file before any temporary file, so the owner files of all leftovers listed so far are found here.
    let marks = try FolderListing(okitFolder).entries.filter { StagingOwnerFile.matches($0.name) }
      .map { okitFolder.appending($0.name) }
    guard !leftovers.isEmpty || !marks.isEmpty || !notes.isEmpty else { return }
    guard try marks.allSatisfy({ try StagingOwnerFile.remove($0, system) }) else { return }
    var count = marks.count
    var failure: SystemError?
    func removing(_ remove: () throws -> Void) throws {
      do {
        try remove()
        count += 1
      } catch let error as SystemError where error.isRefusal {
        // A leftover that cannot be removed is harmless, so the command continues.
        failure = error
      }
    }
    for note in notes { try removing { try OutsideStaging.sweep(note, system) } }
    for path in leftovers { try removing { try system.removeTree(path) } }
    if count > 0 { observer.noted("removed \(count) files and folders left over from an interrupted change") }
    if let failure { observer.warned("\(failure); it is left over from an interrupted change") }
  }

  /// Returns a new name for a temporary file or folder.
  package func stagedName() -> String {
    hold?.mark { StagingOwnerFile(in: okitFolder, system) { StagedName.new(stagedNameOwner) } }
    return StagedName.new(stagedNameOwner)
  }

  private var stagedNameOwner: StagedName.Owner { owner ?? .nobody }

  /// Finishes an interrupted change like the next writer would, unless another process is using the workspace.
  ///
  /// This is for commands that only read but may be the only ones ever run, such as backups by cron.
  ///
  /// Throws the errors of finishing a change, except for a change that cannot be finished: the reader warns of it later.
  package func recoverIfAlone() throws {
    guard owner != nil, isWritable, let lock = try? lock(.exclusive, timeout: .zero) else { return }
    try holding(lock) {
      do {
        let pending: PendingJournal?
        do {
          pending = try PendingJournal(of: self, timeout: .zero)
        } catch let error as OKitError where error.kind == .busy {
          return
        }
        try finish(pending)
      } catch is UnfinishedChange {}
    }
  }

  /// Runs `body` under an exclusive lock and returns its result; nil, without calling it, if another process uses the workspace.
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
