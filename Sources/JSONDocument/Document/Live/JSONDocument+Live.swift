extension JSONDocument {
  /// Returns a document of the same text that can be changed with ``JSONValue/replace(with:)`` and similar methods. Reading it returns the current
  /// values. It needs memory only for its changes.
  ///
  /// Use it on one thread at a time. A value that was removed or replaced keeps its content.
  package func live() -> JSONDocument { JSONDocument(LiveEdits(parsed)) }

  /// The parsed document; the document itself if it cannot be changed.
  package var parsed: JSONDocument { edits?.original ?? self }

  /// True if the document can be changed.
  package var isLive: Bool { edits != nil }

  /// True if the document was changed.
  package var isChanged: Bool { edits?.isChanged ?? false }

  /// The document that this one is part of. Values added to a live document are separate documents.
  package var outermost: JSONDocument {
    var document = self
    while let host = document.edits?.host?.document { document = host }
    return document
  }

  /// The values added to a live document at any depth, in the order of their creation. Some may have been removed again.
  package var additions: [JSONValue] { edits?.allAdditions ?? [] }

  /// The number of new values around this document.
  var layers: Int {
    var (document, count) = (self, 0)
    while let host = document.edits?.host?.document { (document, count) = (host, count + 1) }
    return count
  }

  /// Returns the object or array with this index. For the wrapper of a new value, returns the container that the value was inserted into.
  @usableFromInline
  func container(_ index: Int) -> JSONValue {
    guard index == 0, let host = edits?.host, let container = host.container, let document = host.document else {
      return JSONValue(document: self, index: index)
    }
    return JSONValue(document: document, index: container)
  }
}
