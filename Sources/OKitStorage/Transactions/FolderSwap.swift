import Glibc

/// The last part of a full restore: the staged data folder takes the place of the data folder, and what was there becomes a backup.
///
/// Each step can be found half done after a crash and goes on from there. A file (the marker) in the new folder tells it from the old. If the system refuses a
/// step, the two folders are exchanged back, as long as that is possible.
package struct FolderSwap {
  /// The system refused to exchange the two folders, or to move the old one; nothing was changed.
  package struct Refused: Error {
    let cause: SystemError
  }

  private let storage: Storage
  private let data: String
  private let beside: String
  private let marker: String
  private let kept: String
  private let backup: String
  private var system: FileSystem { storage.system }

  package init(_ storage: Storage, staged: String, marker: String, kept: String, backup: String) {
    self.storage = storage
    data = storage.dataFolder
    beside = Path.join(Path.parent(of: data), staged)
    self.marker = marker
    self.kept = Path.join(storage.backupFolder, kept)
    self.backup = Path.join(storage.backupFolder, backup)
  }

  package func finish() throws {
    try exchange()
    do {
      if try FileStatus.of(beside) != nil { try keepOld() }
      if try FileStatus.of(kept) != nil {
        try system.renameExclusively(kept, to: backup)
        try system.flushFolder(storage.backupFolder)
      }
    } catch let error as SystemError {
      guard try exchangeBack() else { throw error }
      throw Refused(cause: error)
    }
    try system.removeFile(Path.join(data, marker))
    try system.flushFolder(data)
  }

  /// Removes the new data and the folder prepared for the old, after a refusal.
  func removeStaged() throws {
    try system.removeTree(beside)
    try system.removeTree(kept)
  }

  private func isNew(_ folder: String) throws -> Bool { try FileStatus.of(Path.join(folder, marker)) != nil }

  private func exchange() throws {
    guard try isNew(beside) else { return }
    do {
      try system.exchange(beside, with: data)
    } catch let error as SystemError {
      // A file system of another machine may have done it all the same.
      guard try isNew(data) else { throw Refused(cause: error) }
    }
    try system.flushFolder(Path.parent(of: data))
  }

  /// Puts the old data back where they were; returns false if they are no longer whole in one place.
  private func exchangeBack() throws -> Bool {
    guard try isNew(data) else { return false }
    let isMoved = try FileStatus.of(old) != nil
    if isMoved {
      // If the removal of a copied original has begun, only the copy is whole.
      guard try FileStatus.of(beside) == nil, (try? system.rename(old, to: beside)) != nil else { return false }
    }
    do {
      try system.exchange(beside, with: data)
      try system.flushFolder(Path.parent(of: data))
      return true
    } catch is SystemError {
      if isMoved { try system.rename(beside, to: old) }
      return false
    }
  }

  /// Where the old data go.
  private var old: String { Path.join(kept, "data") }

  /// Moves the old data, which now lie beside the new, into the backup.
  private func keepOld() throws {
    try moveOld(to: old)
    try system.flushFolder(Path.parent(of: beside))
  }

  private func moveOld(to place: String) throws {
    if try FileStatus.of(place) == nil {
      // A copy that was cut short.
      let copy = Path.join(kept, Path.name(of: beside))
      try system.removeTree(copy)
      do {
        try system.rename(beside, to: place)
        return try system.flushFolder(kept)
      } catch let error as SystemError where error.code == EXDEV {
        try system.copyTree(beside, to: copy)
        try system.flushFileSystem(of: kept)
        try system.rename(copy, to: place)
        try system.flushFolder(kept)
      }
    }
    // The copy is complete once it has its name, so what lies beside is the leftover of a removal that was cut short. If it cannot be removed, the next
    // command says so.
    do {
      try system.removeTree(beside)
    } catch let error as SystemError where error.isRefusal {}
  }
}
