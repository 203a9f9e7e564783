import Glibc
import JSONDocument

/// Carries out a journal: right after its commit, or after a crash.
///
/// A `swap` is always the first entry, so that nothing has changed yet if the system refuses it.
final class JournalReplay {
  /// The state of a file when it was read, to recognize it right after the commit.
  enum ExpectedState: Equatable {
    /// The file had this stamp.
    case stamp(FileStamp)
    /// There was no file.
    case absent
  }

  /// The system refused the first step right after the commit. Nothing was changed, and the journal was removed.
  struct Withdrawn: Error {
    let cause: SystemError
  }

  private let storage: Storage
  private let journal: Journal
  /// The state in which each entry's file was read; nil in a recovery, which compares files by their content instead.
  private let expected: [ExpectedState]?
  /// True once a file was changed. Until then the change can be withdrawn.
  private var hasChangedFiles = false
  private var namedBackups: [(backup: PendingSafetyBackup, name: String)] = []
  /// The folders with changed names.
  private var folders: Set<FilePath> = []
  private var exceptions = Exceptions()
  private let flusher: FolderFlusher
  private var system: FileSystem { storage.system }
  private var steps: StepFolder { StepFolder(of: storage) }

  private init(_ storage: Storage, _ journal: Journal, expected: [ExpectedState]?, _ flusher: FolderFlusher) {
    self.storage = storage
    self.journal = journal
    self.expected = expected
    self.flusher = flusher
  }

  /// Carries out `journal` right after its commit, and removes it. `expected` has the state of each entry's file as it was read.
  ///
  /// Throws an error of kind `busy` if another program changed a file in the meantime; the file's new content then goes to the backup folder. Throws
  /// `Withdrawn` or `FolderSwap.Refused` if the first change fails and the journal was removed.
  static func commit(
    _ journal: Journal, in storage: Storage, expected: [ExpectedState], _ flusher: FolderFlusher
  ) throws {
    let replay = JournalReplay(storage, journal, expected: expected, flusher)
    _ = try replay.run()
  }

  /// Carries out `journal`, which a crash left behind, and removes it. Returns false, and tells the observer, if the change was undone instead.
  ///
  /// Throws an error of kind `busy` if a file has neither its old nor its new content; the staged content then goes to the backup folder.
  static func recover(_ journal: Journal, in storage: Storage) throws -> Bool {
    let replay = JournalReplay(storage, journal, expected: nil, FolderFlusher(storage.system))
    return try replay.run()
  }

  private func run() throws -> Bool {
    defer { storage.heldLock?.invalidate() }
    for entry in journal.entries {
      if let path = entry.path { try storage.requireNoLinkedFolder(on: path) }
    }
    let usesSteps = journal.entries.contains { $0.kept != nil }
    if expected == nil, usesSteps || journal.step?.drops.isEmpty == false { try steps.requireFolder() }
    for (index, entry) in journal.entries.enumerated() {
      switch entry {
      case .replace(let path, let staged, let new, let old, let kept):
        try replace(path, staged, new: new, old: old, kept, expected?[index])
      case .remove(let path, let old, let kept): try remove(path, old: old, kept, expected?[index])
      case .swap(let staged, let marker, let kept, let backup):
        let swap = FolderSwap(storage, staged: staged, marker: marker, kept: kept, backup: backup)
        guard try finish(swap) else { return false }
      case .keep(let staged, let backup): try nameBackup(staged, backup)
      }
    }
    // A move between two folders is durable only when both are flushed.
    if usesSteps { folders.insert(steps.path) }
    for folder in folders { try flusher.flush(folder) }
    try endJournal()
    return try reportExceptions()
  }

  /// Removes the journal, or makes it the record of a step. A user to whom the folder of steps is closed finishes a change without a record.
  private func endJournal() throws {
    let isUsable = try expected != nil || steps.isUsable()
    if let step = journal.step, !step.drops.isEmpty, !isUndone, !isUsable {
      // Plain text would outlive its encryption, so this is left to the owner of the history.
      throw SystemError("change", steps.path, code: EACCES)
    }
    if let step = journal.step, let header = journal.stepHeader, isUsable, !isUndone {
      for name in step.drops { try system.removeFile(steps.file(name)) }
      // The record must not outlive a removal of plain text.
      if !step.drops.isEmpty { try flusher.flush(steps.path) }
      try system.rename(storage.journalPath, to: steps.file(StepName.record(header).text))
      let others = step.drops.compactMap { StepName($0)?.number }.filter { $0 != step.number }
      if !others.isEmpty { try steps.updateSizes(of: Set(others)) }
      try flusher.flush(steps.path)
    } else {
      try system.removeFile(storage.journalPath)
    }
    try flusher.flush(storage.okitFolder)
  }

  // MARK: - Entries

