import Glibc

extension FileSystem {
  /// Copies the content of `source` to a new file at `path` that has the same mode but is writable by the owner.
  ///
  /// Calls `progress` with the byte count of each piece.
  package func copyFile(
    _ source: OpenFile, to path: FilePath, flushing: Bool = false,
    progress: (Int64) throws -> Void = { _ in }
  ) throws {
    let file = try createFile(path, mode: Self.privateFile)
    do {
      try source.forEachPiece { piece in
        try file.write(piece)
        try progress(Int64(piece.count))
      }
      try source.requireUnchanged()
      try setMode((source.status.mode | 0o600) & 0o777, of: file)
      if flushing { try file.flush() }
    } catch {
      try? removeFile(path)
      throw error
    }
  }

  /// Copies the regular files and folders below `source` to a new folder `path`.
  ///
  /// Calls `skipped` with the path of each other object. Leaves out temporary files of okit.
  package func copyTree(
    _ source: FilePath, to path: FilePath, skipped: (FilePath) -> Void = { _ in },
    progress: (Int64) throws -> Void = { _ in }
  ) throws {
    let status = try FileStatus.of(source, followingLinks: true)
    try createFolder(path, mode: (status?.mode ?? 0o700) | 0o700)
    let listing = try FolderListing(source)
    try listing.requireReadableNames(in: source)
    for entry in listing.entries where !StagedName.matches(entry.name) {
      let from = source.appending(entry.name)
      let to = path.appending(entry.name)
      switch entry.kind {
      case .file: try copyFile(OpenFile(from), to: to, progress: progress)
      case .folder: try copyTree(from, to: to, skipped: skipped, progress: progress)
      case .link, .other: skipped(from)
      }
    }
  }
}
