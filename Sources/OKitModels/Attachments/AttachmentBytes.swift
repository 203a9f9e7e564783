import Ciphers
import JSONDocument
package import OKitStorage

/// The plain bytes of an attachment, from the entity or a file. The file is opened immediately, so that it can be read after the workspace is
/// unlocked.
package struct AttachmentBytes {
  private enum Origin {
    case entity([UInt8])
    case file(OpenFile, AttachmentSource)
  }

  private let origin: Origin

  /// The opened file; nil for bytes in the entity.
  package var file: FileSnapshot? { if case .file(let file, _) = origin { file.snapshot } else { nil } }

  /// The size as stored. Encryption makes it slightly larger than the plain size.
  var storedSize: Int64 {
    switch origin {
    case .entity(let bytes): Int64(bytes.count)
    case .file(let file, _): file.size
    }
  }

  /// Opens the bytes of `object`; nil if it has none. `host` is the form of the model's own file. The attachment has that form if neither its bytes
  /// nor its size tell.
  ///
  /// Throws an error of kind `malformed` for invalid base64 or an invalid name, and of kind `locked` if no key decrypts the bytes.
  package init?(_ object: AttachmentObject, in workspace: Workspace, host: StoredForm) throws {
    if object.isInline {
      guard let bytes = try Self.inline(object) else { return nil }
      origin = .entity(bytes)
      return
    }
    guard let entity = object.entity, let path = try object.path(in: workspace) else { return nil }
    try workspace.storage.requireNoLinkedFolder(on: WorkspacePath(path))
    let file = try workspace.storage.openUnlinked(workspace.storage.absolute(inData: path))
    let attachment = AttachmentFile(path: path, declaredSize: entity.size)
    let form = try attachment.form(of: file, host: host)
    origin = .file(file, try AttachmentSource(attachment, file, form: form, keyring: workspace.keyring))
  }

  /// Passes all bytes to `sink` in pieces and verifies them at the end. Call it only once.
  ///
  /// Throws an error of kind `malformed` if the bytes are damaged, and of kind `busy` if the file changes meanwhile.
  package func forEachPiece(_ sink: (UnsafeRawBufferPointer) throws -> Void) throws {
    switch origin {
    case .entity(let bytes): try bytes.withUnsafeBytes(sink)
    case .file(_, let source):
      try OKitStorage.forEachPiece(of: source.read(into:), sink)
      try source.finish()
    }
  }

  private static func inline(_ object: AttachmentObject) throws -> [UInt8]? {
    guard let data = object.place.value["data"], !data.isNull else { return nil }
    guard let text = data.string, let bytes = Base64.decoded(padded: Array(text.utf8)) else {
      let document = object.place.document
      let place = document.json.position(of: data.range.lowerBound)
      throw OKitError(
        .malformed, "the data of an attachment is not valid base64",
        at: .init(path: document.opened.file.path, line: place.line, column: place.column))
    }
    return bytes
  }
}
