import OKitEditing
import OKitModels
import OKitStorage

/// The files of a workspace, for reading. Threads share it, because nothing changes it: it takes no lock and finishes no change.
struct ServedFiles: @unchecked Sendable {
  private let workspace: Workspace

  /// The files of `workspace`, which nothing else uses.
  init(_ workspace: Workspace) { self.workspace = workspace }

  /// Opens a file; nil if there is none. Throws a ``Refusal`` if the data folder is missing, and the errors of opening the file.
  func open(_ file: StoredFile) throws -> OpenFile? {
    if let opened = try workspace.open(file) { return opened }
    // To apps, the files of a disk that is not mounted would seem to be removed.
    guard try FileStatus.of(workspace.storage.dataFolder, followingLinks: true) != nil else {
      throw Refusal(503, "the data folder is missing")
    }
    return nil
  }

  /// Returns the same files again, because the data folder can be another one.
  func reopened() throws -> ServedFiles { ServedFiles(try workspace.reopened()) }
}
