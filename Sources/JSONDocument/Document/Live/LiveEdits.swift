/// The changes of a live document.
///
/// Each new value is in a separate live document, as the only item of an array or object. That gives a member its key. Its parent is the container
/// that it was inserted into.
@usableFromInline
final class LiveEdits {
  /// The parsed document.
  let original: JSONDocument
  /// The destination of this document's only item; nil for a document that is not part of another one.
  @usableFromInline let host: Host?
  /// The replacement of the root.
  @usableFromInline var root: JSONValue?
  /// The current items of each object or array with an added, removed or replaced item, by its index.
  @usableFromInline var items: [Int: [JSONValue]] = [:]
  /// The removed values of the text, by index.
  var gone: Set<Int> = []
  /// The documents of the current new values, numbered in the order of their creation.
  var added: [ObjectIdentifier: (order: Int, value: JSONValue)] = [:]
  private var addedCount = 0
  /// All values added at any depth, in the order of their creation, including those that were removed again.
  var additions: [JSONValue] = []
  /// The index of the original value that each new value replaced, by the document of the new value.
  var replaced: [ObjectIdentifier: Int] = [:]
  /// The objects and arrays that contain a change at any depth.
  var touched: Set<Int> = []

  /// The new members of each object by their keys.
  var newMembers: [Int: [[UInt8]: JSONValue]] = [:]
  var keyTables: [Int: KeyTable] = [:]
  var elementTables: [Int: ElementTable] = [:]
  /// The index of the last search in each changed object or array.
  var lastPlaces: [Int: Int] = [:]

  /// The place of a new value in another document: an object or array, or the root.
  @usableFromInline
  struct Host {
    weak var document: JSONDocument?
    /// The index of the object or array; nil for the root.
    let container: Int?
  }

  init(_ original: JSONDocument, host: Host? = nil) {
    self.original = original
    self.host = host
  }

  @usableFromInline var isChanged: Bool { root != nil || !touched.isEmpty }

  func note(added value: JSONValue, to container: JSONValue) {
    if let key = value.key { newMembers[container.index, default: [:]][Array(key.string.utf8)] = value }
    added[ObjectIdentifier(value.document)] = (addedCount, value)
    addedCount += 1
    container.document.outermost.edits?.additions.append(value)
  }

  /// True if a value of the text is still part of the document, or of the value with the index `top`.
  func has(_ index: Int, in top: Int = 0) -> Bool {
    var value: JSONValue? = JSONValue(document: original, index: index)
    while let current = value {
      if current.index == top { return top != 0 || root == nil }
      if gone.contains(current.index) { return false }
      value = current.parent
    }
    return false
  }
}

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
  package var additions: [JSONValue] { edits?.additions ?? [] }

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
