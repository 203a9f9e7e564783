import OKitStorage

extension Workspace {
  /// Calls `body` with the path, relative to the data folder, of each file in it that a backup holds: not hidden, and no link but one
  /// to a model.
  package func forEachDataFile(_ body: (String) throws -> Void) throws {
    try forEachFile(in: "", body)
  }

  private func forEachFile(in folder: String, _ body: (String) throws -> Void) throws {
    for entry in try FolderListing(Path.join(storage.dataFolder, folder)).entries where !entry.isHidden {
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
  package func attachmentFiles(in folder: String) throws -> [String] {
    try FolderListing(Path.join(storage.dataFolder, folder)).entries
      .filter { $0.kind == .file && !$0.isHidden }
      .map { Path.join(folder, $0.name) }
  }

  /// Whether there is nothing but files and folders in the data folder, so that all of it can move.
  package func dataHoldOnlyFiles() throws -> Bool { try holdsOnlyFiles("") }

  private func holdsOnlyFiles(_ folder: String) throws -> Bool {
    try FolderListing(Path.join(storage.dataFolder, folder)).entries.allSatisfy { entry in
      switch entry.kind {
      case .file: true
      case .folder: try holdsOnlyFiles(folder.isEmpty ? entry.name : Path.join(folder, entry.name))
      case .link, .other: false
      }
    }
  }
}
