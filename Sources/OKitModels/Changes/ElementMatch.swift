package import JSONDocument

/// Which elements of two versions of an array belong together: by their ids, those without by their order from both ends inwards.
struct ElementMatch {
  /// An element without a partner.
  struct Gone {
    let place: Int
    let value: JSONValue
  }

  /// An element of the new array, with what is known of its partner.
  struct Staying {
    let place: Int
    let old: JSONValue?
    let new: JSONValue
    var equalBytes: Int?
    /// Where it was, if it has another place among the others.
    var formerPlace: Int?
  }

  private(set) var gone: [Gone] = []
  /// In their order; without those that are equal in both.
  private(set) var staying: [Staying] = []

  /// What is left of both arrays without their equal beginnings and ends.
  private var old: ArraySlice<JSONValue>
  private var new: ArraySlice<JSONValue>
  /// How many elements the equal beginnings have.
  private let skipped: Int
  /// What is known of the two elements behind the equal beginnings.
  private let firstEqualBytes: Int?

  /// Of two arrays that differ after `equalBytes`.
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
    // What is known to differ is not compared once more: level by level that would take quadratic time.
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
    for (place, value) in old.enumerated() where !partners.isTaken[place] {
      gone.append(Gone(place: skipped + place, value: value))
    }
    for (place, value) in new.enumerated() {
      let partner = partners.ofNew[place]
      let isFirstPair = place == 0 && partner == 0
      staying.append(
        Staying(
          place: skipped + place, old: partner.map { old[old.startIndex + $0] }, new: value,
          equalBytes: isFirstPair ? firstEqualBytes : nil,
          formerPlace: partner.flatMap { moved[place] ? skipped + $0 : nil }))
    }
  }
}

extension JSONValue {
  /// Whether the bytes of both are equal.
  package func isEqual(to other: JSONValue) -> Bool {
    range.count == other.range.count && commonPrefix(with: other) == range.count
  }
}
