import Glibc
package import OKitStorage

/// The folders for the texts of edits. They should be in memory, so that no text of an encrypted model is on a disk.
package struct DraftPlace {
  private let candidates: [FilePath]
  private let system: FileSystem

  /// Uses a folder in `runtime`, the user's folder for the time of a login, or else in `shared`, which all users share.
  package init(runtime: FilePath?, shared: FilePath = "/dev/shm", _ system: FileSystem) {
    candidates = (runtime.map { [$0.appending("okit")] } ?? []) + [shared.appending("okit-\(CurrentUser.id)")]
    self.system = system
  }

  /// Returns the folder in which an edit was not finished; nil if there is none.
  package func existing(for key: DraftFolder.Key) throws -> DraftFolder? {
    for folder in candidates where try DraftFolder.exists(in: folder, for: key) {
      try DraftFolder.requirePrivate(folder)
      return try DraftFolder(in: folder, for: key, system)
    }
    return nil
  }

  /// Returns the folder for a new edit. The text of an encrypted model needs a file system in memory.
  ///
  /// Throws an error of kind `configuration` if there is none, and the errors of ``DraftFolder``.
  package func folder(for key: DraftFolder.Key, isSecret: Bool) throws -> DraftFolder {
    for folder in candidates {
      guard try FileStatus.of(folder.parent, followingLinks: true)?.kind == .folder,
        !isSecret || folder.parent.isInMemory, access(folder.parent.text, W_OK) == 0
      else { continue }
      try system.ensureFolder(folder, mode: FileSystem.privateFolder)
      try DraftFolder.requirePrivate(folder)
      return try DraftFolder(in: folder, for: key, system)
    }
    throw OKitError(
      .configuration,
      isSecret
        ? "no folder in memory for the text of an encrypted model" : "no folder for the text to edit",
      remedy: .words("set XDG_RUNTIME_DIR to a folder of your own on a tmpfs"))
  }
}
