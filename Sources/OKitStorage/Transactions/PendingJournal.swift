import Glibc

/// A journal that a crash left behind, locked so that only one process finishes it.
struct PendingJournal {
  let journal: Journal
  private let lock: WorkspaceLock

  /// The journal of `workspace` whose process is gone; nil if there is none.
  ///
  /// The process that wrote the journal keeps it locked until the journal is removed. Throws an error of kind `busy` if that takes longer than `timeout`,
  /// and of kind `malformed` if the file is not a journal.
  init?(of storage: Storage, timeout: Duration) throws {
    do {
      guard try FileStatus.of(storage.journalPath) != nil else { return nil }
      lock = try WorkspaceLock(storage.journalPath, .exclusive, timeout: timeout) {
        try storage.observer.advanced(byBytes: 0)
      }
      let file = try OpenFile(storage.journalPath)
      guard file.size <= Journal.maximumSize else {
        throw OKitError(.malformed, "\(file.path) is too large for a journal")
      }
      journal = try Journal(decoding: file.contents(), path: file.path)
    } catch let error as SystemError where error.code == ENOENT {
      return nil
    } catch let error as SystemError where error.code == EACCES {
      throw UnfinishedChange(command: nil, cause: error, journal: storage.journalPath)
    } catch let error as OKitError where error.kind == .malformed {
      throw OKitError(
        .malformed, error.detail, at: error.place,
        remedy: .words("back up okit/data, then move the journal away to continue with the data as it is"))
    }
  }

  /// Finishes the change that the journal describes. Throws `UnfinishedChange` if the system refuses a step of it.
  func finish(in storage: Storage) throws {
    do {
      let isDone = try withExtendedLifetime(lock) { try JournalReplay(storage, journal).finish() }
      if isDone { storage.observer.noted("finished an interrupted change (\(journal.command))") }
    } catch let error as SystemError {
      throw UnfinishedChange(command: journal.command, cause: error, journal: storage.journalPath)
    }
  }
}

/// A change was decided, and the system refuses to carry it out.
struct UnfinishedChange: Error {
  /// The command that made it; nil if that is not known.
  let command: String?
  let cause: SystemError
  let journal: String

  /// The error that people see.
  var error: OKitError {
    OKitError(
      .inputOutput, "cannot finish an interrupted change\(command.map { " (\($0))" } ?? ""): \(cause)",
      remedy: .words(
        "remove the cause and run any command that writes; or back up okit/data and move \(journal) away to keep the data as it is"
      ))
  }
}
