/// Changes of a live document. Whatever goes through it afterwards sees them.
///
/// Within a member whose key its object has more than once nothing can be changed, because programs differ in which of them they see.
///
/// - Precondition of all of them: The value is of a ``JSONDocument/live()`` document.
extension JSONValue {
  /// Puts another value in the place of this one.
  ///
  /// - Parameter json: The text of the new value.
  /// - Returns: The new value.
  /// - Throws: ``JSONEditError``.
  @discardableResult
  package func replace(with json: String) throws(JSONEditError) -> JSONValue {
    guard let container = parent else { return try replaceRoot(with: json) }
    let place = try place(in: container)
    let new = try container.wrap(json, key: key?.string)
    try container.prepareChange(around: self)
    container.edits.replace(self, at: place, with: new, in: container)
    return new
  }

  /// Takes an element, or the member that has this value, out of what it is in.
  ///
  /// - Throws: ``JSONEditError``.
  package func remove() throws(JSONEditError) {
    guard let container = parent else { throw error(.root) }
    try container.removeItems([self])
  }

  /// Takes many elements of an array, or the members of an object that have these values, out of it: in one pass over all that it has.
  ///
  /// - Throws: ``JSONEditError``; then none was removed.
  package func removeItems(_ items: Set<JSONValue>) throws(JSONEditError) {
    for item in items {
      guard edits.isItem(item, of: self) else { throw error(.overlap) }
      try prepareChange(around: item)
    }
    edits.remove(items, from: self)
  }

  /// Adds an element to an array.
  ///
  /// - Parameters:
  ///   - json: The text of the element.
  ///   - place: The index that it is to have; nil for the end.
  /// - Returns: The new element.
  /// - Throws: ``JSONEditError``.
  @discardableResult
  package func insert(_ json: String, at place: Int? = nil) throws(JSONEditError) -> JSONValue {
    guard kind == .array else { throw error(.notAnArray) }
    let count = count
    guard 0...count ~= place ?? count else { throw error(.noSuchPlace(place ?? 0)) }
    let new = try wrap(json, key: nil)
    try prepareChange(around: nil)
    edits.insert(new, at: place ?? count, in: self)
    return new
  }

  /// Adds a member to the end of an object.
  ///
  /// - Parameters:
  ///   - key: The key, which the object must not have.
  ///   - json: The text of the value.
  /// - Returns: The new value.
  /// - Throws: ``JSONEditError``.
  @discardableResult
  package func add(_ key: String, _ json: String) throws(JSONEditError) -> JSONValue {
    guard kind == .object else { throw error(.notAnObject) }
    if self[key] != nil { throw error(.keyExists(key)) }
    let new = try wrap(json, key: key)
    try prepareChange(around: nil)
    edits.insert(new, at: count, in: self)
    return new
  }

  /// Whether it was neither removed nor replaced, nor is in something that was.
  package var isThere: Bool {
    var value = self
    while let edits = value.document.edits {
      // Only what is no item of a wrapper is in the text itself.
      guard let host = edits.host else { return edits.has(value.index) }
      guard edits.has(value.index), let document = host.document else { return false }
      guard let container = host.container else { return document.root.document === value.document }
      guard document.edits?.added[ObjectIdentifier(value.document)] != nil else { return false }
      value = JSONValue(document: document, index: container)
    }
    return true
  }

  // MARK: - Inside

  /// So many new values can be changed within each other; each has a document of its own, and is gone into by calls.
  private static let mostLayers = 200

  fileprivate var edits: LiveEdits {
    guard let edits = document.edits else { preconditionFailure("the document cannot be changed") }
    return edits
  }

  private func replaceRoot(with json: String) throws(JSONEditError) -> JSONValue {
    let whole = document.outermost
    guard let edits = whole.edits else { preconditionFailure("the document cannot be changed") }
    let new = try parse(json)
    let root = JSONDocument(LiveEdits(new, host: LiveEdits.Host(document: whole, container: nil))).root
    edits.root = root
    edits.additions.append(root)
    return root
  }

  /// Which of the items of `container` the value is.
  private func place(in container: JSONValue) throws(JSONEditError) -> Int {
    guard let place = container.edits.place(of: self, in: container) else { throw error(.overlap) }
    return place
  }

