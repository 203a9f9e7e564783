import Glibc

extension Workspace {
  /// Runs `body` while other processes may read but not write, after finishing what a crash left undone.
  ///
  /// Where the workspace cannot be written and has no lock file, no lock is taken. Throws an error of kind `busy` when a writer keeps it for longer than
  /// `patience`, or when a crash left work that cannot be finished here.
  func reading<Result>(patience: Duration, _ body: () throws -> Result) throws -> Result {
    guard configuration != nil, isWritable || access(lockPath, R_OK) == 0 else {
      try requireNoJournal()
      return try body()
    }
    while true {
      let lock = try lock(.shared, patience: patience)
      if !isWritable { try requireNoJournal() }
      if try FileStatus.of(journalPath) == nil { return try withExtendedLifetime(lock) { try body() } }
      lock.release()
      try writing(patience: patience) {}
    }
  }

  /// Runs `body` while no other process reads or writes, after finishing what a crash left undone.
  ///
  /// Throws an error of kind `busy` when another process keeps the workspace for longer than `patience`.
  func writing<Result>(patience: Duration, _ body: () throws -> Result) throws -> Result {
    _ = try requireConfiguration()
    try requireTrusted()
    let lock = try lock(.exclusive, patience: patience)
    return try withExtendedLifetime(lock) {
      try recover()
      return try body()
    }
  }

  /// Finishes what a crash left undone before a single file is read, without a lock where there is nothing to finish.
  func finishPendingChange(patience: Duration) throws {
    guard try FileStatus.of(journalPath) != nil else { return }
    guard configuration != nil, isWritable else { return try requireNoJournal() }
    try writing(patience: patience) {}
  }

  /// Whether anything may be written here; reading leaves no trace then, and finishes nothing.
  var isWritable: Bool { access(okitFolder, W_OK) == 0 && (try? isTrusted()) == true }

  private func lock(_ mode: WorkspaceLock.Mode, patience: Duration) throws -> WorkspaceLock {
    if isWritable { try prepareLockFile() }
    return try WorkspaceLock(lockPath, mode, patience: patience) { try observer.advanced(byBytes: 0) }
  }

  /// Makes sure that there is a lock file, and that only those who may write to the workspace can read it: whoever can, can take the lock and
  /// keep everybody waiting. Earlier versions let everybody.
  private func prepareLockFile() throws {
    guard let folder = try FileStatus.of(okitFolder, followingLinks: true) else { return }
    let writers = folder.mode & 0o022
    let mode = FileSystem.privateFile | writers | writers << 1
    do {
      if let status = try FileStatus.of(lockPath) {
        let isOpenToOthers = status.kind == .file && status.mode & 0o077 & ~mode != 0
        if isOpenToOthers, status.raw.st_uid == geteuid() { try? system.setMode(mode, of: system.openFile(lockPath)) }
        return
      }
      let file = try system.createFile(lockPath, mode: FileSystem.privateFile)
      // Made by root, it is for the owner of the folder all the same.
      _ = try? file.takeOwner(of: folder)
      if writers != 0 { try? system.setMode(mode, of: file) }
    } catch let error as SystemError where error.code == EEXIST {}
  }

  private func requireNoJournal() throws {
    guard try FileStatus.of(journalPath) == nil else {
      throw OKitError(
        .busy, "a change of \(root) was cut short and can only be finished by someone who may write there")
    }
  }

  private func recover() throws {
    if let journal = try JournalReplay.pending(in: self) {
      try JournalReplay(self, journal).finish()
      observer.noted("finished a change (\(journal.command)) that was cut short")
    }
    try sweep()
  }

  /// Removes what a change left behind that was cut short before it was decided.
  private func sweep() throws {
    // A full restore stages beside the data, and both data and backups may be elsewhere than okit/.
    var folders: Set<ExactText> = []
    for folder in [okitFolder, backupFolder, Path.parent(of: dataFolder), absolute(MigrationFile.folder)] {
      folders.insert(ExactText(folder))
    }
    for folder in [dataFolder, modelFolder] { try collectFolders(folder, &folders) }
    let orphans = absolute(BackupName.usualFolder)
    for entry in try FolderListing(orphans).entries
    where entry.kind == .folder && entry.name.withoutPrefix(BackupName.orphansPrefix) != nil {
      try collectFolders(Path.join(orphans, entry.name), &folders)
    }
    var count = try StagedName.sweep(okitFolder, of: .nobody, system)
    count += try OutsideStaging.sweep(self)
    for folder in folders { count += try StagedName.sweep(folder.text, of: stagedNameOwner, system) }
    if count > 0 { observer.noted("removed \(count) files and folders left over from a change that was cut short") }
  }

  private func collectFolders(_ folder: String, _ folders: inout Set<ExactText>) throws {
    folders.insert(ExactText(folder))
    for entry in try FolderListing(folder).entries where entry.kind == .folder && !entry.isHidden {
      try collectFolders(Path.join(folder, entry.name), &folders)
    }
  }

  /// A new name for something that is not in place yet.
  func stagedName() -> String { StagedName.new(stagedNameOwner) }

  private var stagedNameOwner: StagedName.Owner {
    configuration.map { StagedName.Owner(workspaceID: $0.id) } ?? .nobody
  }

  /// Does what the next writer would do, for commands that only read but may be the only ones ever run, such as backups by cron;
  /// not while anybody else is at work.
  ///
  /// Throws what finishing a change throws.
  func recoverIfAlone() throws {
    guard configuration != nil, isWritable, let lock = try? lock(.exclusive, patience: .zero) else { return }
    try withExtendedLifetime(lock) { try recover() }
  }

  /// What `body` gives while nobody else reads or writes; nil, without calling it, where somebody does at the moment.
  func whileAlone<Result>(_ body: () throws -> Result) throws -> Result? {
    guard configuration != nil, access(lockPath, R_OK) == 0 else { return try body() }
    guard let lock = try? lock(.exclusive, patience: .zero) else { return nil }
    return try withExtendedLifetime(lock) { try body() }
  }

  /// Whether the last component of `path` is the name of something that is not in place yet.
  static func isStaged(_ path: String) -> Bool {
    let name = Path.name(of: path)
    return StagedName.isOne(name) || OutsideStaging.isNote(name)
  }
}
