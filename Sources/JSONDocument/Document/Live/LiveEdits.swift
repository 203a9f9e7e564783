/// The changes of a live document.
///
/// Each new value is the only item of an array or object in a separate live document, because a member needs an object for its key. The parent of the
/// new value is the container that it was inserted into.
@usableFromInline
final class LiveEdits {
  /// The parsed document.
  let original: JSONDocument
  /// The destination of this document's only item; nil for a document that is not part of another one.
  @usableFromInline let host: Host?
  /// True if this document is a new value that was removed again.
  private(set) var isRemoved = false
  /// The index of the value that this new value replaced in the text of the document around it; nil if it replaced none.
  private(set) var formerIndex: Int?
  /// The replacement of the root.
  @usableFromInline var newRoot: JSONValue?
  /// The items of each object or array with an added, removed, replaced or renamed item, by its index.
  private var items: [Int: [JSONValue]] = [:]
  /// The objects and arrays whose lists still contain removed items. These are dropped together when the list is next read.
  private var outdated: Set<Int> = []
  /// The indices of the removed values of the text.
  private(set) var removed: Set<Int> = []
  /// The values added to this document in the order of their creation, including those that were removed again.
  private(set) var ownAdditions: [JSONValue] = []
  /// The values added at any depth, in the order of their creation, including those that were removed again. Only the outermost document records
  /// them.
  var allAdditions: [JSONValue] = []
  /// The new keys of renamed members, by the index of the old key.
  private(set) var renamings: [Int: String] = [:]
  /// The objects and arrays that contain a change at any depth.
  var changedContainers: Set<Int> = []

  /// The new and renamed members of objects with many members, by their keys. Created when they are first searched.
  private var newMembers: [Int: [[UInt8]: JSONValue]] = [:]
  var keyTables: [Int: KeyTable] = [:]
  var elementTables: [Int: ElementTable] = [:]
  /// The last index that was found in each changed object or array. The next search starts there.
  private var lastIndices: [Int: Int] = [:]
  /// The documents made from short texts of new values, because many objects often get equal values.
  private var textCache: [String: JSONDocument] = [:]
  /// The containers of the text that are known to be still part of the document. Others may be, too.
  private var attached: Set<Int> = []

  /// The container of a new value in another document: an object or array, or the root.
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

  @usableFromInline var isChanged: Bool { newRoot != nil || !changedContainers.isEmpty }

  /// True if a value of the text is still part of the document, or of the value with the index `top`.
  func has(_ index: Int, in top: Int = 0) -> Bool {
    if top == 0, removed.isEmpty || newRoot != nil { return newRoot == nil }
    var path: [Int] = []
    var value: JSONValue? = JSONValue(document: original, index: index)
    while let current = value, current.index != top {
      if top == 0, attached.contains(current.index) { break }
      if removed.contains(current.index) { return false }
      if current.node.isContainer { path.append(current.index) }
      value = current.parent
    }
    if top == 0 { attached.formUnion(path) }
    return value != nil
  }

  // MARK: - Items

  /// Returns the current items of an object or array with a changed item; nil for any other.
  @usableFromInline
  func changedItems(of container: Int) -> [JSONValue]? {
    if outdated.isEmpty { return items[container] }
    if outdated.remove(container) != nil {
      items[container]?.removeAll { isRemovedItem($0) }
      lastIndices[container] = nil
    }
    return items[container]
  }

  /// The current items of each object or array with a changed item, by its index.
  var changedItems: [Int: [JSONValue]] {
    for container in outdated { _ = changedItems(of: container) }
    return items
  }

  /// Returns the index of a value among the items of its changed object or array; nil if it was removed.
  func itemIndex(of value: JSONValue, in container: JSONValue) -> Int? {
    _ = changedItems(of: container.index)
    return isRemovedItem(value) ? nil : listIndex(of: value, in: container)
  }

  /// True if a value, which is or was an item of a container of this document, was removed.
  private func isRemovedItem(_ item: JSONValue) -> Bool {
    guard let edits = item.document.edits, edits !== self else { return removed.contains(item.index) }
    return edits.isRemoved
  }

  func isItem(_ value: JSONValue, of container: JSONValue) -> Bool {
    value.parent == container && !isRemovedItem(value)
  }

  /// Returns the index of an item in the list, which may still contain removed ones.
  private func listIndex(of value: JSONValue, in container: JSONValue) -> Int? {
    guard let items = items[container.index] else { return nil }
    func isValue(at index: Int) -> Bool {
      items.indices.contains(index) && items[index].index == value.index && items[index].document === value.document
    }
    // Starts at the last result, because callers often ask for the items in their order or from the last to the first.
    let last = lastIndices[container.index] ?? 0
    let distance = (0...items.count).first { isValue(at: last + $0) || isValue(at: last - $0) }
    guard let distance else { return nil }
    let index = isValue(at: last + distance) ? last + distance : last - distance
    lastIndices[container.index] = index
    return index
  }

