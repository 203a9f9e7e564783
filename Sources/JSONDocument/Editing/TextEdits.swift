/// The changes of a live document, as edits of its parsed text.
///
/// New values get the layout of their surroundings. Their own white space is dropped, but the text of their keys, strings and numbers stays.
struct TextEdits {
  /// The parsed document.
  let document: JSONDocument
  private var replacements: [Int: JSONValue] = [:]
  private var removals: Set<Int> = []
  /// The new keys by the index of the old key.
  private var renamings: [Int: String] = [:]
  /// The new members and elements by the index of their object or array.
  private var insertions: [Int: Insertions] = [:]
  /// The objects and arrays whose own members or elements are removed or added.
  private var changed: [Int] = []

  /// The additions to one object or array.
  struct Insertions {
    /// The new items by the index of the member or element that they precede.
    var before: [Int: [NewItem]] = [:]
    var atEnd: [NewItem] = []

    var isEmpty: Bool { before.isEmpty && atEnd.isEmpty }
  }

  /// A new element, or a new member if there is a key.
  struct NewItem {
    var key: String?
    var value: JSONValue

    init(_ item: JSONValue) {
      key = item.key?.string
      value = item.snapshot
    }
  }

  /// Collects the edits of the live document of `edits`, or of its value with the index `top`.
  init(_ edits: LiveEdits, of live: JSONDocument, in top: Int = 0) {
    document = edits.original
    if let root = edits.root, top == 0 {
      replacements[0] = root.snapshot
      return
    }
    for (index, items) in edits.changedItems where edits.has(index, in: top) { add(items, of: index, edits, live) }
  }

  /// Adds the edits that lead from the parsed items of an object or array to its current ones.
  private mutating func add(_ items: [JSONValue], of index: Int, _ edits: LiveEdits, _ live: JSONDocument) {
    var stored = JSONValue(document: document, index: index).itemValues.makeIterator()
    var new: [NewItem] = []
    var insertions = Insertions()
    var hasRemovals = false
    for item in items {
      let isStored = item.document === live
      guard let old = isStored ? item.index : edits.replaced[ObjectIdentifier(item.document)] else {
        new.append(NewItem(item))
        continue
      }
      while let next = stored.next(), next.index != old {
        removals.insert(next.index)
        hasRemovals = true
      }
      if isStored {
        if let key = edits.renamings[old - 1] { renamings[old - 1] = key }
      } else {
        replacements[old] = item.snapshot
        if let key = item.key, JSONKey(document: document, index: old - 1) != key.string {
          renamings[old - 1] = key.string
        }
      }
      if !new.isEmpty { insertions.before[old] = new }
      new = []
    }
    while let next = stored.next() {
      removals.insert(next.index)
      hasRemovals = true
    }
    insertions.atEnd = new
    if !insertions.isEmpty { self.insertions[index] = insertions }
    if hasRemovals || !insertions.isEmpty { changed.append(index) }
  }

  /// Returns all edits as splices that do not overlap, in the order of the text.
  func splices() -> [Splice] {
    let finder = LayoutFinder(document: document)
    var splices: [Splice] = []
    for (index, new) in replacements {
      let old = document.value(at: index)
      let layout = finder.replacement(of: old, kind: new.kind)
      splices.append(Splice(range: old.range, pieces: [.value(new, layout)]))
    }
    for (index, key) in renamings {
      let old = JSONKey(document: document, index: index)
      splices.append(Splice(range: old.range, pieces: [.bytes(Array(JSONWriter.quote(key).utf8))]))
    }
    for index in changed {
      var changes = ContainerChanges(document.value(at: index), finder, removals, insertions[index] ?? Insertions())
      splices += changes.splices()
    }
    // If two splices start at the same offset, the empty one comes first: an insertion precedes the replacement of the next value.
    return splices.sorted {
      ($0.range.lowerBound, $0.range.upperBound) < ($1.range.lowerBound, $1.range.upperBound)
    }
  }
}
