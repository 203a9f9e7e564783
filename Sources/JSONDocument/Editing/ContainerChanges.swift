/// Converts the removals and additions in one object or array to splices.
///
/// An item that stays keeps the white space after it, up to the comma and the next item. A removed item takes along everything up to the next
/// item; at the end, everything after the last item that stays.
struct ContainerChanges {
  private let container: JSONValue
  private let finder: LayoutFinder
  private let removals: Set<Int>
  private let insertions: TextEdits.Insertions
  // Lazy, because a compact document has no white space to examine.
  private lazy var own = finder.layout(of: container)
  private lazy var layout = finder.items(of: container)
  private var pending: [TextEdits.NewItem] = []
  private var found: [Splice] = []

  init(
    _ container: JSONValue, _ finder: LayoutFinder, _ removals: Set<Int>, _ insertions: TextEdits.Insertions
  ) {
    self.container = container
    self.finder = finder
    self.removals = removals
    self.insertions = insertions
  }

  /// Returns the splices, which are outside of the items that stay.
  mutating func splices() -> [Splice] {
    var firstStart: Int?
    var lastEnd = 0
    var keptEnd: Int?
    // The start of the removed items between the last item that stays and the next one.
    var gapStart: Int?
    var separator: Range<Int>?
    for value in container.itemValues {
      let start = value.itemStart
      if firstStart == nil { firstStart = start } else { separator = lastEnd..<start }
      lastEnd = value.range.upperBound
      if !insertions.before.isEmpty { pending += insertions.before[value.index] ?? [] }
      if gapStart == nil { gapStart = start }
      if removals.contains(value.index) { continue }
      fillGap((gapStart ?? start)..<start, separator)
      gapStart = nil
      keptEnd = lastEnd
    }
    pending += insertions.atEnd
    if let keptEnd {
      extend(keptEnd..<lastEnd, isTight: separator?.count == 1 && hasTightColon)
    } else {
      refill(firstStart.map { $0..<lastEnd })
    }
    return found
  }

  /// Replaces the gap before an item that stays with the new items, separated like the items at `separator`.
  private mutating func fillGap(_ range: Range<Int>, _ separator: Range<Int>?) {
    if range.isEmpty, pending.isEmpty { return }
    let separator =
      separator.map { Array(finder.document.slice($0)) } ?? own.firstSeparator ?? defaultSeparator
    var splice = Splice(range: range)
    for item in pending {
      append(item, to: &splice)
      splice.append(separator)
    }
    pending = []
    found.append(splice)
  }

  /// Replaces everything after the last item that stays with the new items.
  private mutating func extend(_ range: Range<Int>, isTight: Bool) {
    if range.isEmpty, pending.isEmpty { return }
    var splice = Splice(range: range)
    if isTight, pending.allSatisfy({ $0.value.kind != .object && $0.value.kind != .array }) {
      for item in pending {
        splice.append(CollectionOfOne(0x2C))
        if let key = item.key { splice.append("\(JSONWriter.quote(key)):".utf8) }
        item.value.withRawBytes { splice.append($0) }
      }
      return found.append(splice)
    }
    let separator = own.lastSeparator ?? defaultSeparator
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
    let separator = own.firstSeparator ?? defaultSeparator
    if items == nil { splice.append(lineBreak(layout.margin)) }
    for (index, item) in pending.enumerated() {
      if index > 0 { splice.append(separator) }
      append(item, to: &splice)
    }
    if items == nil {
      splice.append(lineBreak(layout.margin.dropLast(layout.style.indentation.count)))
    }
    found.append(splice)
  }

  private mutating func append(_ item: TextEdits.NewItem, to splice: inout Splice) {
    if let key = item.key {
      splice.append(Array(JSONWriter.quote(key).utf8))
      splice.append(layout.style.colon)
    }
    guard item.value.kind == .object || item.value.kind == .array else {
      return item.value.withRawBytes { splice.append($0) }
    }
    splice.pieces.append(.value(item.value, finder.newValue(in: container, kind: item.value.kind)))
  }

  private var defaultSeparator: [UInt8] {
    mutating get {
      layout.style.isMultiline ? [0x2C] + lineBreak(layout.margin) : layout.style.comma
    }
  }

  /// True if there is only the colon between the key and the value of the first member, or if there are no keys.
  private var hasTightColon: Bool {
    guard let first = container.itemValues.first(where: { _ in true }), let key = first.key else { return true }
    return first.range.lowerBound - key.range.upperBound == 1
  }

  private mutating func lineBreak(_ margin: some Sequence<UInt8>) -> [UInt8] {
    layout.style.isMultiline ? layout.style.newline + margin : []
  }
}
