import Glibc

extension Storage {
  /// Throws an error of kind `exists` unless `folder` is missing or an empty folder. `notEmpty` returns the error for a folder with files.
  package static func requireEmpty(_ folder: FilePath, notEmpty: (FilePath) throws -> OKitError) throws {
    guard try FileStatus.of(folder) != nil else { return }
    // A broken link has a status of its own but no target.
    guard try FileStatus.of(folder, followingLinks: true)?.kind == .folder else {
      throw OKitError(.exists, "\(folder) already exists and is not a folder")
    }
    guard try FolderListing(folder).entries.isEmpty else { throw try notEmpty(folder) }
  }

  /// Runs `body` with a temporary folder that only its owner can read. It takes the place of `folder`, which is missing or empty, when it is complete.
  ///
  /// Throws the error of `notEmpty` if another program creates files there in the meantime, and `SystemError`. In each case `folder` is as before.
  package func stagingFolder(
    _ folder: FilePath, notEmpty: (FilePath) throws -> OKitError, _ body: (FilePath) throws -> Void
  ) throws {
    let folder = folder.resolved ?? folder
    try staging(folder) { staged in
      try system.createFolder(staged, mode: FileSystem.privateFolder)
      try body(staged)
      try system.flushFileSystem(of: staged)
      try putInPlace(staged, folder, notEmpty)
    }
  }

  private func putInPlace(_ staged: FilePath, _ folder: FilePath, _ notEmpty: (FilePath) throws -> OKitError) throws {
    let old = try FileStatus.of(folder)
    do {
      // rename(2) replaces an empty folder.
      try system.rename(staged, to: folder)
    } catch let error as SystemError where error.code == ENOTEMPTY || error.code == EEXIST {
      throw try notEmpty(folder)
    }
    do {
      try system.flushFolder(folder.parent)
    } catch {
      try? system.rename(folder, to: staged)
      if let old { try? system.createFolder(folder, mode: old.mode) }
      throw error
    }
  }
}
