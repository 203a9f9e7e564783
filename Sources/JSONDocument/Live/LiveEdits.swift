/// What was changed in a live document.
///
/// New values are documents of their own, live themselves, in which the value is the only item of an array or object: so a member
/// has its key, and its parent is asked of the place that the new value was put in.
@usableFromInline
final class LiveEdits {
  /// The document as it was parsed.
  let original: JSONDocument
  /// Where the only item of this document was put; nil of a document that is no part of another one.
  @usableFromInline let host: Host?
  /// What took the place of the root.
  @usableFromInline var root: JSONValue?
  /// The members' values or elements as they are now of each object or array in which one was added, removed or replaced, by its index.
  @usableFromInline var items: [Int: [JSONValue]] = [:]
  /// The values of the text that are not there any more, by their index.
  var gone: Set<Int> = []
  /// The documents of new values that are there, in the order in which they came.
  var added: [ObjectIdentifier: (order: Int, value: JSONValue)] = [:]
  private var addedCount = 0
  /// All values that were added at any depth, in the order in which they came, those that went again included.
  var additions: [JSONValue] = []
  /// Of each value that took the place of one of the text, the index of that, by its document.
  var replaced: [ObjectIdentifier: Int] = [:]
  /// The objects and arrays in which something was changed, at any depth.
  var touched: Set<Int> = []

  /// New values by their key, of each object that has some.
  var newMembers: [Int: [[UInt8]: JSONValue]] = [:]
  var keyTables: [Int: KeyTable] = [:]
  var elementTables: [Int: ElementTable] = [:]
  /// Where an item was found last in each object or array that was changed.
  var lastPlaces: [Int: Int] = [:]

  /// An object or array of another document; the root's place where it is none.
  @usableFromInline
  struct Host {
    weak var document: JSONDocument?
    /// Its index; nil of what took the place of the root.
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

  /// Whether a value of the text is still part of the document, or of the value with the index `top`.
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
  /// A document of the same text that can be changed: its values have ``JSONValue/replace(with:)`` and the like, and whoever goes through it
  /// sees it as it is by then. It takes no more memory than its changes.
  ///
  /// It is for one thread at a time. A value that was removed or replaced keeps what it was.
  package func live() -> JSONDocument { JSONDocument(LiveEdits(parsed)) }

  /// The document as it was parsed; itself where it cannot be changed.
  package var parsed: JSONDocument { edits?.original ?? self }

  /// Whether it can be changed.
  package var isLive: Bool { edits != nil }

  /// Whether it was changed.
  package var isChanged: Bool { edits?.isChanged ?? false }

  /// The document that this one is part of: values that were added to a live document are documents of their own.
  package var outermost: JSONDocument {
    var document = self
    while let host = document.edits?.host?.document { document = host }
    return document
  }

  /// The values that were added to a live document at any depth, in the order in which they came; some may not be there any more.
  package var additions: [JSONValue] { edits?.additions ?? [] }

  /// In how many new values this one is.
  var layers: Int {
    var (document, count) = (self, 0)
    while let host = document.edits?.host?.document { (document, count) = (host, count + 1) }
    return count
  }

  /// The object or array with this index or, where that only wraps a new value, the one that the value was put in.
  @usableFromInline
  func container(_ index: Int) -> JSONValue {
    guard index == 0, let host = edits?.host, let container = host.container, let document = host.document else {
      return JSONValue(document: self, index: index)
    }
    return JSONValue(document: document, index: container)
  }
}
