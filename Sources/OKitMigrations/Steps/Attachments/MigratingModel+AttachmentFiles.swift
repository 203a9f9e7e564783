import OKitModels
import OKitStorage

extension MigratingModel {
  /// Hands the plain bytes of the file that an attachment has at `path`, relative to the data folder, to `sink`; returns the file.
  ///
  /// Throws what `sink` throws, and errors of kind `malformed` where they are damaged and `locked` where no key opens them.
  func readAttachment(
    at path: String, declaredSize: Int64, _ sink: (UnsafeRawBufferPointer) throws -> Void
  ) throws -> FileSnapshot {
    try workspace.storage.requireNoLinkedFolder(on: Workspace.dataPath(path))
    let file = try workspace.storage.openUnlinked(Path.join(workspace.storage.dataFolder, path))
    let attachment = AttachmentFile(path: path, declaredSize: declaredSize)
    try attachment.decrypt(file, form: attachment.form(of: file, host: form), keyring: workspace.keyring, sink)
    return file.snapshot
  }
}
