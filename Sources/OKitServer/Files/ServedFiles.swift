import OKitEditing
import OKitModels
import OKitStorage

/// The files of a workspace, for reading. Threads share it, because nothing changes it: it takes no lock and finishes no change.
struct ServedFiles: @unchecked Sendable {
  private let workspace: Workspace

  /// The files of `workspace`, which nothing else uses.
  init(_ workspace: Workspace) { self.workspace = workspace }

  /// Opens a file; nil if there is none. Throws the errors of opening it.
  func open(_ file: StoredFile) throws -> OpenFile? { try workspace.open(file) }

  /// Returns the same files again, because the data folder can be another one.
  func reopened() throws -> ServedFiles { ServedFiles(try workspace.reopened()) }
}
