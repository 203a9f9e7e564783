import JSONDocument

/// Values of documents that go or are written anew, in which nothing else can be edited at the same time. Values are asked for in the order of their text,
/// what they are in before them.
struct EditedRanges {
  /// By the indices of the documents.
  private var documents: [Int: PendingRanges] = [:]
  /// Whether a value was in one of them.
  private(set) var metAny = false

  /// Notes a value that is edited as a whole.
  mutating func add(_ value: JSONValue, in document: Int) {
    documents[document, default: PendingRanges()].add(value.range)
  }

  /// Whether a value is in one of them.
  mutating func contain(_ value: JSONValue, in document: Int) -> Bool {
    guard documents[document]?.contain(value.range.lowerBound) ?? false else { return false }
    metAny = true
    return true
  }
}

/// Ranges of one document that a way through it, from its beginning to its end, has not met yet, whatever order they came in.
private struct PendingRanges {
  /// A heap: each begins before the two that it is at half the index of.
  private var ranges: [Range<Int>] = []
  /// The end of what was met.
  private var end = 0

  mutating func add(_ range: Range<Int>) {
    var place = ranges.count
    ranges.append(range)
    while place > 0, range.lowerBound < ranges[(place - 1) / 2].lowerBound {
      ranges.swapAt(place, (place - 1) / 2)
      place = (place - 1) / 2
    }
  }

  mutating func contain(_ position: Int) -> Bool {
    while let first = ranges.first, first.lowerBound <= position {
      end = max(end, first.upperBound)
      removeFirst()
    }
    return position < end
  }

  private mutating func removeFirst() {
    ranges.swapAt(0, ranges.count - 1)
    ranges.removeLast()
    var place = 0
    while 2 * place + 1 < ranges.count {
      var next = 2 * place + 1
      if next + 1 < ranges.count, isBefore(next + 1, next) { next += 1 }
      guard isBefore(next, place) else { return }
      ranges.swapAt(next, place)
      place = next
    }
  }

  private func isBefore(_ left: Int, _ right: Int) -> Bool { ranges[left].lowerBound < ranges[right].lowerBound }
}
