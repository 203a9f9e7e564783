import JSONDocument

/// Pairs the remaining elements of two versions of an array.
struct ElementPairing {
  private let old: [JSONValue]
  private let new: [JSONValue]
  /// True if the first elements of both are known to differ.
  private let firstDiffer: Bool
  /// For each new element, the position of its partner.
  private(set) var ofNew: [Int?]
  /// For each old element, true if it has a partner.
  private(set) var isTaken: [Bool]

  init(old: [JSONValue], new: [JSONValue], firstDiffer: Bool) {
    self.old = old
    self.new = new
    self.firstDiffer = firstDiffer
    ofNew = Array(repeating: nil, count: new.count)
    isTaken = Array(repeating: false, count: old.count)
  }

  mutating func find() {
    if old.isEmpty || new.isEmpty { return }
    let (oldIDs, newIDs) = (old.map(Self.id), new.map(Self.id))
    matchIDs(oldIDs, newIDs)
    matchRest(old.indices.filter { oldIDs[$0] == nil }, new.indices.filter { newIDs[$0] == nil })
  }

  private static func id(_ value: JSONValue) -> EntityID? { value.entityID.flatMap(EntityID.init) }

  private mutating func pair(_ oldIndex: Int, _ newIndex: Int) {
    ofNew[newIndex] = oldIndex
    isTaken[oldIndex] = true
  }

  private func isEqual(_ oldIndex: Int, _ newIndex: Int) -> Bool {
    !(firstDiffer && oldIndex == 0 && newIndex == 0) && old[oldIndex].isEqual(to: new[newIndex])
  }

  /// Pairs elements by their ids. Elements with a repeated id are paired in order.
  private mutating func matchIDs(_ oldIDs: [EntityID?], _ newIDs: [EntityID?]) {
    var start = 0
    while start < min(oldIDs.count, newIDs.count), let id = oldIDs[start], id == newIDs[start] {
      pair(start, start)
      start += 1
    }
    var firsts: [EntityID: Int] = [:]
    /// The next position with the same id.
    var nexts: [Int: Int] = [:]
    for index in stride(from: oldIDs.count - 1, through: start, by: -1) {
      guard let id = oldIDs[index] else { continue }
      nexts[index] = firsts[id]
      firsts[id] = index
    }
    for index in start..<max(start, newIDs.count) {
      guard let id = newIDs[index], let first = firsts[id] else { continue }
      pair(first, index)
      firsts[id] = nexts[first]
    }
  }

  private mutating func matchRest(_ oldIndices: [Int], _ newIndices: [Int]) {
    var (oldRest, newRest) = (oldIndices[...], newIndices[...])
    while let left = oldRest.first, let right = newRest.first, isEqual(left, right) {
      pair(oldRest.removeFirst(), newRest.removeFirst())
    }
    while let left = oldRest.last, let right = newRest.last, isEqual(left, right) {
      pair(oldRest.removeLast(), newRest.removeLast())
    }
    for (left, right) in zip(oldRest, newRest) { pair(left, right) }
  }

  /// Returns true for each new element that moved. The others are the longest increasing subsequence of old positions, so that as few as possible
  /// moved.
  func moved() -> [Bool] {
    var moved = ofNew.map { $0 != nil }
    /// For each length, the new position at which the best subsequence of that length ends. `previous` has the predecessor of each position.
    var ends: [Int] = []
    var previous: [Int?] = Array(repeating: nil, count: ofNew.count)
    for (index, partner) in ofNew.enumerated() {
      guard let partner else { continue }
      var (low, high) = (0, ends.count)
      // Most arrays keep their order.
      if let last = ends.last, (ofNew[last] ?? -1) < partner { low = high }
      while low < high {
        let middle = (low + high) / 2
        if (ofNew[ends[middle]] ?? -1) < partner { low = middle + 1 } else { high = middle }
      }
      previous[index] = low > 0 ? ends[low - 1] : nil
      if low == ends.count { ends.append(index) } else { ends[low] = index }
    }
    var index = ends.last
    while let next = index {
      moved[next] = false
      index = previous[next]
    }
    return moved
  }
}
