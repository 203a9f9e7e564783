package import OKitStorage

extension Workspace {
  /// Calls `body` with the path of each file in the data folder that a backup contains. It skips hidden files, and all links except those to models.
  package func forEachDataFile(_ body: (DataPath) throws -> Void) throws {
    try forEachFile(in: "", body)
  }

  private func forEachFile(in folder: DataPath, _ body: (DataPath) throws -> Void) throws {
    for entry in try FolderListing(storage.absolute(inData: folder)).entries where !entry.isHidden {
      let path = folder.appending(entry.name)
      switch entry.kind {
      case .folder: try forEachFile(in: path, body)
      case .file: try body(path)
      case .link where folder.text.isEmpty && ModelName(file: entry.name) != nil: try body(path)
      case .link, .other: break
      }
    }
  }

  /// The folder of the Swift definitions in a backup, and in `okit/`.
  package static let definitionFolder: BackupPath = "model"

  /// Returns the files in the folder of definitions that a backup contains.
  package func definitionFiles() throws -> [BackupPath] { try definitionFiles(in: Self.definitionFolder) }

  private func definitionFiles(in folder: BackupPath) throws -> [BackupPath] {
    try FolderListing(storage.absolute(WorkspacePath(folder))).entries.filter { !$0.isHidden }.flatMap { entry in
      let path = folder.appending(entry.name)
      return switch entry.kind {
      case .file: [path]
      case .folder: try definitionFiles(in: path)
      case .link, .other: [BackupPath]()
      }
    }
  }

  /// Returns the configuration and the definitions as files to mount beside other data, which then has the same keys and classes.
  package func mountedDefinitions() throws -> [(path: String, content: MountedFiles.Content)] {
    var files: [(path: String, content: MountedFiles.Content)] = try definitionFiles().map { path in
      let place = storage.absolute(WorkspacePath(path)).resolvingExistingPrefix
      return (WorkspacePath(path).text, .place(place))
    }
    if let configuration {
      let bytes = try configuration.bytes(definitions: configuration.definitions(from: root))
      files.append((WorkspaceLayout.configuration.text, .bytes(bytes)))
    }
    return files
  }

  /// Returns the files in a folder of attachments, by their paths in the data folder. Hidden files are skipped, because file managers create some in
  /// any folder.
  package func attachmentFiles(in folder: DataPath) throws -> [DataPath] {
    try FolderListing(storage.absolute(inData: folder)).entries
      .filter { $0.kind == .file && !$0.isHidden }
      .map { folder.appending($0.name) }
  }

  /// True if the data folder contains only files and folders, so that it can be moved as a whole.
  package func dataHoldOnlyFiles() throws -> Bool { try holdsOnlyFiles("") }

  private func holdsOnlyFiles(_ folder: DataPath) throws -> Bool {
    try FolderListing(storage.absolute(inData: folder)).entries.allSatisfy { entry in
      switch entry.kind {
      case .file: true
      case .folder: try holdsOnlyFiles(folder.appending(entry.name))
      case .link, .other: false
      }
    }
  }
}
