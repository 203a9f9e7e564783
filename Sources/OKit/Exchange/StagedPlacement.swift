/// Puts staged files into the data folder, in a transaction.
struct StagedPlacement {
  private let workspace: Workspace
  private let staged: StagedData
  private let transaction: Transaction

  init(_ workspace: Workspace, _ staged: StagedData, _ transaction: Transaction) {
    self.workspace = workspace
    self.staged = staged
    self.transaction = transaction
  }

  /// Puts one file in its place, whatever is there.
  func place(_ path: String) throws {
    guard let file = staged.file(at: path) else { return }
    let place = "okit/data/" + path
    let folder = Path.parent(of: path)
    if folder != "." { try transaction.ensureFolder("okit/data/" + folder) }
    try transaction.place(
      place, from: Path.join(staged.folder, path), file.fingerprint, old: workspace.snapshot(place))
  }

  func remove(_ path: String) throws {
    let place = "okit/data/" + path
    if let old = try workspace.snapshot(place) { try transaction.remove(place, old: old) }
  }

  /// Adds a model that is absent. An attachment that is there already stays as it is.
  func add(_ name: ModelName) throws {
    for path in staged.paths(of: name) {
      let isAttachment = ModelName(document: path) == nil
      if isAttachment, try workspace.snapshot("okit/data/" + path) != nil {
        workspace.observer.warned("attachment \(path) of \(name) is there already and stays as it is")
        continue
      }
      try place(path)
    }
  }

  /// Makes a model what it is in the staged files: what it had besides goes.
  func replace(_ name: ModelName, keyring: Keyring) throws {
    let new = staged.paths(of: name)
    for path in new { try place(path) }
    let kept = Set(new.map(ExactText.init))
    for path in try oldPaths(of: name, keyring: keyring) where !kept.contains(ExactText(path)) { try remove(path) }
  }

  private func oldPaths(of name: ModelName, keyring: Keyring) throws -> [String] {
    guard try workspace.snapshot(ModelFiles.mainPath(of: name)) != nil else { return [] }
    let partials = try workspace.jsonFiles(in: ModelFiles.partialFolder(of: name)).map { "\(name)/\($0).json" }
    do {
      let files = try ModelFiles(name, in: workspace, reader: ModelReader(workspace, keyring: keyring))
      return partials + files.attachments.map(\.path)
    } catch let error as OKitError where error.kind == .malformed || error.kind == .locked {
      workspace.observer.warned("\(error); attachments of the old \(name) are left where they are")
      return partials
    }
  }
}

extension Workspace {
  /// The file at `path` (relative to the workspace) as it is now; nil where there is none.
  func snapshot(_ path: String) throws -> FileSnapshot? {
    guard try FileStatus.of(absolute(path)) != nil else { return nil }
    return try OpenFile(absolute(path), followingLinks: true).snapshot
  }

  /// Calls `body` with the path, relative to the data folder, of each regular file in it.
  func forEachDataFile(_ body: (String) throws -> Void) throws {
    try forEachFile(in: "", body)
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

  private func forEachFile(in folder: String, _ body: (String) throws -> Void) throws {
    for entry in try FolderListing(Path.join(dataFolder, folder)).entries where !StagedName.isOne(entry.name) {
      let path = folder.isEmpty ? entry.name : Path.join(folder, entry.name)
      switch entry.kind {
      case .folder: try forEachFile(in: path, body)
      case .file: try body(path)
      case .link where folder.isEmpty: try body(path)
      case .link, .other: break
      }
    }
  }
}
