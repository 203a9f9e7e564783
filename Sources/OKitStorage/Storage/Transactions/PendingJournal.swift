import Glibc

/// A journal left behind by a crash, locked so that only one process finishes it.
struct PendingJournal {
  let journal: Journal
  private let lock: WorkspaceLock

  /// Reads and locks the journal of `storage`, once the process that wrote it is gone; nil if there is none.
  ///
  /// The writer keeps its journal locked until it removes it. Throws an error of kind `busy` if that takes longer than `timeout`, an error
  /// of kind `malformed` if the file is not a journal, and `UnfinishedChange` if the journal cannot be read for lack of permission.
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

  /// Finishes the change that the journal describes.
  ///
  /// Throws `UnfinishedChange` if the system refuses a step, an error of kind `busy` if another program changed a file, and the error of a file that
  /// is not as any change leaves it.
  func finish(in storage: Storage) throws {
    do {
      let isDone = try withExtendedLifetime(lock) { try JournalReplay.recover(journal, in: storage) }
      if isDone { storage.observer.noted("finished an interrupted change (\(journal.command))") }
    } catch let error as OKitError where error.kind == .busy {
      // It is finished, except for files that another program changed.
      throw error
    } catch let error as OKitError {
      // okit did not write the journal, or something happened to the files that it names. Nothing is read either before somebody looks at it.
      throw UnfinishedChange(command: journal.command, cause: error, journal: storage.journalPath).error
    } catch let withdrawn as JournalReplay.Withdrawn {
      throw UnfinishedChange(command: journal.command, cause: withdrawn.cause, journal: storage.journalPath)
    } catch let error as SystemError {
      throw UnfinishedChange(command: journal.command, cause: error, journal: storage.journalPath)
    }
  }
}

/// A change that was committed but cannot be carried out.
struct UnfinishedChange: Error {
  /// The command that made the change; nil if it is not known.
  let command: String?
  let cause: any Error
  let journal: FilePath

  /// The error for callers.
  var error: OKitError {
    OKitError(
      (cause as? OKitError)?.kind ?? .inputOutput,
      "cannot finish an interrupted change\(command.map { " (\($0))" } ?? ""): \(cause)",
      remedy: .words(
        "remove the cause and run any command that writes; or back up okit/data and move \(ShellWord.quoted(journal.text)) away to keep the data as it is"
      ))
  }
}
