import JSONDocument
package import OKitStorage

/// An object with the properties of an attachment. Its bytes are in a file (`ModelData`, `ModelImage`) or in the object (`ModelInlineData`,
/// `ModelInlineImage`).
package struct AttachmentObject {
  /// The place of the object.
  package let place: EntityPlace
  /// True if the bytes are in the object.
  package let isInline: Bool
  /// The entity of an attachment with a file; nil if the bytes are in the object.
  package let entity: AttachmentEntity?

  /// The size in the object, in bytes.
  package var declaredSize: Int64 { entity?.size ?? Int64(place.value["size"]?.int ?? 0) }
  /// The format in the object, such as `image/png`; often empty.
  package var format: String { place.value["format"]?.string ?? "" }

  /// The attachment at `place`; nil if the value does not have the properties of one.
  package init?(_ place: EntityPlace) {
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

  /// Returns the attachments in `document`, in the order of the text.
  package static func all(in document: ModelDocument) -> [AttachmentObject] {
    var found: [AttachmentObject] = []
    document.json.forEachObject(with: "format") { object, _ in
      if let attachment = AttachmentObject(EntityPlace(document: document, value: object)) { found.append(attachment) }
    }
    return found
  }

  /// Returns the path of its file in the data folder; nil if there is none.
  package func path(in workspace: Workspace) throws -> DataPath? { try entity?.file(in: workspace) }
}
