package import OKitModels
package import OKitStorage
import Synchronization

/// The workspace of a server, opened several times: a workspace is used by one thread at a time.
package final class ServedWorkspace: @unchecked Sendable {
  /// The workspaces as they were opened first. Each request opens its own again, because the configuration and the folders can change.
  private let changesTemplate: Workspace
  private let questionsTemplate: Workspace
  private let eventsTemplate: Workspace
  private let files: Mutex<KnownFiles>
  /// The folder that contains `okit/`.
  package let root: FilePath

  private struct KnownFiles: Sendable {
    var files: ServedFiles
    /// The data folder that they are in.
    var folder: FileStamp?
  }

  /// Opens the workspace with `open`, whose results must not share a keyring.
  package init(_ open: () throws -> Workspace) throws {
    changesTemplate = try open()
    questionsTemplate = try open()
    eventsTemplate = try open()
    root = changesTemplate.root
    files = Mutex(KnownFiles(files: ServedFiles(try open()), folder: nil))
  }

  /// Finishes a change that a crash interrupted, and asks for the passphrases of keys, before requests arrive.
  ///
  /// Throws an error of kind `configuration` if the workspace must not be changed and `isReadOnly` is false.
  package func prepare(isReadOnly: Bool) throws {
    for workspace in [changesTemplate, questionsTemplate, eventsTemplate] { try workspace.prepareKeys() }
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

  /// Returns the workspace for one watch.
  func forEvents() throws -> Workspace { try eventsTemplate.reopened() }

  /// Returns the files, for reading on any thread.
  func forReading() throws -> ServedFiles {
    let folder = try FileStatus.of(WorkspaceLayout.data.absolute(in: root), followingLinks: true)?.stamp
    return try files.withLock { known in
      // A restore exchanges the folder, and a link can lead to another one.
      if let folder, folder.device != known.folder?.device || folder.inode != known.folder?.inode {
        known.files = try known.files.reopened()
        known.folder = folder
      }
      return known.files
    }
  }

  /// True if a crash interrupted a change that nobody is finishing. It changes nothing, so any thread can ask.
  ///
  /// While another program makes a change, there is a journal, too. Reading does not wait for it.
  func hasInterruptedChange() throws -> Bool {
    let journal = WorkspaceLayout.journal.absolute(in: root)
    guard try FileStatus.of(journal) != nil else { return false }
    do {
      let lock = try WorkspaceLock(
        WorkspaceLayout.lock.absolute(in: root), .shared, timeout: .zero, whileWaiting: {})
      defer { lock.release() }
      // The change could have ended before the lock was free.
      return try FileStatus.of(journal) != nil
    } catch let error as SystemError {
      return error.isMissing
    } catch {
      return false
    }
  }

  /// Finishes a change that a crash interrupted, unless another program does. Only the lane of changes calls this.
  ///
  /// Throws the errors of finishing it.
  func finishInterruptedChange() throws { try changesTemplate.reopened().storage.finishPendingChangeIfAlone() }
}
