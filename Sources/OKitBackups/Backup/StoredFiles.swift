import JSONDocument
import OKitModels
import OKitStorage

/// The files of a workspace that a backup would contain, with the sums of what is stored. No model is opened.
struct StoredFiles {
  /// The files by their paths, relative to the workspace or absolute.
  private(set) var files: [ExactText: LastBackup.File] = [:]
  private var stamps: [FilePath: FileStamp] = [:]
  private let workspace: Workspace
  /// The files that need not be read if they have not changed; nil to read none.
  private let known: [ExactText: LastBackup.File]?
  /// The earliest time of a change that could be hidden by a later one: times of files advance in steps, of seconds on some file systems.
  private let recent: Int64

  /// Reads what changed since the files were `known`; with nil nothing, so that only the times of the files are known. Reading needs the lock.
  init(of workspace: Workspace, known: [ExactText: LastBackup.File]?) throws {
    self.workspace = workspace
    self.known = known
    recent = (Timestamp.now() - 2) * 1_000_000_000
    try add(workspace.storage.configurationPath)
    for path in try workspace.definitionFiles() + workspace.ruleAndFormFiles().files {
      try add(workspace.storage.absolute(WorkspacePath(path)))
    }
    let outside = try OutsideDefinitions(of: workspace, workspace.currentConfiguration())
    for file in outside.files { try add(file.place) }
    try workspace.forEachDataFile { try add(workspace.storage.absolute(inData: $0)) }
  }

  private mutating func add(_ path: FilePath) throws {
    guard let status = try FileStatus.of(path, followingLinks: true), status.kind == .file else { return }
    let key = ExactText(workspace.storage.relative(path))
    stamps[path] = status.stamp
    // The times prove that the content is the same.
    if let file = known?[key], file.content != nil, file.stamp == status.stamp {
      files[key] = file
      return
    }
    var content: Journal.Fingerprint?
    if known != nil {
      let file = try workspace.storage.open(path)
      guard file.stamp == status.stamp else { throw OKitError.changedMeanwhile(path) }
      content = try Journal.Fingerprint.of(file) { try workspace.observer.advanced(byBytes: Int64($0)) }
    }
    let isRecent = max(status.stamp.modified, status.stamp.changed) >= recent
    files[key] = LastBackup.File(content: content, stamp: isRecent ? nil : status.stamp)
  }

  /// True if no file has changed since the sums were determined. Files that were added since do not matter: they have no sum.
  func areUnchanged() throws -> Bool {
    try stamps.allSatisfy { path, stamp in try FileStatus.of(path, followingLinks: true)?.stamp == stamp }
  }
}
