extension Workspace {
  /// The file at `path` (relative to the workspace) as it is now; nil where there is none.
  func snapshot(_ path: String) throws -> FileSnapshot? {
    guard try FileStatus.of(absolute(path)) != nil else { return nil }
    return try open(absolute(path)).snapshot
  }

  /// Calls `body` with the path, relative to the data folder, of each file in it that a backup holds: not hidden, and no link but one
  /// to a model.
  func forEachDataFile(_ body: (String) throws -> Void) throws {
    try forEachFile(in: "", body)
  }

  private func forEachFile(in folder: String, _ body: (String) throws -> Void) throws {
    for entry in try FolderListing(Path.join(dataFolder, folder)).entries where !entry.isHidden {
      let path = folder.isEmpty ? entry.name : Path.join(folder, entry.name)
      switch entry.kind {
      case .folder: try forEachFile(in: path, body)
      case .file: try body(path)
      case .link where folder.isEmpty && ModelName(file: entry.name) != nil: try body(path)
      case .link, .other: break
      }
    }
  }

  /// The files of attachments in one of their folders, relative to the data folder. Hidden ones are none: file managers leave theirs behind in any folder.
  func attachmentFiles(in folder: String) throws -> [String] {
    try FolderListing(Path.join(dataFolder, folder)).entries
      .filter { $0.kind == .file && !$0.isHidden }
      .map { Path.join(folder, $0.name) }
  }

  /// Whether there is nothing but files and folders in the data folder, so that all of it can move.
  func dataHoldOnlyFiles() throws -> Bool { try holdsOnlyFiles("") }

  private func holdsOnlyFiles(_ folder: String) throws -> Bool {
    try FolderListing(Path.join(dataFolder, folder)).entries.allSatisfy { entry in
      switch entry.kind {
      case .file: true
      case .folder: try holdsOnlyFiles(folder.isEmpty ? entry.name : Path.join(folder, entry.name))
      case .link, .other: false
      }
    }
  }

  /// Throws an error of kind `malformed` where a folder on the way to `path` (relative to the workspace) is a link, which could lead
  /// anywhere. `okit/data` itself and its like may be links.
  func requireNoLinkedFolder(on path: String) throws {
    let folders = path.pathComponents.dropLast()
    for count in stride(from: 3, through: folders.count, by: 1) {
      let folder = absolute(folders.prefix(count).joined(separator: "/"))
      guard try FileStatus.of(folder)?.kind != .link else {
        throw OKitError(.malformed, "\(folder) is a symbolic link, which is not followed")
      }
    }
  }
}
