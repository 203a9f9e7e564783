/// Collects edits of a document and creates its new text. All bytes outside of the edits stay the same.
///
/// All edits refer to the original document, regardless of earlier edits: an index counts the elements of the original array. New values get
/// the layout of their surroundings. Their own white space is dropped, but the text of their keys, strings and numbers stays.
///
/// Nothing can be edited inside of a member whose key is a duplicate, because programs differ in the member that they use.
package struct JSONEditor {
  /// The original document. It does not change.
  @usableFromInline package let document: JSONDocument

  var replacements: [Int: JSONValue] = [:]
  var removals: Set<Int> = []
  /// The new keys by the index of the old key.
  var renamings: [Int: String] = [:]
  /// The new members and elements by the index of their object or array.
  var insertions: [Int: Insertions] = [:]
  /// The objects and arrays whose own members or elements are removed or added.
  var changed: Set<Int> = []
  /// The objects and arrays that contain an edit at any depth.
  private var touched: Set<Int> = []
  private var keyTables: [Int: KeyTable] = [:]
  private var newKeys: [Int: KeySet] = [:]
  /// The text that was parsed last, and its value, because edits of many objects often use the same text in a row.
  private var lastParsed: (text: String, value: JSONValue)?

  /// The additions to one object or array.
  struct Insertions {
    /// The new items by the index of the member or element that they precede.
    var before: [Int: [NewItem]] = [:]
    var atEnd: [NewItem] = []
  }

  /// A new element, or a new member if there is a key.
  struct NewItem {
    var key: String?
    var value: JSONValue
  }

  /// Creates an editor without edits.
  ///
  /// - Parameter document: The document to edit.
  package init(_ document: JSONDocument) { self.document = document }

  /// True if there are no edits.
  package var isEmpty: Bool { replacements.isEmpty && renamings.isEmpty && changed.isEmpty }

  /// Replaces a value.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - json: The text of the new value.
  /// - Throws: ``JSONEditError``.
  package mutating func replace(_ value: JSONValue, with json: String) throws(JSONEditError) {
    let new = try parse(json, for: value)
    try checkUntouched(value)
    try checkDepth(of: new, inside: value.parent)
    try touch(value.parent, around: value)
    replacements[value.index] = new
  }

  /// Removes a member or an element with its comma. In a pretty-printed document this removes the whole line.
  ///
  /// - Parameter value: The element, or the value of the member.
  /// - Throws: ``JSONEditError``.
  package mutating func remove(_ value: JSONValue) throws(JSONEditError) {
    try checkUntouched(value)
    guard let parent = value.parent else { throw error(.root, value) }
    if let key = value.key, renamings[key.index] != nil { throw error(.overlap, value) }
    try touch(parent, around: value)
    removals.insert(value.index)
    changed.insert(parent.index)
  }

  /// Appends an element to an array. Several new elements keep the order of the calls.
  ///
  /// - Parameters:
  ///   - json: The text of the element.
  ///   - array: The array.
  /// - Throws: ``JSONEditError``.
  package mutating func append(_ json: String, to array: JSONValue) throws(JSONEditError) {
    try insert(NewItem(key: nil, value: try parse(json, for: array)), before: nil, in: array, .array)
  }

  /// Inserts an element into an array. Several new elements at the same index keep the order of the calls.
  ///
  /// - Parameters:
  ///   - json: The text of the element.
  ///   - index: The index of an element in the original array, or the element count for the end.
  ///   - array: The array.
  /// - Throws: ``JSONEditError``.
  package mutating func insert(_ json: String, at index: Int, in array: JSONValue) throws(JSONEditError) {
    let next = array[index]
    if next == nil, array.kind == .array, array.count != index { throw error(.noSuchPlace(index), array) }
    try insert(NewItem(key: nil, value: try parse(json, for: array)), before: next, in: array, .array)
  }

  /// Adds a member at the end of an object. Several new members keep the order of the calls.
  ///
  /// - Parameters:
  ///   - key: The key. The object must not have it, unless that member was removed before.
  ///   - json: The text of the value.
  ///   - object: The object.
  /// - Throws: ``JSONEditError``.
  package mutating func add(_ key: String, _ json: String, to object: JSONValue) throws(JSONEditError) {
    let new = try parse(json, for: object)
    if object.kind == .object { try checkAbsent(key, in: object) }
    try insert(NewItem(key: key, value: new), before: nil, in: object, .object)
    newKeys[object.index, default: KeySet()].insert(key)
  }

  /// Changes the key of a member, which keeps its position and its value.
  ///
  /// - Parameters:
  ///   - value: The value of the member.
  ///   - key: The new key. The object must not have it, unless that member was removed or renamed before.
  /// - Throws: ``JSONEditError``.
  package mutating func rename(_ value: JSONValue, to key: String) throws(JSONEditError) {
    try rename([(value, key)])
  }

  /// Changes the keys of members at once, so that they can exchange keys.
  ///
  /// - Parameter members: The values of the members and their new keys.
  /// - Throws: ``JSONEditError``.
  package mutating func rename(_ members: [(value: JSONValue, key: String)]) throws(JSONEditError) {
    var renamed: [Int] = []
    var around: [Int] = []
    do throws(JSONEditError) {
      for (value, key) in members {
        if value.document !== document { throw error(.otherDocument, value) }
        guard let oldKey = value.key else { throw error(.notAMember, value) }
        if removals.contains(value.index) || renamings[oldKey.index] != nil { throw error(.overlap, value) }
        around += try untouched(around: value, in: oldKey.object)
        renamings[oldKey.index] = key
        renamed.append(oldKey.index)
      }
      var given: [Int: KeySet] = [:]
      for (value, key) in members {
        guard let oldKey = value.key else { continue }
        if oldKey != key { try checkAbsent(key, in: oldKey.object) }
        if given[oldKey.object.index]?.contains(key) == true { throw error(.keyExists(key), oldKey.object) }
        given[oldKey.object.index, default: KeySet()].insert(key)
      }
    } catch {
      for index in renamed { renamings[index] = nil }
      throw error
    }
    touched.formUnion(around)
    for (value, key) in members {
      if let oldKey = value.key { newKeys[oldKey.object.index, default: KeySet()].insert(key) }
    }
  }

  private mutating func insert(
    _ item: NewItem, before next: JSONValue?, in container: JSONValue, _ kind: JSONKind
  ) throws(JSONEditError) {
    if container.kind != kind { throw error(kind == .array ? .notAnArray : .notAnObject, container) }
    try checkDepth(of: item.value, inside: container)
    try touch(container, around: nil)
    changed.insert(container.index)
    if let next {
      insertions[container.index, default: Insertions()].before[next.index, default: []].append(item)
    } else {
      insertions[container.index, default: Insertions()].atEnd.append(item)
    }
  }

  private mutating func parse(_ json: String, for value: JSONValue) throws(JSONEditError) -> JSONValue {
    if let lastParsed, lastParsed.text.utf8.elementsEqual(json.utf8) { return lastParsed.value }
    do throws(JSONError) {
      let new = try JSONDocument(parsing: json, secret: document.bytes.isSecret).root
      lastParsed = (json, new)
      return new
    } catch {
      throw self.error(.invalidText(error), value)
    }
  }

  /// Throws unless a value can be replaced or removed as a whole.
  private func checkUntouched(_ value: JSONValue) throws(JSONEditError) {
    if value.document !== document { throw error(.otherDocument, value) }
    if touched.contains(value.index) || replacements[value.index] != nil || removals.contains(value.index) {
      throw error(.overlap, value)
    }
  }

  /// Records that an object or array contains an edit. Throws if it is replaced or removed by another edit.
  private mutating func touch(_ container: JSONValue?, around child: JSONValue?) throws(JSONEditError) {
    touched.formUnion(try untouched(around: child, in: container))
  }

  /// Returns the objects and arrays without an edit so far, from `container` outwards. Throws if one of them is replaced or removed by another edit.
  private mutating func untouched(
    around child: JSONValue?, in container: JSONValue?
  ) throws(JSONEditError) -> [Int] {
    var path: [Int] = []
    var child = child
    var container = container
    if let child { try checkUnique(child) }
    while let value = container {
      if value.document !== document { throw error(.otherDocument, value) }
      // A touched container was already checked, together with everything around it.
      if touched.contains(value.index) { break }
      if replacements[value.index] != nil || removals.contains(value.index) { throw error(.overlap, child ?? value) }
      try checkUnique(value)
      path.append(value.index)
      child = value
      container = value.parent
    }
    return path
  }

  /// Throws if the key of a value is a duplicate.
  private mutating func checkUnique(_ value: JSONValue) throws(JSONEditError) {
    guard let key = value.key else { return }
    if key.object.hasFewMembers {
      guard key.object.members.count(where: { document.haveEqualText($0.key.node, key.node) }) == 1 else {
        throw error(.duplicateKey(key.string), value)
      }
      return
    }
    let duplicates = keyTable(of: key.object).duplicates
    if duplicates.isEmpty { return }
    let text = key.string
    if duplicates.contains(where: { $0 == text }) { throw error(.duplicateKey(text), value) }
  }

  private mutating func checkAbsent(_ key: String, in object: JSONValue) throws(JSONEditError) {
    if object.document !== document { throw error(.otherDocument, object) }
    if newKeys[object.index]?.contains(key) == true { throw error(.keyExists(key), object) }
    guard let existing = existingKey(key, in: object) else { return }
    if !removals.contains(existing.value.index), renamings[existing.index] == nil {
      throw error(.keyExists(key), object)
    }
  }

  private mutating func existingKey(_ key: String, in object: JSONValue) -> JSONKey? {
    if object.hasFewMembers { return object[key]?.key }
    var key = key
    return key.withUTF8 { keyTable(of: object).key(UnsafeRawBufferPointer($0)) }
  }

  private mutating func keyTable(of object: JSONValue) -> KeyTable {
    if let table = keyTables[object.index] { return table }
    let table = KeyTable(object)
    keyTables[object.index] = table
    return table
  }

  private func checkDepth(of new: JSONValue, inside container: JSONValue?) throws(JSONEditError) {
    if new.document.depth + document.depth <= Limits.depth { return }
    var depth = new.document.depth
    var around = container
    while let value = around {
      depth += 1
      around = value.parent
    }
    if depth > Limits.depth { throw error(.tooDeep, container ?? new) }
  }

  private func error(_ reason: JSONEditError.Reason, _ value: JSONValue) -> JSONEditError {
    JSONEditError(reason: reason, offset: value.range.lowerBound)
  }
}
