package import JSONDocument

/// Matches the elements of two versions of an array: by their ids, and elements without ids by their order from both ends inwards.
struct ElementMatch {
  /// An element without a partner.
  struct Gone {
    let index: Int
    let value: JSONValue
  }

  /// An element of the new array, with its partner if it has one.
  struct Staying {
    let index: Int
    let old: JSONValue?
    let new: JSONValue
    var equalBytes: Int?
    /// The former position, if the element moved relative to the others.
    var formerIndex: Int?
  }

  private(set) var gone: [Gone] = []
  /// The elements of the new array in order, except those in the equal beginnings and ends.
  private(set) var staying: [Staying] = []

  /// The elements between the equal beginnings and ends of both arrays.
  private var old: ArraySlice<JSONValue>
  private var new: ArraySlice<JSONValue>
  /// The number of elements in the equal beginnings.
  private let skipped: Int
  /// The number of equal bytes of the first two elements that differ; nil if it is unknown.
  private let firstEqualBytes: Int?

  /// Compares two arrays that differ after `equalBytes`.
  init(_ oldArray: JSONValue, _ newArray: JSONValue, equalBytes: Int) {
    var (oldElements, newElements) = (oldArray.elements.makeIterator(), newArray.elements.makeIterator())
    var (old, new) = (oldElements.next(), newElements.next())
    var skipped = 0
    var firstEqualBytes: Int?
    loop: while let left = old, let right = new {
      switch RangeComparison(of: left, right, in: oldArray, newArray, equalBytes: equalBytes) {
      case .equal:
        skipped += 1
        (old, new) = (oldElements.next(), newElements.next())
      case .differing(let equalBytes):
        firstEqualBytes = equalBytes
        break loop
      case .unknown: break loop
      }
    }
    self.skipped = skipped
    self.firstEqualBytes = firstEqualBytes
    self.old = ((old.map { [$0] } ?? []) + IteratorSequence(oldElements))[...]
    self.new = ((new.map { [$0] } ?? []) + IteratorSequence(newElements))[...]
  }

  mutating func run() {
    // A known difference is not compared again. Doing so on each level would take quadratic time.
    let firstDiffer = firstEqualBytes != nil
    while let left = old.last, let right = new.last, !(firstDiffer && old.count == 1 && new.count == 1),
      left.isEqual(to: right)
    {
      old.removeLast()
      new.removeLast()
    }
    var partners = ElementPairing(old: Array(old), new: Array(new), firstDiffer: firstDiffer)
    partners.find()
    let moved = partners.moved()
    for (index, value) in old.enumerated() where !partners.isTaken[index] {
      gone.append(Gone(index: skipped + index, value: value))
    }
    for (index, value) in new.enumerated() {
      let partner = partners.ofNew[index]
      let isFirstPair = index == 0 && partner == 0
      staying.append(
        Staying(
          index: skipped + index, old: partner.map { old[old.startIndex + $0] }, new: value,
          equalBytes: isFirstPair ? firstEqualBytes : nil,
          formerIndex: partner.flatMap { moved[index] ? skipped + $0 : nil }))
    }
  }
}

extension JSONValue {
  /// True if the bytes of both are equal.
  package func isEqual(to other: JSONValue) -> Bool {
    range.count == other.range.count && commonPrefix(with: other) == range.count
  }
}
