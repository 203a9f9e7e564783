import JSONDocument

/// An object that is an attachment by its shape, with its bytes in a file (`ModelData`, `ModelImage`) or in itself (`ModelInlineData`,
/// `ModelInlineImage`).
package struct AttachmentObject {
  package let place: EntityPlace
  package let isInline: Bool
  /// Nil of one that is inline.
  package let entity: AttachmentEntity?

  /// How many bytes it says it has.
  package var declaredSize: Int64 { entity?.size ?? Int64(place.value["size"]?.int ?? 0) }
  package var format: String { place.value["format"]?.string ?? "" }

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

  /// The attachments of `document`, in the order of the text.
  package static func all(in document: ModelDocument) -> [AttachmentObject] {
    var found: [AttachmentObject] = []
    document.json.forEachKey { key in
      guard key == "format" else { return }
      if let object = AttachmentObject(EntityPlace(document: document, value: key.object)) { found.append(object) }
    }
    return found
  }

  /// The file that it has, relative to the data folder.
  package func path(in workspace: Workspace) throws -> String? { try entity?.file(in: workspace) }
}
