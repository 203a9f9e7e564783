import Ciphers
import JSONDocument

/// The plain bytes of an attachment, wherever they are.
struct AttachmentBytes {
  private let object: AttachmentObject
  private let workspace: Workspace
  private let keyring: Keyring
  /// The form of the model's own file, which decides where neither bytes nor sizes tell that of the attachment.
  private let host: StoredForm

  init(_ object: AttachmentObject, in workspace: Workspace, keyring: Keyring, host: StoredForm) {
    self.object = object
    self.workspace = workspace
    self.keyring = keyring
    self.host = host
  }

  /// Hands all bytes to `sink`, piece by piece, and checks them at their end; false where there are none.
  ///
  /// Throws an error of kind `malformed` where they are damaged, `locked` where no key opens them.
  func forEachPiece(_ sink: (UnsafeRawBufferPointer) throws -> Void) throws -> Bool {
    if object.isInline {
      guard let bytes = try inline() else { return false }
      try bytes.withUnsafeBytes(sink)
      return true
    }
    guard let entity = object.entity, let path = try object.path(in: workspace) else { return false }
    try workspace.requireNoLinkedFolder(on: "okit/data/" + path)
    let file = try OpenFile(Path.join(workspace.dataFolder, path))
    let attachment = AttachmentFile(path: path, declaredSize: entity.size)
    try attachment.decrypt(file, form: attachment.form(of: file, host: host), keyring: keyring, sink)
    return true
  }

  private func inline() throws -> [UInt8]? {
    guard let data = object.place.value["data"], !data.isNull else { return nil }
    guard let text = data.string, let bytes = Base64.decoded(padded: Array(text.utf8)) else {
      let document = object.place.document
      let place = document.json.position(of: data.range.lowerBound)
      throw OKitError(
        .malformed, "the data of an attachment are no base64",
        at: .init(path: document.opened.file.path, line: place.line, column: place.column))
    }
    return bytes
  }
}
