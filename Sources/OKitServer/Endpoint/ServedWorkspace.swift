package import OKitModels
package import OKitStorage
import Synchronization

/// The workspace of a server, opened several times: a workspace is used by one thread at a time.
package final class ServedWorkspace: @unchecked Sendable {
  /// The workspaces as they were opened first. Each request opens its own again, because the configuration and the folders can change.
  private let changesTemplate: Workspace
  private let questionsTemplate: Workspace
  /// For the thread that watches.
  let events: Workspace
  /// For reading files, without keys. Threads share it, because it holds no lock and keeps nothing.
  private let files: Mutex<Files>
  /// The folder that contains `okit/`.
  package let root: FilePath

  private struct Files: @unchecked Sendable {
    var workspace: Workspace
    var folder: FileStatus?
  }

  /// Opens the workspace with `open`, whose results must not share a keyring.
  package init(_ open: () throws -> Workspace) throws {
    changesTemplate = try open()
    questionsTemplate = try open()
    events = try open()
    root = changesTemplate.root
    files = Mutex(Files(workspace: try changesTemplate.reopened(), folder: nil))
  }

  /// Finishes a change that a crash interrupted, and asks for the passphrases of keys, before requests arrive.
  ///
  /// Throws an error of kind `configuration` if the workspace must not be changed and `isReadOnly` is false.
  package func prepare(isReadOnly: Bool) throws {
    for workspace in [changesTemplate, questionsTemplate, events] { try workspace.prepareKeys() }
    if isReadOnly { return }
    try changesTemplate.storage.requireOwner()
    try changesTemplate.requireTrusted()
    try changesTemplate.storage.finishPendingChange()
  }

  /// Returns the workspace for one change.
  func forChange() throws -> Workspace {
    let workspace = try changesTemplate.reopened()
    workspace.programs = changesTemplate.programs
    return workspace
  }

  /// Returns the workspace for one question.
  func forQuestion() throws -> Workspace { try questionsTemplate.reopened() }

  /// Returns the workspace for reading a file.
  func forFile() throws -> Workspace {
    let folder = try FileStatus.of(WorkspaceLayout.data.absolute(in: root), followingLinks: true)
    return try files.withLock { files in
      // A restore exchanges the folder, and a link can lead to another one.
      if let folder, !folder.isSameFile(as: files.folder) {
        files.workspace = try files.workspace.reopened()
        files.folder = folder
      }
      return files.workspace
    }
  }
}
