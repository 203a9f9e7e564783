import Glibc
import OKitModels
import OKitStorage

/// Removes an export from a folder and leaves everything else.
struct ExportRemoval {
  typealias Outcome = ModelExport.Clearing

  private let folder: String
  private let system: FileSystem

  /// Removes from `folder`, with its links followed.
  init(from folder: String, _ system: FileSystem) {
    self.folder = folder
    self.system = system
  }

  /// Removes what the folder's record lists. The record goes last, so that an interrupted removal can be repeated.
  ///
  /// Throws an error of kind `malformed` for a record that okit did not write, and `SystemError`; then some of it may be left.
  func run(isDryRun: Bool) throws -> Outcome {
    guard let record = try ExportRecord(in: folder) else { return Outcome(files: 0, left: try remaining(but: [])) }
    let written = try record.files.filter { try isWritten($0.path, $0.content) }.map(\.path)
    let removed = Set(written.map(ExactText.init))
    let left = try remaining(but: removed)
    guard !isDryRun else { return Outcome(files: written.count, left: left) }
    for path in written { try system.removeFile(Path.join(folder, path)) }
    // Innermost first: a folder is empty when those in it are gone.
    let folders = Path.folders(of: record.files.map(\.path)).map(\.text).sorted { $0.utf8.count > $1.utf8.count }
      .map { Path.join(folder, $0) }
    for path in folders { try removeIfEmpty(path) }
    // Without the record, nobody removes a file that a power cut brings back.
    for path in folders where try FileStatus.of(path)?.kind == .folder { try system.flushFolder(path) }
    try system.flushFolder(folder)
    try system.removeFile(Path.join(folder, ExportRecord.fileName))
    try system.flushFolder(folder)
    return Outcome(files: written.count, left: left)
  }

  /// Whether the file at `path` is there as the export wrote it. A folder on the way that is a link leads elsewhere, and is not followed.
  private func isWritten(_ path: String, _ content: Journal.Fingerprint) throws -> Bool {
    var place = folder
    for component in path.pathComponents.dropLast() {
      place = Path.join(place, component)
      guard try FileStatus.of(place)?.kind == .folder else { return false }
    }
    let file = Path.join(folder, path)
    guard let status = try FileStatus.of(file), status.kind == .file else { return false }
    return try status.size == content.size && Journal.Fingerprint.of(file) == content
  }

  private func removeIfEmpty(_ path: String) throws {
    guard try FileStatus.of(path)?.kind == .folder else { return }
    do {
      try system.removeFolder(path)
    } catch let error as SystemError where error.code == ENOTEMPTY || error.code == EEXIST {}
  }

  private func remaining(but removed: Set<ExactText>) throws -> [String] {
    var left: [String] = []
    func collect(_ subfolder: String) throws {
      for entry in try FolderListing(Path.join(folder, subfolder)).entries {
        let path = subfolder.isEmpty ? entry.name : Path.join(subfolder, entry.name)
        if entry.kind == .folder {
          try collect(path)
        } else if !removed.contains(ExactText(path)), !path.isExactly(ExportRecord.fileName) {
          left.append(path)
        }
      }
    }
    if try FileStatus.of(folder, followingLinks: true) != nil { try collect("") }
    return left
  }
}
