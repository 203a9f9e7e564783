import JSONDocument

/// Values of documents that go or are written anew, in which nothing else can be edited at the same time. Values are asked for in the order of their text,
/// what they are in before them.
struct EditedRanges {
  /// Of each document the values that are still to come, the last first.
  private var ranges: [Int: [Range<Int>]] = [:]
  /// Whether a value was in one of them.
  private(set) var metAny = false

  /// Notes a value that is edited as a whole.
  mutating func add(_ value: JSONValue, in document: Int) {
    var known = ranges[document] ?? []
    var place = known.count
    while place > 0, known[place - 1].lowerBound < value.range.lowerBound { place -= 1 }
    known.insert(value.range, at: place)
    ranges[document] = known
  }

  /// Whether a value is in one of them.
  mutating func contain(_ value: JSONValue, in document: Int) -> Bool {
    let start = value.range.lowerBound
    while let last = ranges[document]?.last, last.upperBound <= start { ranges[document]?.removeLast() }
    guard let last = ranges[document]?.last, last.lowerBound <= start else { return false }
    metAny = true
    return true
  }
}
