import OKitModels
import OKitStorage

/// The folder `okit/.remote/NAME` of a remote model. A lock on it lets only one okit exchange the model at a time.
struct RemoteFolder {
  let model: ModelName
  private let storage: Storage

  init(of model: ModelName, in workspace: Workspace) {
    self.model = model
    storage = workspace.storage
  }

  private var place: FilePath { storage.absolute(Workspace.remoteFolder(of: model)) }
  private var mark: FilePath { storage.absolute(Workspace.temporaryMark(of: model)) }
  private var unsendableMark: FilePath { place.appending("unsendable") }
  /// A folder for files that are being fetched.
  private var incoming: FilePath { place.appending("incoming") }

  /// A folder for our versions of files while a conflict is being settled.
  private var ownFolder: FilePath { place.appending("own") }

  /// The models that have a folder.
  static func models(in workspace: Workspace) throws -> [ModelName] {
    try FolderListing(workspace.storage.absolute(WorkspaceLayout.remote)).entries
      .filter { $0.kind == .folder && !$0.isHidden }.compactMap { try? ModelName($0.name) }
  }

  /// Locks the folder, which is created if it is missing, and removes what a crash left. Release the lock at the end.
  ///
  /// Throws an error of kind `busy` if another okit holds the lock for longer than `timeout`.
  func lock(timeout: Duration) throws -> WorkspaceLock {
    try storage.ensureFolder(storage.absolute(WorkspaceLayout.remote), mode: FileSystem.privateFolder)
    try storage.ensureFolder(place, mode: FileSystem.privateFolder)
    let lock: WorkspaceLock
    do {
      lock = try WorkspaceLock(folder: place, timeout: timeout)
    } catch let error as OKitError where error.kind == .busy {
      throw OKitError(.busy, "another okit is exchanging model \(model) with its server")
    }
    try removeDownloads()
    return lock
  }

  /// True if the local copy was made for one command.
  var isTemporary: Bool { get throws { try FileStatus.of(mark) != nil } }

  /// True if such a copy is not sent without a question, whatever happens to the command.
  var isUnsendable: Bool { get throws { try FileStatus.of(unsendableMark) != nil } }

  /// Says whether the local copy is made for one command.
  func setTemporary(_ isTemporary: Bool) throws {
    // A crash must not leave a copy that may be sent.
    if isTemporary { try setUnsendable(false) }
    try set(mark, isTemporary)
    if !isTemporary { try setUnsendable(false) }
  }

  /// Says whether such a copy is not sent without a question.
  func setUnsendable(_ isUnsendable: Bool) throws { try set(unsendableMark, isUnsendable) }

  private func set(_ mark: FilePath, _ exists: Bool) throws {
    if try (FileStatus.of(mark) != nil) == exists { return }
    if exists {
      try storage.system.createFile(mark, mode: FileSystem.privateFile).flush()
    } else {
      try storage.system.removeFile(mark)
    }
    try storage.system.flushFolder(place)
  }

  /// Returns the place of our version of a file while a conflict is being settled.
  func own(_ path: DataPath) -> FilePath { ownFolder.appending(path.components.joined(separator: ",")) }

  /// Keeps our versions of files while a conflict is being settled.
  func keepOwn(_ files: [DataPath: OpenFile]) throws {
    try removeOwn()
    try storage.ensureFolder(ownFolder, mode: FileSystem.privateFolder)
    for (path, file) in files.sorted(by: { $0.key < $1.key }) {
      let copy = try storage.system.createFile(own(path), mode: FileSystem.privateFile)
      try file.forEachPiece { try copy.write($0) }
      try copy.flush()
    }
    try storage.system.flushFolder(ownFolder)
    try storage.system.flushFolder(place)
  }

  /// True if there is something that ``keepOwn(_:)`` kept.
  var hasOwn: Bool { get throws { try FileStatus.of(ownFolder) != nil } }

  /// Removes what ``keepOwn(_:)`` kept.
  func removeOwn() throws {
    if try hasOwn { try storage.system.removeTree(ownFolder) }
  }

  /// Returns the path for the next file that is fetched.
  func newDownload(_ number: Int) throws -> FilePath {
    try storage.ensureFolder(incoming, mode: FileSystem.privateFolder)
    return incoming.appending("\(number)")
  }

  /// Removes the files that were fetched and not used.
  func removeDownloads() throws {
    if try FileStatus.of(incoming) != nil { try storage.system.removeTree(incoming) }
  }
}
