import Glibc

/// Carries out a journal: right after its commit, or after a crash.
///
/// A `swap` is always the first entry, so that the system can refuse it before anything else was done.
struct JournalReplay {
  /// The state of a file when it was read, to recognize it right after the commit.
  enum Known: Equatable {
    /// The file had this stamp.
    case stamp(FileStamp)
    /// There was no file.
    case absent
  }

  private let storage: Storage
  private let journal: Journal
  private var system: FileSystem { storage.system }

  init(_ storage: Storage, _ journal: Journal) {
    self.storage = storage
    self.journal = journal
  }

  /// The system refused the first step right after the commit. Nothing was changed, and the journal was removed.
  struct Withdrawn: Error {
    let cause: SystemError
  }

  /// Carries out every entry and removes the journal. Returns false, and notes it to the observer, if the change was undone instead.
  ///
  /// Right after the commit, `known` holds the state of each file as it was read. Without it, files are compared by content. Throws an
  /// error of kind `busy` if a file has neither its old nor its new content; the new content then goes to the backup folder. With `known`,
  /// throws `Withdrawn` or `FolderSwap.Refused` if the first change fails and the journal was removed.
  @discardableResult
  func finish(known: [Known]? = nil) throws -> Bool {
    defer { storage.hold?.changes += 1 }
    for entry in journal.entries {
      if let path = entry.path { try storage.requireNoLinkedFolder(on: path) }
    }
    var (kept, unchanged): ([FilePath], [FilePath]) = ([], [])
    // Files of the workspace and, if their content was kept aside, files of the backup folder.
    var lost: [String] = []
    var folders: Set<FilePath> = []
    var isBegun = false
    var named: [(copy: SafetyCopy, name: String)] = []
    func attempt(_ call: () throws -> Void) throws {
      do {
        try call()
      } catch let error as SystemError where known != nil && !isBegun {
        // If a crash brings the journal back, its replay finds no staged files and changes nothing.
        do { try withdraw(named) } catch is OKitError {}
        throw Withdrawn(cause: error)
      }
    }
    func change(_ call: () throws -> Void) throws {
      try attempt(call)
      isBegun = true
    }
    for (index, entry) in journal.entries.enumerated() {
      switch entry {
      case .replace(let path, let staged, let new, let old):
        let target = try storage.target(of: storage.absolute(path))
        let stagedPath = target.parent.appending(staged)
        folders.insert(target.parent)
        switch try state(of: target, old: old, new: new, known: known?[index]) {
        case .old where try known == nil && !isStaged(stagedPath, new):
          // Without the staged content the old content stays. Another file under the staged name is kept aside.
          lost.append(try keepAside(stagedPath, from: path)?.text ?? path.text)
        case .old: try change { try naming(target, for: stagedPath) { try system.rename(stagedPath, to: target) } }
        case .new: try system.removeFile(stagedPath)
        case .other:
          isBegun = true
          if let place = try keepAside(stagedPath, from: path) { kept.append(place) } else { unchanged.append(target) }
        }
      case .remove(let path, let old):
        let target = storage.absolute(path)
        folders.insert(target.parent)
        switch try state(of: target, old: old, new: nil, known: known?[index]) {
        case .old: try change { try system.removeFile(target) }
        case .new: break
        case .other: unchanged.append(target)
        }
      case .swap(let staged, let marker, let former, let backup):
        let swap = FolderSwap(storage, staged: staged, marker: marker, kept: former, backup: backup)
        do {
          try swap.finish()
        } catch let refusal as FolderSwap.Refused {
          try withdraw(named)
          // After a crash there is no caller to try another way, so the old data stays and the staged data is removed.
          guard known == nil else { throw refusal }
          try swap.removeStaged()
          storage.observer.noted("undid an interrupted change (\(journal.command)): \(refusal.cause)")
          return false
        }
        isBegun = true
      case .keep(let staged, let backup):
        // The rename can be undone as long as nothing else has changed.
        try attempt {
          let copy = SafetyCopy(storage, staged: staged, backup: backup)
          guard let name = try copy.finish() else { return }
          named.append((copy, name))
          try system.flushFolder(storage.backupFolder)
          if !name.isExactly(backup) {
            storage.observer.noted(
              "the backup is named \(name), because another program created \(backup) in the meantime")
          }
        }
      }
    }
    for folder in folders { try system.flushFolder(folder) }
    try system.removeFile(storage.journalPath)
    try system.flushFolder(storage.okitFolder)
    guard kept.isEmpty && unchanged.isEmpty else {
      throw OKitError(
        .busy,
        "finished an interrupted change (\(journal.command)), except for files that another program changed in the meantime; "
          + Self.told(kept: kept.map(\.text), unchanged: unchanged.map(\.text), lost: lost))
    }
    if lost.count == journal.entries.count(where: { $0.path != nil }), !lost.isEmpty {
      storage.observer.noted(
        "undid a change (\(journal.command)) that was interrupted before its files were written")
      return false
    }
    if !lost.isEmpty {
      throw OKitError(
        .busy,
        "finished an interrupted change (\(journal.command)), except for \(lost.joined(separator: ", ")): the new content is lost"
      )
    }
    return true
  }

  private static func told(kept: [String], unchanged: [String], lost: [String]) -> String {
    func names(_ paths: [String]) -> String { paths.joined(separator: ", ") }
    var clauses: [String] = []
    if !kept.isEmpty { clauses.append("okit's version is kept as \(names(kept))") }
    if !unchanged.isEmpty {
      clauses.append("\(names(unchanged)) \(unchanged.count == 1 ? "was" : "were") not changed")
    }
    if !lost.isEmpty { clauses.append("the new content of \(names(lost)) is lost") }
    return clauses.joined(separator: "; ")
  }

  /// Removes the journal of a change for which only copies were renamed so far, and undoes that.
  private func withdraw(_ named: [(copy: SafetyCopy, name: String)]) throws {
    let staged = try journal.entries.compactMap { entry -> FilePath? in
      guard case .replace(let path, let staged, _, _) = entry else { return nil }
      return (try storage.target(of: storage.absolute(path))).parent.appending(staged)
    }
    for (copy, name) in named { copy.takeBack(name) }
    try system.removeFile(storage.journalPath)
    // No replay will remove the staged files, even if the removal of the journal is not flushed.
    defer { for path in staged { try? system.removeFile(path) } }
    do {
      try system.flushFolder(storage.okitFolder)
    } catch let error as SystemError {
      throw OKitError(.inputOutput, "\(error); nothing was changed")
    }
  }

  private enum State { case old, new, other }

  private func state(
    of target: FilePath, old: Journal.Fingerprint?, new: Journal.Fingerprint?, known: Known?
  ) throws -> State {
    switch known {
    case .stamp(let stamp): return try FileStatus.of(target)?.stamp == stamp ? .old : .other
    case .absent: return try FileStatus.of(target) == nil ? .old : .other
    case nil:
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
