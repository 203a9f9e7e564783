import Glibc
import OKitModels
import OKitStorage

/// Removes the files of an export from a folder and keeps all others.
struct ExportRemoval {
  typealias Outcome = ModelExport.Clearing

  private let folder: String
  private let system: FileSystem

  /// Prepares the removal from `folder`, a path without links.
  init(from folder: String, _ system: FileSystem) {
    self.folder = folder
    self.system = system
  }

  /// Removes the files that the folder's record lists. Removes the record last, so that an interrupted removal can be repeated.
  ///
  /// Throws an error of kind `malformed` for a record that okit did not write, and `SystemError`. Some files may be left after an error.
  func run(isDryRun: Bool) throws -> Outcome {
    guard let record = try ExportRecord(in: folder) else { return Outcome(files: 0, left: try remaining(but: [])) }
    let written = try record.files.filter { try isWritten($0.path, $0.content) }.map(\.path)
    let removed = Set(written.map(ExactText.init))
    let left = try remaining(but: removed)
    guard !isDryRun else { return Outcome(files: written.count, left: left) }
    for path in written { try system.removeFile(Path.join(folder, path)) }
    // Innermost folders first, because only empty folders can be removed.
    let folders = Path.folders(of: record.files.map(\.path)).map(\.text).sorted { $0.utf8.count > $1.utf8.count }
      .map { Path.join(folder, $0) }
    for path in folders { try removeIfEmpty(path) }
    // A power cut could bring files back. The record must exist until that is impossible.
    for path in folders where try FileStatus.of(path)?.kind == .folder { try system.flushFolder(path) }
    try system.flushFolder(folder)
    try system.removeFile(Path.join(folder, ExportRecord.fileName))
    try system.flushFolder(folder)
    return Outcome(files: written.count, left: left)
  }

  /// True if the file at `path` exists with the exported content. A folder on the way that is a link is not followed.
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
