package import Glibc

/// An atomic change of several files, also across a crash.
///
/// New files are staged next to the old ones and flushed. Renaming the journal into place is the commit. Then the staged files are renamed.
/// A process that finds the journal after a crash finishes the work. The caller must hold the exclusive lock.
package final class Transaction {
  /// The maximum number of files to flush one by one with fsync(2). For more, a single syncfs(2) is cheaper.
  private static let maximumSingleFlushes = 16

  private struct Change {
    enum Action {
      case replace(path: WorkspacePath, staged: String, new: Journal.Fingerprint, kept: Journal.Kept?)
      case remove(path: WorkspacePath, kept: Journal.Kept?)
      case swap(Journal.Entry)
    }

    let action: Action
    /// The stamp of the file when it was read, to detect changes; nil if there was no file.
    let stamp: FileStamp?
    let target: FilePath
    /// The first bytes of the new content, if they are known.
    var beginning: [UInt8]?
    /// True if the new content is encrypted; nil if that is not known.
    var isEncrypted: Bool?
  }

  private let storage: Storage
  private let command: String
  private let system: FileSystem
  private var changes: [Change] = []
  /// The changed paths by their targets, which differ for a link.
  private var changed: [FilePath: WorkspacePath] = [:]
  private var stagedPaths: [FilePath] = []
  private var createdFolders: [FilePath] = []
  /// The copies of replaced files, which become backups.
  private var copies: [(staged: String, backup: String)] = []
  /// The notes about files that are staged next to the target of a link, outside of the searched folders.
  private var notes: [OutsideStaging] = []
  private var unflushed = false
  private let obstacles = ReplacementObstacles()
  /// Fingerprints of large replaced files by target, computed in the background, one file at a time.
  private var oldFingerprints: [FilePath: BackgroundWork<Journal.Fingerprint?>] = [:]
  private var lastFingerprint: BackgroundWork<Journal.Fingerprint?>?
  private let draft: StepDraft
  private let flusher: FolderFlusher
  private var finalSteps: [(path: WorkspacePath, run: (Transaction) throws -> Void)] = []

  /// The minimum file size in bytes for which computing the fingerprint on another thread is worth its cost.
  private static let backgroundSize: Int64 = 4 << 20

  private init(_ storage: Storage, command: String, _ recording: StepRecording) {
    self.storage = storage
    self.command = command
    draft = StepDraft(storage, recording)
    system = storage.system
    flusher = FolderFlusher(storage.system)
  }

  /// Runs `body`, which stages changes, and commits them. If `body` or the commit throws, nothing is changed and staged files are removed.
  ///
  /// `recording` says how the change becomes a step of the history. `beforeCommit` runs when everything is staged.
  package static func run<Result>(
    _ storage: Storage, command: String, recording: StepRecording = .none,
    beforeCommit: (Transaction) throws -> Void = { _ in }, _ body: (Transaction) throws -> Result
  ) throws -> Result {
    let transaction = Transaction(storage, command: command, recording)
    do {
      let result = try body(transaction)
      for step in transaction.finalSteps { try step.run(transaction) }
      try beforeCommit(transaction)
      try transaction.commit()
      return result
    } catch {
      transaction.abandon()
      throw error
    }
  }

  /// Registers a step that stages the file at `path` after everything else, because its content depends on the other
  /// changes. A later step for the same path replaces an earlier one.
  package func stageAtCommit(_ path: WorkspacePath, _ step: @escaping (Transaction) throws -> Void) {
    if let index = finalSteps.firstIndex(where: { $0.path == path }) {
      finalSteps[index].run = step
    } else {
      finalSteps.append((path, step))
    }
  }

  /// True until the first replacement or removal. Safety backups and the steps of ``stageAtCommit(_:_:)`` do not count.
  package var isEmpty: Bool { changes.isEmpty }

  /// The absolute path of the staged folder that will replace the data folder; nil if the data folder stays.
  package var replacementDataFolder: FilePath? {
    for case .swap(.swap(let staged, _, _, _)) in changes.map(\.action) {
      return storage.dataFolder.parent.appending(staged)
    }
    return nil
  }

  /// True if `path` is changed already, such as an attachment that two models share.
  package func replaces(_ path: WorkspacePath) throws -> Bool {
    changed[try storage.target(of: storage.absolute(path))] == path
  }

  /// The staged changes: the path and the new content, nil for a removal.
  package var results: [(path: WorkspacePath, new: Journal.Fingerprint?)] {
    changes.compactMap { change in
      switch change.action {
      case .replace(let path, _, let new, _): (path, new)
      case .remove(let path, _): (path, nil)
      case .swap: nil
      }
    }
  }

  /// Stages new content for `path`. `old` is the file as it was read; nil if there is none.
  ///
  /// The new file gets the mode, owner and extended attributes of `old`, otherwise those of `similar`, otherwise `mode`. Pass true for `isDecrypted`
  /// if the old content was encrypted and the new one is not.
  package func replace(
    _ path: WorkspacePath, old: FileSnapshot?, like similar: FileSnapshot? = nil, mode: mode_t = 0o666,
    isDecrypted: Bool = false, _ write: (StagedFile) throws -> Void
  ) throws {
    let original = old ?? similar
    let (target, name, stagedPath, kept) = try stagingTarget(for: path, old)
    if let old, old.size >= Self.backgroundSize { try beginFingerprint(of: target) }
    try naming(target, for: stagedPath) {
      let file = try system.createFile(stagedPath, mode: original == nil ? mode : FileSystem.privateFile)
      stagedPaths.append(stagedPath)
      let staged = StagedFile(file)
      try write(staged)
      let new = try staged.finish()
      if let original { try file.takeAttributes(of: original, isDecrypted: isDecrypted) }
      if stagedPaths.count <= Self.maximumSingleFlushes { try file.flush() } else { unflushed = true }
      try add(.replace(path: path, staged: name, new: new, kept: kept), path, old, target)
      changes[changes.count - 1].beginning = staged.beginning
    }
  }

  private func beginFingerprint(of target: FilePath) throws {
    _ = try lastFingerprint?.value { try storage.observer.advanced(byBytes: 0) }
    let begun = BackgroundWork { requireWanted in
      try Journal.Fingerprint.of(target) { _ in try requireWanted() }
    }
    oldFingerprints[target] = begun
    lastFingerprint = begun
  }

  /// Stages an existing file, `written`, as the new content of `path`. Moves the file, or copies it from another file system. `isEncrypted` tells
  /// whether it is encrypted, if that is known.
  package func stage(
    _ path: WorkspacePath, from written: FilePath, _ new: Journal.Fingerprint, old: FileSnapshot?,
    isEncrypted: Bool? = nil
  ) throws {
    let (target, name, stagedPath, kept) = try stagingTarget(for: path, old)
    try naming(target, for: stagedPath) {
      do {
        try system.rename(written, to: stagedPath)
      } catch let error as SystemError where error.code == EXDEV {
        try system.copyFile(OpenFile(written), to: stagedPath)
      }
      stagedPaths.append(stagedPath)
      if let old { try system.openFile(stagedPath).takeAttributes(of: old) }
    }
    unflushed = true
    try add(.replace(path: path, staged: name, new: new, kept: kept), path, old, target)
    changes[changes.count - 1].isEncrypted = isEncrypted
  }

  /// Returns the final path of the new content of `path`, its staged name and path, and how the previous content is kept.
  private func stagingTarget(
    for path: WorkspacePath, _ old: FileSnapshot?
  ) throws -> (target: FilePath, name: String, staged: FilePath, kept: Journal.Kept?) {
    try storage.requireNoLinkedFolder(on: path)
    let target = try storage.target(of: storage.absolute(path))
    if let old { try Self.requireReplaceable(old) }
    try obstacles.requireNone(to: target)
    let kept = try keep(old, at: target)
    // An exchange gives the previous content the name under which it is kept.
    if let kept, case .moved(let name) = kept { return (target, name, draft.file(kept), kept) }
    let name = storage.stagedName()
    let staged = target.parent.appending(name)
    if target != storage.absolute(path) { notes.append(OutsideStaging(staged, for: storage)) }
    return (target, name, staged, kept)
  }

  /// Returns how the content `old` of `target` will be kept; nil if it will not. Copies it if it cannot move.
  private func keep(_ old: FileSnapshot?, at target: FilePath, isLink: Bool = false) throws -> Journal.Kept? {
    try beginStep()
    guard let old, let kept = try draft.keep(old, isLink: isLink) else { return nil }
    if case .copied = kept {
      let copy = draft.file(kept)
      try system.copyFile(OpenFile(target, followingLinks: true), to: copy) { _ in
        try storage.observer.advanced(byBytes: 0)
      }
      stagedPaths.append(copy)
      unflushed = true
    }
    return kept
  }

  private func beginStep(needed: Bool = false) throws {
    try draft.begin(needed: needed) { files, folder in
      stagedPaths += files
      createdFolders.append(folder)
    }
  }

  /// The ids of entities that are stored encrypted from now on, as far as ``noteEncryption(of:)`` was called.
  package private(set) var encryptedIDs: Set<String> = []

  /// Notes that the entities with these ids are stored encrypted from now on.
  package func noteEncryption(of ids: Set<String>) { encryptedIDs.formUnion(ids) }

  /// The plain documents from which values without ids get into encrypted ones, as far as ``noteEncryption(ofValuesFrom:)`` was called.
  package private(set) var sourcesOfEncryptedValues: Set<WorkspacePath> = []

  /// Notes that values without ids, which can be found nowhere else, get from the plain document at `path` into an encrypted one.
  package func noteEncryption(ofValuesFrom path: WorkspacePath) { sourcesOfEncryptedValues.insert(path) }

  /// Removes kept files of the history together with the change.
  package func dropKept(_ names: [String]) throws {
    try beginStep(needed: true)
    guard stepNumber != nil else {
      throw OKitError(
        .inputOutput,
        "cannot remove unencrypted data from \(draft.path): the folder belongs to another user or is read-only")
    }
    draft.drop(names)
  }

  /// The number of the step that the change will be; nil if it is not recorded.
  package var stepNumber: Int? { draft.number }

  /// A change of a file that is staged.
  package struct StagedChange {
    /// The path in the workspace.
    package let path: WorkspacePath
    /// The absolute path of the present content; nil if there is none.
    package let old: FilePath?
    /// The absolute path of the new content; nil for a removal.
    package let new: FilePath?
    /// The first bytes of the new content, enough to recognize an encrypted file; nil if they are not known.
    package let beginning: [UInt8]?
    /// True if the new content is encrypted. Only known for a file that was written elsewhere, so that nobody has noted its entities.
    package let isEncrypted: Bool?
    /// The size of the new content in bytes; 0 for a removal.
    package let size: Int64
    /// The name under which the present content will be kept; nil if it will not.
    package let kept: String?
  }

  /// The staged changes of files.
  package var stagedChanges: [StagedChange] {
    changes.compactMap { change in
      let old = change.stamp == nil ? nil : change.target
      return switch change.action {
      case .replace(let path, let staged, let new, let kept):
        StagedChange(
          path: path, old: old, new: stagedPath(staged, of: change, kept), beginning: change.beginning,
          isEncrypted: change.isEncrypted, size: new.size,
          kept: kept?.name)
      case .remove(let path, let kept):
        StagedChange(path: path, old: old, new: nil, beginning: nil, isEncrypted: nil, size: 0, kept: kept?.name)
      case .swap: nil
      }
    }
  }

  private func stagedPath(_ staged: String, of change: Change, _ kept: Journal.Kept?) -> FilePath {
    if let kept, case .moved = kept { return draft.file(kept) }
    return change.target.parent.appending(staged)
  }

  /// Throws an error of kind `malformed` if the file is already changed under another name: one of the two contents would be lost.
  private func add(_ action: Change.Action, _ path: WorkspacePath, _ old: FileSnapshot?, _ target: FilePath) throws {
    if let other = changed.updateValue(path, forKey: target) {
      throw OKitError(
        .malformed,
        path == other
          ? "\(path) is changed twice"
          : "\(path) and \(other) are the same file, because one is a link to the other; they cannot be changed at once"
      )
    }
    changes.append(Change(action: action, stamp: old?.stamp, target: target))
  }

  /// Stages the removal of the file or link at `path`, which was read as `old`.
  package func remove(_ path: WorkspacePath, old: FileSnapshot) throws {
    try storage.requireNoLinkedFolder(on: path)
    try Self.requireReplaceable(old)
    let target = storage.absolute(path)
    try obstacles.requireNone(to: target)
    // For a link, the link itself is removed.
    guard let status = try FileStatus.of(target) else { throw OKitError.changedMeanwhile(target) }
    guard try FileStatus.of(target, followingLinks: true)?.stamp == old.stamp else {
      throw OKitError.changedMeanwhile(target)
    }
    let kept = try keep(old, at: target, isLink: status.kind == .link)
    try add(.remove(path: path, kept: kept), path, FileSnapshot(path: target, status: status), target)
  }

  /// Creates the folder `path` and those above it if they are missing.
  package func ensureFolder(_ path: WorkspacePath) throws {
    let folder = storage.absolute(path)
    if path.components.count > 2, try FileStatus.of(folder) == nil {
      try ensureFolder(path.parent)
      try storage.requireNoLinkedFolder(on: path)
    }
    // Backups, what is set aside, and models from servers may have been private before.
    let isPrivate = path.lies(in: WorkspaceLayout.backup) || path.lies(in: WorkspaceLayout.remote)
    let mode = isPrivate ? FileSystem.privateFolder : 0o777
    if try storage.ensureFolder(folder, mode: mode) { createdFolders.append(folder) }
  }

  /// The name of the backup that gets the replaced files; nil for none.
  package var safetyBackup: String? { copies.last?.backup }

  /// Takes over a copy of replaced files, named `staged` in the backup folder. The commit renames it to `backup`; without a commit it is removed.
  package func keep(staged: String, backup: String) { copies.append((staged, backup)) }

  /// Adds the exchange of the data folder as the first step. The caller removes the staged folders if the transaction fails.
  package func swap(_ entry: Journal.Entry) {
    changes.insert(Change(action: .swap(entry), stamp: nil, target: storage.dataFolder), at: 0)
  }

  // MARK: - Commit

  private func commit() throws {
    let kept = copies.map { Journal.Entry.keep(staged: $0.staged, backup: $0.backup) }
    guard !changes.isEmpty || !kept.isEmpty else { return }
    // An exchange of the data folder stages nothing, but it is a step, too.
    if !changes.isEmpty { try beginStep() }
    let entries = try changes.map(entry(for:))
    // Copies become backups before anything changes. Only an exchange comes first.
    let swaps = entries.prefix { if case .swap = $0 { true } else { false } }
    var journal = Journal(command: command, entries: swaps + kept + entries.dropFirst(swaps.count))
    journal.step = draft.finished(journal.entries)
    let outdated = draft.outdated(with: journal)
    try requireStaged()
    try flushStaged()
    let file = try write(journal)
    let stamps = changes.map { $0.stamp.map(JournalReplay.ExpectedState.stamp) ?? .absent }
    let expected = stamps.prefix(swaps.count) + kept.map { _ in .absent } + stamps.dropFirst(swaps.count)
    // From here on the change is committed, unless the system refuses its first step.
    do {
      // The journal stays locked while its file is open.
      try withExtendedLifetime(file) {
        try JournalReplay.commit(journal, in: storage, expected: Array(expected), flusher)
      }
      disarmCleanup()
      for note in notes { note.end() }
      draft.remove(outdated)
    } catch let refusal as FolderSwap.Refused {
      throw refusal
    } catch let withdrawn as JournalReplay.Withdrawn {
      throw OKitError(.inputOutput, "\(withdrawn.cause); nothing was changed")
    } catch let error as SystemError {
      disarmCleanup()
      throw OKitError(.inputOutput, "\(error); the next command will finish the change", isCommitted: true)
    } catch let error as OKitError {
      disarmCleanup()
      throw OKitError(error.kind, error.detail, at: error.place, remedy: error.remedy, isCommitted: true)
    } catch {
      disarmCleanup()
      throw error
    }
  }

  /// Throws an error of kind `busy` if a staged file is missing, because it cannot be restored after the commit.
  private func requireStaged() throws {
    for change in changes {
      guard case .replace(_, let name, _, let kept) = change.action else { continue }
      let staged = stagedPath(name, of: change, kept)
      guard try FileStatus.of(staged) != nil else {
        throw OKitError(.busy, "another program removed \(staged), the new content of \(change.target)")
      }
    }
  }

  /// Returns the journal entry for a change. Throws an error of kind `busy` if the file has changed since it was read.
  private func entry(for change: Change) throws -> Journal.Entry {
    if case .swap(let entry) = change.action { return entry }
    let old = try change.stamp.flatMap { try fingerprint(of: change.target, $0) }
    guard try FileStatus.of(change.target)?.stamp == change.stamp else {
      throw OKitError.changedMeanwhile(change.target)
    }
    switch change.action {
    case .replace(let path, let staged, let new, let kept):
      return .replace(path: path, staged: staged, new: new, old: old, kept: kept)
    case .remove(let path, let kept):
      guard let old else { throw OKitError.changedMeanwhile(change.target) }
      return .remove(path: path, old: old, kept: kept)
    case .swap(let entry): return entry
    }
  }

  /// Returns the fingerprint of the file at `path`, which was read with this stamp.
  private func fingerprint(of path: FilePath, _ stamp: FileStamp) throws -> Journal.Fingerprint? {
    if let begun = oldFingerprints[path] {
      return try begun.value { try storage.observer.advanced(byBytes: 0) }
    }
    // Usually the file is still open.
    if let file = try storage.openIfPresent(path), file.stamp == stamp {
      return try .of(file) { _ in try storage.observer.advanced(byBytes: 0) }
    }
    return try .of(path) { _ in try storage.observer.advanced(byBytes: 0) }
  }

  private func flushStaged() throws {
    var folders = Set(changes.map { $0.target.parent } + createdFolders.map(\.parent))
    if draft.usesFolder { folders.insert(draft.path) }
    if unflushed {
      var devices: Set<UInt64> = []
      for folder in folders {
        let device = try FileStatus.of(folder, followingLinks: true)?.stamp.device ?? 0
        if devices.insert(device).inserted { try system.flushFileSystem(of: folder) }
      }
    } else {
      for folder in folders { try flusher.flush(folder) }
    }
  }

  /// Commits the transaction. Returns the journal's file, which is locked until it is closed, so that nobody else finishes the change.
  private func write(_ journal: Journal) throws -> WritableFile {
    let folder = storage.okitFolder
    let staged = folder.appending(storage.stagedName())
    let file = try naming(storage.journalPath, for: staged) {
      // Everybody who may write here may have to finish the change.
      let file = try system.createLockableFile(staged, in: storage.okitFolderStatus())
      stagedPaths.append(staged)
      // Locking a new file fails only if the file system has no locks, and then okit could not have locked okit/.lock either.
      flock(file.descriptor, LOCK_EX | LOCK_NB)
      try journal.encoded().withUnsafeBytes { try file.write($0) }
      try file.flush()
      do {
        try system.renameExclusively(staged, to: storage.journalPath)
      } catch let error as SystemError where error.code == EEXIST {
        throw OKitError(.busy, "another okit is using this workspace")
      }
      return file
    }
    do {
      // A process that took a new lock file before this check found no journal. One that takes it later finds the journal and waits for it.
      try storage.requireLocked()
      try flusher.flush(folder)
    } catch {
      // A power cut may or may not preserve the journal. Removing it keeps the promise that an error means no change.
      do {
        try system.removeFile(storage.journalPath)
      } catch {
        // The journal stays, so the files that it names must stay, too.
        disarmCleanup()
      }
      throw error
    }
    return file
  }

  /// Leaves the staged files to the journal, so that ``abandon()`` does not remove them.
  private func disarmCleanup() {
    stagedPaths = []
    createdFolders = []
    copies = []
  }

  private func abandon() {
    lastFingerprint?.cancel()
    for path in stagedPaths { try? system.removeFile(path) }
    for folder in createdFolders.reversed() { try? system.removeFolder(folder) }
    for copy in copies { try? system.removeTree(storage.backupFolder.appending(copy.staged)) }
    for note in notes { note.end() }
  }

  // MARK: - Targets

  /// Throws an error of kind `inputOutput` if the file is read-only or has hard links.
  package static func requireReplaceable(_ file: FileSnapshot) throws {
    guard file.status.mode & 0o222 != 0 else { throw OKitError(.inputOutput, "\(file.path) is read-only") }
    guard file.status.raw.st_nlink == 1 else {
      throw OKitError(.inputOutput, "\(file.path) has hard links, which a replacement would break")
    }
  }
}
