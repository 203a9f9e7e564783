import Glibc

/// The last part of a full restore: the staged data folder takes the place of the data folder, and what was there becomes a backup.
///
/// Each step can be found half done after a crash and goes on from there. A file (the marker) in the new folder tells it from the old.
struct FolderSwap {
  /// The file system cannot exchange the two folders; nothing was changed.
  struct Refused: Error {}

  private let workspace: Workspace
  private let data: String
  private let beside: String
  private let marker: String
  private let kept: String
  private let backup: String
  private var system: FileSystem { workspace.system }

  init(_ workspace: Workspace, staged: String, marker: String, kept: String, backup: String) {
    self.workspace = workspace
    data = workspace.dataFolder
    beside = Path.join(Path.parent(of: data), staged)
    self.marker = marker
    self.kept = Path.join(workspace.backupFolder, kept)
    self.backup = Path.join(workspace.backupFolder, backup)
  }

  func finish() throws {
    if try FileStatus.of(Path.join(beside, marker)) != nil {
      try exchange()
    }
    if try FileStatus.of(beside) != nil {
      try keepOld()
    }
    if try FileStatus.of(kept) != nil {
      try system.renameExclusively(kept, to: backup)
      try system.flushFolder(workspace.backupFolder)
    }
    try system.removeFile(Path.join(data, marker))
    try system.flushFolder(data)
  }

  /// Removes the new data and the folder prepared for the old, after a refusal.
  func removeStaged() throws {
    try system.removeTree(beside)
    try system.removeTree(kept)
  }

  private func exchange() throws {
    do {
      try system.exchange(beside, with: data)
    } catch let error as SystemError where [EXDEV, EBUSY, EINVAL, ENOSYS].contains(error.code) {
      throw Refused()
    }
    try system.flushFolder(Path.parent(of: data))
  }

  /// Moves the old data, which now lie beside the new, into the backup.
  private func keepOld() throws {
    try moveOld(to: Path.join(kept, "data"))
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
    // The copy is complete once it has its name, so what lies beside is the leftover of a removal that was cut short.
    try system.removeTree(beside)
  }
}
