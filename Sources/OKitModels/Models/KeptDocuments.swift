import OKitStorage

/// Documents that were read before: used again while their files were not touched, and in place of files that cannot be read at the moment.
package final class KeptDocuments {
  private var documents: [ExactText: OpenedDocument] = [:]
  /// The files that could not be read, as they were then.
  private var unreadable: [ExactText: FileStamp?] = [:]
  /// What may be another one than it was.
  private var touched = TouchedDocuments.none

  package init() {}

  /// The document at `path`, which `read` reads where it has to.
  ///
  /// A file that is damaged or locked gets a warning, once, and what it held before goes on. Throws what `read` throws where nothing is known.
  package func document(
    _ path: String, in workspace: Workspace, followingLinks: Bool, _ read: () throws -> OpenedDocument
  ) throws -> OpenedDocument {
    let key = ExactText(path)
    let known = documents[key]
    if let known, !touched.contains(key) { return known }
    let stamp = try FileStatus.of(workspace.storage.absolute(path), followingLinks: followingLinks)?.stamp
    if let known, stamp == known.file.stamp || unreadable[key] == .some(stamp) { return known }
    do {
      let document = try read()
      documents[key] = document
      unreadable[key] = nil
      return document
    } catch  where UnreadPartial.isTolerable(error) {
      guard let known else { throw error }
      unreadable[key] = .some(stamp)
      workspace.observer.warned("\(error); continuing with its last known content")
      return known
    }
  }

  /// Takes note of what has to be looked at again by whoever reads next.
  package func begin(_ touched: TouchedDocuments) { self.touched = touched }

  /// Forgets documents whose files are gone.
  package func end(in workspace: Workspace) throws {
    let candidates = touched.isEverything ? Array(documents.keys) : Array(touched.paths)
    for path in candidates where documents[path] != nil {
      guard try FileStatus.of(workspace.storage.absolute(path.text)) == nil else { continue }
      documents[path] = nil
      unreadable[path] = nil
    }
    touched = .none
  }
}
