import JSONDocument

/// An attachment as it is shown.
public struct Attachment: Sendable {
  /// Whether its bytes are there.
  public enum State: String, Sendable {
    /// They are in a file of their own.
    case present
    /// They are in the entity.
    case inline
    /// There should be a file, but there is none.
    case missing
    /// There are none yet.
    case empty
    /// They cannot be decrypted or are damaged.
    case unreadable
  }

  /// The model.
  public let model: ModelName
  /// The path of the entity.
  public let path: String
  /// The id of the entity; nil where it has none.
  public let id: String?
  /// The format that the entity says, such as `image/png`; often empty.
  public let format: String
  /// What the bytes are, by themselves; nil for what okit does not know.
  public let content: MediaType?
  /// How many bytes there are, decrypted; nil where they are not at hand.
  public let size: Int64?
  /// Width and height, of an image.
  public let pixels: ImageSize?
  /// The file, relative to the workspace; nil where there is none.
  public let file: String?
  /// Whether its bytes are there.
  public let state: State
}

/// An object that is an attachment by its shape, with its bytes in a file (`ModelData`, `ModelImage`) or in itself (`ModelInlineData`,
/// `ModelInlineImage`).
struct AttachmentObject {
  let place: EntityPlace
  let isInline: Bool
  /// Nil of one that is inline.
  let entity: AttachmentEntity?

  var format: String { place.value["format"]?.string ?? "" }

  init?(_ place: EntityPlace) {
    let value = place.value
    guard value.kind == .object, value["format"]?.kind == .string else { return nil }
    self.place = place
    if let entity = AttachmentEntity(value) {
      (isInline, self.entity) = (false, entity)
    } else {
      guard value["data"] != nil, value["label"] != nil, value["size"] != nil else { return nil }
      (isInline, entity) = (true, nil)
    }
  }

  /// The attachments of `document`, in the order of the text.
  static func all(in document: ModelDocument) -> [AttachmentObject] {
    var found: [AttachmentObject] = []
    document.json.forEachKey { key in
      guard key == "format" else { return }
      if let object = AttachmentObject(EntityPlace(document: document, value: key.object)) { found.append(object) }
    }
    return found
  }

  /// The file that it has, relative to the data folder.
  func path(in workspace: Workspace) throws -> String? {
    try entity?.paths().first { try FileStatus.of(Path.join(workspace.dataFolder, $0)) != nil }
  }
}