  private func replace(
    _ path: WorkspacePath, _ staged: String, new: Journal.Fingerprint, old: Journal.Fingerprint?,
    _ kept: Journal.Kept?, _ expected: ExpectedState?
  ) throws {
    let (target, status) = try storage.targetWithStatus(of: storage.absolute(path))
    let exchanges = if case .moved? = kept { true } else { false }
    let stagedPath = exchanges ? steps.file(staged) : target.parent.appending(staged)
    folders.insert(target.parent)
    switch try state(of: target, status, old: old, new: new, expected: expected) {
    case .old where try expected == nil && !isStaged(stagedPath, new):
      // Without the staged content the old content stays. Another file under the staged name is kept aside.
      exceptions.lost.append(try keepAside(stagedPath, from: path)?.text ?? path.text)
    case .old:
      try change {
        try naming(target, for: stagedPath) {
          if exchanges { try exchange(stagedPath, target) } else { try system.rename(stagedPath, to: target) }
        }
      }
    // After an exchange, the previous content has the staged name.
    case .new:
      if exchanges {
        try steps.finishInterruptedCopy(as: stagedPath, of: old)
      } else {
        try system.removeFile(stagedPath)
      }
    case .other:
      hasChangedFiles = true
      // After an exchange, the previous content has the staged name, and stays there.
      if exchanges, try !isStaged(stagedPath, new) {
        exceptions.unchanged.append(target)
      } else if let place = try keepAside(stagedPath, from: path) {
        exceptions.keptAside.append(place)
      } else {
        exceptions.unchanged.append(target)
      }
    }
  }

  /// Gives the file `target` the content of `staged` and the other way round, so that nobody sees a gap.
  private func exchange(_ staged: FilePath, _ target: FilePath) throws {
    do {
      try system.exchange(staged, with: target)
    } catch let error as SystemError where [EINVAL, ENOSYS, EOPNOTSUPP, EXDEV].contains(error.code) {
      // Some file systems cannot exchange, and neither can two mounts of the same one. The previous content is complete under a name of its own
      // before it loses the old one.
      try steps.copyBefore(target, as: staged)
      do {
        try system.rename(staged, to: target)
      } catch let error as SystemError where error.code == EXDEV {
        // The journal protects the copy. A mark of this process would keep the leftovers of the interrupted one.
        let copy = target.parent.appending(StagedName.new(storage.stagedNameOwner))
        try system.copyFile(OpenFile(staged), to: copy, flushing: true)
        do {
          try system.rename(copy, to: target)
        } catch {
          try? system.removeFile(copy)
          throw error
        }
      }
      hasChangedFiles = true
      // The new content must be durable in its place before it loses its place in the history.
      for folder in [target.parent, steps.path] { try flusher.flush(folder) }
      try steps.finishCopy(as: staged)
    }
  }

  /// Moves the removed file `target` to `place`.
  private func move(_ target: FilePath, to place: FilePath) throws {
    do {
      try system.rename(target, to: place)
    } catch let error as SystemError where error.code == EXDEV {
      try steps.copyBefore(target, as: place)
      try steps.finishCopy(as: place)
      try system.removeFile(target)
    }
  }

  private func remove(
    _ path: WorkspacePath, old: Journal.Fingerprint, _ kept: Journal.Kept?, _ expected: ExpectedState?
  ) throws {
    let target = storage.absolute(path)
    folders.insert(target.parent)
    switch try state(of: target, FileStatus.of(target), old: old, new: nil, expected: expected) {
    case .old:
      try change {
        if case .moved(let name)? = kept {
          try move(target, to: steps.file(name))
        } else {
          try system.removeFile(target)
        }
      }
    case .new: if case .moved(let name)? = kept { try steps.finishInterruptedCopy(as: steps.file(name), of: old) }
    case .other: exceptions.unchanged.append(target)
    }
  }

  /// Exchanges the data folder. Returns false if the system refused it after a crash, and the change was undone.
  private func finish(_ swap: FolderSwap) throws -> Bool {
    do {
      try swap.finish()
    } catch let refusal as FolderSwap.Refused {
      try withdraw()
      // After a crash there is no caller to try another way, so the old data stays and the staged data is removed.
      guard expected == nil else { throw refusal }
      try swap.removeStaged()
      storage.observer.noted("undid an interrupted change (\(journal.command)): \(refusal.cause)")
      return false
    }
    hasChangedFiles = true
    // Other folders have the same names now.
    flusher.close()
    return true
  }

  /// Gives a safety backup its name. That can be undone as long as nothing else has changed.
  private func nameBackup(_ staged: String, _ name: String) throws {
    try attempt {
      let backup = PendingSafetyBackup(storage, staged: staged, backup: name)
      guard let given = try backup.finish() else { return }
      namedBackups.append((backup, given))
      try system.flushFolder(storage.backupFolder)
      if !given.isExactly(name) {
        storage.observer.noted(
          "the backup is named \(given), because another program created \(name) in the meantime")
      }
    }
  }

  private func change(_ call: () throws -> Void) throws {
    try attempt { try call() }
    hasChangedFiles = true
  }

