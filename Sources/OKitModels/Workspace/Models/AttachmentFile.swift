import Ciphers
import JSONDocument
package import OKitStorage

/// The file of an attachment.
package struct AttachmentFile {
  /// The path in the data folder: `_image/<id>.<ext>` or `_data/<id>.raw`.
  package let path: DataPath
  /// The folders of attachments, which all models share.
  package static let folders = [imageFolder, dataFolder]
  /// The folder of images.
  package static let imageFolder = DataPath(text: ModelName.imageFolder)
  /// The folder of other data.
  package static let dataFolder = DataPath(text: ModelName.dataFolder)
  /// The size in its entity, in bytes; nil for a file without an entity.
  package let declaredSize: Int64?
  /// The place of its entity; nil if it is not known.
  package var place: EntityPlace?

  package init(path: DataPath, declaredSize: Int64?, place: EntityPlace? = nil) {
    self.path = path
    self.declaredSize = declaredSize
    self.place = place
  }

  /// Returns the file `path` of `entity`; nil if it is in `seen`, to which it is added. Two entities can refer to the same file, and two files can
  /// have the same id.
  static func unseen(
    _ path: DataPath, of entity: AttachmentEntity, at place: EntityPlace? = nil, in workspace: Workspace,
    _ seen: inout Set<DataPath>
  ) throws -> AttachmentFile? {
    guard seen.insert(path).inserted else { return nil }
    try workspace.storage.requireNoLinkedFolder(on: WorkspacePath(path))
    return AttachmentFile(path: path, declaredSize: entity.size, place: place)
  }

  /// Returns the form of the file. Falls back to the form of the model's own file if the first bytes and the size are inconclusive.
  package func form(of file: OpenFile, host: StoredForm?) throws -> StoredForm {
    form(prefix: try file.prefix(StoredForm.sniffedBytes), size: file.size, host: host)
  }

  /// Returns the form of a file with these first bytes and this size.
  package func form(prefix: [UInt8], size: Int64, host: StoredForm?) -> StoredForm {
    if prefix.withUnsafeBytes(AgeFile.isAge(prefix:)) { return .age }
    if AttachmentFormat.isKnown(prefix) { return .plain }
    let block = Int64(OKitCBCKey.blockSize)
    let isWholeBlocks = size > 0 && size % block == 0
    // Adding to the declared size could overflow, because it can be any number.
    if let declaredSize, isWholeBlocks, declaredSize >= size - block, declaredSize < size { return .okitCBC }
    // Bytes that are neither plain nor well encrypted have the form of the model, so that reading them detects the damage.
    guard let host, host.isEncrypted else { return .plain }
    let isForeign = declaredSize.map { $0 != size } ?? (host == .okitCBC && isWholeBlocks)
    return hasKnownEnding || isForeign ? host : .plain
  }

  /// True if the ending belongs to a format that can be recognized by its first bytes.
  var hasKnownEnding: Bool {
    ["png", "jpg", "jpeg", "gif", "webp", "pdf", "heic", "heif", "tiff", "tif"].contains {
      path.text.withoutSuffix("." + $0) != nil
    }
  }

  /// Verifies the output of the framework's cipher, which is not authenticated. The bytes must have the declared size or begin like a known format.
  ///
  /// Throws an error of kind `malformed`.
  func checkDecrypted(size: Int64, prefix: [UInt8], name: String) throws {
    guard let declaredSize else { return }
    let isKnown = AttachmentFormat.isKnown(prefix) && AttachmentFormat.isWhole(prefix)
    guard isKnown || size == declaredSize && !hasKnownEnding else {
      throw OKitError(
        .malformed,
        "\(name) decrypts to \(size) bytes in an unknown format; the model says \(declaredSize) bytes")
    }
  }
}
