/// Converts the changes of the items of one object or array to splices.
///
/// The bytes after an item that stays do not change, up to the next item. Removing an item also removes the bytes up to the next item. Removing the
/// last items removes everything between the last item that stays and the white space before the closing bracket.
struct ContainerChanges {
  /// The object or array in the parsed text.
  private let container: JSONValue
  /// The current items.
  private let items: [JSONValue]
  private let live: JSONDocument
  private let edits: LiveEdits
  private let finder: LayoutFinder
  // Lazy, because a compact document has no white space to examine.
  private lazy var containerLayout = finder.layout(of: container)
  private lazy var itemLayout = finder.itemLayout(of: container)
  /// The new items before the next item that stays.
  private var pending: [JSONValue] = []
  private var found: [Splice] = []

  /// The changes that lead from the parsed items of the object or array with this index to its current items.
  init(of index: Int, to items: [JSONValue], in live: JSONDocument, _ edits: LiveEdits, _ finder: LayoutFinder) {
    container = JSONValue(document: edits.original, index: index)
    self.items = items
    self.live = live
    self.edits = edits
    self.finder = finder
  }

  /// Returns the splices.
  mutating func splices() -> [Splice] {
    var firstStart: Int?
    var lastEnd = 0
    var keptEnd: Int?
    // The start of the removed items between the last item that stays and the next one.
    var gapStart: Int?
    var separator: Range<Int>?
    var current = items.makeIterator()
    var next = next(of: &current)
    for value in container.itemValues {
      let start = value.itemStart
      if firstStart == nil { firstStart = start } else { separator = lastEnd..<start }
      lastEnd = value.range.upperBound
      if gapStart == nil { gapStart = start }
      guard let item = next, formerIndex(of: item) == value.index else { continue }
      fillGap((gapStart ?? start)..<start, separator)
      keep(value, as: item)
      next = self.next(of: &current)
      gapStart = nil
      keptEnd = lastEnd
    }
    if let keptEnd {
      extend(keptEnd..<lastEnd, separator)
    } else {
      refill(firstStart.map { $0..<lastEnd })
    }
    return found
  }

  /// Returns the index of the parsed value that an item is or replaced; nil for an added item.
  private func formerIndex(of item: JSONValue) -> Int? {
    item.document === live ? item.index : item.document.edits?.formerIndex
  }

  /// Returns the next item that stays, and adds the new items before it to `pending`.
  private mutating func next(of items: inout IndexingIterator<[JSONValue]>) -> JSONValue? {
    while let item = items.next() {
      if formerIndex(of: item) != nil { return item }
      pending.append(item)
    }
    return nil
  }

  /// Replaces the value and the key of an item that stays, if they differ.
  private mutating func keep(_ value: JSONValue, as item: JSONValue) {
    if let key = value.key, let newKey = item.key?.newKey(replacing: key) {
      found.append(Splice(range: key.range, pieces: [.bytes(Array(JSONText.quote(newKey).utf8))]))
    }
    if item.document !== live {
      let layout = finder.layoutForReplacement(of: value, kind: item.kind)
      found.append(Splice(range: value.range, pieces: [.value(item.snapshot, layout)]))
    }
  }

  /// Replaces the gap before an item that stays with the new items, separated like the items at `separator`.
  private mutating func fillGap(_ range: Range<Int>, _ separator: Range<Int>?) {
    if range.isEmpty, pending.isEmpty { return }
    let separator =
      separator.map { Array(finder.document.slice($0)) } ?? containerLayout.firstSeparator ?? defaultSeparator
    var splice = Splice(range: range)
    for item in pending {
      append(item, to: &splice)
      splice.append(separator)
    }
    pending = []
    found.append(splice)
  }

  /// Replaces everything after the last item that stays with the new items.
  private mutating func extend(_ range: Range<Int>, _ separator: Range<Int>?) {
    if range.isEmpty, pending.isEmpty { return }
    var splice = Splice(range: range)
    let isTight = separator?.count == 1 && hasTightColon
    if isTight, pending.allSatisfy({ $0.kind != .object && $0.kind != .array }) {
      for item in pending {
        splice.append(CollectionOfOne(0x2C))
        if let key = item.key { splice.append("\(JSONText.quote(key.string)):".utf8) }
        item.withRawBytes { splice.append($0) }
      }
      return found.append(splice)
    }
    let separator = containerLayout.lastSeparator ?? defaultSeparator
    for item in pending {
      splice.append(separator)
      append(item, to: &splice)
    }
    found.append(splice)
  }

  /// Replaces all items with the new items. `items` is nil if the container was empty.
  private mutating func refill(_ items: Range<Int>?) {
    let inside = container.range.lowerBound + 1..<container.range.upperBound - 1
    guard !pending.isEmpty else {
      if items != nil { found.append(Splice(range: inside)) }
      return
    }
    var splice = Splice(range: items ?? inside)
    let separator = containerLayout.firstSeparator ?? defaultSeparator
    if items == nil { splice.append(lineBreak(itemLayout.margin)) }
    for (index, item) in pending.enumerated() {
      if index > 0 { splice.append(separator) }
      append(item, to: &splice)
    }
    if items == nil {
      splice.append(lineBreak(itemLayout.margin.dropLast(itemLayout.style.indentation.count)))
    }
    found.append(splice)
  }

  private mutating func append(_ item: JSONValue, to splice: inout Splice) {
    if let key = item.key {
      splice.append(Array(JSONText.quote(key.string).utf8))
      splice.append(itemLayout.style.colon)
    }
    guard item.kind == .object || item.kind == .array else { return item.withRawBytes { splice.append($0) } }
    splice.pieces.append(.value(item.snapshot, finder.layoutForNewValue(in: container, kind: item.kind)))
  }

  private var defaultSeparator: [UInt8] {
    mutating get {
      itemLayout.style.isMultiline ? [0x2C] + lineBreak(itemLayout.margin) : itemLayout.style.comma
    }
  }

  /// True if there is only the colon between the key and the value of the first member, or if there are no keys.
  private var hasTightColon: Bool {
    guard let first = container.itemValues.first(where: { _ in true }), let key = first.key else { return true }
    return first.range.lowerBound - key.range.upperBound == 1
  }

  private mutating func lineBreak(_ margin: some Sequence<UInt8>) -> [UInt8] {
    itemLayout.style.isMultiline ? itemLayout.style.newline + margin : []
  }
}

extension JSONKey {
  /// The text of the key if it differs from that of another one, which belongs to the parsed text; nil otherwise.
  fileprivate func newKey(replacing old: JSONKey) -> String? {
    // A key of the text that was not renamed.
    if index == old.index, newText == nil, document.parsed === old.document { return nil }
    let text = string
    return old == text ? nil : text
  }
}