  /// Runs `call`. If the system refuses it right after the commit, before any file was changed, the change is withdrawn.
  private func attempt(_ call: () throws -> Void) throws {
    do {
      try call()
    } catch let error as SystemError where expected != nil && !hasChangedFiles {
      // If a crash brings the journal back, its replay finds no staged files and changes nothing.
      do { try withdraw() } catch is Withdrawn {}
      throw Withdrawn(cause: error)
    }
  }

  // MARK: - Exceptions

  /// The files that could not be changed as planned.
  private struct Exceptions {
    /// The copies of new content whose file was changed by another program.
    var keptAside: [FilePath] = []
    /// Files that stay as another program left them.
    var unchanged: [FilePath] = []
    /// Files whose new content is lost. If other content was found under the staged name, the path of its copy instead.
    var lost: [String] = []

    /// A clause for each kind of exception.
    var description: String {
      func names(_ paths: [FilePath]) -> String { paths.map(\.text).joined(separator: ", ") }
      var clauses: [String] = []
      if !keptAside.isEmpty { clauses.append("okit's version is kept as \(names(keptAside))") }
      if !unchanged.isEmpty {
        clauses.append("\(names(unchanged)) \(unchanged.count == 1 ? "was" : "were") not changed")
      }
      if !lost.isEmpty { clauses.append("the new content of \(lost.joined(separator: ", ")) is lost") }
      return clauses.joined(separator: "; ")
    }
  }

  /// True if the new content of all files is lost, so that nothing was changed.
  private var isUndone: Bool {
    !exceptions.lost.isEmpty && exceptions.lost.count == journal.entries.count { $0.path != nil }
  }

  /// Returns false, and tells the observer, if the new content of all files is lost, which undoes the change. Throws an error of kind `busy` for
  /// other exceptions.
  private func reportExceptions() throws -> Bool {
    guard exceptions.keptAside.isEmpty && exceptions.unchanged.isEmpty else {
      throw OKitError(
        .busy,
        "\(finished), except for files that another program changed in the meantime; \(exceptions.description)")
    }
    if exceptions.lost.isEmpty { return true }
    if isUndone {
      storage.observer.noted(
        "undid a change (\(journal.command)) that was interrupted before its files were written")
      return false
    }
    throw OKitError(
      .busy,
      "\(finished), except for \(exceptions.lost.joined(separator: ", ")): the new content is lost")
  }

  /// The beginning of messages about a change that was made with exceptions.
  private var finished: String {
    expected == nil ? "finished an interrupted change (\(journal.command))" : "made the change (\(journal.command))"
  }

  /// Removes the journal of a change that has only renamed safety backups so far, and undoes these renames.
  private func withdraw() throws {
    let staged = try journal.entries.flatMap { entry -> [FilePath] in
      if case .moved(let name)? = entry.kept { return steps.files(staging: name) }
      guard case .replace(let path, let staged, _, _, _) = entry else { return [] }
      return [(try storage.target(of: storage.absolute(path))).parent.appending(staged)]
    }
    for (backup, name) in namedBackups { backup.undoFinish(name) }
    try system.removeFile(storage.journalPath)
    // No replay will remove the staged files, so they are removed here, even if flushing the removal of the journal fails.
    defer { for path in staged { try? system.removeFile(path) } }
    do {
      try system.flushFolder(storage.okitFolder)
    } catch let error as SystemError {
      throw Withdrawn(cause: error)
    }
  }

  private enum State { case old, new, other }

  private func state(
    of target: FilePath, _ status: FileStatus?, old: Journal.Fingerprint?, new: Journal.Fingerprint?,
    expected: ExpectedState?
  ) throws -> State {
    switch expected {
    case .stamp(let stamp): return status?.stamp == stamp ? .old : .other
    case .absent: return status == nil ? .old : .other
    case nil:
      // Something else than a file, such as a folder, is neither the old nor the new content.
      if let kind = status?.kind, kind != .file, kind != .link { return .other }
      let found = try Journal.Fingerprint.of(target)
      return found == new ? .new : found == old ? .old : .other
    }
  }

  private func isStaged(_ path: FilePath, _ new: Journal.Fingerprint) throws -> Bool {
    try FileStatus.of(path)?.kind == .file && Journal.Fingerprint.of(path) == new
  }

  /// Moves staged content whose file was changed by another program to the backup folder. Returns its new path; nil if there is no content.
  private func keepAside(_ staged: FilePath, from path: WorkspacePath) throws -> FilePath? {
    guard try FileStatus.of(staged) != nil else { return nil }
    let folder = storage.backupFolder
    try system.ensureFolder(folder, mode: FileSystem.privateFolder)
    let kept = folder.appending(try BackupName.conflict(over: path.name, in: folder))
    do {
      try system.renameExclusively(staged, to: kept)
    } catch let error as SystemError where error.code == EXDEV {
      try system.copyFile(try OpenFile(staged), to: kept, flushing: true)
      try system.removeFile(staged)
    }
    try system.flushFolder(folder)
    return kept
  }
}
