import OKitStorage

extension Workspace {
  /// Calls `body` with the path of each file in the data folder that a backup contains. It skips hidden files, and all links except those to models.
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

  /// Returns the files in a folder of attachments, by their paths in the data folder. Hidden files are skipped, because file managers create some in any
  /// folder.
  package func attachmentFiles(in folder: String) throws -> [String] {
    try FolderListing(Path.join(storage.dataFolder, folder)).entries
      .filter { $0.kind == .file && !$0.isHidden }
      .map { Path.join(folder, $0.name) }
  }

  /// True if the data folder contains only files and folders, so that it can be moved as a whole.
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
