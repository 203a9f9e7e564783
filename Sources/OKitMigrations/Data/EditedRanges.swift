import JSONDocument

/// Values that are replaced or removed as a whole, so that nothing in them can be edited at the same time. Callers must ask in the order of the text.
struct EditedRanges {
  /// The ranges by the indices of the documents.
  private var documents: [Int: PendingRanges] = [:]

  mutating func add(_ value: JSONValue, in document: Int) {
    documents[document, default: PendingRanges()].add(value.range)
  }

  /// Returns true if a value is one of these, or inside of one.
  mutating func contains(_ value: JSONValue, in document: Int) -> Bool {
    documents[document]?.contains(value.range.lowerBound) ?? false
  }
}

/// The ranges of one document that begin after all positions asked about so far. They can be added in any order.
private struct PendingRanges {
  /// A heap ordered by the start, so that adding a range does not move all others.
  private var ranges: [Range<Int>] = []
  /// The greatest end of the ranges that were removed from the heap.
  private var end = 0

  mutating func add(_ range: Range<Int>) {
    var index = ranges.count
    ranges.append(range)
    while index > 0, range.lowerBound < ranges[(index - 1) / 2].lowerBound {
      ranges.swapAt(index, (index - 1) / 2)
      index = (index - 1) / 2
    }
  }

  mutating func contains(_ position: Int) -> Bool {
    while let first = ranges.first, first.lowerBound <= position {
      end = max(end, first.upperBound)
      removeFirst()
    }
    return position < end
  }

  private mutating func removeFirst() {
    ranges.swapAt(0, ranges.count - 1)
    ranges.removeLast()
    var index = 0
    while 2 * index + 1 < ranges.count {
      var next = 2 * index + 1
      if next + 1 < ranges.count, isBefore(next + 1, next) { next += 1 }
      guard isBefore(next, index) else { return }
      ranges.swapAt(next, index)
      index = next
    }
  }

  private func isBefore(_ left: Int, _ right: Int) -> Bool { ranges[left].lowerBound < ranges[right].lowerBound }
}
