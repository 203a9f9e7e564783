import JSONDocument
import OKitModels
import OKitStorage

extension EditSession {
  /// Returns the decrypted bytes of an attachment by its path in the workspace, such as `okit/data/_image/ID.png`; nil for another path.
  ///
  /// Throws an error of kind `notFound` if its entity is gone, by this edit or another one, and the errors of reading it.
  func attachmentContent(at path: String) throws -> AttachmentContent? {
    guard let rest = path.withoutPrefix(WorkspaceLayout.data.text + "/") else { return nil }
    let wanted = DataPath(text: rest)
    guard AttachmentFile.folders.contains(wanted.parent) else { return nil }
    for document in store.readDocuments {
      var found: JSONValue?
      document.root.value.snapshot.document.forEachAttachment { entity, object in
        if (try? entity.paths())?.contains(wanted) == true { found = object }
      }
      guard let found, let object = AttachmentObject(EntityPlace(document: document, value: found)) else { continue }
      let host = try store.main(document.model).opened.form
      guard let bytes = try AttachmentBytes(object, in: workspace, host: host) else { return nil }
      var content: [UInt8] = []
      try bytes.forEachPiece { content += $0 }
      return AttachmentContent(content)
    }
    throw OKitError(
      .notFound, "\(PathComponent.printable(path)) is an attachment of an entity that is not there any more",
      remedy: .words("name another file; 'okit move' moves an entity with its attachments"))
  }
}
