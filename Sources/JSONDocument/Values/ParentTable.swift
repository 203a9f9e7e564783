import Synchronization

/// Knows the parent of every 64th node, so that the others find theirs in a few steps, in a sixty-fourth of a word each.
final class ParentTable: Sendable {
  static let stride = 64

  private let parents: [UInt32]

  init(_ document: JSONDocument) {
    var parents: [UInt32] = []
    parents.reserveCapacity(document.nodeCount / Self.stride + 1)
    var open: [Int] = []
    for index in 0..<document.nodeCount {
      while let last = open.last, Int(document.node(last).link) <= index { open.removeLast() }
      if index % Self.stride == 0 { parents.append(UInt32(truncatingIfNeeded: open.last ?? 0)) }
      if document.node(index).isContainer { open.append(index) }
    }
    self.parents = parents
  }

  /// The parent of a node whose index is a multiple of the stride.
  func parent(of index: Int) -> Int { Int(parents[index / Self.stride]) }
}

extension JSONDocument {
  /// The index of the object or array that a node is in.
  ///
  /// - Precondition: The node is not the root.
  func parentIndex(of index: Int) -> Int {
    let node = node(index)
    if !node.isContainer { return Int(node.link) }
    // Each turn goes back to a node that begins earlier inside the parent, until one is known to be in the parent itself.
    var place = index
    var turns = 0
    while true {
      let anchor = place - place % ParentTable.stride
      // The parent that begins behind the anchor is among these.
      repeat {
        if place == anchor { break }
        let before = self.node(place - 1)
        place = before.isContainer ? place - 1 : Int(before.link)
        if Int(self.node(place).link) > index { return place }
        turns += 1
      } while place > anchor
      // So the anchor is in the parent, too.
      if let table = parentTable(after: turns) {
        let candidate = table.parent(of: anchor)
        if Int(self.node(candidate).link) > index { return candidate }
        place = min(place, candidate)
      } else if place == anchor {
        let before = self.node(place - 1)
        place = before.isContainer ? place - 1 : Int(before.link)
        if Int(self.node(place).link) > index { return place }
        turns += 1
      }
    }
  }

  /// The table, if it is there or the search has been long enough to make it.
  private func parentTable(after turns: Int) -> ParentTable? {
    let owner = parsed
    if let table = owner.parents.load() { return table }
    return turns > 512 ? owner.parents.storeIfNil(ParentTable(owner)) : nil
  }
}