  /// Creates the list of the items of an object or array for changes.
  private func listItems(of container: JSONValue) {
    guard items[container.index] == nil else { return }
    items[container.index] = container.kind == .object ? container.members.map(\.value) : Array(container.elements)
  }

  // MARK: - Changing

  /// Replaces an item.
  func replace(_ old: JSONValue, with new: JSONValue, in container: JSONValue) {
    listItems(of: container)
    guard let index = listIndex(of: old, in: container) else { preconditionFailure("the value is no item") }
    items[container.index]?[index] = new
    new.document.edits?.formerIndex = drop(old, from: container)
    note(new, in: container)
  }

  func remove(_ values: Set<JSONValue>, from container: JSONValue) {
    listItems(of: container)
    for value in values { drop(value, from: container) }
    outdated.insert(container.index)
  }

  /// Inserts an item; at the end if `index` is nil.
  func insert(_ new: JSONValue, at index: Int?, in container: JSONValue) {
    listItems(of: container)
    if let index {
      _ = changedItems(of: container.index)
      items[container.index]?.insert(new, at: index)
    } else {
      items[container.index]?.append(new)
    }
    note(new, in: container)
  }

  func rename(_ members: [(value: JSONValue, key: String)], in object: JSONValue) {
    listItems(of: object)
    for (value, _) in members {
      if let key = value.key { newMembers[object.index]?[Array(key.string.utf8)] = nil }
    }
    for (value, key) in members {
      value.document.edits?.renamings[value.index - 1] = key
      newMembers[object.index]?[Array(key.utf8)] = value
    }
  }

  /// Records a new item.
  private func note(_ new: JSONValue, in container: JSONValue) {
    if let key = new.key { newMembers[container.index]?[Array(key.string.utf8)] = new }
    ownAdditions.append(new)
    container.document.outermost.edits?.allAdditions.append(new)
  }

  /// Records that an item was removed. Returns the index of the original value that it was or that it had replaced; nil if there is none.
  @discardableResult
  private func drop(_ value: JSONValue, from container: JSONValue) -> Int? {
    if let key = value.key { newMembers[container.index]?[Array(key.string.utf8)] = nil }
    guard value.document === container.document else {
      value.document.edits?.isRemoved = true
      return value.document.edits?.formerIndex
    }
    removed.insert(value.index)
    if value.kind == .object || value.kind == .array { attached = [] }
    return value.index
  }

  /// Returns the document of a text from `parse`, which is called only once for equal short texts.
  func document<Failure: Error>(
    of text: String, _ parse: (String) throws(Failure) -> JSONDocument
  ) throws(Failure) -> JSONDocument {
    guard text.utf8.count <= 64 else { return try parse(text) }
    if let known = textCache[text], known.bytes.elementsEqual(text.utf8) { return known }
    let document = try parse(text)
    if textCache.count >= 256 { textCache = [:] }
    textCache[text] = document
    return document
  }

  // MARK: - Searching

  /// The maximum number of members of an object that is searched without a table.
  private static let maximumScannedMembers = 128

  @usableFromInline
  func member(withKeyBytes bytes: UnsafeRawBufferPointer, of object: JSONValue) -> JSONValue? {
    let items = changedItems(of: object.index)
    // A member takes at least two nodes.
    if Int(object.node.link) - object.index <= 2 * Self.maximumScannedMembers,
      items?.count ?? 0 <= Self.maximumScannedMembers
    {
      guard let items else { return object.storedMember(withKeyBytes: bytes) }
      return items.first { $0.key?.hasBytes(equalTo: bytes) ?? false }
    }
    if let key = keyTable(of: object).key(bytes), !removed.contains(key.value.index), renamings[key.index] == nil {
      return JSONValue(document: object.document, index: key.value.index)
    }
    return items.flatMap { newMembers(of: object, $0)[Array(bytes)] }
  }

  private func newMembers(of object: JSONValue, _ items: [JSONValue]) -> [[UInt8]: JSONValue] {
    if let known = newMembers[object.index] { return known }
    var members: [[UInt8]: JSONValue] = [:]
    for item in items where item.document !== object.document || renamings[item.index - 1] != nil {
      if let key = item.key { members[Array(key.string.utf8)] = item }
    }
    newMembers[object.index] = members
    return members
  }

  /// Returns the keys of an object in the parsed text.
  private func keyTable(of object: JSONValue) -> KeyTable {
    if let table = keyTables[object.index] { return table }
    let table = KeyTable(JSONValue(document: original, index: object.index))
    keyTables[object.index] = table
    return table
  }

  /// True if the key of a value of the parsed text is a duplicate.
  func hasDuplicateKey(_ value: JSONValue, in object: JSONValue) -> Bool {
    guard object.kind == .object, value.document === object.document, let key = value.key else { return false }
    let stored = JSONValue(document: original, index: object.index)
    if stored.hasFewMembers {
      return stored.members.count { original.haveEqualText($0.key.node, key.node) } > 1
    }
    return keyTable(of: object).duplicates.contains { original.haveEqualText($0.node, key.node) }
  }
}
