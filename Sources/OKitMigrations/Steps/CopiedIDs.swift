import JSONDocument
import OKitModels
import OKitStorage

/// New ids for the entities in a copy.
struct CopiedIDs {
  private let context: StepContext
  /// The ids of stand-ins for partials.
  private let partials: Set<ExactText>

  init(_ context: StepContext) {
    self.context = context
    partials = Set(context.model.partials.keys)
  }

  /// Returns JSON with new ids. Throws an error of kind `malformed`, with the position of `source`, if one of the ids is the name of a file.
  func json(_ json: String, at source: JSONValue, in index: Int) throws -> String {
    let document = try JSONDocument(parsing: json).live()
    var hasFile = false
    do throws(JSONEditError) {
      try document.forEachObject { object throws(JSONEditError) in
        guard let id = object["id"], let text = id.string else { return }
        if AttachmentEntity(object) != nil || partials.contains(ExactText(text)) { hasFile = true }
        try id.replace(with: JSONText.quote(context.model.newID()))
      }
    } catch {
      throw OKitError(.malformed, "cannot change the copy: \(error)")
    }
    guard !hasFile else {
      throw context.error(
        "cannot copy an entity with a file, because the file is named after its id", at: source, in: index)
    }
    guard document.isChanged else { return json }
    return document.currentText.bytes().withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
  }
}
