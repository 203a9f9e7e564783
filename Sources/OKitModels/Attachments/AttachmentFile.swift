import Ciphers
package import OKitStorage

/// The file of an attachment.
package struct AttachmentFile {
  /// Relative to the data folder: `_image/<id>.<ext>` or `_data/<id>.raw`.
  package let path: String
  /// What its entity says of its size; nil for a file that no entity names.
  package let declaredSize: Int64?
  /// The entity that names it; nil where that is not at hand.
  package var place: EntityPlace?

  package init(path: String, declaredSize: Int64?, place: EntityPlace? = nil) {
    self.path = path
    self.declaredSize = declaredSize
    self.place = place
  }

  /// The file `path` that `entity` has; nil if it is among those that were `seen`, because two entities can name one file, and with one id two
  /// files.
  static func unseen(
    _ path: String, of entity: AttachmentEntity, at place: EntityPlace? = nil, in workspace: Workspace,
    _ seen: inout Set<ExactText>
  ) throws -> AttachmentFile? {
    guard seen.insert(ExactText(path)).inserted else { return nil }
    try workspace.storage.requireNoLinkedFolder(on: Workspace.dataPath(path))
    return AttachmentFile(path: path, declaredSize: entity.size, place: place)
  }

  /// What the file is. A model's own form decides only where neither first bytes nor sizes tell.
  package func form(of file: OpenFile, host: StoredForm?) throws -> StoredForm {
    form(prefix: try file.bytes(at: 0, count: StoredForm.sniffedBytes), size: file.size, host: host)
  }

  /// What a file of these first bytes and this size is.
  package func form(prefix: [UInt8], size: Int64, host: StoredForm?) -> StoredForm {
    if prefix.withUnsafeBytes(AgeFile.isAge(prefix:)) { return .age }
    if AttachmentFormat.isKnown(prefix) { return .plain }
    let block = Int64(OKitCBCKey.blockSize)
    let isWholeBlocks = size > 0 && size % block == 0
    // A size can be any number, so that nothing may be added to it.
    if let declaredSize, isWholeBlocks, declaredSize >= size - block, declaredSize < size { return .okitCBC }
    // What is neither plain nor well encrypted counts as its model does, so that reading it finds the damage.
    guard let host, host.isEncrypted else { return .plain }
    let isForeign = declaredSize.map { $0 != size } ?? (host == .okitCBC && isWholeBlocks)
    return hasKnownEnding || isForeign ? host : .plain
  }

  /// Whether its ending is that of a format that is known by its first bytes.
  var hasKnownEnding: Bool {
    ["png", "jpg", "jpeg", "gif", "webp", "pdf", "heic", "heif", "tiff", "tif"].contains {
      path.withoutSuffix("." + $0) != nil
    }
  }

  /// Checks what came out of the framework's cipher, which has no authentication: it must have the declared size or begin like a known
  /// format. Throws an error of kind `malformed`.
  func checkDecrypted(size: Int64, prefix: [UInt8], path: String) throws {
    guard let declaredSize else { return }
    let isKnown = AttachmentFormat.isKnown(prefix) && AttachmentFormat.isWhole(prefix)
    guard isKnown || size == declaredSize && !hasKnownEnding else {
      throw OKitError(
        .malformed,
        "\(path) decrypts to \(size) bytes in an unknown format; the model says \(declaredSize) bytes")
    }
  }
}
