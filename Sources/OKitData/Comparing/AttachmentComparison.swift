import Ciphers
import JSONDocument
import OKitModels
import OKitStorage

/// The type and size of the bytes of an attachment.
package struct AttachmentSummary: Equatable, Sendable {
  /// The type by the content, otherwise by the entity; empty if neither tells.
  package let type: String
  /// The size of the plain bytes; nil if there are none.
  package let size: Int64?
  /// True if there are bytes, but they cannot be decrypted or are damaged.
  package var isUnreadable = false
}

/// Compares the bytes of the attachments of one model.
struct AttachmentComparison {
  private let old: Side
  private let new: Side

  /// The documents of one state.
  private struct Side {
    let workspace: Workspace
    let host: StoredForm
    let attachments: [(entity: AttachmentEntity, place: EntityPlace)]

    init(_ workspace: Workspace, _ documents: ModelDocuments) {
      self.workspace = workspace
      host = documents.main.opened.form
      attachments = documents.attachments
    }
  }

  /// The plain bytes of an attachment: their summary and digest.
  private struct Content {
    let summary: AttachmentSummary
    /// The digest of the plain bytes; nil if there are none, or if they cannot be read.
    let digest: SHA256Digest?
  }

  /// An attachment with other bytes in the new state.
  struct Change {
    let place: EntityPlace
    let id: String
    let old: AttachmentSummary
    let new: AttachmentSummary
  }

  init(from old: Workspace, _ oldDocuments: ModelDocuments, to new: Workspace, _ newDocuments: ModelDocuments) {
    self.old = Side(old, oldDocuments)
    self.new = Side(new, newDocuments)
  }

  /// Returns the attachments of both states whose bytes differ. Warns of those that cannot be read.
  func changes() throws -> [Change] {
    var former: [EntityID: (entity: AttachmentEntity, place: EntityPlace)] = [:]
    for attachment in old.attachments {
      let id = EntityID(attachment.entity.id)
      if former[id] == nil { former[id] = attachment }
    }
    return try new.attachments.compactMap { attachment in
      guard let before = former.removeValue(forKey: EntityID(attachment.entity.id)) else { return nil }
      if Self.isSameFile(before.entity, old, attachment.entity, new) { return nil }
      let (oldContent, newContent) = (
        try Self.content(of: before.place, old), try Self.content(of: attachment.place, new)
      )
      // Two contents that cannot be read may differ.
      if oldContent.digest == newContent.digest, !oldContent.summary.isUnreadable { return nil }
      return Change(
        place: attachment.place, id: attachment.entity.id, old: oldContent.summary, new: newContent.summary)
    }
  }

  /// True if both states have the same file on the disk, as the states before and after most steps do.
  private static func isSameFile(_ old: AttachmentEntity, _ oldSide: Side, _ new: AttachmentEntity, _ newSide: Side)
    -> Bool
  {
    func file(_ entity: AttachmentEntity, _ workspace: Workspace) throws -> OpenFile? {
      // This also verifies that the file is still that of the state.
      try entity.file(in: workspace).map { try OpenFile(workspace.storage.absolute(inData: $0)) }
    }
    // What cannot be opened is reported when its content is compared.
    guard let oldFile = try? file(old, oldSide.workspace), let newFile = try? file(new, newSide.workspace) else {
      return false
    }
    return oldFile.status.isSameFile(as: newFile.status)
  }

  private static func content(of place: EntityPlace, _ side: Side) throws -> Content {
    guard let object = AttachmentObject(place) else { preconditionFailure("an attachment is an object of one") }
    do {
      guard let bytes = try AttachmentBytes(object, in: side.workspace, host: side.host) else {
        return Content(summary: AttachmentSummary(type: object.format, size: nil), digest: nil)
      }
      var hasher = SHA256Hasher()
      var size: Int64 = 0
      var prefix: [UInt8] = []
      try bytes.forEachPiece { piece in
        hasher.update(piece)
        size += Int64(piece.count)
        if prefix.count < MediaType.neededBytes { prefix += piece.prefix(MediaType.neededBytes - prefix.count) }
        try side.workspace.observer.advanced(byBytes: Int64(piece.count))
      }
      let type = MediaType(prefix: prefix)?.rawValue ?? object.format
      return Content(summary: AttachmentSummary(type: type, size: size), digest: hasher.finish())
    } catch let error as OKitError where error.kind == .notFound || error.kind.concernsOneFile {
      side.workspace.observer.warned("attachment \(object.entity?.id ?? ""): \(error.message)")
      return Content(summary: AttachmentSummary(type: object.format, size: nil, isUnreadable: true), digest: nil)
    }
  }
}

extension AttachmentSummary {
  /// The bytes of an attachment that only one of two states has; nil if `entity` is not an attachment with a file.
  init?(ofEntity entity: JSONValue) {
    guard let attachment = AttachmentEntity(entity) else { return nil }
    self.init(type: attachment.format, size: attachment.size)
  }

  /// The bytes in `value`, which is the `data` of an attachment in base64; nil if it is another value.
  init?(ofData value: JSONValue) {
    guard let object = value.parent, object.kind == .object, object["data"] == value,
      let format = object["format"]?.string, object["label"] != nil, object["size"] != nil,
      let bytes = value.string.flatMap({ Base64.decoded(padded: Array($0.utf8)) })
    else { return nil }
    self.init(type: MediaType(prefix: bytes)?.rawValue ?? format, size: Int64(bytes.count))
  }
}
