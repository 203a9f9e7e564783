import Glibc
import OKitModels
import OKitStorage

/// Removes the files of an export from a folder and keeps all others.
struct ExportRemoval {
  typealias Outcome = ModelExport.Clearing

  private let folder: FilePath
  private let system: FileSystem

  /// Prepares the removal from `folder`, a path without links.
  init(from folder: FilePath, _ system: FileSystem) {
    self.folder = folder
    self.system = system
  }

  /// Removes the files that the folder's record lists. Removes the record last, so that an interrupted removal can be repeated.
  ///
  /// Throws an error of kind `malformed` for a record that okit did not write, and `SystemError`. Some files may be left after an error.
  func run(isDryRun: Bool) throws -> Outcome {
    guard let record = try ExportRecord(in: folder) else { return Outcome(files: 0, left: try remaining(but: [])) }
    let written = try record.files.filter { try isWritten($0.path, $0.content) }.map(\.path)
    let removed = Set(written)
    let left = try remaining(but: removed)
    guard !isDryRun else { return Outcome(files: written.count, left: left) }
    for path in written { try system.removeFile(folder.appending(path)) }
    // Innermost folders first, because only empty folders can be removed.
    let folders = DataPath.folders(of: record.files.map(\.path)).sorted { $0.text.utf8.count > $1.text.utf8.count }
      .map { folder.appending($0) }
    for path in folders { try removeIfEmpty(path) }
    // A power cut could bring files back. The record must exist until that is impossible.
    for path in folders where try FileStatus.of(path)?.kind == .folder { try system.flushFolder(path) }
    try system.flushFolder(folder)
    try system.removeFile(folder.appending(ExportRecord.fileName))
    try system.flushFolder(folder)
    return Outcome(files: written.count, left: left)
  }

  /// True if the file at `path` exists with the exported content. Does not follow a link in place of a folder on the path.
  private func isWritten(_ path: DataPath, _ content: Journal.Fingerprint) throws -> Bool {
    var place = folder
    for component in path.components.dropLast() {
      place = place.appending(component)
      guard try FileStatus.of(place)?.kind == .folder else { return false }
    }
    let file = folder.appending(path)
    guard let status = try FileStatus.of(file), status.kind == .file else { return false }
    return try status.size == content.size && Journal.Fingerprint.of(file) == content
  }

  private func removeIfEmpty(_ path: FilePath) throws {
    guard try FileStatus.of(path)?.kind == .folder else { return }
    do {
      try system.removeFolder(path)
    } catch let error as SystemError where error.code == ENOTEMPTY || error.code == EEXIST {}
  }

  private func remaining(but removed: Set<DataPath>) throws -> [DataPath] {
    var left: [DataPath] = []
    func collect(_ subfolder: DataPath) throws {
      for entry in try FolderListing(folder.appending(subfolder)).entries {
        let path = subfolder.appending(entry.name)
        if entry.kind == .folder {
          try collect(path)
        } else if !removed.contains(path), path.text != ExportRecord.fileName {
          left.append(path)
        }
      }
    }
    if try FileStatus.of(folder, followingLinks: true) != nil { try collect(DataPath(text: "")) }
    return left
  }
}
