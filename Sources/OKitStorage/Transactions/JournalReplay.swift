import Glibc

/// Carries out a journal: right after its commit, or after a crash.
///
/// A `swap` is always the first entry, so that it can be refused while nothing else was done.
struct JournalReplay {
  /// How the file that an entry replaces is known to be the one that was read.
  enum Known: Equatable {
    /// Right after the commit: by its place and times.
    case stamp(FileStamp)
    /// Right after the commit: nothing is there.
    case absent
  }

  private let storage: Storage
  private let journal: Journal
  private var system: FileSystem { storage.system }

  init(_ storage: Storage, _ journal: Journal) {
    self.storage = storage
    self.journal = journal
  }

  /// The system refused the first step right after the commit. Nothing is changed, and the journal is gone.
  struct Withdrawn: Error {
    let cause: SystemError
  }

  /// Brings every entry to its end and removes the journal. Returns false, and notes it to the observer, if the change was taken back instead.
  ///
  /// `known` holds, right after the commit, what each file was; without it files are compared by content. Throws an error of kind
  /// `busy` when a file is neither the old nor the new one: the new content is then kept among the backups. Throws `Withdrawn` or
  /// `FolderSwap.Refused` if `known` is there, the first change fails and the journal could be taken back.
  @discardableResult
  func finish(known: [Known]? = nil) throws -> Bool {
    for entry in journal.entries {
      if let path = entry.path { try storage.requireNoLinkedFolder(on: path) }
    }
    var (kept, unchanged, lost): ([String], [String], [String]) = ([], [], [])
    var folders: Set<ExactText> = []
    var isBegun = false
    var named: [(copy: SafetyCopy, name: String)] = []
    func attempt(_ call: () throws -> Void) throws {
      do {
        try call()
      } catch let error as SystemError where known != nil && !isBegun {
        // If the removal of the journal may not last, a replay will find nothing to do.
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
        let stagedPath = Path.join(Path.parent(of: target), staged)
        folders.insert(ExactText(Path.parent(of: target)))
        switch try state(of: target, old: old, new: new, known: known?[index]) {
        case .old where try known == nil && !isStaged(stagedPath, new):
          // Without what was staged the old content stays; what else lies under its name is kept.
          lost.append(try keepAside(stagedPath, from: path) ?? path)
        case .old: try change { try naming(target, for: stagedPath) { try system.rename(stagedPath, to: target) } }
        case .new: try system.removeFile(stagedPath)
        case .other:
          isBegun = true
          if let place = try keepAside(stagedPath, from: path) { kept.append(place) } else { unchanged.append(target) }
        }
      case .remove(let path, let old):
        let target = storage.absolute(path)
        folders.insert(ExactText(Path.parent(of: target)))
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
          // After a crash nobody waits to go another way: the old data stay, and what was staged goes.
          guard known == nil else { throw refusal }
          try swap.removeStaged()
          storage.observer.noted("undid an interrupted change (\(journal.command)): \(refusal.cause)")
          return false
        }
        isBegun = true
      case .keep(let staged, let backup):
        // It can be taken back as long as nothing else has changed.
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
    for folder in folders { try system.flushFolder(folder.text) }
    try system.removeFile(storage.journalPath)
    try system.flushFolder(storage.okitFolder)
    guard kept.isEmpty && unchanged.isEmpty else {
      throw OKitError(
        .busy,
        "finished an interrupted change (\(journal.command)), except for files that another program changed in the meantime; "
          + Self.told(kept: kept, unchanged: unchanged, lost: lost))
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

  /// Takes back a journal of which nothing was carried out but the renaming of copies.
  private func withdraw(_ named: [(copy: SafetyCopy, name: String)]) throws {
    let staged = try journal.entries.compactMap { entry -> String? in
      guard case .replace(let path, let staged, _, _) = entry else { return nil }
      return Path.join(Path.parent(of: try storage.target(of: storage.absolute(path))), staged)
    }
    for (copy, name) in named { copy.takeBack(name) }
    try system.removeFile(storage.journalPath)
    // Nobody else will, whether or not the journal is gone for good.
    defer { for path in staged { try? system.removeFile(path) } }
    do {
      try system.flushFolder(storage.okitFolder)
    } catch let error as SystemError {
      throw OKitError(.inputOutput, "\(error); nothing was changed")
    }
  }

  private enum State { case old, new, other }

  private func state(
    of target: String, old: Journal.Fingerprint?, new: Journal.Fingerprint?, known: Known?
  ) throws -> State {
    switch known {
    case .stamp(let stamp): return try FileStatus.of(target)?.stamp == stamp ? .old : .other
    case .absent: return try FileStatus.of(target) == nil ? .old : .other
    case nil:
      let found = try Journal.Fingerprint.of(target)
      return found == new ? .new : found == old ? .old : .other
    }
  }

  private func isStaged(_ path: String, _ new: Journal.Fingerprint) throws -> Bool {
    try FileStatus.of(path)?.kind == .file && Journal.Fingerprint.of(path) == new
  }

  /// Moves staged content that has lost its place among the backups and returns where it is now; nil where there is none.
  private func keepAside(_ staged: String, from path: String) throws -> String? {
    guard try FileStatus.of(staged) != nil else { return nil }
    let folder = storage.backupFolder
    try system.ensureFolder(folder, mode: FileSystem.privateFolder)
    let kept = Path.join(folder, try BackupName.conflict(over: Path.name(of: path), in: folder))
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
