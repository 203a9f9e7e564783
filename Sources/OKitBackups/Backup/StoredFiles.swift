import Glibc
import JSONDocument
import OKitModels
import OKitStorage

/// The files of a workspace that a backup would contain, with the sums of what is stored. No model is opened.
struct StoredFiles {
  /// The files by their paths, relative to the workspace or absolute.
  private var files: [ExactText: LastBackup.File] = [:]
  private var stamps: [FilePath: FileStamp] = [:]
  private let workspace: Workspace
  /// The files that need not be read if they have not changed; nil to read none.
  private let known: [ExactText: LastBackup.File]?
  /// The time before the first file was read, in nanoseconds since 1970.
  private let began: Int64

  /// Reads what changed since the files were `known`; with nil nothing, so that only the times of the files are known. Reading needs the lock.
  init(of workspace: Workspace, known: [ExactText: LastBackup.File]?) throws {
    self.workspace = workspace
    self.known = known
    began = Self.now
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
    files[key] = LastBackup.File(content: content, stamp: status.stamp)
  }

  /// Returns the files for a later comparison. The time of a file that has just changed does not count, because another change could have the same
  /// time: the times of files advance in steps, of seconds on some file systems.
  func facts() -> [ExactText: LastBackup.File] {
    files.mapValues { file in
      guard let stamp = file.stamp else { return file }
      return Self.settling(of: stamp) < began ? file : LastBackup.File(content: file.content, stamp: nil)
    }
  }

  /// The time in nanoseconds until the times of all files count that advance in small steps; 0 if they do already.
  var timeUntilSettled: Int64 {
    let latest = stamps.values.filter(Self.isExact).map(Self.settling).max() ?? 0
    return max(latest + 1 - began, 0)
  }

  /// Returns the time after which a change cannot have the same time, in nanoseconds since 1970.
  private static func settling(of stamp: FileStamp) -> Int64 {
    max(stamp.modified, stamp.changed) + (isExact(stamp) ? second / 50 : 2 * second)
  }

  /// False if the file system may only keep seconds.
  private static func isExact(_ stamp: FileStamp) -> Bool {
    [stamp.modified, stamp.changed].allSatisfy { !$0.isMultiple(of: second) }
  }

  private static let second: Int64 = 1_000_000_000

  /// The present time, in nanoseconds since 1970.
  private static var now: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) * second + Int64(time.tv_nsec)
  }

  /// True if no file has changed since the sums were determined. Files that were added since do not matter: they have no sum.
  func areUnchanged() throws -> Bool {
    try stamps.allSatisfy { path, stamp in try FileStatus.of(path, followingLinks: true)?.stamp == stamp }
  }
}
