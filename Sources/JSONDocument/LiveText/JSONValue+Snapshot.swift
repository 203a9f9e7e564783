extension JSONValue {
  /// The current value in a document that does not change; the value itself if nothing in it was changed.
  package var snapshot: JSONValue {
    guard let edits = document.edits, edits.changedContainers.contains(index) else { return self }
    let splices = edits.splices(of: document, in: index)
    let bytes = CurrentText(document: document.parsed, splices: splices, range: range).bytes()
    // A text put together from valid texts is valid.
    guard let document = try? JSONDocument(parsing: bytes) else { preconditionFailure("an edited text is no JSON") }
    return document.root
  }
}
