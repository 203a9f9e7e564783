/// Changes of a live document. Later reads see them.
///
/// Nothing can be changed inside of a member whose key is a duplicate, because programs differ in the member that they use.
///
/// - Precondition: For all methods, the value belongs to a ``JSONDocument/live()`` document.
extension JSONValue {
  /// Replaces the value.
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

  /// Removes the element, or the member with this value.
  ///
  /// - Throws: ``JSONEditError``.
  package func remove() throws(JSONEditError) {
    guard let container = parent else { throw error(.root) }
    try container.removeItems([self])
  }

  /// Removes several elements of an array, or the members with these values from an object, in one pass.
  ///
  /// - Throws: ``JSONEditError``. Then nothing was removed.
  package func removeItems(_ items: Set<JSONValue>) throws(JSONEditError) {
    for item in items {
      guard edits.isItem(item, of: self) else { throw error(.overlap) }
      try prepareChange(around: item)
    }
    edits.remove(items, from: self)
  }

  /// Inserts an element into an array.
  ///
  /// - Parameters:
  ///   - json: The text of the element.
  ///   - place: The index of the new element; nil for the end.
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
  ///   - key: The key. The object must not have it.
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

  /// True unless the value, or a value around it, was removed or replaced.
  package var isThere: Bool {
    var value = self
    while let edits = value.document.edits {
      // A value that is not part of a wrapper is in the text itself.
      guard let host = edits.host else { return edits.has(value.index) }
      guard edits.has(value.index), let document = host.document else { return false }
      guard let container = host.container else { return document.root.document === value.document }
      guard document.edits?.added[ObjectIdentifier(value.document)] != nil else { return false }
      value = JSONValue(document: document, index: container)
    }
    return true
  }

  // MARK: - Inside

  /// The maximum number of new values that can be changed inside one another. Each is a separate document, and they are traversed recursively.
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

  /// Returns the index of the value among the items of `container`. Throws if it was removed.
  private func place(in container: JSONValue) throws(JSONEditError) -> Int {
    guard let place = container.edits.place(of: self, in: container) else { throw error(.overlap) }
    return place
  }

  /// Throws unless the value, or its item `child`, can be changed, and records that it contains a change.
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

  /// Returns the new value in a separate document that has it as its only item.
  private func wrap(_ json: String, key: String?) throws(JSONEditError) -> JSONValue {
    // Text that is not JSON must not become valid by the brackets around it.
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
    // The offset refers to the file, and the text of a new value is in none.
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

  /// Returns the index of a value among the items of its container; nil if it was removed.
  func place(of value: JSONValue, in container: JSONValue) -> Int? {
    let items = currentItems(of: container)
    func isThere(_ item: JSONValue) -> Bool { item.index == value.index && item.document === value.document }
    // Callers often ask for the items one after the other, or for every other one.
    let last = lastPlaces[container.index] ?? 0
    let near = items.indices.clamped(to: last..<last + 4)
    let place = near.first { isThere(items[$0]) } ?? items.firstIndex(where: isThere)
    lastPlaces[container.index] = place
    return place
  }

  /// Returns the items of an object or array, and keeps the list for further changes.
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

  /// Records that a value was removed. Returns the index of the original value that it was or that it had replaced; nil if there is none.
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
