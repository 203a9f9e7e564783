package import OKitStorage

/// Documents from earlier reads. They are reused while their files are untouched, and replace files that cannot be read at the moment.
package final class DocumentCache {
  private var documents: [WorkspacePath: OpenedDocument] = [:]
  /// The stamps of files that could not be read, at that time.
  private var unreadable: [WorkspacePath: FileStamp?] = [:]
  /// The documents that may have changed.
  private var touched = ChangedDocuments.none

  package init() {}

  /// Returns the document at `path`. Calls `read` only if needed.
  ///
  /// A damaged or locked file gives one warning, and its last known content is returned. If there is none, throws the error of `read`.
  package func document(
    _ path: WorkspacePath, in workspace: Workspace, followingLinks: Bool, _ read: () throws -> OpenedDocument
  ) throws -> OpenedDocument {
    let known = documents[path]
    if let known, !touched.contains(path) { return known }
    let stamp = try FileStatus.of(workspace.storage.absolute(path), followingLinks: followingLinks)?.stamp
    if let known, stamp == known.file.stamp || unreadable[path] == .some(stamp) { return known }
    do {
      let document = try read()
      documents[path] = document
      unreadable[path] = nil
      return document
    } catch  where UnreadPartial.isTolerable(error) {
      guard let known else { throw error }
      unreadable[path] = .some(stamp)
      workspace.observer.warned("\(error); continuing with its last known content")
      return known
    }
  }

  /// Sets the documents that the next read must check again.
  package func begin(_ touched: ChangedDocuments) { self.touched = touched }

  /// Removes documents whose files no longer exist.
  package func end(in workspace: Workspace) throws {
    let candidates = touched.isEverything ? Array(documents.keys) : Array(touched.paths)
    for path in candidates where documents[path] != nil {
      guard try FileStatus.of(workspace.storage.absolute(path)) == nil else { continue }
      documents[path] = nil
      unreadable[path] = nil
    }
    touched = .none
  }
}