  /// Makes sure that the value can be changed, or the item `child` of it, and notes that it is.
  private func prepareChange(around child: JSONValue?) throws(JSONEditError) {
    guard isThere else { throw error(.overlap) }
    var child = child
    var container: JSONValue? = self
    while let value = container {
      if let child { try value.edits.checkUnique(child, in: value) }
      child = value
      container = value.parent
    }
    container = self
    while let value = container, value.edits.touched.insert(value.index).inserted { container = value.parent }
  }

  /// A document that has the new value as its only item.
  private func wrap(_ json: String, key: String?) throws(JSONEditError) -> JSONValue {
    // What is not JSON by itself must not become so by what is put around it.
    let new = try parse(json)
    var depth = new.depth
    var around: JSONValue? = self
    while let value = around {
      depth += 1
      around = value.parent
    }
    guard depth <= Limits.depth else { throw error(.tooDeep) }
    guard document.layers < Self.mostLayers else { throw error(.tooManyLayers) }
    let wrapped = key.map { "{\(JSONWriter.quote($0)):\(json)}" } ?? "[\(json)]"
    let host = LiveEdits.Host(document: document, container: index)
    return JSONDocument(LiveEdits(try parse(wrapped), host: host)).value(at: key == nil ? 1 : 2)
  }

  private func parse(_ json: String) throws(JSONEditError) -> JSONDocument {
    do throws(JSONError) {
      return try JSONDocument(parsing: json, secret: document.bytes.isSecret)
    } catch {
      throw self.error(.invalidText(error))
    }
  }

  fileprivate func error(_ reason: JSONEditError.Reason) -> JSONEditError {
    // The text of a new value is in no file.
    var value = self
    while let host = value.document.edits?.host, let document = host.document {
      value = JSONValue(document: document, index: host.container ?? 0)
    }
    return JSONEditError(reason: reason, offset: value.range.lowerBound)
  }
}

extension LiveEdits {
  fileprivate func checkUnique(_ value: JSONValue, in object: JSONValue) throws(JSONEditError) {
    guard object.kind == .object, value.document === object.document, let key = value.key else { return }
    let duplicates = keyTable(of: object).duplicates
    if duplicates.isEmpty { return }
    let text = key.string
    if duplicates.contains(where: { $0 == text }) { throw value.error(.duplicateKey(text)) }
  }

  /// The place of a value among the items of what it is in; nil if it is there no more.
  func place(of value: JSONValue, in container: JSONValue) -> Int? {
    let items = currentItems(of: container)
    func isThere(_ item: JSONValue) -> Bool { item.index == value.index && item.document === value.document }
    // Who goes through all items asks for one after the other, or for every other one.
    let last = lastPlaces[container.index] ?? 0
    let near = items.indices.clamped(to: last..<last + 4)
    let place = near.first { isThere(items[$0]) } ?? items.firstIndex(where: isThere)
    lastPlaces[container.index] = place
    return place
  }

  /// The items of an object or array, which are listed from now on.
  private func currentItems(of container: JSONValue) -> [JSONValue] {
    if let items = items[container.index] { return items }
    let items = container.kind == .object ? container.members.map(\.value) : Array(container.elements)
    self.items[container.index] = items
    return items
  }

  fileprivate func replace(_ old: JSONValue, at place: Int, with new: JSONValue, in container: JSONValue) {
    items[container.index]?[place] = new
    if let index = leave(old, container) { replaced[ObjectIdentifier(new.document)] = index }
    note(added: new, to: container)
  }

  fileprivate func isItem(_ value: JSONValue, of container: JSONValue) -> Bool {
    guard value.parent == container else { return false }
    return value.document === container.document
      ? !gone.contains(value.index) : added[ObjectIdentifier(value.document)] != nil
  }

  fileprivate func remove(_ values: Set<JSONValue>, from container: JSONValue) {
    _ = currentItems(of: container)
    items[container.index]?.removeAll { values.contains($0) }
    for value in values { leave(value, container) }
  }

  fileprivate func insert(_ new: JSONValue, at place: Int, in container: JSONValue) {
    _ = currentItems(of: container)
    items[container.index]?.insert(new, at: place)
    note(added: new, to: container)
  }

  /// Notes that a value is not there any more; the result is the index of what it is in the text, or is in the place of.
  @discardableResult
  private func leave(_ value: JSONValue, _ container: JSONValue) -> Int? {
    guard value.document === container.document else {
      added[ObjectIdentifier(value.document)] = nil
      if let key = value.key { newMembers[container.index]?[Array(key.string.utf8)] = nil }
      return replaced.removeValue(forKey: ObjectIdentifier(value.document))
    }
    gone.insert(value.index)
    return value.index
  }
}
