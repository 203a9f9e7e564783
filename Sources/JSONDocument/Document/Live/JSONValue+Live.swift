/// Changes of a live document. Later reads see them.
///
/// Nothing can be changed inside of a member whose key is a duplicate, because programs disagree about which of the members counts.
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
    guard container.edits.isItem(self, of: container) else { throw error(.overlap) }
    let new = try container.wrap(json, key: key?.string)
    try container.prepareChange(around: self)
    container.edits.replace(self, with: new, in: container)
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
  ///   - index: The index of the new element; nil for the end.
  /// - Returns: The new element.
  /// - Throws: ``JSONEditError``.
  @discardableResult
  package func insert(_ json: String, at index: Int? = nil) throws(JSONEditError) -> JSONValue {
    guard kind == .array else { throw error(.notAnArray) }
    if let index, !(0...count ~= index) { throw error(.noSuchIndex(index)) }
    let new = try wrap(json, key: nil)
    try prepareChange(around: nil)
    edits.insert(new, at: index, in: self)
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
    edits.insert(new, at: nil, in: self)
    return new
  }

  /// Sets the value of a member, or adds the member at the end if the object does not have the key.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - json: The text of the value.
  /// - Returns: The new value.
  /// - Throws: ``JSONEditError``.
  @discardableResult
  package func set(_ key: String, to json: String) throws(JSONEditError) -> JSONValue {
    if let old = self[key] { return try old.replace(with: json) }
    return try add(key, json)
  }

  /// Changes the key of a member, which keeps its position and its value.
  ///
  /// - Parameter key: The new key. The object must not have it.
  /// - Throws: ``JSONEditError``.
  package func rename(to key: String) throws(JSONEditError) {
    guard self.key != nil, let object = parent else { throw error(.notAMember) }
    try object.renameMembers([(self, key)])
  }

  /// Changes the keys of members of an object at once, so that they can exchange keys.
  ///
  /// - Parameter members: The values of the members and their new keys.
  /// - Throws: ``JSONEditError``. Then nothing was renamed.
  package func renameMembers(_ members: [(value: JSONValue, key: String)]) throws(JSONEditError) {
    guard kind == .object else { throw error(.notAnObject) }
    let renamed = Set(members.map(\.value))
    var newKeys: Set<[UInt8]> = []
    for (value, key) in members {
      guard edits.isItem(value, of: self) else { throw error(.overlap) }
      if let owner = self[key], !renamed.contains(owner) { throw error(.keyExists(key)) }
      guard newKeys.insert(Array(key.utf8)).inserted else { throw error(.keyExists(key)) }
    }
    guard renamed.count == members.count else { throw error(.overlap) }
    for value in renamed { try prepareChange(around: value) }
    edits.rename(members, in: self)
  }

  /// Throws an error with the reason ``JSONEditError/Reason/overlap`` if something in the value was changed.
  package func requireUnchanged() throws(JSONEditError) {
    if let edits = document.edits, edits.changedContainers.contains(index) { throw error(.overlap) }
  }

  /// True unless the value, or a value around it, was removed or replaced.
  package var isAttached: Bool {
    var value = self
    while let edits = value.document.edits {
      // A value that is not part of a wrapper is in the text itself.
      guard let host = edits.host else { return edits.has(value.index) }
      guard edits.has(value.index), let document = host.document else { return false }
      guard let container = host.container else { return document.root.document === value.document }
      if edits.isRemoved { return false }
      value = JSONValue(document: document, index: container)
    }
    return true
  }

  // MARK: - Implementation

  /// The maximum number of new values that can be changed inside one another. Each is a separate document, and they are traversed recursively.
  private static let maximumLayers = 200

  private var edits: LiveEdits {
    guard let edits = document.edits else { preconditionFailure("the document cannot be changed") }
    return edits
  }

  private func replaceRoot(with json: String) throws(JSONEditError) -> JSONValue {
    let whole = document.outermost
    guard let edits = whole.edits else { preconditionFailure("the document cannot be changed") }
    guard isAttached else { throw error(.overlap) }
    let new = try parse(json)
    let root = JSONDocument(LiveEdits(new, host: LiveEdits.Host(document: whole, container: nil))).root
    edits.newRoot = root
    edits.allAdditions.append(root)
    return root
  }

  /// Throws unless the value, or its item `child`, can be changed, and records that it contains a change.
  private func prepareChange(around child: JSONValue?) throws(JSONEditError) {
    guard isAttached else { throw error(.overlap) }
    if let child, edits.hasDuplicateKey(child, in: self) { throw child.duplicateKey }
    // The keys around an object or array with a change were checked before.
    var path: [JSONValue] = []
    var container: JSONValue? = self
    while let current = container, !current.edits.changedContainers.contains(current.index) {
      path.append(current)
      container = current.parent
      if let outer = container, outer.edits.hasDuplicateKey(current, in: outer) { throw current.duplicateKey }
    }
    for container in path { container.edits.changedContainers.insert(container.index) }
  }

  /// Returns the new value in a separate document that has it as its only item.
  private func wrap(_ json: String, key: String?) throws(JSONEditError) -> JSONValue {
    guard document.layers < Self.maximumLayers else { throw error(.tooManyLayers) }
    let wrapped = try parse(json, key: key)
    // The root of the new document stands for this container.
    try checkDepth(wrapped.depth - 1)
    let host = LiveEdits.Host(document: document, container: index)
    return JSONDocument(LiveEdits(wrapped, host: host)).value(at: key == nil ? 1 : 2)
  }

  /// Returns a document that has the new value as its only item.
  private func parse(_ json: String, key: String?) throws(JSONEditError) -> JSONDocument {
    let text = key.map { "{\(JSONText.quote($0)):\(json)}" } ?? "[\(json)]"
    guard let edits = document.outermost.edits else { preconditionFailure("the document cannot be changed") }
    return try edits.document(of: text) { text throws(JSONEditError) in try parse(wrapped: text, json) }
  }

  private func parse(wrapped text: String, _ json: String) throws(JSONEditError) -> JSONDocument {
    let wrapped: JSONDocument
    do throws(JSONError) {
      wrapped = try JSONDocument(parsing: text, secret: document.bytes.isSecret)
    } catch {
      // Gives the error its position in the new value alone.
      _ = try parse(json)
      throw self.error(.invalidText(error))
    }
    // Text that is not one JSON value must not become valid by the brackets around it.
    if wrapped.root.count != 1 { _ = try parse(json) }
    return wrapped
  }

  private func parse(_ json: String) throws(JSONEditError) -> JSONDocument {
    do throws(JSONError) {
      return try JSONDocument(parsing: json, secret: document.bytes.isSecret)
    } catch {
      throw self.error(.invalidText(error))
    }
  }

  /// Throws if a new value of this depth inside of the value is too deep.
  private func checkDepth(_ depth: Int) throws(JSONEditError) {
    var estimate = depth
    var layer: JSONDocument? = document
    while let current = layer {
      estimate += current.depth
      layer = current.edits?.host?.document
    }
    if estimate <= Limits.depth { return }
    var depth = depth
    var around: JSONValue? = self
    while let value = around {
      depth += 1
      around = value.parent
    }
    guard depth <= Limits.depth else { throw error(.tooDeep) }
  }

  private var duplicateKey: JSONEditError { error(.duplicateKey(key?.string ?? "")) }

  private func error(_ reason: JSONEditError.Reason) -> JSONEditError {
    // The offset refers to the file. A new value is not in the file, so the offset is that of the value around it.
    var value = self
    while let host = value.document.edits?.host, let document = host.document {
      value = JSONValue(document: document, index: host.container ?? 0)
    }
    return JSONEditError(reason: reason, offset: value.range.lowerBound)
  }
}
