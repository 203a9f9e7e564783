import Glibc

/// The last part of a full restore: replaces the data folder with the staged one and turns the old one into a backup.
///
/// After a crash, ``finish()`` continues at the step that was interrupted. A marker file identifies the new folder. If the system refuses a step, the
/// two folders are exchanged back, as long as that is possible.
package struct FolderSwap {
  /// The system refused to exchange the two folders, or to move the old one. Nothing was changed.
  package struct Refused: Error {
    let cause: SystemError
  }

  private let storage: Storage
  private let data: FilePath
  private let stagedFolder: FilePath
  private let marker: String
  private let kept: FilePath
  private let backup: FilePath
  private var system: FileSystem { storage.system }

  /// Creates the swap with the names of a journal entry ``Journal/Entry/swap(staged:marker:kept:backup:)``.
  package init(_ storage: Storage, staged: String, marker: String, kept: String, backup: String) {
    self.storage = storage
    data = storage.dataFolder
    stagedFolder = data.parent.appending(staged)
    self.marker = marker
    self.kept = storage.backupFolder.appending(kept)
    self.backup = storage.backupFolder.appending(backup)
  }

  /// Carries out all steps. Throws ``Refused`` if the system refuses one and nothing was changed.
  package func finish() throws {
    try exchange()
    do {
      if try FileStatus.of(stagedFolder) != nil { try keepOld() }
      if try FileStatus.of(kept) != nil {
        try system.renameExclusively(kept, to: backup)
        try system.flushFolder(storage.backupFolder)
      }
    } catch let error as SystemError {
      guard try exchangeBack() else { throw error }
      throw Refused(cause: error)
    }
    try system.removeFile(data.appending(marker))
    try system.flushFolder(data)
  }

  /// Removes the new data and the folder prepared for the old data, after a refusal.
  func removeStaged() throws {
    try system.removeTree(stagedFolder)
    try system.removeTree(kept)
  }

  private func isNew(_ folder: FilePath) throws -> Bool { try FileStatus.of(folder.appending(marker)) != nil }

  private func exchange() throws {
    guard try isNew(stagedFolder) else { return }
    do {
      try system.exchange(stagedFolder, with: data)
    } catch let error as SystemError {
      // A network file system may have made the exchange despite the error.
      guard try isNew(data) else { throw Refused(cause: error) }
    }
    try system.flushFolder(data.parent)
  }

  /// Exchanges the folders back. Returns false if the old data is no longer complete in one place.
  private func exchangeBack() throws -> Bool {
    guard try isNew(data) else { return false }
    let isMoved = try FileStatus.of(keptData) != nil
    if isMoved {
      // If the removal of the copied original has begun, only the copy is complete.
      guard try FileStatus.of(stagedFolder) == nil, (try? system.rename(keptData, to: stagedFolder)) != nil else {
        return false
      }
    }
    do {
      try system.exchange(stagedFolder, with: data)
      try system.flushFolder(data.parent)
      return true
    } catch is SystemError {
      if isMoved { try system.rename(stagedFolder, to: keptData) }
      return false
    }
  }

  /// The destination of the old data.
  private var keptData: FilePath { kept.appending("data") }

  /// Moves the old data, which is now next to the new data, into the backup.
  private func keepOld() throws {
    try moveOld(to: keptData)
    try system.flushFolder(stagedFolder.parent)
  }

  private func moveOld(to place: FilePath) throws {
    if try FileStatus.of(place) == nil {
      // Remains of an interrupted copy.
      let copy = kept.appending(stagedFolder.name)
      try system.removeTree(copy)
      do {
        try system.rename(stagedFolder, to: place)
        return try system.flushFolder(kept)
      } catch let error as SystemError where error.code == EXDEV {
        try system.copyTree(stagedFolder, to: copy)
        try system.flushFileSystem(of: kept)
        try system.rename(copy, to: place)
        try system.flushFolder(kept)
      }
    }
    // The old data is complete at `place`, so what is left in the staged folder is from an interrupted removal. If it cannot be removed, the
    // next command reports it.
    do {
      try system.removeTree(stagedFolder)
    } catch let error as SystemError where error.isRefusal {}
  }
}
